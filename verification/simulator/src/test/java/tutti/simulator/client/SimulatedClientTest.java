package tutti.simulator.client;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Objects;
import java.util.Random;
import org.junit.jupiter.api.Test;
import tutti.engine.integrated.OrderedExecution;
import tutti.engine.transaction.submission.Reason;
import tutti.model.ActorId;
import tutti.model.Call;
import tutti.model.Refusal;
import tutti.simulator.ToyBank;
import tutti.simulator.fault.FaultKind;
import tutti.simulator.fault.Faults;

/** The refusals that faults explain, whatever the code of a request rules out. */
class SimulatedClientTest {
  private final Call call =
      new Call(
          new ActorId("Account", "0"),
          Objects.requireNonNull(
              Objects.requireNonNull(new ToyBank().type("Account")).action("open")),
          List.of(1L));
  private final Reason barred = OrderedExecution.barred(call, "open of Account[0]");
  private final Faults faults =
      new Faults(FaultKind.all(), false, purpose -> new Random(purpose.hashCode()));

  @Test
  void allReplicasRefuseWhatHasFailedAtOne() {
    assertThat(SimulatedClient.isExplained(faults, barred)).as("nothing has failed").isFalse();
    faults.happened(FaultKind.EXECUTION_FAILS);
    assertThat(SimulatedClient.isExplained(faults, barred)).isTrue();
  }

  @Test
  void noFaultExplainsAnotherError() {
    faults.happened(FaultKind.EXECUTION_FAILS);
    Reason bug =
        new Reason.Refused(
            call.target(), "open", Refusal.of(Reason.INTERNAL_ERROR, "open failed: a bug"));
    assertThat(SimulatedClient.isExplained(faults, bug)).isFalse();
  }
}
