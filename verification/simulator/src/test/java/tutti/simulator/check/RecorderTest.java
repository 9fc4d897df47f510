package tutti.simulator.check;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import tutti.engine.bank.TestBank;
import tutti.simulator.history.HistoryClaim;
import tutti.simulator.history.Operation;
import tutti.simulator.history.Operation.Outcome;
import tutti.simulator.history.Operation.Read;
import tutti.simulator.history.Operation.Write;
import tutti.simulator.history.RecordedHistory;

/** The reports of clients and nodes become the history that happened. */
class RecorderTest {
  private final TestBank bank = new TestBank();
  private final Findings findings = new Findings();
  private final Recorder recorder = new Recorder(true, new Eras(bank), findings);
  private final States found = new States(bank);

  private final LoggedDecision opens =
      Told.decision(1, 1, "k", Told.act(bank, 0, 0, "a", "open", 100L));
  private final LoggedDecision deposits =
      Told.decision(2, 2, null, Told.act(bank, 1, 1, "a", "deposit", 5L));

  private void found(String account, long balance, long version) {
    found.put(Told.account(account), TestBank.state(TestBank.OPENED, balance), version);
  }

  private RecordedHistory history(Recorder of, boolean durable) {
    return of.history(
            HistoryClaim.STRICT_SERIALIZABLE, new States(bank), found, durable, Sight.Reader.NONE)
        .history();
  }

  private RecordedHistory history(boolean durable) {
    return history(recorder, durable);
  }

  private static Operation committed(
      String id, String client, String key, long invoked, long completed, Write... writes) {
    return new Operation(
        id, client, key, invoked, completed, Outcome.COMMITTED, List.of(), List.of(writes));
  }

  @Test
  void whatWasAcknowledgedHasItsClientItsTimesAndItsEffects() {
    recorder.asked("client", "k", 10).committed(Told.id(1), 20);
    recorder.wrote(Told.id(1), Told.account("a"), 1);
    recorder.epoch(List.of(opens), List.of(opens));
    found("a", 100, 1);
    RecordedHistory history = history(true);
    assertThat(history.operations())
        .containsExactly(
            committed("0-1-1", "client", "k", 10, 20, new Write("Account[a]", 1, 0, "open[100]")));
    assertThat(history.last()).isEqualTo(Map.of("Account[a]", 1L));
    assertThat(findings.texts()).isEmpty();
  }

  @Test
  void whatStandsAndNobodyWasToldOfIsThereWithoutAnEnd() {
    recorder.asked("client", "k", 10).inDoubt(Told.id(1));
    recorder.epoch(List.of(opens, deposits), List.of(opens, deposits));
    found("a", 105, 2);
    assertThat(history(true).operations())
        .containsExactly(
            committed(
                "0-1-1",
                "client, not told of 0-1-1",
                "k",
                10,
                Operation.NEVER,
                new Write("Account[a]", 1, 0, "open[100]")),
            committed(
                "0-1-2",
                "whoever asked for 0-1-2",
                null,
                0,
                Operation.NEVER,
                new Write("Account[a]", 2, 1, "deposit[5]")));
  }

  @Test
  void theClientOfAKeyAskedForWhateverBearsIt() {
    recorder.asked("client", "k", 10);
    recorder.epoch(List.of(opens), List.of(opens));
    found("a", 100, 1);
    assertThat(history(true).operations())
        .singleElement()
        .satisfies(operation -> assertThat(operation.invoked()).isEqualTo(10));
  }

  /** Ends the epoch with transaction 3, which opens account {@code b}. */
  private void opensB() {
    LoggedDecision third = Told.decision(3, 3, null, Told.act(bank, 0, 0, "b", "open", 1L));
    recorder.epoch(List.of(opens, deposits, third), List.of(opens, deposits, third));
    found("a", 105, 2);
    found("b", 1, 1);
  }

  /** The first part of the transaction there was lost with its node, and was done again. */
  @Test
  void whatANodeToldBeforeItCrashedCountsNoMore() {
    recorder.relied(Told.attempt(3), 0, 1, Told.balance(999));
    recorder.relied(Told.attempt(3), 0, 2, Told.balance(105));
    opensB();
    assertThat(history(true).operations().get(2).reads())
        .containsExactly(new Read("Account[a]", 2, 2, 2));
    assertThat(findings.texts()).isEmpty();
  }

  /** A late message asks the next life of the node again. */
  @Test
  void whatANodeToldBeforeItsPartEndedCounts() {
    recorder.relied(Told.attempt(3), 0, 1, Told.balance(105));
    recorder.ended(Told.attempt(3), 0);
    recorder.relied(Told.attempt(3), 0, 2, Told.balance(999));
    opensB();
    assertThat(history(true).operations().get(2).reads())
        .containsExactly(new Read("Account[a]", 2, 2, 2));
    assertThat(findings.texts()).isEmpty();
  }

