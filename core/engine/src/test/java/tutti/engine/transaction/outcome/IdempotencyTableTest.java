package tutti.engine.transaction.outcome;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import tutti.engine.bank.PlainCodec;
import tutti.engine.bank.TestBank;
import tutti.engine.concurrency.TransactionId;
import tutti.engine.journal.ManualScheduler;
import tutti.engine.runtime.PeerClocks;
import tutti.engine.transaction.outcome.IdempotencyTable.Done;
import tutti.engine.transaction.outcome.IdempotencyTable.Entry;
import tutti.engine.transaction.submission.Outcome;
import tutti.engine.transaction.submission.Reason;
import tutti.engine.transaction.submission.Submission;
import tutti.engine.transaction.submission.TransactionRequest;
import tutti.engine.transaction.submission.TransactionRequest.Idempotency;

/** The keys that are known, for how long, and the request of each (docs/rulings.md#contracts). */
class IdempotencyTableTest {
  private static final Instant START = Instant.parse("2026-01-01T00:00:00Z");
  private final TestBank bank = new TestBank();
  private final IdempotencyTable table = new IdempotencyTable(Duration.ofHours(1), 3);

  private static Idempotency key(String name) {
    return new Idempotency(name, 7);
  }

  private static Outcome.Committed committed(int number) {
    return new Outcome.Committed(new TransactionId(0, 1, number), List.of((long) number));
  }

  private Submission submission(int number, String key) {
    TransactionRequest request =
        new TransactionRequest(List.of(bank.call("a", "deposit", 1L)), key(key), 1);
    return new Submission(new TransactionId(0, 1, number), request, 0, 0, outcome -> {});
  }

  private void commit(int number, String key, Instant at) {
    Submission submission = submission(number, key);
    assertThat(table.begin(key(key), submission)).isNull();
    table.decided(key(key), submission, committed(number), at);
    table.ended(key(key), committed(number));
  }

  private List<String> keys() {
    List<String> keys = new ArrayList<>();
    table.visit(done -> keys.add(done.key()));
    return keys;
  }

  private Done done(String key) {
    return (Done) table.find(key(key));
  }

  /** The next leader's clock is a day ahead. */
  @Test
  void keysStayWhereARecordIsFarAhead() {
    ManualScheduler scheduler = new ManualScheduler();
    table.heldTo(new PeerClocks(scheduler::now, scheduler::nanos));
    Instant now = scheduler.now();
    commit(1, "a", now);
    commit(2, "b", now.plus(Duration.ofHours(25)));
    assertThat(keys()).containsExactly("a", "b");
    scheduler.advance(Duration.ofMinutes(61).toNanos());
    commit(3, "c", now.plus(Duration.ofHours(26)));
    assertThat(keys()).containsExactly("b", "c");
  }

  /** The host's own clock is 25 hours ahead from its start on, and it leads. */
  @Test
  void keysStayWhereTheOwnClockIsFarAheadOfMostOthers() {
    ManualScheduler scheduler = new ManualScheduler();
    Instant right = scheduler.now();
    Duration wrong = Duration.ofHours(25);
    PeerClocks clocks = new PeerClocks(() -> scheduler.now().plus(wrong), scheduler::nanos);
    clocks.expect(3);
    table.heldTo(clocks);
    commit(1, "a", right.minus(Duration.ofHours(2)));
    commit(2, "b", right.plus(wrong));
    assertThat(keys()).as("while no other clock is known").containsExactly("a", "b");
    clocks.heard(1, "b", nanos(right), 0);
    scheduler.advance(Duration.ofMinutes(59).toNanos());
    commit(3, "c", right.plus(wrong));
    assertThat(keys()).as("beside one other clock").containsExactly("a", "b", "c");
    scheduler.advance(Duration.ofMinutes(7).toNanos());
    commit(2, "d", right.plus(wrong));
    assertThat(keys()).containsExactly("b", "c", "d");
  }

