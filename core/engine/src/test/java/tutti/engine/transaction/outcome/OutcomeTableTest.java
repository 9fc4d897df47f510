package tutti.engine.transaction.outcome;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import tutti.engine.bank.PlainCodec;
import tutti.engine.concurrency.TransactionId;
import tutti.engine.memory.Heap;
import tutti.engine.memory.TestHeap;
import tutti.engine.transaction.submission.Outcome;
import tutti.engine.transaction.submission.Reason;
import tutti.engine.transaction.submission.TransactionStatus;
import tutti.model.ActorId;
import tutti.model.Refusal;

/** The outcome that is known by a transaction's id, and the answer when none is. */
class OutcomeTableTest {
  private static final int KEPT = 4;
  private static final long NEXT = 1000;
  private final OutcomeTable table = table(5);

  private static OutcomeTable table(long incarnation) {
    return new OutcomeTable(2, incarnation, KEPT, true, new ResultSize(PlainCodec.INSTANCE), 2_000);
  }

  private static TransactionId id(long incarnation, long number) {
    return new TransactionId(2, incarnation, number);
  }

  private static Outcome.Committed committed(long incarnation, long number) {
    return new Outcome.Committed(id(incarnation, number), List.of(number));
  }

  private TransactionStatus status(long incarnation, long number) {
    return table.status(id(incarnation, number), NEXT);
  }

  private static TransactionStatus ended(Outcome outcome) {
    return new TransactionStatus.Ended(outcome);
  }

  @Test
  void aTransactionRunsUntilItsOutcomeIsToldEvenIfItIsDecided() {
    assertThat(status(5, 1)).isEqualTo(new TransactionStatus.Running());
    table.started(id(5, 1));
    assertThat(status(5, 1)).isEqualTo(new TransactionStatus.Running());
    table.decided(committed(5, 1));
    assertThat(status(5, 1)).isEqualTo(new TransactionStatus.Running());
    table.ended(committed(5, 1));
    assertThat(status(5, 1)).isEqualTo(ended(committed(5, 1)));
  }

  /** A try that is turned away gets the outcome of its key, and never starts under its own id. */
  @Test
  void anIdThatNeverStartedEndsAsTheTransactionOfItsKeyDoes() {
    assertThat(status(5, 2)).isEqualTo(new TransactionStatus.Running());
    table.answered(id(5, 2), committed(5, 1));
    assertThat(status(5, 2)).isEqualTo(ended(committed(5, 1)));
  }

  /** A repeat under a key that is in doubt is answered with that; its own id must not stay so. */
  @Test
  void whatWasAnsweredWithAnotherInDoubtEndsAsThatDoes() {
    TransactionId repeat = new TransactionId(1, 3, 8, 2);
    Outcome.InDoubt doubt = new Outcome.InDoubt(id(5, 1), "it waits for others");
    table.started(id(5, 1));
    assertThat(table.claim(repeat)).isTrue();
    table.ended(doubt);
    table.answered(repeat, doubt);
    assertThat(table.status(repeat, NEXT)).isEqualTo(ended(doubt));
    table.ended(committed(5, 1));
    assertThat(table.status(repeat, NEXT)).isEqualTo(ended(committed(5, 1)));
  }

  @Test
  void soDoesAnIdOfThisNodeThatWasAnsweredWithOneOfAnother() {
    TransactionId first = new TransactionId(1, 3, 8, 2);
    Outcome.InDoubt doubt = new Outcome.InDoubt(first, "it waits for others");
    assertThat(table.claim(first)).isTrue();
    table.ended(doubt);
    table.answered(id(5, 1), doubt);
    assertThat(status(5, 1)).isEqualTo(ended(doubt));
    Outcome.Committed committed = new Outcome.Committed(first, List.of());
    table.ended(committed);
    assertThat(status(5, 1)).isEqualTo(ended(committed));
  }

  @Test
  void idsThatNobodyGaveOutAreUnknown() {
    List<TransactionId> foreign =
        List.of(
            new TransactionId(1, 5, 1, 2),
            new TransactionId(1, 0, 1, 2),
            new TransactionId(1, 5, -1, 2),
            new TransactionId(2, 4, 1, 1),
            id(6, 1),
            id(0, 1),
            id(-1, 1),
            id(5, NEXT),
            id(5, -1),
            id(4, -1));

    assertThat(foreign)
        .allSatisfy(
            id -> assertThat(table.status(id, NEXT)).isEqualTo(new TransactionStatus.Unknown()));
  }

  @Test
  void whatFellOutIsExpiredNotAborted() {
    for (int i = 0; i < 10; i++) {
      table.started(id(5, i));
      table.ended(committed(5, i));
    }

    for (int i = 0; i < 6; i++) {
      assertThat(status(5, i)).isEqualTo(new TransactionStatus.Expired());
    }
    for (int i = 6; i < 10; i++) {
      assertThat(status(5, i)).isEqualTo(ended(committed(5, i)));
    }
  }

