package tutti.engine.node;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import tutti.engine.concurrency.TransactionId;
import tutti.engine.node.Requests.Outcomes;
import tutti.engine.transaction.submission.Outcome;
import tutti.engine.transaction.submission.TransactionRequest;

/** A batch runs a part of its transactions at a time, and tells each answer once. */
@Timeout(300)
class RunningBatchTest {
  private final AtomicInteger ends = new AtomicInteger();

  /** Transactions that have begun, in their order, and have not ended. */
  private final Deque<Runnable> begun = new ArrayDeque<>();

  /** The characters of each long document; 0 if none is long. */
  private int longOnes;

  /** How late what the node is given is begun. */
  private long delayNanos;

  /** The outcomes for which there is room. */
  private int room = Integer.MAX_VALUE;

  private final List<Boolean> crowded = new ArrayList<>();

  private final class Numbers implements RunningBatch.Transactions<String> {
    @Override
    public @Nullable TransactionRequest request(int index) {
      return index % 10 == 7 ? null : new TransactionRequest(List.of(), null, 1 + index);
    }

    @Override
    public String answer(int index, @Nullable Outcome outcome, boolean full) {
      if (longOnes > 0) {
        crowded.add(full);
      }
      String id = outcome == null ? "wrong" : Long.toString(outcome.transaction().number());
      return "<" + index + "=" + id + "x".repeat(longOnes) + ">";
    }

    @Override
    public boolean isLong(Outcome outcome) {
      return longOnes > 0;
    }

    @Override
    public long hold(Outcome outcome) {
      if (room < 1) {
        return -1;
      }
      room--;
      return 7;
    }

    @Override
    public void letGo(long bytes) {
      room += (int) bytes / 7;
    }

    @Override
    public long bytes(String answer) {
      return answer.length();
    }
  }

  /**
   * Starts transactions that end when a test says so.
   *
   * @param ending ends them; null for {@link #begun}
   */
  private void submit(
      List<TransactionRequest> requests, Outcomes onOutcome, @Nullable Executor ending) {
    for (int i = 0; i < requests.size(); i++) {
      int place = i;
      long number = requests.get(i).timeoutNanos() - 1;
      Outcome outcome = new Outcome.Committed(new TransactionId(0, 1, number), List.of());
      Runnable end = () -> onOutcome.ended(place, outcome);
      if (ending == null) {
        begun.add(end);
      } else {
        ending.execute(end);
      }
    }
  }

  private RunningBatch<String> batch(int count, boolean asKnown) {
    return batch(count, asKnown, RunningBatch.WINDOW);
  }

  private RunningBatch<String> batch(int count, boolean asKnown, int window) {
    return new RunningBatch<>(
        (requests, onOutcome) -> submit(requests, onOutcome, null),
        new Numbers(),
        count,
        asKnown,
        window,
        new RunningBatch.Threads(Runnable::run, Runnable::run, () -> delayNanos),
        ends::incrementAndGet);
  }

  private static String expected(int index) {
    return "<" + index + "=" + (index % 10 == 7 ? "wrong" : index) + ">";
  }

  private static String read(RunningBatch<String> batch) {
    StringBuilder text = new StringBuilder();
    String answer;
    while ((answer = batch.take()) != null) {
      text.append(answer);
    }
    return text.toString();
  }

  @Test
  void aPartOfThemIsUnderWayAtATime() {
    RunningBatch<String> batch = batch(2000, true);
    batch.submit();
    StringBuilder text = new StringBuilder();
    int most = begun.size();
    assertThat(most).as("at first").isLessThanOrEqualTo(RunningBatch.WINDOW / 8);
    while (!begun.isEmpty()) {
      begun.pollLast().run();
      most = Math.max(most, begun.size());
      text.append(read(batch));
    }
    assertThat(most).isBetween(RunningBatch.WINDOW / 2, RunningBatch.WINDOW);
    assertThat(text.chars().filter(c -> c == '<').count()).isEqualTo(2000);
    for (int i = 0; i < 2000; i++) {
      assertThat(text).contains(expected(i));
    }
    assertThat(ends).hasValue(1);
  }

  /** Other clients wait behind them at the node. */
  @Test
  void fewAreUnderWayWhereTheNodeDoesNotKeepUp() {
    delayNanos = 100_000_000;
    RunningBatch<String> batch = batch(2000, true);
    batch.submit();
    int ended = 0;
    int most = 0;
    while (!begun.isEmpty()) {
      begun.pollFirst().run();
      read(batch);
      if (++ended > 100) {
        most = Math.max(most, begun.size());
      }
    }
    assertThat(most).isBetween(1, 8);
    assertThat(ended).isGreaterThan(1000);
    assertThat(ends).hasValue(1);
  }

