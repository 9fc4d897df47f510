package tutti.testkit;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import tutti.embedded.Tutti;
import tutti.engine.concurrency.TransactionId;
import tutti.engine.transaction.submission.Outcome;
import tutti.engine.transaction.submission.Reason;
import tutti.model.ActorId;
import tutti.model.Application;
import tutti.model.Call;
import tutti.model.Refusal;
import tutti.rebel.compile.RebelAction;
import tutti.rebel.compile.RebelApplication;
import tutti.rebel.value.Money;

/** The search for a serial order, on answers that no engine gave. */
class SerialOrderTest {
  private static final ActorId ALICE = new ActorId("Account", "NL91ABNA0417164300");
  private static final TransactionId ID = new TransactionId(0, 1, 1);

  private final RebelApplication bank =
      (RebelApplication)
          Tutti.builder().specifications(SimulatedSpecificationsTest.bank()).application();
  private final CallLog log = new CallLog();

  private CallLog.Entry begin(String event, @Nullable String amount) {
    RebelAction action = bank.type("Account").action(event);
    return log.begin("ada", List.of(new Call(ALICE, action, List.of(Money.parse(amount)))));
  }

  private static Outcome committed() {
    return new Outcome.Committed(ID, java.util.Collections.singletonList(null));
  }

  private static Outcome refused() {
    return new Outcome.Aborted(
        ID, new Reason.Refused(ALICE, "withdraw", Refusal.of("precondition", "no")));
  }

  private void find() {
    new SerialOrder((Application) bank, log.entries()).find();
  }

  @Test
  void findsTheOrderOfWhatRanSideBySide() {
    begin("open", "EUR 50.00").end(committed());
    CallLog.Entry withdrawal = begin("withdraw", "EUR 80.00");
    CallLog.Entry deposit = begin("deposit", "EUR 40.00");
    withdrawal.end(committed());
    deposit.end(committed());
    assertThatCode(this::find).doesNotThrowAnyException();
  }

  @Test
  void refusesAnOrderThatTimeForbids() {
    begin("open", "EUR 50.00").end(committed());
    begin("withdraw", "EUR 80.00").end(committed());
    begin("deposit", "EUR 40.00").end(committed());
    assertThatThrownBy(this::find)
        .isInstanceOf(AssertionError.class)
        .hasMessageContaining("no serial order gives these answers")
        .hasMessageContaining("withdraw");
  }

  @Test
  void refusesARefusalThatNoOrderExplains() {
    begin("open", "EUR 50.00").end(committed());
    begin("withdraw", "EUR 10.00").end(refused());
    assertThatThrownBy(this::find).hasMessageContaining("no serial order gives these answers");
  }

  @Test
  void leavesOutWhatTheSystemAborted() {
    begin("open", "EUR 50.00").end(committed());
    begin("withdraw", "EUR 50.00")
        .end(new Outcome.Aborted(ID, new Reason.Deadline(1, null, List.of())));
    begin("withdraw", "EUR 50.00").end(committed());
    assertThatCode(this::find).doesNotThrowAnyException();
  }
}
