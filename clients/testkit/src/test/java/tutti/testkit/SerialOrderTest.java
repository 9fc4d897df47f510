package tutti.testkit;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tutti.embedded.Tutti;
import tutti.engine.concurrency.TransactionId;
import tutti.engine.deployment.Deployment.IdempotencySettings;
import tutti.engine.transaction.submission.BlockStep;
import tutti.engine.transaction.submission.ClientBlock;
import tutti.engine.transaction.submission.Outcome;
import tutti.engine.transaction.submission.Reason;
import tutti.engine.transaction.submission.TransactionRequest;
import tutti.engine.transaction.submission.TransactionRequest.Idempotency;
import tutti.model.ActorId;
import tutti.model.ActorState;
import tutti.model.ActorType;
import tutti.model.Application;
import tutti.model.Call;
import tutti.model.Refusal;
import tutti.rebel.compile.RebelAction;
import tutti.rebel.compile.RebelApplication;
import tutti.rebel.value.Iban;
import tutti.rebel.value.Money;

/** The search for a serial order, on answers that no engine gave. */
class SerialOrderTest {
  private static final ActorId ALICE = new ActorId("Account", "NL91ABNA0417164300");
  private static final TransactionId ID = new TransactionId(0, 1, 1);

  private static final IdempotencySettings KEPT =
      new IdempotencySettings(Duration.ofDays(1), 1_000);

  private final RebelApplication bank =
      (RebelApplication)
          Tutti.builder().specifications(SimulatedSpecificationsTest.bank()).application();
  private Instant now = Instant.EPOCH;
  private final CallLog log = new CallLog(() -> now);

  private CallLog.Entry begin(String event, String amount) {
    return begin(event, amount, null);
  }

  private CallLog.Entry begin(String event, String amount, @Nullable String key) {
    RebelAction action = bank.type("Account").action(event);
    return log.begin(
        "ada",
        new TransactionRequest(
            List.of(new Call(ALICE, action, List.of(Money.parse(amount)))),
            key == null ? null : new Idempotency(key, (event + amount).hashCode()),
            1));
  }

  private static Outcome committed() {
    return new Outcome.Committed(ID, java.util.Collections.singletonList(null));
  }

  private static Outcome refused() {
    return new Outcome.Aborted(
        ID, new Reason.Refused(ALICE, "withdraw", Refusal.of("precondition", "no")));
  }

