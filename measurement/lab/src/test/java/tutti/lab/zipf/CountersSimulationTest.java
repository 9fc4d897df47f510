package tutti.lab.zipf;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import tutti.engine.deployment.Deployment.Replication.Protocol;
import tutti.model.footprint.Footprint;
import tutti.model.footprint.Shape;
import tutti.model.testing.Effort;
import tutti.simulator.Simulation;
import tutti.simulator.application.SimulatedApplication.Scenario;
import tutti.simulator.application.Turn;
import tutti.simulator.options.SimulationOptions;
import tutti.simulator.report.SimulationReport;

/** Requests that nothing refuses, over several shards, in the simulator. */
class CountersSimulationTest {
  private final CountersSimulation counters = new CountersSimulation();

  static List<Protocol> protocols() {
    return Effort.few(List.of(Protocol.JANUS, Protocol.TAPIR));
  }

  /** The judge gathers what each participant of Janus has executed by itself. */
  @ParameterizedTest
  @MethodSource("protocols")
  void holdsUnderFaults(Protocol protocol) {
    SimulationReport report =
        Simulation.run(
            counters,
            SimulationOptions.of(1, "tutti simulate --workload counters")
                .withDeployment(
                    it -> it.toBuilder().replication(it.replication().with(protocol)).build())
                .withRequests(50)
                .withRuns(Effort.of(20), () -> false));
    assertThat(report.violations()).isEmpty();
    // A single run may have hardly any: its faults can take all of its time.
    assertThat(report.transactions()).isGreaterThan(Effort.of(100));
  }

  /** Hosts learn late which versions of the application there are, and reads wait for that. */
  @Test
  @Tag("slow")
  void readsThatWaitForTheVersionsEndAtTheirDeadlines() {
    SimulationReport report =
        Simulation.run(
            counters,
            SimulationOptions.of(13, "tutti simulate --workload counters")
                .withDeployment(
                    it -> it.toBuilder().replication(it.replication().with(Protocol.JANUS)).build())
                .withRequests(60)
                .withRuns(1, () -> false));
    assertThat(report.violations()).isEmpty();
  }

  @Test
  void everyRequestIsOneShotOverSeveralActors() {
    Scenario scenario = counters.scenario(new SplittableRandom(1));
    for (int i = 0; i < 100; i++) {
      Footprint footprint =
          Footprint.of(scenario.request(new SplittableRandom(i), new Turn(0, i)), Instant.EPOCH);
      assertThat(footprint.shape()).isEqualTo(Shape.ONE_SHOT);
    }
  }
}
