package tutti.lab.template;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import tutti.engine.deployment.ControlKind;
import tutti.engine.deployment.ControlKinds;
import tutti.engine.deployment.Deployment;
import tutti.engine.deployment.Deployment.Isolation;
import tutti.engine.deployment.DeploymentReader;
import tutti.engine.deployment.DeploymentReader.Override;
import tutti.engine.deployment.DeploymentText;
import tutti.engine.deployment.Guarantee;
import tutti.engine.deployment.Reading;
import tutti.lab.simulation.SimulatedWorkloads;
import tutti.model.testing.Effort;
import tutti.simulator.Simulation;
import tutti.simulator.options.SimulationOptions;
import tutti.simulator.report.SimulationReport;

/** Holds the template of timestamp ordering to its claim: serializable, under all faults. */
@Timeout(300)
class TimestampOrderingTest {
  private static final Override CHOSEN =
      new Override("concurrency-control", "timestamp-ordering", "the test");

  static List<String> workloads() {
    return Effort.few(List.of("ring", "tills", "hot", "rows"));
  }

  @ParameterizedTest
  @MethodSource("workloads")
  void historiesUnderFaultsAreSerializable(String workload) {
    SimulationReport report =
        Simulation.run(
            SimulatedWorkloads.named(workload),
            SimulationOptions.of(1, "the test")
                .withRuns(Effort.of(50), () -> false)
                .withRequests(60)
                .withDeployment(TimestampOrderingTest::under));
    assertThat(report.violations()).as(report.toString()).isEmpty();
  }

  private static Deployment under(Deployment drawn) {
    Reading reading =
        DeploymentReader.parse(DeploymentText.render(drawn), "drawn", List.of(CHOSEN));
    if (reading instanceof Reading.Valid(var settings)) {
      return settings.deployment();
    }
    throw new AssertionError(reading.toString());
  }

  @Test
  void itClaimsNoMore() {
    ControlKind kind =
        ControlKinds.all().stream()
            .filter(each -> each.longName().equals("timestamp-ordering"))
            .findFirst()
            .orElseThrow();
    assertThat(kind.guarantee(Isolation.SERIALIZABLE)).isEqualTo(Guarantee.SERIALIZABLE);
    assertThat(kind.inDecisionOrder()).isFalse();
  }
}