  @Test
  void whatAnotherActorLookedLikeIsRead() {
    recorder.relied(Told.attempt(3), 0, 1, Told.balance(105));
    recorder.relied(Told.attempt(3), 0, 1, Told.balance(999));
    opensB();
    assertThat(history(true).operations().get(2).reads())
        .as("a question that is asked again by a late message counts once")
        .containsExactly(new Read("Account[a]", 2, 2, 2));
    assertThat(findings.texts()).isEmpty();
  }

  @Test
  void aLookAtWhatNeverWasIsTold() {
    recorder.relied(Told.attempt(3), 0, 1, Told.balance(999));
    opensB();
    history(true);
    assertThat(findings.texts()).singleElement().asString().startsWith("observed: ");
  }

  @Test
  void aClientsReadIsAnOperationOfItsOwn() {
    recorder.epoch(List.of(opens), List.of(opens));
    recorder.asked("reader", null, 30).read(Told.account("a"), 1, 40);
    recorder.asked("reader", null, 50).read(Told.account("z"), 0, 60);
    found("a", 100, 1);
    assertThat(history(true).operations().subList(1, 3))
        .containsExactly(
            new Operation(
                "read-1",
                "reader",
                null,
                30,
                40,
                Outcome.COMMITTED,
                List.of(new Read("Account[a]", 1)),
                List.of()),
            new Operation(
                "read-2",
                "reader",
                null,
                50,
                60,
                Outcome.COMMITTED,
                List.of(new Read("Account[z]", 0)),
                List.of()));
  }

  @Test
  void whatAbortedMadeNothing() {
    recorder.asked("client", null, 10).aborted(Told.id(7), 20);
    assertThat(history(true).operations())
        .containsExactly(
            new Operation("0-1-7", "client", null, 10, 20, Outcome.ABORTED, List.of(), List.of()));
  }

  @Test
  void whatWasAcknowledgedAndIsGoneIsThereWithWhatItHadMade() {
    recorder.asked("client", "k", 10).committed(Told.id(1), 20);
    recorder.wrote(Told.id(1), Told.account("a"), 1);
    recorder.epoch(List.of(opens), List.of());
    assertThat(history(true).operations())
        .containsExactly(committed("0-1-1", "client", "k", 10, 20, Write.of("Account[a]", 1)));
    assertThat(history(false).operations()).as("if it was not to last").isEmpty();
  }

  @Test
  void anEffectInAnotherVersionThanTheLogsHaveIsTold() {
    recorder.wrote(Told.id(1), Told.account("a"), 2);
    recorder.wrote(Told.id(2), Told.account("a"), 1);
    recorder.epoch(List.of(opens, deposits), List.of(opens, deposits));
    found("a", 105, 2);
    history(true);
    assertThat(findings.texts()).hasSize(2).allMatch(text -> text.startsWith("versions: "));
  }

  @Test
  void versionsThatACrashTookBackSayNothing() {
    LoggedDecision lost = Told.decision(8, 1, null, Told.act(bank, 0, 0, "a", "open", 7L));
    recorder.wrote(Told.id(8), Told.account("a"), 1);
    recorder.wrote(Told.id(1), Told.account("a"), 2);
    recorder.epoch(List.of(lost, opens), List.of(opens));
    found("a", 100, 1);
    history(true);
    assertThat(findings.texts()).isEmpty();
  }

  @Test
  void readsOfWhatIsNotThereAnyMoreCanBeForgotten() {
    recorder.asked("reader", null, 30).read(Told.account("a"), 2, 40);
    recorder.asked("reader", null, 50).read(Told.account("a"), 1, 60);
    recorder.epoch(List.of(opens), List.of(opens));
    found("a", 100, 1);
    recorder.forgetReads(found);
    assertThat(history(false).operations())
        .extracting(Operation::id)
        .containsExactly("0-1-1", "read-1");
  }

  @Test
  void arrivalOrderGoesOnFromOneEpochToTheNext() {
    recorder.epoch(List.of(opens), List.of(opens));
    LoggedDecision interest = Told.decision(4, 1, null, Told.act(bank, 0, 0, "a", "interest", 2L));
    recorder.epoch(List.of(interest), List.of(interest));
    found("a", 200, 2);
    assertThat(history(true).operations().get(1).writes())
        .containsExactly(new Write("Account[a]", 2, 1, "interest[2]"));
  }

  @Test
  void oneThatNotesNothingHasNoHistory() {
    Recorder none = new Recorder(false, new Eras(bank), findings);
    none.asked("client", "k", 10).committed(Told.id(1), 20);
    none.asked("client", null, 10).aborted(Told.id(2), 20);
    none.asked("client", null, 10).read(Told.account("a"), 0, 20);
    assertThat(history(none, true).operations()).isEmpty();
  }
}