  @Test
  void aStragglerNeverPushesOutANewerOne() {
    table.ended(committed(5, 9));

    table.started(id(5, 1));
    table.decided(committed(5, 1));
    table.ended(committed(5, 1));

    assertThat(status(5, 9)).isEqualTo(ended(committed(5, 9)));
    assertThat(status(5, 1)).isEqualTo(new TransactionStatus.Expired());
  }

  @Test
  void ofAnEarlierIncarnationWhatWasNotRecoveredNeverHappened() {
    table.recovered(committed(4, 7));

    assertThat(status(4, 7)).isEqualTo(ended(committed(4, 7)));
    assertThat(status(4, 6))
        .isInstanceOfSatisfying(
            TransactionStatus.Ended.class,
            it ->
                assertThat(it.outcome())
                    .isInstanceOfSatisfying(
                        Outcome.Aborted.class,
                        aborted -> assertThat(aborted.reason().code()).isEqualTo("restarted")));
  }

  @Test
  void ofAnEarlierIncarnationWhatExpiredIsNeverSaidToBeAborted() {
    for (int i = 0; i < 10; i++) {
      // In the order of the log, which is not that of the numbers.
      table.recovered(committed(4, i ^ 1));
    }
    table.expired(2, 3, 20);
    table.expired(2, 3, 10);

    for (int i = 0; i <= 5; i++) {
      assertThat(status(4, i)).isEqualTo(new TransactionStatus.Expired());
    }
    for (int i = 6; i < 10; i++) {
      assertThat(status(4, i)).isEqualTo(ended(committed(4, i)));
    }
    assertThat(status(3, 20)).isEqualTo(new TransactionStatus.Expired());
    assertThat(status(3, 21)).isInstanceOf(TransactionStatus.Ended.class);
  }

  @Test
  void theNextIncarnationKnowsAsMuchByACheckpoint() {
    table.recovered(committed(4, 7));
    table.expired(2, 4, 3);
    for (int i = 0; i < 9; i++) {
      table.started(id(5, i));
    }
    table.ended(committed(5, 6));
    table.decided(committed(5, 7));
    table.ended(new Outcome.Aborted(id(5, 8), new Reason.Overloaded(1)));

    OutcomeTable next = table(6);
    Map<Long, Long> expired = new LinkedHashMap<>();
    List<Outcome.Committed> committed = new ArrayList<>();
    table.visit((node, incarnation, upTo) -> expired.put(incarnation, upTo), committed::add);
    expired.forEach((incarnation, upTo) -> next.expired(2, incarnation, upTo));
    committed.forEach(next::recovered);

    assertThat(expired).containsOnly(Map.entry(4L, 3L), Map.entry(5L, 4L));
    assertThat(next.status(id(4, 7), 0)).isEqualTo(ended(committed(4, 7)));
    assertThat(next.status(id(4, 3), 0)).isEqualTo(new TransactionStatus.Expired());
    assertThat(next.status(id(5, 4), 0)).isEqualTo(new TransactionStatus.Expired());
    assertThat(next.status(id(5, 6), 0)).isEqualTo(ended(committed(5, 6)));
    assertThat(next.status(id(5, 7), 0)).isEqualTo(ended(committed(5, 7)));
    assertThat(next.status(id(5, 8), 0)).isInstanceOf(TransactionStatus.Ended.class);
  }

  /** The outcome of a transaction that node 1 was given and this one coordinates. */
  private static Outcome.Committed foreign(long incarnation, long number) {
    TransactionId id = new TransactionId(1, incarnation, number, 2);
    return new Outcome.Committed(id, List.of(number));
  }

  private TransactionStatus foreignStatus(long incarnation, long number) {
    return table.status(foreign(incarnation, number).transaction(), NEXT);
  }

  @Test
  void whatAnotherNodeWasGivenIsKeptByItsOwnNumber() {
    table.started(foreign(90, 5000).transaction());
    assertThat(foreignStatus(90, 5000)).isEqualTo(new TransactionStatus.Running());
    table.decided(foreign(90, 5000));
    assertThat(foreignStatus(90, 5000)).isEqualTo(new TransactionStatus.Running());
    table.ended(foreign(90, 5000));
    assertThat(foreignStatus(90, 5000)).isEqualTo(ended(foreign(90, 5000)));

    table.recovered(foreign(89, 5000));
    assertThat(foreignStatus(89, 5000)).isEqualTo(ended(foreign(89, 5000)));
    assertThat(foreignStatus(88, 5000)).isEqualTo(new TransactionStatus.Unknown());
    assertThat(status(5, 500)).isEqualTo(new TransactionStatus.Running());
  }

