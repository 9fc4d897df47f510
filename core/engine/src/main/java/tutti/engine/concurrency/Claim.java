package tutti.engine.concurrency;

import org.jspecify.annotations.Nullable;
import tutti.engine.storage.Cell;
import tutti.model.Call;
import tutti.model.Surroundings;
import tutti.model.relation.store.RowStore;

/**
 * A transaction's hold on one actor until it ends. Concurrency controls extend it with the data
 * that they need to release it.
 */
public abstract class Claim {
  private final Participant owner;
  private final Cell cell;
  private final Work work;
  private final Surroundings around;
  private final long position;
  private final long low;
  private long observedLsn;
  private boolean ended;

  /**
   * @param work the granted work: an action, an observation or a negated sync
   * @param around the surroundings that the action saw: its effect is computed with them
   * @param position the arrival position of the action at the actor; -1 for an observation
   * @param low the position before which all actions were decided when this one was accepted
   */
  protected Claim(
      Participant owner, Cell cell, Work work, Surroundings around, long position, long low) {
    this.owner = owner;
    this.cell = cell;
    this.work = work;
    this.around = around;
    this.position = position;
    this.low = low;
    this.observedLsn = cell.lastLsn();
  }

  /** Marks the claim as ended, once; {@link LatchedControl} does it for its claims. */
  public final void end() {
    if (ended) {
      throw new IllegalStateException("the claim of " + owner.id() + " has ended already");
    }
    ended = true;
  }

  public final Participant owner() {
    return owner;
  }

  public final Cell cell() {
    return cell;
  }

  /** Returns the work that the claim was granted for; never a {@link Work.Read}. */
  public final Work work() {
    return work;
  }

  /**
   * Returns the action that happens if the owner commits; null if the claim only reads. For a
   * {@link Work.Run} the action consists of the writes of its procedures so far.
   */
  public @Nullable Call call() {
    return work instanceof Work.Act(Call call) ? call : null;
  }

  /** Whether the claim has a {@link #call}. */
  public boolean hasCall() {
    return call() != null;
  }

  /**
   * Returns, for a {@link Work.Run}, the actor's rows with the owner's writes. They are for one
   * thread at a time; their methods may throw {@link Conflicted}.
   */
  public @Nullable RowStore rows() {
    return null;
  }

  /** Sets how a {@link Work.Run} waits for locks on its rows; called before the rows are used. */
  public void waitBy(LockWait wait) {}

  public final Surroundings around() {
    return around;
  }

  /** Returns the action's position; if none was given when it was accepted, from its lock on. */
  public long position() {
    return position;
  }

  public long low() {
    return low;
  }

  /**
   * Returns the newest log position that the observations of this claim depend on: as far as it is
   * known when the claim is granted, and all of it once the claim is validated.
   */
  public long observedLsn() {
    return observedLsn;
  }

  /** Returns the version of the actor that the claim's owner has seen. */
  public long observedVersion() {
    return cell.version();
  }

  /**
   * Whether the owner waits by this claim for the transactions before it: one of its claims at each
   * actor says so, under a control that {@linkplain ConcurrencyControl#begins begins}.
   */
  public boolean holdsPlace() {
    return false;
  }

  /** Sets {@link #observedLsn}: until then it is that of the cell when the claim was made. */
  protected final void observed(long lsn) {
    observedLsn = lsn;
  }
}
