package tutti.engine.concurrency;

import org.jspecify.annotations.Nullable;
import tutti.engine.storage.Cell;
import tutti.model.Surroundings;

/**
 * The frame of a control that ends a claim, or takes a request back, under the latch of its cell,
 * and gives the answers that this made possible under no latch.
 */
public abstract class LatchedControl implements ConcurrencyControl {
  protected final Effects effects;

  /**
   * @param effects is told of every effect
   */
  protected LatchedControl(Effects effects) {
    this.effects = effects;
  }

  /**
   * Ends a claim; called once, with the cell's latch held.
   *
   * @param lsn the position of the decision, if it committed
   * @return the answers to requests that waited, or null
   */
  protected abstract @Nullable PendingVerdicts end(
      Claim claim, Cell cell, boolean committed, long lsn);

  /**
   * Takes a request back; called with the cell's latch held.
   *
   * @param answers gets the answers to the requests behind it
   * @return whether it waited
   */
  protected abstract boolean withdraw(ActorRequest request, Cell cell, PendingVerdicts answers);

  /**
   * Puts a claim back, as {@link ConcurrencyControl#reinstate}; called with the cell's latch held.
   */
  protected abstract Claim reinstate(Granted granted, long position, long low);

  @Override
  public final Claim reinstate(
      Participant owner, Cell cell, Work work, Surroundings around, long position, long low) {
    cell.lock();
    try {
      return reinstate(new Granted(owner, cell, work, around), position, low);
    } finally {
      cell.unlock();
    }
  }

  @Override
  public final void commit(Claim claim, long lsn) {
    end(claim, true, lsn);
  }

  @Override
  public final void abort(Claim claim) {
    end(claim, false, 0);
  }

  private void end(Claim claim, boolean committed, long lsn) {
    Cell cell = claim.cell();
    PendingVerdicts answers;
    cell.lock();
    try {
      claim.end();
      answers = end(claim, cell, committed, lsn);
    } finally {
      cell.unlock();
    }
    if (answers != null) {
      answers.deliver();
    }
  }

  @Override
  public final boolean withdraw(ActorRequest request) {
    Cell cell = request.cell();
    PendingVerdicts answers = new PendingVerdicts();
    boolean waited;
    cell.lock();
    try {
      waited = withdraw(request, cell, answers);
    } finally {
      cell.unlock();
    }
    answers.deliver();
    return waited;
  }
}