  @Test
  void whatAnotherNodeWasGivenExpiresByItsIncarnation() {
    for (int i = 0; i < 6; i++) {
      table.ended(foreign(90, i));
    }

    assertThat(foreignStatus(90, 1)).isEqualTo(new TransactionStatus.Expired());
    assertThat(foreignStatus(90, 2)).isEqualTo(ended(foreign(90, 2)));
    assertThat(foreignStatus(91, 1)).isEqualTo(new TransactionStatus.Unknown());
    assertThat(status(4, 1)).isInstanceOf(TransactionStatus.Ended.class);
  }

  @Test
  void aCheckpointKeepsWhatAnotherNodeWasGiven() {
    for (int i = 0; i < 6; i++) {
      table.decided(foreign(90, i));
      if (i < 3) {
        table.ended(foreign(90, i));
      }
    }

    OutcomeTable next = table(6);
    List<Outcome.Committed> committed = new ArrayList<>();
    table.visit(next::expired, committed::add);
    committed.forEach(next::recovered);

    assertThat(next.status(foreign(90, 1).transaction(), 0))
        .isEqualTo(new TransactionStatus.Expired());
    assertThat(next.status(foreign(90, 2).transaction(), 0)).isEqualTo(ended(foreign(90, 2)));
  }

  @Test
  void whatAnotherNodeSendsTwiceRunsOnce() {
    TransactionId id = foreign(90, 7).transaction();
    assertThat(table.claim(id)).isTrue();
    assertThat(table.claim(id)).isFalse();
    table.ended(foreign(90, 7));
    assertThat(table.claim(id)).isFalse();
    assertThat(table.status(id, NEXT)).isEqualTo(ended(foreign(90, 7)));
  }

  @Test
  void whoHearsThatATransactionNeverCameCanRelyOnIt() {
    TransactionId id = foreign(90, 8).transaction();
    assertThat(table.close(id))
        .isInstanceOfSatisfying(
            TransactionStatus.Ended.class,
            ended -> assertThat(ended.outcome()).isInstanceOf(Outcome.Aborted.class));
    assertThat(table.claim(id)).as("it comes too late").isFalse();
  }

  @Test
  void aTransactionThatRunsIsNotClosed() {
    TransactionId id = foreign(90, 9).transaction();
    assertThat(table.claim(id)).isTrue();
    assertThat(table.close(id)).isEqualTo(new TransactionStatus.Running());
    table.answered(id, foreign(90, 3));
    assertThat(table.close(id)).isEqualTo(ended(foreign(90, 3)));
  }

  private static Outcome.Committed text(TransactionId id, int length) {
    return new Outcome.Committed(id, List.of("x".repeat(length)));
  }

  private static Outcome.Committed bare(TransactionId id) {
    return new Outcome.Committed(id, List.of());
  }

  @Test
  void resultsOfWhatChangedNothingAreNotKept() {
    table.started(id(5, 1));
    table.ended(text(id(5, 1), 100));

    assertThat(status(5, 1)).isEqualTo(ended(bare(id(5, 1))));
  }

  @Test
  void theNewestResultsAreKeptUpToSoManyBytesAndTheOutcomesAllTheSame() {
    TransactionId other = new TransactionId(1, 3, 8, 2);
    table.claim(other);
    table.ended(text(other, 900));
    table.decided(text(id(5, 1), 900));
    table.ended(text(id(5, 1), 900));
    assertThat(table.status(other, NEXT)).isEqualTo(ended(text(other, 900)));

    table.decided(text(id(5, 2), 900));
    table.ended(text(id(5, 2), 900));
    assertThat(table.status(other, NEXT)).isEqualTo(ended(bare(other)));
    assertThat(status(5, 1)).isEqualTo(ended(text(id(5, 1), 900)));

    table.decided(text(id(5, 3), 5000));
    table.ended(text(id(5, 3), 5000));
    for (int i = 1; i <= 3; i++) {
      assertThat(status(5, i)).isEqualTo(ended(bare(id(5, i))));
    }
  }

  private static Outcome.Aborted refused(TransactionId id, Refusal refusal) {
    return new Outcome.Aborted(
        id, new Reason.Refused(new ActorId("Account", "a"), "open", refusal));
  }

  private static Reason.Refused reason(TransactionStatus status) {
    Outcome outcome = ((TransactionStatus.Ended) status).outcome();
    return (Reason.Refused) ((Outcome.Aborted) outcome).reason();
  }

