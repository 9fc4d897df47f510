package tutti.engine.transaction;

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
 * One request of a client on its way to its outcome, over all attempts. Whoever repeats it under
 * the same idempotency key while it runs joins it.
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

  /** Whether its client was told something; all that may tell it happens one after another. */
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
   * @param spans what times it, or null
   */
  Submission(
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

  public TransactionId id() {
    return id;
  }

  public TransactionRequest request() {
    return request;
  }

  public long age() {
    return age;
  }

  /** What times it, or null if nobody does. */
  @Nullable Spans spans() {
    return spans;
  }

  /** It goes on to another phase; called by its task. */
  void enter(Phase phase) {
    if (spans != null) {
      spans.enter(phase);
    }
  }

  public long startedNanos() {
    return startedNanos;
  }

  /** In the scheduler's nanoseconds. */
  public long deadlineNanos() {
    return startedNanos + request.timeoutNanos();
  }

  /** How often it was tried again. Only its own task touches this. */
  public int retries() {
    return retries;
  }

  public void countRetry() {
    retries++;
  }

  /**
   * The actors that attempts so far have touched, in the order in which the next one asks for them:
   * a transaction that deadlocked once goes the common way. Only its own task touches this.
   */
  SortedSet<ActorId> footprint() {
    SortedSet<ActorId> known = footprint;
    if (known == null) {
      known = new TreeSet<>();
      footprint = known;
    }
    return known;
  }

  /** Whether its client has been told an outcome, be it that it is in doubt. */
  boolean isTold() {
    return told;
  }

  void told() {
    told = true;
  }

  /** Tells {@code another} the outcome too, now or when it is there. */
  public void join(Consumer<Outcome> another) {
    outcome.whenDone(another);
  }

  /** Ends the submission and tells all who asked. Called once. */
  public void end(Outcome ended) {
    listener.accept(ended);
    listener = told -> {};
    outcome.complete(ended);
  }
}
