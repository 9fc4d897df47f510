package tutti.engine.transaction.submission;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.time.Instant;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import tutti.engine.concurrency.TransactionId;
import tutti.engine.concurrency.Verdict;
import tutti.engine.runtime.FieldHandle;
import tutti.engine.runtime.Promise;
import tutti.engine.span.Phase;
import tutti.engine.span.Spans;
import tutti.model.ActorId;

/**
 * One request of a client on its way to its outcome, over all attempts. A repeat under the same
 * idempotency key joins it while it runs.
 */
public final class Submission {
  private static final VarHandle TOLD =
      FieldHandle.of(MethodHandles.lookup(), "told", boolean.class);
  private static final Logger LOG = LoggerFactory.getLogger(Submission.class);

  private final TransactionId id;
  private final TransactionRequest request;
  private final long startedNanos;
  private final long age;
  private Consumer<Outcome> listener;
  private final Promise<Outcome> outcome = new Promise<>();
  private final @Nullable Spans spans;
  private final @Nullable ClientBlock block;
  private int retries;
  private int cascades;
  private boolean cascaded;
  private Set<ActorId> unbounded = Set.of();
  private @Nullable SortedSet<ActorId> priorActors;

  /** Gives back what the submission has taken of the node's memory. */
  private volatile Runnable givesBack = () -> {};

  /** True if the log, or other hosts, may have something by which the transaction happens. */
  private volatile boolean handedOver;

  /** Whether the client was told something; changed once. */
  @SuppressWarnings("unused") // through TOLD
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
    this(id, request, startedNanos, age, listener, spans, null);
  }

  /** A submission of a client's block: its request has no calls but those that the block makes. */
  public Submission(
      TransactionId id,
      ClientBlock block,
      long startedNanos,
      long age,
      Consumer<Outcome> listener,
      @Nullable Spans spans) {
    this(
        id,
        new TransactionRequest(List.of(), null, block.timeoutNanos()).by(block.caller()),
        startedNanos,
        age,
        listener,
        spans,
        block);
  }

  private Submission(
      TransactionId id,
      TransactionRequest request,
      long startedNanos,
      long age,
      Consumer<Outcome> listener,
      @Nullable Spans spans,
      @Nullable ClientBlock block) {
    this.id = id;
    this.block = block;
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

  /** Returns the client's block that is run; null if the submission is a request. */
  public @Nullable ClientBlock block() {
    return block;
  }

  /** Returns the actor that is asked first: its container is the home of the transaction. */
  public ActorId first() {
    return block == null ? request.calls().getFirst().target() : block.first();
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

  public long startedNanos() {
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
   * Returns the actors that attempts so far have touched, in the order in which the next attempt
   * asks for them: a transaction that deadlocked once asks in the common order. Only the
   * submission's own task uses this.
   */
  public SortedSet<ActorId> priorActors() {
    SortedSet<ActorId> known = priorActors;
    if (known == null) {
      known = new TreeSet<>();
      priorActors = known;
    }
    return known;
  }

  /** Returns how often an attempt was rolled back since another transaction was. */
  public int cascades() {
    return cascades;
  }

  /** Remembers that an attempt ended since it met another transaction. */
  public void met(Verdict.Conflict.Cause cause) {
    cascaded = cause == Verdict.Conflict.Cause.CASCADE;
    if (cascaded) {
      cascades++;
    }
  }

  /** Returns whether the last attempt ended since another transaction was rolled back. */
  public boolean endedByCascade() {
    return cascaded;
  }

  /** Returns the actors that attempts have used more often than their footprint says. */
  public Set<ActorId> unbounded() {
    return unbounded;
  }

  /** Keeps that a bound of this actor does not hold. */
  public void unbounded(ActorId actor) {
    Set<ActorId> more = new HashSet<>(unbounded);
    more.add(actor);
    unbounded = more;
  }

  /** Returns whether the client has been told an outcome, which may be that it is in doubt. */
  public boolean isTold() {
    return told;
  }

  /**
   * Returns whether the caller is the one that tells the client the outcome: the first that asks.
   */
  public boolean tell() {
    return TOLD.compareAndSet(this, false, true);
  }

  /** Tells {@code another} the outcome too, now or when it is known. */
  public void join(Consumer<Outcome> another) {
    outcome.whenDone(another);
  }

  /**
   * Sets what gives back what an attempt takes of the node's memory; an earlier attempt's is given
   * back now.
   */
  public void whenEnded(Runnable task) {
    Runnable former = givesBack;
    givesBack = task;
    former.run();
  }

  /** Gives back what the submission has taken of the node's memory: it has ended. */
  public void giveBack() {
    givesBack.run();
  }

  /**
   * Records whether an attempt goes where this task cannot take it back: to the log, or to replicas
   * and other nodes that commit it. An attempt that begins has not.
   */
  public void handedOver(boolean now) {
    handedOver = now;
  }

  /** Returns whether the current attempt may happen whatever its task does. */
  public boolean isHandedOver() {
    return handedOver;
  }

  /**
   * Ends the submission and tells all listeners. Called once. A listener that throws is logged: the
   * other ones hear the outcome, and the submission has ended.
   */
  public void end(Outcome ended) {
    Consumer<Outcome> first = listener;
    listener = told -> {};
    try {
      first.accept(ended);
    } catch (RuntimeException | LinkageError | AssertionError | StackOverflowError bug) {
      LOG.error("a listener of the outcome of transaction {} failed", id, bug);
    } finally {
      outcome.complete(ended);
    }
  }
}
