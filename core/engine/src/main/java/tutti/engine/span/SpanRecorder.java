package tutti.engine.span;

import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import tutti.engine.concurrency.TransactionId;
import tutti.engine.runtime.Scheduler;

/**
 * Chooses which transactions of a node are timed, keeps the newest of those that ended, and tells
 * of slow ones. Thread-safe.
 */
public final class SpanRecorder {
  private static final Logger LOG = LoggerFactory.getLogger(SpanRecorder.class);

  /** The number of ended spans that are kept: a power of two. */
  static final int KEPT = 1024;

  /**
   * A slow moment makes many slow transactions: one line in this time, with the number of
   * transactions that it reports.
   */
  private static final long BETWEEN_LINES_NANOS = 1_000_000_000;

  private static final long MIX = 0x9E3779B97F4A7C15L;

  private final Scheduler scheduler;
  private final Consumer<String> log;
  private final boolean off;
  private final boolean all;
  private final long below;
  private final long slowNanos;
  private final @Nullable AtomicReferenceArray<@Nullable Spans> kept;
  private final List<Consumer<Spans>> listeners = new CopyOnWriteArrayList<>();
  private final AtomicLong nextLine;
  private final AtomicLong untold = new AtomicLong();

  /**
   * @param sample the share of transactions that are timed, from 0 to 1
   * @param slow a transaction that takes longer is told of in the log; zero for none
   */
  public SpanRecorder(double sample, Duration slow, Scheduler scheduler) {
    this(sample, slow, scheduler, LOG::warn);
  }

  /**
   * @param log takes the lines about slow transactions
   */
  SpanRecorder(double sample, Duration slow, Scheduler scheduler, Consumer<String> log) {
    this.scheduler = scheduler;
    this.log = log;
    slowNanos = slow.toNanos();
    // A transaction is known to be slow only when it is too late to begin timing it.
    all = slowNanos > 0 || sample >= 1;
    off = !all && sample <= 0;
    below = (long) (sample * Long.MAX_VALUE);
    kept = off ? null : new AtomicReferenceArray<>(KEPT);
    nextLine = new AtomicLong(scheduler.nanos());
  }

  /** Returns the timer of this transaction from its submission on; null if it is not timed. */
  public @Nullable Spans begin(TransactionId id, long startedNanos) {
    return off || !all && !chosen(id) ? null : new Spans(id, this, scheduler, startedNanos);
  }

  /** Chooses by the number alone: no state that executors would share, and equal in every run. */
  private boolean chosen(TransactionId id) {
    long mixed = id.number() * MIX;
    return ((mixed ^ mixed >>> 32) * MIX >>> 1) < below;
  }

  /** Calls back for every timed transaction that ends, on some thread; must be short. */
  public void onEnd(Consumer<Spans> listener) {
    listeners.add(listener);
  }

  /** Returns the spans of a timed transaction that ended here lately, or null. */
  public @Nullable Spans find(TransactionId id) {
    Spans spans = kept == null ? null : kept.get(slot(id));
    return spans != null && spans.id().equals(id) ? spans : null;
  }

  private static int slot(TransactionId id) {
    return (int) id.number() & KEPT - 1;
  }

  void ended(Spans spans, String outcome) {
    if (kept != null) {
      kept.set(slot(spans.id()), spans);
    }
    for (Consumer<Spans> listener : listeners) {
      listener.accept(spans);
    }
    if (slowNanos > 0 && spans.totalNanos() >= slowNanos) {
      tellSlow(spans, outcome);
    }
  }

  private void tellSlow(Spans spans, String outcome) {
    long now = scheduler.nanos();
    long next = nextLine.get();
    if (now < next || !nextLine.compareAndSet(next, now + BETWEEN_LINES_NANOS)) {
      untold.incrementAndGet();
      return;
    }
    long others = untold.getAndSet(0);
    log.accept(
        String.format(
            Locale.ROOT,
            "slow transaction %s, %s, took %.3f ms: %s%s",
            spans.id(),
            outcome,
            spans.totalNanos() / 1e6,
            spans,
            others == 0 ? "" : "; and " + others + " more since the last line like this"));
  }
}