  /** A leader's clock is a day behind: its keys are not old before they have been kept here. */
  @Test
  void keysStayWhereTheirRecordIsFarBehind() {
    ManualScheduler scheduler = new ManualScheduler();
    table.heldTo(new PeerClocks(scheduler::now, scheduler::nanos));
    table.begin();
    scheduler.advance(1);
    Instant now = scheduler.now();
    commit(1, "a", now.minus(Duration.ofHours(25)));
    scheduler.advance(Duration.ofMinutes(59).toNanos());
    commit(2, "b", now);
    assertThat(keys()).containsExactly("a", "b");
    scheduler.advance(Duration.ofMinutes(2).toNanos());
    commit(3, "c", now.plus(Duration.ofMinutes(61)));
    assertThat(keys()).containsExactly("b", "c");
  }

  /** A node of three dated a key while its clock was behind, and starts again with a right one. */
  @Test
  void keysThatANodeOfSeveralFindsStayForTheirTimeFromItsStartOn() {
    ManualScheduler scheduler = new ManualScheduler();
    PeerClocks clocks = new PeerClocks(scheduler::now, scheduler::nanos);
    clocks.expect(3);
    table.heldTo(clocks).doubtingRecords();
    Instant right = scheduler.now();
    table.recovered(key("a"), committed(1), right.minus(Duration.ofDays(9)));
    table.recovered(key("b"), committed(2), right);
    table.begin();
    clocks.heard(1, "b", nanos(right), 0);
    clocks.heard(2, "c", nanos(right), 0);
    scheduler.advance(Duration.ofMinutes(59).toNanos());
    commit(3, "c", scheduler.now());
    assertThat(keys()).containsExactly("a", "b", "c");
    scheduler.advance(Duration.ofMinutes(2).toNanos());
    commit(4, "d", scheduler.now());
    assertThat(keys()).containsExactly("c", "d");
  }

  /** A node alone starts again with a clock that is ahead. */
  @Test
  void keysStayWhereANodeAloneStartsWithAClockThatIsAhead() {
    ManualScheduler scheduler = new ManualScheduler();
    Instant right = scheduler.now();
    table.heldTo(new PeerClocks(() -> scheduler.now().plus(Duration.ofDays(9)), scheduler::nanos));
    table.recovered(key("a"), committed(1), right);
    table.begin();
    commit(2, "b", right.plus(Duration.ofDays(9)));
    assertThat(keys()).containsExactly("a", "b");
  }

  /** A node's clock was a day ahead for a moment, weeks before the backup. */
  @Test
  void keysOnTheirWayAreNotOldBesideOneThatIsFarAhead() {
    IdempotencyTable carried = IdempotencyTable.onTheWay(3);
    carried.recovered(key("ahead"), committed(1), START.plus(Duration.ofDays(9)));
    for (int each = 0; each < 2; each++) {
      carried.recovered(key("right-" + each), committed(2 + each), START.plusSeconds(each));
    }
    assertThat(carried.size()).isEqualTo(3);
    carried.recovered(key("more"), committed(4), START.plusSeconds(9));
    assertThat(carried.size()).as("the first goes where there are too many").isEqualTo(3);
  }

  private static long nanos(Instant at) {
    return Duration.between(Instant.EPOCH, at).toNanos();
  }

  /** A host holds a try for up to an hour, and no leader's clock makes that shorter. */
  @Test
  void answersStayForLongerThanAnyHostHoldsATry() {
    ManualScheduler scheduler = new ManualScheduler();
    LoggedAnswers answers = new LoggedAnswers(10);
    answers.begin(scheduler::nanos);
    answers.add("a", START);
    answers.add("b", START.plus(Duration.ofDays(1)));
    scheduler.advance(TransactionRequest.LONGEST.toNanos());
    answers.add("c", START.plus(Duration.ofDays(2)));
    assertThat(answers.all()).extracting(LoggedAnswers.Answer::key).containsExactly("a", "b", "c");
    scheduler.advance(Duration.ofMinutes(11).toNanos());
    answers.add("d", START);
    assertThat(answers.all()).extracting(LoggedAnswers.Answer::key).containsExactly("c", "d");
    assertThat(answers.isIncomplete()).isFalse();
  }

