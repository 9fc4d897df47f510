package tutti.engine.concurrency;

import org.jspecify.annotations.Nullable;
import tutti.engine.storage.Cell;
import tutti.model.Surroundings;

/** One request of a transaction to one actor. Made by the transaction, answered once. */
public abstract class ActorRequest {
  private final Participant owner;
  private final Cell cell;
  private final Work work;
  private final Surroundings around;
  private @Nullable Object entry;

  protected ActorRequest(Participant owner, Cell cell, Work work, Surroundings around) {
    this.owner = owner;
    this.cell = cell;
    this.work = work;
    this.around = around;
  }

  public final Participant owner() {
    return owner;
  }

  public final Cell cell() {
    return cell;
  }

  public final Work work() {
    return work;
  }

  public final Surroundings around() {
    return around;
  }

  /**
   * Returns whether the owner of an observation is expected to act on its actor later. Locks then
   * keep a place for that (an update lock), since two owners that both read first and then act
   * would wait for each other for ever. The result is only a hint: the engine is correct with
   * either.
   */
  public boolean willAct() {
    return false;
  }

  /** Returns the entry that {@link #enter} has set, while the request waits; else null. */
  public final @Nullable Object entry() {
    return entry;
  }

  /**
   * Sets the entry of the concurrency control, so that it finds a waiting request without looking
   * through all of them. Guarded by the cell's latch.
   */
  public final void enter(@Nullable Object newEntry) {
    entry = newEntry;
  }

  /**
   * The verdict on a request that was delayed: never {@link Verdict.Delay}. Called at most once, by
   * whichever thread's decision made it possible, never under a latch; must not block.
   */
  public abstract void resolve(Verdict verdict);
}
