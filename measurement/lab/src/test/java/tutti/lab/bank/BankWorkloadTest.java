package tutti.lab.bank;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;
import tutti.engine.deployment.DeploymentReader;
import tutti.engine.deployment.DeploymentReader.Override;
import tutti.engine.deployment.Reading;
import tutti.engine.deployment.Settings;
import tutti.lab.load.LoadPlan;
import tutti.lab.load.Loads;
import tutti.lab.measure.RunResult;
import tutti.lab.node.MessageTrace;
import tutti.lab.node.RealNodes;
import tutti.lab.node.RunHistory;
import tutti.lab.node.Side;
import tutti.lab.node.Sides;
import tutti.model.testing.Effort;
import tutti.simulator.history.HistoryChecker;
import tutti.simulator.history.Operation;
import tutti.simulator.history.RecordedHistory;
import tutti.simulator.history.file.HistoryFiles;

@Timeout(300)
class BankWorkloadTest {
  @TempDir Path data;

  private static LoadPlan plan(int clients) {
    return new LoadPlan(clients, Duration.ofMillis(20), Duration.ofMillis(250), 3);
  }

  static Side side() {
    Reading reading =
        DeploymentReader.read(
            null,
            List.of(new Override("durability", "off", ""), new Override("executors", "1", "")));
    Settings settings = ((Reading.Valid) reading).settings();
    return Sides.single(settings);
  }

  private BankWorkload workload(Scenario scenario, int accounts, long leak, RunHistory history) {
    return new BankWorkload(
        scenario,
        accounts,
        new Bank(new PlainBank(leak)),
        RealNodes.in(data, history, MessageTrace.NONE),
        List.of(side()));
  }

  @ParameterizedTest
  @EnumSource(Scenario.class)
  void everyScenarioCommitsAndAddsUp(Scenario scenario) throws Exception {
    int accounts = Math.min(scenario.usualAccounts(), 200);
    BankWorkload workload = workload(scenario, accounts, 0, RunHistory.NONE);
    RunResult run =
        Loads.until(
            it -> it.outcomes().committed() > 0,
            plan(8),
            plan -> workload.run(workload.sides().getFirst(), plan));
    assertThat(run.outcomes().committed()).isPositive();
    assertThat(run.checks())
        .containsOnlyKeys(
            "accounts-all-there",
            "all-answered",
            "all-readable",
            "committed-all-there-and-no-more",
            "money-conserved",
            "nothing-in-doubt");
    assertThat(run.good()).as(run.checks().toString()).isTrue();
    assertThat(workload.parameters()).containsEntry("scenario", scenario.label());
  }

  @Test
  void aBankThatLosesMoneyFailsTheCheck() throws Exception {
    BankWorkload workload = workload(Scenario.SYNC, 50, 1, RunHistory.NONE);
    RunResult run =
        Loads.until(
            it -> it.outcomes().committed() > 0,
            plan(4),
            plan -> workload.run(workload.sides().getFirst(), plan));
    assertThat(run.checks()).containsEntry("money-conserved", false);
    assertThat(run.good()).isFalse();
  }

  @Test
  void hotAccountsRefuseSomeTransfers() throws Exception {
    BankWorkload workload = workload(Scenario.HOT, 10, 0, RunHistory.NONE);
    RunResult run =
        Loads.until(
            it -> it.outcomes().refused() > 0,
            plan(4),
            plan -> workload.run(workload.sides().getFirst(), plan));
    assertThat(run.outcomes().refused()).isPositive();
    assertThat(workload.parameters()).containsKeys("opening-balance", "hot-opening-balance");
  }

  static List<Scenario> some() {
    return Effort.few(List.of(Scenario.values()));
  }

  @ParameterizedTest
  @MethodSource("some")
  void writesAHistoryThatHolds(Scenario scenario) throws Exception {
    Path file = data.resolve("history.jsonl");
    Reading reading = DeploymentReader.read(null, List.of());
    BankWorkload workload =
        new BankWorkload(
            scenario,
            20,
            RealNodes.in(data.resolve("runs"), RunHistory.to(file), MessageTrace.NONE),
            List.of(Sides.single(((Reading.Valid) reading).settings())));
    RunResult run = workload.run(workload.sides().getFirst(), plan(4));
    workload.run(workload.sides().getFirst(), plan(2));
    RecordedHistory history = HistoryFiles.read(file);
    assertThat(HistoryChecker.check(history)).isEmpty();
    assertThat(
            history.operations().stream()
                .filter(it -> it.outcome() == Operation.Outcome.COMMITTED)
                .filter(it -> it.completed() != Operation.NEVER)
                .count())
        .isGreaterThanOrEqualTo(run.outcomes().committed());
    assertThat(data.resolve("history-2.jsonl")).isNotEmptyFile();
  }

  @Test
  void refusesTooFewAccounts() {
    assertThatThrownBy(() -> workload(Scenario.SYNC, 1, 0, RunHistory.NONE))
        .hasMessageContaining("--accounts must be at least 2");
  }
}