  /** The results of others may fill what there is room for. */
  @Test
  void resultsForWhichThereIsNoRoomAreLeftOut() {
    longOnes = 10;
    room = 1;
    List<Runnable> encoding = new ArrayList<>();
    RunningBatch<String> batch =
        new RunningBatch<>(
            (requests, onOutcome) -> submit(requests, onOutcome, Runnable::run),
            new Numbers(),
            5,
            true,
            RunningBatch.WINDOW,
            new RunningBatch.Threads(Runnable::run, encoding::add, () -> delayNanos),
            ends::incrementAndGet);
    batch.submit();
    assertThat(encoding).hasSize(1);
    assertThat(crowded).containsExactly(true, true, true, true);
    encoding.getFirst().run();
    assertThat(crowded).endsWith(false);
    assertThat(room).as("it is given back").isEqualTo(1);
    assertThat(read(batch).chars().filter(c -> c == '<').count()).isEqualTo(5);
  }

  @Test
  void thoseOfAWindowOfOneRunOneAfterAnother() {
    RunningBatch<String> batch = batch(30, true, 1);
    batch.submit();
    for (int i = 0; i < 30; i++) {
      if (i % 10 != 7) {
        assertThat(batch.isThereOr(() -> {})).isFalse();
        assertThat(begun).hasSize(1);
        begun.poll().run();
      }
      assertThat(batch.take()).isEqualTo(expected(i));
    }
    assertThat(batch.take()).isNull();
    assertThat(ends).hasValue(1);
  }

  @Test
  void answersComeInTheirOrderWhereThatIsAskedFor() {
    RunningBatch<String> batch = batch(25, false);
    batch.submit();
    assertThat(batch.isThereOr(() -> {})).isFalse();
    while (begun.size() > 1) {
      begun.pollLast().run();
      assertThat(batch.isThereOr(() -> {})).isFalse();
    }
    begun.poll().run();
    StringBuilder all = new StringBuilder();
    for (int i = 0; i < 25; i++) {
      all.append(expected(i));
    }
    assertThat(read(batch)).isEqualTo(all.toString());
    assertThat(batch.hasNext()).isFalse();
  }

  @Test
  void whoeverWaitsIsWokenOnce() {
    RunningBatch<String> batch = batch(3, true);
    batch.submit();
    AtomicInteger wakes = new AtomicInteger();
    assertThat(batch.isThereOr(wakes::incrementAndGet)).isFalse();
    begun.poll().run();
    begun.poll().run();
    assertThat(wakes).hasValue(1);
    assertThat(batch.isThereOr(wakes::incrementAndGet)).isTrue();
  }

  @Test
  void noMoreAreBegunWhileTheClientReadsNothing() {
    longOnes = 100_000;
    RunningBatch<String> batch = batch(8000, true);
    batch.submit();
    int ended = 0;
    while (!begun.isEmpty()) {
      begun.poll().run();
      ended++;
    }
    assertThat(ended).isBetween(RunningBatch.MOST_UNSENT / longOnes, RunningBatch.WINDOW);
    // What was under way by then is told without its results.
    assertThat(crowded).contains(true);
    assertThat(crowded.subList(0, RunningBatch.MOST_UNSENT / longOnes)).doesNotContain(true);
    read(batch);
    assertThat(begun).isNotEmpty();
  }

  @Test
  void noMoreAreBegunOnceTheClientHasGone() {
    RunningBatch<String> batch = batch(8000, true);
    batch.submit();
    batch.abandon();
    int ended = 0;
    while (!begun.isEmpty()) {
      begun.poll().run();
      ended++;
    }
    assertThat(ended).isLessThanOrEqualTo(RunningBatch.WINDOW);
    assertThat(ends).hasValue(1);
    batch.abandon();
    assertThat(ends).hasValue(1);
  }

  @Test
  void noAnswerIsLostBetweenThreads() throws Exception {
    ExecutorService some = Executors.newFixedThreadPool(2);
    ExecutorService one = Executors.newSingleThreadExecutor();
    try {
      for (int round = 0; round < 40; round++) {
        RunningBatch<String> batch =
            new RunningBatch<>(
                (requests, onOutcome) -> submit(requests, onOutcome, some),
                new Numbers(),
                3000,
                round % 2 == 0,
                RunningBatch.WINDOW,
                new RunningBatch.Threads(one, one, () -> delayNanos),
                ends::incrementAndGet);
        one.execute(batch::submit);
        StringBuilder text = new StringBuilder();
        Semaphore woken = new Semaphore(0);
        while (batch.hasNext()) {
          if (batch.isThereOr(woken::release)) {
            text.append(batch.take());
          } else {
            woken.acquire();
          }
        }
        assertThat(text.chars().filter(c -> c == '<').count()).isEqualTo(3000);
        assertThat(ends).hasValue(round + 1);
      }
    } finally {
      some.shutdown();
      one.shutdown();
    }
  }
}
