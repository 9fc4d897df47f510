package tutti.simulator;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tutti.engine.deployment.Deployment;
import tutti.simulator.fault.FaultKind;
import tutti.simulator.options.SimulationOptions;
import tutti.simulator.options.Watch;
import tutti.simulator.trace.HtmlPage;
import tutti.simulator.trace.SequenceDiagram;
import tutti.simulator.trace.TraceEvent;
import tutti.simulator.trace.TraceStep;
import tutti.simulator.trace.Transcript;

/** A run that is watched is the run that was made without. */
class WatchTest {
  private static final int MANY = 100_000;
  private final SimulationOptions options =
      SimulationOptions.of(5, "./tutti simulate")
          .withFaults(EnumSet.complementOf(EnumSet.of(FaultKind.NO_DISK)));

  private Transcript watch(SimulationOptions of, Watch how) {
    return Simulation.watch(new ToyBank(), of, of.seed(), how);
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 3})
  void watchingChangesNothing(int nodes) {
    SimulationOptions those = options.withNodes(nodes);
    String digest = Simulation.run(new ToyBank(), those).digest();
    assertThat(watch(those, Watch.NONE).digest()).isEqualTo(digest);
    assertThat(watch(those, Watch.events(10)).digest()).isEqualTo(digest);
    assertThat(watch(those, Watch.events(MANY).withLooks()).digest()).isEqualTo(digest);
  }

  @Test
  void keepsTheNewestEventsAndSaysHowManyCameBefore() {
    Transcript all = watch(options, Watch.events(MANY));
    Transcript some = watch(options, Watch.events(30));
    assertThat(all.forgotten()).isZero();
    assertThat(some.steps()).hasSize(30);
    assertThat(some.forgotten()).isEqualTo(all.steps().size() - 30L);
    assertThat(some.steps().getLast().number()).isEqualTo(all.steps().getLast().number());
  }

  @Test
  void stopsOnceBeforeTheEventThatIsAskedFor() {
    Transcript all = watch(options, Watch.events(MANY));
    TraceStep step = all.steps().get(all.steps().size() / 2);
    List<String> stops = new ArrayList<>();
    Watch stopping =
        Watch.NONE.withBreak(step.number(), () -> stops.add(Thread.currentThread().getName()));
    assertThat(watch(options, stopping).digest()).isEqualTo(all.digest());
    assertThat(stops).hasSize(1);
  }

  /** The steps of several nodes in a run of usual size are all there. */
  @Test
  void allThatNodesDoIsThere() {
    List<TraceStep> steps = watch(options.withNodes(3), Watch.events(MANY).withLooks()).steps();
    assertThat(steps)
        .extracting(step -> (Object) step.event().getClass())
        .contains(
            TraceEvent.Sent.class,
            TraceEvent.Arrived.class,
            TraceEvent.Up.class,
            TraceEvent.Written.class,
            TraceEvent.Forced.class,
            TraceEvent.Asked.class,
            TraceEvent.Answered.class,
            TraceEvent.Voted.class,
            TraceEvent.Decided.class,
            TraceEvent.Ended.class,
            TraceEvent.Took.class,
            TraceEvent.Snapshot.class);
    assertThat(steps).extracting(TraceStep::number).isSorted();
    assertThat(steps).extracting(TraceStep::nanos).isSorted();
    assertThat(steps)
        .anySatisfy(
            step ->
                assertThat(step.event())
                    .isInstanceOfSatisfying(
                        TraceEvent.Snapshot.class,
                        look ->
                            assertThat(look.changed()).anyMatch(actor -> !actor.uses().isEmpty())));
  }

  @Test
  void drawsWhatHappened() {
    Transcript run = watch(options.withNodes(2), Watch.events(MANY));
    List<String> lines = SequenceDiagram.draw(run, 60, 150);
    assertThat(lines).hasSizeBetween(30, 63).allMatch(line -> line.length() <= 150);
    assertThat(lines.getFirst()).contains("clients", "node 0", "node 1");
    assertThat(SequenceDiagram.draw(run, Integer.MAX_VALUE, 150))
        .anyMatch(line -> line.contains("asks") && line.contains("▶"))
        .anyMatch(line -> line.matches(".*(Execute.*▷|◁.*Execute).*"))
        .anyMatch(line -> line.contains("◆ logs commit"))
        .anyMatch(line -> line.contains("⤓ forces"));
  }

  @Test
  void drawsWhatHostsOfReplicasSay() {
    SimulationOptions replicated =
        options
            .withFaults(FaultKind.none())
            .withNodes(3)
            .withDeployment(
                drawn ->
                    drawn.toBuilder()
                        .replication(
                            drawn.replication().with(Deployment.Replication.Protocol.MULTIPAXOS))
                        .build());
    assertThat(SequenceDiagram.draw(watch(replicated, Watch.events(MANY)), MANY, 150))
        .anyMatch(line -> line.matches(".*(Accept.*▷|◁.*Accept).*"))
        .noneMatch(line -> line.contains("(damaged)"));
  }

  @Test
  void thePageHasTheRunInItAndNeedsNothingElse() {
    Transcript run = watch(options.withNodes(2), Watch.events(MANY).withLooks());
    String page = HtmlPage.of(run);
    assertThat(page).contains("\"digest\":\"" + run.digest() + "\"", "\"k\":\"Decided\"");
    assertThat(page).doesNotContain("/*DATA*/", "http://", "https://", "<link", "@import");
  }
}
