package tutti.engine.span;

import java.util.Locale;
import tutti.engine.concurrency.TransactionId;
import tutti.engine.runtime.Scheduler;

/**
 * The times that one transaction has been in each phase. Only its task changes the phase, and the
 * transaction's end comes after that task; sub-transactions that run beside it do not change the
 * phase.
 */
public final class Spans {
  private static final Phase[] PHASES = Phase.values();

  private final TransactionId id;
  private final SpanRecorder recorder;
  private final Scheduler scheduler;
  private final long[] nanos = new long[PHASES.length];
  private Phase phase = Phase.QUEUE;
  private Phase beforeWait = Phase.QUEUE;
  private long since;
  private Thread task = Thread.currentThread();

  Spans(TransactionId id, SpanRecorder recorder, Scheduler scheduler, long startedNanos) {
    this.id = id;
    this.recorder = recorder;
    this.scheduler = scheduler;
    this.since = startedNanos;
  }

  /** Starts the task's time, on the calling thread. */
  public void begun() {
    task = Thread.currentThread();
    enter(Phase.EXECUTE);
  }

  /** Changes to another phase. */
  public void enter(Phase next) {
    if (Thread.currentThread() == task) {
      move(next);
    }
  }

  /** Goes on to the phase of waiting, until {@link #goesOn}. */
  public void waits() {
    if (Thread.currentThread() == task) {
      beforeWait = phase;
      move(Phase.WAIT);
    }
  }

  public void goesOn() {
    enter(beforeWait);
  }

  private void move(Phase next) {
    long now = scheduler.nanos();
    nanos[phase.ordinal()] += now - since;
    since = now;
    phase = next;
  }

  /**
   * Ends the spans, before the client is told. Called once, after all else, on any thread.
   *
   * @param outcome the transaction's outcome, in a word or two
   */
  public void end(String outcome) {
    move(phase);
    recorder.ended(this, outcome);
  }

  public TransactionId id() {
    return id;
  }

  /** Returns how long the transaction was in that phase. */
  public long nanos(Phase of) {
    return nanos[of.ordinal()];
  }

  /** Returns the time from the submission to the end. */
  public long totalNanos() {
    long sum = 0;
    for (long each : nanos) {
      sum += each;
    }
    return sum;
  }

  /**
   * Returns the text of the HTTP header {@code Server-Timing}: {@code queue;dur=0.021, …},
   * milliseconds.
   */
  public String serverTiming() {
    StringBuilder text = new StringBuilder(128);
    for (Phase each : PHASES) {
      text.append(each.label())
          .append(String.format(Locale.ROOT, ";dur=%.3f, ", nanos(each) / 1e6));
    }
    return text.append(String.format(Locale.ROOT, "total;dur=%.3f", totalNanos() / 1e6)).toString();
  }

  /** Returns a text for a person: each phase of a microsecond or more, in milliseconds. */
  @Override
  public String toString() {
    StringBuilder text = new StringBuilder();
    for (Phase each : PHASES) {
      if (nanos(each) >= 1_000) {
        text.append(text.isEmpty() ? "" : ", ")
            .append(each.label())
            .append(String.format(Locale.ROOT, " %.3f ms", nanos(each) / 1e6));
      }
    }
    return text.toString();
  }
}
