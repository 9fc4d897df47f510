package tutti.lab.torture;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import tutti.engine.deployment.ControlKind;
import tutti.engine.deployment.ControlKinds;
import tutti.engine.deployment.Deployment.ConcurrencyControlKind;
import tutti.engine.deployment.Deployment.Isolation;
import tutti.simulator.history.HistoryClaim;
import tutti.simulator.options.Expectation;

/**
 * The settings under which all nodes run until they all end.
 *
 * @param control the concurrency control
 * @param commit the commit protocol, with the nodes' assumption
 * @param isolation the isolation; the weaker one only where it makes a difference
 * @param segmentKib the size of a log file, in KiB
 * @param checkpointKib the size of the log after which a checkpoint is made; large if this phase
 *     makes none
 * @param integrated the isolation that an integrated protocol promises, instead of the three
 *     mechanisms; null if there is none
 */
record TorturePhase(
    ControlKind control,
    CommitChoice commit,
    Isolation isolation,
    int segmentKib,
    int checkpointKib,
    @Nullable HistoryClaim integrated) {
  /** The smallest segment of an integrated protocol's log, in KiB. */
  private static final int FOR_VIEWS = 256;

  /** Draws any phase, with the flags' values where there are some. */
  static TorturePhase drawn(SplittableRandom random, TortureOptions options, CommitChoice commit) {
    List<ControlKind> controls = new ArrayList<>(ControlKinds.all());
    if (options.fixed().replicated()) {
      controls.remove(ConcurrencyControlKind.TL2);
    }
    ControlKind drawn = controls.get(random.nextInt(controls.size()));
    ControlKind control = options.fixed().control() != null ? options.fixed().control() : drawn;
    boolean object =
        random.nextBoolean()
            && Expectation.claimed(control, Isolation.OBJECT) == HistoryClaim.OBJECT;
    Isolation weakest = object ? Isolation.OBJECT : Isolation.SERIALIZABLE;
    Isolation isolation =
        options.fixed().isolation() != null ? options.fixed().isolation() : weakest;
    int drawnSegment = 64 << random.nextInt(3);
    int segment = options.fixed().integrated() ? FOR_VIEWS : drawnSegment;
    // Half of the phases make no checkpoint: their whole log is replayed at every start.
    int checkpoint = random.nextBoolean() ? 1 << 20 : segment * (4 + random.nextInt(5));
    return new TorturePhase(
        control, commit, isolation, segment, checkpoint, options.fixed().replicas().claim());
  }

  /** Returns the system's claim for histories under this phase. */
  HistoryClaim claim() {
    return integrated != null ? integrated : Expectation.claimed(control, isolation);
  }

  List<String> flags(int containers) {
    return Stream.concat(
            Stream.of(
                "--containers",
                Integer.toString(containers),
                "-Dtutti.journal.segment-size=" + segmentKib + "KiB",
                "-Dtutti.journal.checkpoint-after=" + checkpointKib + "KiB",
                "-Dtutti.transaction-timeout=2s",
                "-Dtutti.two-phase.retry=100ms"),
            integrated != null ? Stream.of() : mechanisms())
        .toList();
  }

  private Stream<String> mechanisms() {
    return Stream.concat(
        Stream.of("--concurrency-control", control.longName(), "--isolation", word()),
        commit.flags().stream());
  }

  @Override
  public String toString() {
    return integrated != null ? "integrated" : control.shortName() + " " + commit + " " + word();
  }

  private String word() {
    return isolation.name().toLowerCase(Locale.ROOT);
  }
}
