package tutti.engine.transaction.submission;

import java.time.Instant;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import tutti.engine.concurrency.TransactionId;
import tutti.engine.runtime.Promise;
import tutti.engine.span.Phase;
import tutti.engine.span.Spans;
import tutti.model.ActorId;

/**
 * One request of a client on its way to its outcome, over all attempts. A repeat under the same
 * idempotency key joins it while it runs.
 */
public final class Submission {
  private final TransactionId id;
  private final TransactionRequest request;
  private final long startedNanos;
  private final long age;
  private Consumer<Outcome> listener;
  private final Promise<Outcome> outcome = new Promise<>();
  private final @Nullable Spans spans;
  private int retries;
  private @Nullable SortedSet<ActorId> footprint;

  /** Whether the client was told something; all steps that may tell it run one after another. */
  private volatile boolean told;

  /**
   * @param age microseconds since 1970 when it was submitted: smaller is older, on every node
   */
  public Submission(
      TransactionId id,
      TransactionRequest request,
      long startedNanos,
      long age,
      Consumer<Outcome> listener) {
    this(id, request, startedNanos, age, listener, null);
  }

  /**
   * @param spans measures the times of its phases, or null
   */
  public Submission(
      TransactionId id,
      TransactionRequest request,
      long startedNanos,
      long age,
      Consumer<Outcome> listener,
      @Nullable Spans spans) {
    this.id = id;
    this.spans = spans;
    this.request = request;
    this.startedNanos = startedNanos;
    this.age = age;
    this.listener = listener;
  }

  /** Returns the age of a transaction that is submitted now. */
  public static long age(Instant now) {
    return now.getEpochSecond() * 1_000_000 + now.getNano() / 1_000;
  }

  public TransactionId id() {
    return id;
  }

  public TransactionRequest request() {
    return request;
  }

  public long age() {
    return age;
  }

  /** Returns the measurement of the submission's phases, or null if there is none. */
  public @Nullable Spans spans() {
    return spans;
  }

  /** Enters another phase; called by its task. */
  public void enter(Phase phase) {
    if (spans != null) {
      spans.enter(phase);
    }
  }

  long startedNanos() {
    return startedNanos;
  }

  /** Returns the deadline, in the scheduler's nanoseconds. */
  public long deadlineNanos() {
    return startedNanos + request.timeoutNanos();
  }

  /** Returns how often the request was tried again. Only its own task touches this. */
  public int retries() {
    return retries;
  }

  public void countRetry() {
    retries++;
  }

  /**
   * Returns the actors that attempts so far have touched, in the order in which the next one asks
   * for them: a transaction that deadlocked once asks in the common order. Only its own task
   * touches this.
   */
  public SortedSet<ActorId> footprint() {
    SortedSet<ActorId> known = footprint;
    if (known == null) {
      known = new TreeSet<>();
      footprint = known;
    }
    return known;
  }

  /** Returns whether the client has been told an outcome, which may be that it is in doubt. */
  public boolean isTold() {
    return told;
  }

  public void told() {
    told = true;
  }

  /** Tells {@code another} the outcome too, now or when it is known. */
  public void join(Consumer<Outcome> another) {
    outcome.whenDone(another);
  }

  /** Ends the submission and tells all listeners. Called once. */
  public void end(Outcome ended) {
    listener.accept(ended);
    listener = told -> {};
    outcome.complete(ended);
  }
}