  @Test
  void countsTheBytesOfKeysAndOfTheirResults() {
    table.sizedBy(new ResultSize(PlainCodec.INSTANCE));
    table.recovered(key("k".repeat(200)), committed(1), START);
    long one = table.bytes();
    assertThat(one).isBetween(200L, 1000L);
    Outcome.Committed large =
        new Outcome.Committed(new TransactionId(0, 1, 2), List.of("x".repeat(5000)));
    table.recovered(key("l"), large, START);
    assertThat(table.bytes()).isBetween(one + 5000, one + 6000);
    for (int i = 3; i < 6; i++) {
      table.recovered(key("m" + i), committed(i), START);
    }
    assertThat(table.bytes()).as("the oldest are gone").isBetween(1L, 3000L);
  }

  @Test
  void aKeyThatRunsIsGivenToWhoeverRepeatsIt() {
    Submission first = submission(1, "k");
    assertThat(table.begin(key("k"), first)).isNull();

    assertThat(table.begin(key("k"), submission(2, "k"))).isEqualTo(new Entry.Running(7, first));
    assertThat(table.size()).isZero();
  }

  @Test
  void aDecidedKeyIsJoinedUntilItsOutcomeIsToldAndAnsweredFromThenOn() {
    Submission submission = submission(1, "k");
    table.begin(key("k"), submission);

    table.decided(key("k"), submission, committed(1), START);
    assertThat(done("k").unacknowledged()).isSameAs(submission);
    table.ended(key("k"), committed(1));

    assertThat(done("k").unacknowledged()).isNull();
    assertThat(done("k").outcome()).isEqualTo(committed(1));
    assertThat(done("k").fingerprint()).isEqualTo(7);
    assertThat(done("k").at()).isEqualTo(START);
  }

  @Test
  void aKeyInDoubtIsJoinedForEver() {
    Submission submission = submission(1, "k");
    table.begin(key("k"), submission);
    table.decided(key("k"), submission, committed(1), START);

    table.ended(key("k"), new Outcome.InDoubt(submission.id(), "the journal failed"));

    assertThat(done("k").unacknowledged()).isSameAs(submission);
  }

  @Test
  void anAbortedKeyIsFreeAgain() {
    Submission submission = submission(1, "k");
    table.begin(key("k"), submission);

    table.ended(
        key("k"), new Outcome.Aborted(submission.id(), new Reason.Unavailable("stopping", "")));

    assertThat(table.find(key("k"))).isNull();
    assertThat(table.begin(key("k"), submission(2, "k"))).isNull();
  }

  @Test
  void aRequestThatChangedNothingGivesItsKeyFree() {
    Submission submission = submission(1, "k");
    table.begin(key("k"), submission);

    table.ended(key("k"), committed(1));

    assertThat(table.find(key("k"))).isNull();
    assertThat(table.known()).isZero();
  }

  /** The key of the first expired, and was used again meanwhile. */
  @Test
  void aLateAbortTakesNoKeyFromAnotherTransaction() {
    Submission submission = submission(2, "k");
    table.begin(key("k"), submission);
    Outcome late = new Outcome.Aborted(submission(1, "k").id(), new Reason.Unavailable("late", ""));
    table.ended(key("k"), late);
    assertThat(table.find(key("k"))).isEqualTo(new Entry.Running(7, submission));

    table.decided(key("k"), submission, committed(2), START);
    table.ended(key("k"), late);

    assertThat(done("k").outcome()).isEqualTo(committed(2));
  }

