package tutti.lab.objects;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import tutti.engine.deployment.Deployment.ConcurrencyControlKind;
import tutti.engine.relational.ProcedureAction;
import tutti.engine.relational.ProcedureResult;
import tutti.engine.transaction.submission.Reason;
import tutti.model.ActorId;
import tutti.model.Call;
import tutti.model.Refusal;
import tutti.model.footprint.Footprint;
import tutti.model.testing.Effort;
import tutti.simulator.Simulation;
import tutti.simulator.application.SimulatedApplication.Scenario;
import tutti.simulator.options.SimulationOptions;
import tutti.simulator.report.SimulationReport;

/** Transfers between registers and audits, in the simulator. */
class RegistersSimulationTest {
  private final RegistersSimulation registers = new RegistersSimulation();

  static List<Arguments> waiting() {
    return Effort.few(
        List.of(
            Arguments.of(1, ConcurrencyControlKind.TWO_PHASE_LOCKING),
            Arguments.of(3, ConcurrencyControlKind.OPTIMISTIC),
            Arguments.of(2, ConcurrencyControlKind.NO_WAIT),
            Arguments.of(2, ConcurrencyControlKind.PATH_SENSITIVE)));
  }

  @ParameterizedTest
  @MethodSource("waiting")
  void holdsUnderFaults(int nodes, ConcurrencyControlKind control) {
    SimulationReport report =
        Simulation.run(
            registers,
            SimulationOptions.of(4, "tutti simulate --workload registers")
                .withDeployment(it -> it.toBuilder().concurrencyControl(control).build())
                .withNodes(nodes)
                .withRequests(100)
                .withRuns(Effort.of(15), () -> false));
    assertThat(report.violations()).isEmpty();
    assertThat(report.transactions()).isGreaterThan(Effort.of(50));
  }

  static List<Arguments> declaring() {
    return Effort.few(
        List.of(
            Arguments.of(1, ConcurrencyControlKind.VERSIONING),
            Arguments.of(3, ConcurrencyControlKind.VERSIONING_RW),
            Arguments.of(2, ConcurrencyControlKind.EXCLUSIVE_LOCKS)));
  }

  /** Under faults, what a dry run has found is not what the transaction meets. */
  @ParameterizedTest
  @MethodSource("declaring")
  void chasesFindTheirRegistersInAdvance(int nodes, ConcurrencyControlKind control) {
    Call chase = call(new RegisterClient.Chase("0", 3, 4));
    assertThat(((ProcedureAction) chase.action()).isPure()).isTrue();
    assertThat(Footprint.of(List.of(chase), Instant.EPOCH).leavesOpen()).isTrue();
    holdsUnderFaults(nodes, control);
  }

  private Call call(RegisterClient.Chase chase) {
    ProcedureAction action =
        (ProcedureAction)
            Objects.requireNonNull(
                Objects.requireNonNull(registers.application().type("Caller")).action("Chase"));
    return action.call(new ActorId("Caller", "1"), chase);
  }

  @Test
  void anAuditThatMissesMoneyIsFound() {
    Scenario scenario = registers.scenario(new SplittableRandom(1));
    long all = scenario.opening().size() * 100L;
    List<String> wrong = new ArrayList<>();
    scenario.sights(List.of(new ProcedureResult("Caller", "LookAtAll", all)), wrong::add);
    assertThat(wrong).isEmpty();
    scenario.sights(List.of(new ProcedureResult("Caller", "LookAtAll", all - 1)), wrong::add);
    assertThat(wrong).hasSize(1);
  }

  @Test
  void aRefusalThatNothingAsksForIsFound() {
    Scenario scenario = registers.scenario(new SplittableRandom(1));
    assertThat(scenario.wronglyRefused(List.of(), refused("overdrawn"))).isNull();
    assertThat(scenario.wronglyRefused(List.of(), refused("active-set"))).isNotNull();
  }

  private static Reason refused(String code) {
    return new Reason.Refused(new ActorId("Register", "0"), "Add", Refusal.of(code, "because"));
  }
}
