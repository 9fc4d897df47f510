package tutti.lab.torture;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import tutti.engine.deployment.ControlKind;
import tutti.engine.deployment.ControlKinds;
import tutti.engine.deployment.Deployment.ConcurrencyControlKind;
import tutti.engine.deployment.Deployment.Isolation;
import tutti.simulator.history.Claim;
import tutti.simulator.options.Expectation;

/**
 * The settings under which all nodes run until they all end.
 *
 * @param control the concurrency control
 * @param commit the commit protocol, with the nodes' assumption
 * @param isolation the weaker one only where it makes a difference
 * @param segmentKib size of a log file, in KiB
 * @param checkpointKib a checkpoint is made after so much log; large if this phase makes none
 */
record Phase(
    ControlKind control,
    Commitment commit,
    Isolation isolation,
    int segmentKib,
    int checkpointKib) {

  /** Draws any phase, with the flags' values where there are some. */
  static Phase drawn(SplittableRandom random, TortureOptions options, Commitment commit) {
    List<ControlKind> controls = new ArrayList<>(ControlKinds.all());
    if (options.fixed().replicated()) {
      controls.remove(ConcurrencyControlKind.TL2);
    }
    ControlKind drawn = controls.get(random.nextInt(controls.size()));
    ControlKind control = options.fixed().control() != null ? options.fixed().control() : drawn;
    boolean object =
        random.nextBoolean() && Expectation.claimed(control, Isolation.OBJECT) == Claim.OBJECT;
    Isolation weakest = object ? Isolation.OBJECT : Isolation.SERIALIZABLE;
    Isolation isolation =
        options.fixed().isolation() != null ? options.fixed().isolation() : weakest;
    int segment = 64 << random.nextInt(3);
    // Half of the phases make no checkpoint: their whole log is replayed at every start.
    int checkpoint = random.nextBoolean() ? 1 << 20 : segment * (4 + random.nextInt(5));
    return new Phase(control, commit, isolation, segment, checkpoint);
  }

  /** Returns the system's claim for histories under this phase. */
  Claim claim() {
    return Expectation.claimed(control, isolation);
  }

  List<String> flags(int containers) {
    return Stream.concat(
            Stream.of(
                "--concurrency-control",
                control.longName(),
                "--isolation",
                word(),
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
    return control.shortName() + " " + commit + " " + word();
  }

  private String word() {
    return isolation.name().toLowerCase(Locale.ROOT);
  }
}