  /** A mistake in the server has ended its task, perhaps after its record was written. */
  @Test
  void anAbandonedKeyIsJoinedUntilItExpires() {
    Submission submission = submission(1, "k");
    table.begin(key("k"), submission);
    table.abandoned(key("k"), submission, START);
    table.ended(key("k"), new Outcome.InDoubt(submission.id(), "internal error"));

    assertThat(table.begin(key("k"), submission(2, "k")))
        .isEqualTo(new Entry.Running(7, submission));
    assertThat(table.size()).isEqualTo(1);
    for (int i = 2; i <= 4; i++) {
      commit(i, "k" + i, START);
    }
    assertThat(table.find(key("k"))).isNull();
    assertThat(keys()).containsExactly("k2", "k3", "k4");
    assertThat(table.known()).isEqualTo(3);
  }

  /** More requests run than keys are kept, so newer ones displace a key that is not answered. */
  @Test
  void aDecidedKeyIsJoinedUntilItsOutcomeIsToldHoweverManyComeMeanwhile() {
    Submission submission = submission(1, "k");
    table.begin(key("k"), submission);
    table.decided(key("k"), submission, committed(1), START);
    for (int i = 2; i <= 5; i++) {
      commit(i, "k" + i, START);
    }
    assertThat(keys()).containsExactly("k3", "k4", "k5");
    assertThat(table.size()).isEqualTo(3);
    assertThat(done("k").unacknowledged()).isSameAs(submission);
    table.ended(key("k"), committed(1));
    assertThat(table.find(key("k"))).isNull();
    assertThat(table.known()).isEqualTo(3);
  }

  @Test
  void theOldestGoFirstWhenThereAreTooMany() {
    for (int i = 1; i <= 5; i++) {
      commit(i, "k" + i, START.plusSeconds(i));
    }

    assertThat(keys()).containsExactly("k3", "k4", "k5");
    assertThat(table.find(key("k2"))).isNull();
    assertThat(table.find(key("k3"))).isNotNull();
    assertThat(table.size()).isEqualTo(3);
    assertThat(table.oldest()).isEqualTo(START.plusSeconds(3));
  }

  @Test
  void whatIsOlderThanItsTimeGoesAndWhatIsExactlyAsOldStays() {
    commit(1, "old", START);
    commit(2, "just", START.plusSeconds(1));

    commit(3, "new", START.plusSeconds(3601));

    assertThat(keys()).containsExactly("just", "new");
    assertThat(table.find(key("old"))).isNull();
  }

  @Test
  void aKeyThatExpiredCanBeUsedAgainAndItsOldEntryTakesNothingAway() {
    for (int i = 1; i <= 4; i++) {
      commit(i, "k" + i, START);
    }
    commit(5, "k1", START);

    assertThat(done("k1").outcome()).isEqualTo(committed(5));
    assertThat(keys()).containsExactly("k3", "k4", "k1");
  }

  /** The key was used again between a decision and its flush. */
  @Test
  void theEndOfAnOlderUseOfAKeyDoesNotAcknowledgeANewerOne() {
    Submission first = submission(1, "k");
    table.begin(key("k"), first);
    table.decided(key("k"), first, committed(1), START);
    Submission second = submission(5, "k");
    table.decided(key("k"), second, committed(5), START);

    table.ended(key("k"), committed(1));

    assertThat(done("k").unacknowledged()).isSameAs(second);
  }

  @Test
  void recoveredKeysAreAnsweredOnceEachAndOldOnesAreLeftOut() {
    Instant now = START.plus(Duration.ofHours(2));
    table.recovered(key("old"), committed(1), START);
    assertThat(keys()).as("no newer record says that its time is over").containsExactly("old");
    table.recovered(key("k"), committed(2), now.minusSeconds(5));
    // The checkpoint and the log after it may both have it.
    table.recovered(key("k"), committed(2), now.minusSeconds(5));

    assertThat(keys()).containsExactly("k");
    assertThat(table.size()).isEqualTo(1);
    assertThat(done("k").outcome()).isEqualTo(committed(2));
    assertThat(done("k").unacknowledged()).isNull();
    assertThat(table.oldest()).isEqualTo(now.minusSeconds(5));
  }
}