  private void find() {
    new SerialOrder((Application) bank, log.entries(), true, KEPT).find();
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

  /** The second forty euros, of fifty, are the first ones, told once more. */
  @Test
  void aRepeatUnderAKeyHasTheFirstAnswerAndNoEffect() {
    begin("open", "EUR 50.00").end(committed());
    begin("withdraw", "EUR 40.00", "k").end(committed());
    begin("withdraw", "EUR 40.00", "k").end(committed());
    begin("withdraw", "EUR 10.00").end(committed());
    assertThatCode(this::find).doesNotThrowAnyException();
  }

  @Test
  void refusesARepeatUnderAKeyThatHasAnEffect() {
    begin("open", "EUR 50.00").end(committed());
    begin("withdraw", "EUR 20.00", "k").end(committed());
    begin("withdraw", "EUR 20.00", "k").end(committed());
    begin("withdraw", "EUR 20.00").end(refused());
    assertThatThrownBy(this::find).hasMessageContaining("no serial order gives these answers");
  }

  @Test
  void otherRequestsAreNoRepeats() {
    begin("open", "EUR 50.00").end(committed());
    begin("withdraw", "EUR 20.00", "k").end(committed());
    begin("withdraw", "EUR 30.00", "k").end(committed());
    begin("withdraw", "EUR 1.00", "l").end(refused());
    assertThatCode(this::find).doesNotThrowAnyException();
  }

  @Test
  void aRepeatOfWhatWasRefusedRunsAnew() {
    begin("open", "EUR 50.00").end(committed());
    begin("withdraw", "EUR 80.00", "k").end(refused());
    begin("withdraw", "EUR 80.00", "k").end(refused());
    begin("deposit", "EUR 40.00").end(committed());
    begin("withdraw", "EUR 80.00", "k").end(committed());
    begin("withdraw", "EUR 80.00", "k").end(committed());
    begin("withdraw", "EUR 20.00").end(refused());
    begin("withdraw", "EUR 10.00").end(committed());
    assertThatCode(this::find).doesNotThrowAnyException();
  }

  /** After a day the node may know the key, and it may not. */
  @ParameterizedTest
  @CsvSource({
    "EUR 30.00, true, true",
    "EUR 30.00, false, true",
    "EUR 40.00, false, true",
    "EUR 20.00, false, false",
    "EUR 50.00, false, false"
  })
  void aRepeatAfterTheTimeOfItsKeyMayRunAnew(String left, boolean more, boolean explained) {
    begin("open", "EUR 50.00").end(committed());
    begin("withdraw", "EUR 10.00", "k").end(committed());
    now = now.plus(Duration.ofDays(1));
    begin("withdraw", "EUR 10.00", "k").end(committed());
    begin("withdraw", "EUR 10.00", "k").end(committed());
    begin("withdraw", left).end(committed());
    begin("withdraw", "EUR 10.00", "l").end(more ? committed() : refused());
    if (explained) {
      assertThatCode(this::find).doesNotThrowAnyException();
    } else {
      assertThatThrownBy(this::find).hasMessageContaining("no serial order gives these answers");
    }
  }

  /** The first try did what the client hears only when it repeats it. */
  @Test
  void aTryOfWhichNothingIsKnownMayHaveTheEffectOfItsRepeat() {
    begin("open", "EUR 50.00").end(committed());
    begin("withdraw", "EUR 40.00", "k").end(new Outcome.InDoubt(ID, "a crash"));
    begin("withdraw", "EUR 20.00").end(refused());
    begin("withdraw", "EUR 40.00", "k").end(committed());
    assertThatCode(this::find).doesNotThrowAnyException();
  }

  /** The second try joins the first, which ran before the deposit. */
  @Test
  void aRepeatThatBeginsMeanwhileMayJoinTheFirst() {
    begin("open", "EUR 50.00").end(committed());
    CallLog.Entry first = begin("withdraw", "EUR 80.00", "k");
    begin("deposit", "EUR 40.00").end(committed());
    CallLog.Entry again = begin("withdraw", "EUR 80.00", "k");
    first.end(refused());
    again.end(refused());
    assertThatCode(this::find).doesNotThrowAnyException();
  }

  @Test
  void aRepeatThatBeginsLaterJoinsNothing() {
    begin("open", "EUR 50.00").end(committed());
    begin("withdraw", "EUR 80.00", "k").end(refused());
    begin("deposit", "EUR 40.00").end(committed());
    begin("withdraw", "EUR 80.00", "k").end(refused());
    assertThatThrownBy(this::find).hasMessageContaining("no serial order gives these answers");
  }

  private CallLog.Entry block(ClientBlock.Past... steps) {
    ClientBlock block = new ClientBlock(null, 1, never -> {});
    for (ClientBlock.Past each : steps) {
      block.done(each.step(), each.result());
    }
    return log.begin("bob", block);
  }

  private ClientBlock.Past look(String euros) {
    ActorType account = bank.type("Account");
    ActorState state =
        new ActorState(
            account.stages().indexOf("opened"),
            account.fields().stream()
                .map(
                    field ->
                        field.name().equals("balance")
                            ? Money.parse(euros)
                            : Iban.parse(ALICE.key()))
                .toArray());
    return new ClientBlock.Past(new BlockStep.Look(ALICE), state);
  }

  private ClientBlock.Past deposit(String euros) {
    RebelAction action = bank.type("Account").action("deposit");
    Call call = new Call(ALICE, action, List.of(Money.parse(euros)));
    return new ClientBlock.Past(new BlockStep.Perform(call), null);
  }

  /** The block was told fifty, and so its deposit comes before the other one. */
  @Test
  void findsThePlaceOfABlockByWhatItWasTold() {
    begin("open", "EUR 50.00").end(committed());
    CallLog.Entry first = begin("deposit", "EUR 10.00");
    CallLog.Entry block = block(look("EUR 50.00"), deposit("EUR 40.00"));
    CallLog.Entry last = begin("withdraw", "EUR 100.00");
    first.end(committed());
    block.end(committed());
    last.end(committed());
    assertThatCode(this::find).doesNotThrowAnyException();
  }

  @Test
  void refusesWhatABlockWasToldThatNoOrderExplains() {
    begin("open", "EUR 50.00").end(committed());
    block(look("EUR 60.00"), deposit("EUR 40.00")).end(committed());
    assertThatThrownBy(this::find).hasMessageContaining("no serial order gives these answers");
  }

  @Test
  void leavesOutABlockThatWasRolledBack() {
    begin("open", "EUR 50.00").end(committed());
    block(look("EUR 60.00")).end(refused());
    assertThatCode(this::find).doesNotThrowAnyException();
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
