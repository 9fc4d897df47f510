package tutti.lab.torture;

import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import tutti.simulator.history.Claim;

/**
 * Under what all nodes run until they all end.
 *
 * @param control {@code 2pl} or {@code psac}
 * @param commit the commit protocol, as nodes assume what they do
 * @param isolation {@code serializable} or {@code object}
 * @param segmentKib size of a log file, in KiB
 * @param checkpointKib a checkpoint is made after so much log; large if this phase makes none
 */
record Phase(
    String control, Commitment commit, String isolation, int segmentKib, int checkpointKib) {

  /** Any, but as the flags have it where they say something. */
  static Phase drawn(SplittableRandom random, TortureOptions options, Commitment commit) {
    boolean pathSensitive = random.nextInt(3) > 0;
    String control = options.control() != null ? options.control() : pathSensitive ? "psac" : "2pl";
    boolean object = random.nextInt(3) == 0 && control.equals("psac");
    String isolation =
        options.isolation() != null ? options.isolation() : object ? "object" : "serializable";
    int segment = 64 << random.nextInt(3);
    // Half of them make no checkpoint: what they do is replayed at every start.
    int checkpoint = random.nextBoolean() ? 1 << 20 : segment * (4 + random.nextInt(5));
    return new Phase(control, commit, isolation, segment, checkpoint);
  }

  /** What the system says of histories under it. */
  Claim claim() {
    return isolation.equals("object") ? Claim.OBJECT : Claim.STRICT_SERIALIZABLE;
  }

  List<String> flags(int containers) {
    return Stream.concat(
            Stream.of(
                "--concurrency-control",
                control,
                "--isolation",
                isolation,
                "--containers",
                Integer.toString(containers),
                "-Dtutti.journal.segment-size=" + segmentKib + "KiB",
                "-Dtutti.journal.checkpoint-after=" + checkpointKib + "KiB",
                "-Dtutti.transaction-timeout=2s",
                "-Dtutti.two-phase.retry=100ms"),
            commit.flags().stream())
        .toList();
  }

  @Override
  public String toString() {
    return control + " " + commit + " " + isolation;
  }
}
