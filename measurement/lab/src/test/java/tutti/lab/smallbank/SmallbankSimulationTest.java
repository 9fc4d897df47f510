package tutti.lab.smallbank;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tutti.lab.smallbank.BankCustomer.Account;
import tutti.lab.smallbank.BankCustomer.Customer;
import tutti.model.ActorId;
import tutti.model.ActorState;
import tutti.model.testing.Effort;
import tutti.simulator.Simulation;
import tutti.simulator.check.RowsImage;
import tutti.simulator.check.RowsImage.RowKey;
import tutti.simulator.options.SimulationOptions;
import tutti.simulator.report.SimulationReport;

/** Customers in the simulator, where nodes crash. */
@Timeout(300)
class SmallbankSimulationTest {

  @ParameterizedTest
  @CsvSource({"1, false", "3, false", "2, true"})
  void holdsItsRulesUnderFaults(int nodes, boolean rebel) {
    SimulationReport report =
        Simulation.run(
            rebel ? SmallbankSimulation.rebel() : new SmallbankSimulation(),
            SimulationOptions.of(2, "tutti simulate --workload smallbank")
                .withNodes(nodes)
                .withRequests(40)
                .withRuns(Effort.of(30), () -> false));
    assertThat(report.violations()).isEmpty();
    assertThat(report.transactions()).isPositive();
  }

  /**
   * A try of a query that goes on at another node holds its key, though the client was told that
   * its time was over.
   */
  @Test
  void allowsForKeysOfQueriesThatWereNotHeardOf() {
    SimulationReport report =
        Simulation.run(
            new SmallbankSimulation(),
            SimulationOptions.of(14, "tutti simulate --workload smallbank")
                .withRuns(1, () -> false));
    assertThat(report.violations()).isEmpty();
  }

  /** The rules are judged by the states of actors: one cent too much is seen. */
  @Test
  void findsAViolationInStates() {
    var scenario = new SmallbankSimulation().scenario(new SplittableRandom(1));
    Account account = Account.opened(7, 100);
    assertThat(scenario.violations(state(account.deposited(5), account))).isEmpty();
    assertThat(scenario.violations(state(account.transferred(5), account.transferred(-5))))
        .isEmpty();
    assertThat(scenario.violations(state(account.transferred(5), account.transferred(-4))))
        .containsExactly("smallbank-conserved: transfers have made 1 cents");
    assertThat(scenario.violations(state(new Account(7, 101, 100, 0, 0, 0), account)))
        .containsExactly(
            "smallbank-balances: BankCustomer[seven]'s savings has 101 cents, not 100");
    assertThat(scenario.violations(Map.of())).isEmpty();
  }

  private static Map<ActorId, ActorState> state(Account savings, Account checking) {
    Map<RowKey, Record> image = new HashMap<>();
    List<Record> rows = List.of(new Customer(7, "seven"), savings, checking);
    for (int relation = 0; relation < rows.size(); relation++) {
      image.put(new RowKey(relation, 7L), rows.get(relation));
    }
    return Map.of(
        new ActorId(BankCustomer.TYPE, "seven"),
        new ActorState(0, new @Nullable Object[] {new RowsImage(image)}));
  }
}
