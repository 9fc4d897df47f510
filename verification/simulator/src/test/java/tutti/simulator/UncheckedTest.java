package tutti.simulator;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import tutti.simulator.application.SimulatedApplication;
import tutti.simulator.history.RecordedHistory;
import tutti.simulator.options.SimulationOptions;
import tutti.simulator.report.SimulationReport;

/** Runs that nobody judges. */
class UncheckedTest {
  private static SimulationReport run(SimulatedApplication application, boolean checked) {
    return Simulation.run(
        application,
        SimulationOptions.of(1, "./tutti simulate toy").withNodes(1).withChecks(checked));
  }

  @Test
  void anApplicationThatIsNeverRightIsNotBlamed() {
    assertThat(run(new NeverRight(), true).violations()).isNotEmpty();
    assertThat(run(new NeverRight(), false).violations()).isEmpty();
  }

  @Test
  void clientsAskAndCommitAndNoHistoryIsMade() {
    List<RecordedHistory> made = new ArrayList<>();
    SimulationOptions options =
        SimulationOptions.of(1, "./tutti simulate toy")
            .withHistories(made::add)
            .withNodes(2)
            .withChecks(false);
    SimulationReport report = Simulation.run(new ToyBank(), options);
    assertThat(report.violations()).isEmpty();
    assertThat(report.transactions()).isPositive();
    assertThat(made).isEmpty();
    assertThat(Simulation.run(new ToyBank(), options).digest()).isEqualTo(report.digest());
  }
}
