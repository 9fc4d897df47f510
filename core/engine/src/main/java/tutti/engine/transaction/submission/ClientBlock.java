package tutti.engine.transaction.submission;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import tutti.engine.concurrency.TransactionId;
import tutti.engine.runtime.Latch;
import tutti.engine.runtime.Promise;
import tutti.engine.runtime.Scheduler;
import tutti.engine.runtime.StepQueue;
import tutti.model.ActorId;
import tutti.model.Caller;
import tutti.model.footprint.Footprint;

/**
 * A transaction of a client's code, as its attempt sees it: the steps so far with their results,
 * and the step that comes next. The client puts one step at a time, from any thread; all other
 * methods except {@link #wake} and {@link #end} are for the attempt's task.
 */
public final class ClientBlock {
  private final @Nullable Footprint accesses;
  private final long timeoutNanos;
  private final Caller caller;
  private final Consumer<ClientBlock> starter;
  private final List<Past> past = new ArrayList<>();
  private final Latch latch = new Latch();
  private @Nullable ActorId first;
  private volatile @Nullable TransactionId transaction;
  private long observedLsn;
  private boolean changed;

  // Guarded by the latch.
  private @Nullable BlockStep open;
  private @Nullable Consumer<StepAnswer> listener;
  private @Nullable Promise<Boolean> waiting;
  private boolean woken;
  private @Nullable Outcome outcome;

  /** A step that was performed, with the result that the block got. */
  public record Past(BlockStep.Work step, @Nullable Object result) {}

  /** Makes the block of nobody, such as the node's own program. */
  public ClientBlock(
      @Nullable Footprint accesses, long timeoutNanos, Consumer<ClientBlock> starter) {
    this(accesses, timeoutNanos, Caller.NOBODY, starter);
  }

  /**
   * @param accesses the actors that the block says it uses, and how often; null if it says nothing
   * @param timeoutNanos the time from the first step until the transaction is rolled back
   * @param caller on whose behalf the client's code runs
   * @param starter runs the block's transaction, when its first step is there
   */
  public ClientBlock(
      @Nullable Footprint accesses,
      long timeoutNanos,
      Caller caller,
      Consumer<ClientBlock> starter) {
    this.accesses = accesses;
    this.timeoutNanos = timeoutNanos;
    this.caller = caller;
    this.starter = starter;
  }

  /** Returns the accesses that the block has declared, or null if it has declared none. */
  public @Nullable Footprint accesses() {
    return accesses;
  }

  public long timeoutNanos() {
    return timeoutNanos;
  }

  /** Returns the caller of the block's transaction. */
  public Caller caller() {
    return caller;
  }

  /** Returns the actor of the first step, whose container is the home of the transaction. */
  public ActorId first() {
    return Objects.requireNonNull(first, "the block has no step yet");
  }

  /** Names the block's transaction, which begins. */
  public void begin(TransactionId named) {
    transaction = named;
  }

  /** Returns the block's transaction, or null if no node has begun it. */
  public @Nullable TransactionId transaction() {
    return transaction;
  }

  // The client's side.

  /**
   * Puts the block's next step; the first one must be {@link BlockStep.Work}.
   *
   * @param answer is called once, on some thread
   * @throws IllegalStateException if a step of the block is not answered yet
   */
  public void put(BlockStep step, Consumer<StepAnswer> answer) {
    Outcome ended;
    Promise<Boolean> wakes = null;
    boolean starts = false;
    latch.lock();
    try {
      if (listener != null) {
        throw new IllegalStateException("a block does one step after the other");
      }
      ended = outcome;
      if (ended == null) {
        if (first == null) {
          first = ((BlockStep.Work) step).actor();
          starts = true;
        }
        open = step;
        listener = answer;
        wakes = waiting;
      }
    } finally {
      latch.unlock();
    }
    if (ended != null) {
      answer.accept(new StepAnswer.Ended(ended));
    } else if (starts) {
      starter.accept(this);
    } else if (wakes != null) {
      wakes.complete(true);
    }
  }

  // The attempt's side.

  /** Returns the steps that were performed, in their order. */
  public List<Past> past() {
    return past;
  }

  /**
   * Waits for a step that is not answered, until the deadline or {@link #wake}.
   *
   * @return null if there is none: then the attempt looks at what has happened
   */
  public @Nullable BlockStep next(Scheduler scheduler, StepQueue timers, long deadlineNanos) {
    Promise<Boolean> over = new Promise<>();
    latch.lock();
    try {
      if (open != null || woken) {
        woken = false;
        return open;
      }
      waiting = over;
    } finally {
      latch.unlock();
    }
    long left = Math.max(1, deadlineNanos - scheduler.nanos());
    Scheduler.Timer timer = scheduler.after(left, timers, () -> over.complete(true));
    over.await();
    timer.cancel();
    latch.lock();
    try {
      waiting = null;
      woken = false;
      return open;
    } finally {
      latch.unlock();
    }
  }

  /**
   * Ends the waiting for a step, since something has happened to the transaction. May be called by
   * any thread.
   */
  public void wake() {
    Promise<Boolean> waits;
    latch.lock();
    woken = true;
    waits = waiting;
    latch.unlock();
    if (waits != null) {
      waits.complete(true);
    }
  }

  /** Records that the open step is performed, and tells the block. */
  public void done(BlockStep.Work step, @Nullable Object result) {
    past.add(new Past(step, result));
    answer(new StepAnswer.Done(result));
  }

  /** Tells the block that its hint has arrived. */
  public void released() {
    answer(new StepAnswer.Done(null));
  }

  /**
   * Answers the open step of the block with a refusal, if the block can continue then.
   *
   * @param seenLsn the log position that the refusal depends on: the outcome depends on it, too
   * @return false if the block has ended, or the transaction cannot continue
   */
  public boolean refused(StepAnswer.Refused refused, long seenLsn) {
    latch.lock();
    boolean goesOn = open instanceof BlockStep.Work;
    latch.unlock();
    if (goesOn) {
      observedLsn = Math.max(observedLsn, seenLsn);
      answer(refused);
    }
    return goesOn;
  }

  /** Returns the log position that refusals depend on of which the block was told. */
  public long observedLsn() {
    return observedLsn;
  }

  /**
   * Returns the reason that a step has another result than before, and notes that the block cannot
   * continue in any attempt, since it got a result that is no longer true.
   *
   * @param cascade whether its last attempt ended since a transaction was rolled back whose changes
   *     it had seen
   */
  public Reason changedAt(ActorId actor, boolean cascade) {
    changed = true;
    String problem =
        cascade
            ? "was rolled back there after the block had been told of its changes"
            : "has changed there what the block was told";
    return new Reason.Conflict(actor, null, problem, 0);
  }

  /** Returns whether another attempt may take the steps so far again. */
  public boolean mayGoOn() {
    return !changed;
  }

  private void answer(StepAnswer answer) {
    Consumer<StepAnswer> told;
    latch.lock();
    told = listener;
    open = null;
    listener = null;
    latch.unlock();
    if (told != null) {
      told.accept(answer);
    }
  }

  /**
   * Ends the block, now or at its next step, with the outcome of its transaction. May be called by
   * any thread.
   */
  public void end(Outcome ended) {
    latch.lock();
    outcome = ended;
    latch.unlock();
    answer(new StepAnswer.Ended(ended));
  }
}
