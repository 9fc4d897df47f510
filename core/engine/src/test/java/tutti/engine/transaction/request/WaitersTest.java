package tutti.engine.transaction.request;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import tutti.engine.concurrency.TransactionId;
import tutti.engine.concurrency.Verdict;
import tutti.engine.journal.ManualScheduler;
import tutti.engine.transaction.submission.Reason;

/** Requests that wait: until their answer, their deadline, or somebody breaks a deadlock. */
class WaitersTest {
  private static final int MANY = 5_000;
  private static final int SMALL_STACK_BYTES = 128 << 10;

  private static final long SECOND = 1_000_000_000;

  private final ManualScheduler scheduler = new ManualScheduler();
  private final Waiters waiters = new Waiters(scheduler, scheduler.newStepQueue("service"));
  private final WaitGraph graph = new WaitGraph();

  private void add(PendingRequest ask) {
    waiters.add(ask, scheduler.nanos() + SECOND, SECOND);
  }

  private void pass(long nanos) {
    scheduler.advance(nanos);
    scheduler.runAll();
  }

  private static Reason reason(PendingRequest ask) {
    return ((PendingRequest.Answer.Stopped) ask.await()).reason();
  }

  @Test
  void whoeverClosesACycleFindsItAtOnce() {
    add(graph.waits(1, 2));
    add(graph.waits(2, 1));

    assertThat(graph.victims()).containsExactly(2L);
    assertThat(waiters.deadlocksSoFar()).isEqualTo(1);
  }

  /** Two that begin at the same moment: neither sees the other's edge when it looks. */
  @Test
  void aCycleThatWasMissedAtTheStartIsFoundWithinTwoChecks() {
    PendingRequest first = graph.waits(1);
    PendingRequest second = graph.waits(2);
    add(first);
    add(second);
    graph.waitFor(1, 2);
    graph.waitFor(2, 1);
    assertThat(graph.victims()).isEmpty();

    pass(Waiters.CHECK_NANOS);
    pass(Waiters.CHECK_NANOS);

    assertThat(graph.victims()).containsExactly(2L);
    assertThat(first.answered()).isFalse();
  }

  @Test
  void aCycleThatComesToBeLongAfterEverybodyBeganToWaitIsFound() {
    add(graph.waits(1, 3));
    add(graph.waits(2, 1));
    for (int i = 0; i < 5; i++) {
      pass(Waiters.CHECK_NANOS);
    }
    graph.waitFor(1, 2);

    pass(2 * Waiters.CHECK_NANOS);
    pass(Waiters.CHECK_NANOS);

    assertThat(graph.victims()).containsExactly(2L);
  }

  /** The step that delayed a request can be slower than its answer and the owner's next request. */
  @Test
  void aRequestThatIsAddedAfterItsAnswerDoesNotHideTheNextOneOfItsOwner() {
    PendingRequest answered = graph.waits(1);
    answered.resolve(Verdict.Delay.INSTANCE);
    PendingRequest next = graph.waitsNext(answered, 2);
    add(next);
    add(answered);

    add(graph.waits(2, 1));

    assertThat(graph.victims()).containsExactly(2L);
    assertThat(waiters.waitingNow()).isEqualTo(1);
  }

  @Test
  void aTransactionMayWaitForSeveralActorsAtOnce() {
    PendingRequest first = graph.waits(1, 3);
    PendingRequest second = graph.waitsToo(first, 4);
    PendingRequest third = graph.waitsToo(first, 5);
    add(first);
    add(second);
    add(third);
    assertThat(waitsOf(first)).containsExactlyInAnyOrder(first, second, third);

    waiters.remove(second);
    assertThat(waitsOf(first)).containsExactlyInAnyOrder(first, third);
    waiters.remove(third);
    assertThat(waitsOf(first)).containsExactly(first);
    waiters.remove(first);

    assertThat(waitsOf(first)).isEmpty();
  }

  /** However many they are, and however small the stack of the thread that it ends on. */
  @Test
  void aTransactionMayWaitForThousandsOfActorsAtOnce() throws Exception {
    PendingRequest first = graph.waits(1, 3);
    add(first);
    for (int i = 0; i < MANY; i++) {
      add(graph.waitsToo(first, 3));
    }
    AtomicReference<Throwable> thrown = new AtomicReference<>();
    Thread small = new Thread(null, () -> waiters.remove(first), "small", SMALL_STACK_BYTES);
    small.setUncaughtExceptionHandler((thread, failure) -> thrown.set(failure));

    small.start();
    small.join();

    assertThat(thrown.get()).isNull();
    assertThat(waiters.waitingNow()).isEqualTo(MANY);
  }

  private List<PendingRequest> waitsOf(PendingRequest one) {
    List<PendingRequest> all = new ArrayList<>();
    waiters.waitsOf(one.owner(), all::add);
    return all;
  }

  @Test
  void aDeadlineNamesTheActorAndWhoWasWaitedFor() {
    PendingRequest ask = graph.waits(5, 3, 4, 3);
    add(ask);

    pass(SECOND - 1);
    assertThat(ask.answered()).isFalse();
    pass(1);

    assertThat(reason(ask))
        .isEqualTo(
            new Reason.Deadline(
                SECOND,
                WaitGraph.actorOf(5),
                List.of(new TransactionId(0, 1, 3), new TransactionId(0, 1, 4))));
    assertThat(reason(ask).message())
        .isEqualTo(
            "not done within 1000 ms; it waited at Account[of-5] for transactions [0-1-3, 0-1-4]");
  }

  @Test
  void aDeadlineSaysWhichOfThemIsInDoubtAndWhy() {
    graph.doubts.put(4, "in doubt since noon: waits for node b, unreachable");
    PendingRequest ask = graph.waits(5, 3, 4);
    add(ask);

    pass(SECOND);

    assertThat(reason(ask).message())
        .isEqualTo(
            "not done within 1000 ms; it waited at Account[of-5] for transaction 0-1-4, in doubt"
                + " since noon: waits for node b, unreachable");
  }

  @Test
  void aDeadlineThatMeetsAnAnswerOnItsWayLooksAgainAndNeverStopsTwice() {
    PendingRequest ask = graph.waits(1, 2);
    add(ask);
    graph.tooLate = true;
    pass(SECOND);
    assertThat(ask.answered()).isFalse();

    ask.resolve(Verdict.Delay.INSTANCE);
    graph.tooLate = false;
    pass(SECOND);

    assertThat(graph.victims()).isEmpty();
  }

  @Test
  void whoIsAnsweredInTimeIsNeverStopped() {
    PendingRequest ask = graph.waits(1, 2);
    add(ask);
    ask.resolve(Verdict.Delay.INSTANCE);
    waiters.remove(ask);

    pass(2 * SECOND);

    assertThat(graph.victims()).isEmpty();
    assertThat(waiters.waitingNow()).isZero();
    assertThat(waiters.delayedSoFar()).isEqualTo(1);
  }

  @Test
  void whereNothingWaitsNothingIsDone() {
    PendingRequest ask = graph.waits(1, 2);
    add(ask);
    ask.resolve(Verdict.Delay.INSTANCE);
    waiters.remove(ask);
    pass(Waiters.CHECK_NANOS);

    scheduler.advance(100 * SECOND);

    assertThat(scheduler.runOne()).isFalse();
  }
}