  /** A rule that does not hold may keep a megabyte of arguments, and its outcome is kept. */
  @Test
  void aRefusalThatKeepsMuchIsKeptAsText() {
    OutcomeTable large =
        new OutcomeTable(2, 5, KEPT, true, new ResultSize(PlainCodec.INSTANCE), 5_000);
    Refusal keeps =
        new Refusal() {
          @Override
          public String code() {
            return "precondition";
          }

          @Override
          public String message() {
            return "x".repeat(10_000);
          }
        };
    Refusal brief = Refusal.of("state", "it is closed");
    large.ended(refused(id(5, 1), keeps));
    large.ended(refused(id(5, 2), brief));

    Refusal kept = reason(large.status(id(5, 1), NEXT)).refusal();
    assertThat(kept).isInstanceOf(Refusal.Told.class);
    assertThat(kept.code()).isEqualTo("precondition");
    assertThat(kept.message()).startsWith("xxx").endsWith("…").hasSize(2001);
    assertThat(reason(large.status(id(5, 2), NEXT)).refusal()).isSameAs(brief);
    assertThat(large.bytes()).isEqualTo(2002);
  }

  @Test
  void theNewestReasonsAreKeptUpToSoManyBytesAndTheOthersExpire() {
    TransactionId other = new TransactionId(1, 3, 8, 2);
    table.claim(other);
    table.ended(refused(other, Refusal.of("no", "x".repeat(900))));
    table.ended(refused(id(5, 1), Refusal.of("no", "y".repeat(900))));
    assertThat(reason(table.status(other, NEXT)).message()).hasSize(900);

    table.ended(refused(id(5, 2), Refusal.of("no", "z".repeat(900))));
    assertThat(table.status(other, NEXT)).isEqualTo(new TransactionStatus.Expired());
    assertThat(reason(status(5, 1)).message()).hasSize(900);

    table.decided(text(id(5, 3), 5000));
    table.ended(text(id(5, 3), 5000));
    assertThat(status(5, 1)).isEqualTo(new TransactionStatus.Expired());
    assertThat(status(5, 2)).isEqualTo(new TransactionStatus.Expired());
    assertThat(table.bytes()).isZero();
  }

  /** A repeat's own name is answered with another one's results, which count as well. */
  @Test
  void resultsThatAnswerARepeatCount() {
    TransactionId repeat = new TransactionId(1, 3, 8, 2);
    table.answered(repeat, text(id(5, 1), 1500));
    assertThat(table.status(repeat, NEXT)).isEqualTo(ended(text(id(5, 1), 1500)));
    table.decided(text(id(5, 2), 1500));
    table.ended(text(id(5, 2), 1500));
    assertThat(table.status(repeat, NEXT)).isEqualTo(ended(bare(id(5, 1))));
  }

  @Test
  void aSmallHeapKeepsFewOutcomes() {
    assertThat(OutcomeTable.kept(Heap.AMPLE)).isEqualTo(OutcomeTable.KEPT);
    assertThat(OutcomeTable.kept(new TestHeap())).isEqualTo(OutcomeTable.KEPT);
    assertThat(OutcomeTable.kept(new TestHeap(96))).isEqualTo(1 << 14);
    assertThat(OutcomeTable.kept(new TestHeap(1))).isEqualTo(1 << 10);
  }

  /** However many newer ones come: it holds its actors, and its client waits for it. */
  @Test
  void aTransactionThatRunsOrIsInDoubtNeverExpires() {
    TransactionId other = new TransactionId(1, 3, 0, 2);
    table.claim(other);
    table.started(id(5, 0));
    table.started(id(5, 1));
    table.ended(new Outcome.InDoubt(id(5, 1), "it waits for others"));
    for (int i = 4; i < 40; i++) {
      table.started(id(5, i));
      table.ended(committed(5, i));
      TransactionId another = new TransactionId(1, 3, i, 2);
      assertThat(table.claim(another)).isTrue();
      table.ended(new Outcome.Committed(another, List.of()));
    }

    assertThat(status(5, 0)).isEqualTo(new TransactionStatus.Running());
    assertThat(status(5, 1)).isInstanceOf(TransactionStatus.Ended.class);
    assertThat(table.status(other, NEXT)).isEqualTo(new TransactionStatus.Running());
    table.decided(text(id(5, 0), 1));
    table.ended(text(id(5, 0), 1));
    table.ended(text(id(5, 1), 1));
    assertThat(status(5, 0)).isEqualTo(ended(text(id(5, 0), 1)));
    assertThat(status(5, 1)).isInstanceOf(TransactionStatus.Ended.class);
  }

  /** A message that came so late that it may have come before. */
  @Test
  void anExpiredIdOfAnotherNodeIsNotRunAgain() {
    for (int i = 0; i < 2 * KEPT; i++) {
      TransactionId other = new TransactionId(1, 3, i, 2);
      assertThat(table.claim(other)).isTrue();
      table.ended(new Outcome.Committed(other, List.of()));
    }

    assertThat(table.claim(new TransactionId(1, 3, 0, 2))).isFalse();
  }
}
