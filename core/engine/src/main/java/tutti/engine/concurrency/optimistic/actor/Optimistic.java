package tutti.engine.concurrency.optimistic.actor;

import tutti.engine.concurrency.ActorRequest;
import tutti.engine.concurrency.DecidedState;
import tutti.engine.concurrency.Effects;
import tutti.engine.concurrency.Verdict;
import tutti.engine.concurrency.optimistic.ActorLock;
import tutti.engine.concurrency.optimistic.OptimisticClaim;
import tutti.engine.concurrency.optimistic.OptimisticControl;
import tutti.engine.storage.Cell;

/**
 * Optimistic concurrency control (Silo §4.4): grants immediately on the newest state, and validates
 * at the end that it has not changed.
 *
 * <p>A cell's control object is null unless the actor is locked: then it is an {@link ActorLock}.
 */
public final class Optimistic extends OptimisticControl {

  public Optimistic(Effects effects) {
    super(effects);
  }

  @Override
  protected Verdict answerFree(ActorRequest request) {
    return DecidedState.answer(request, this);
  }

  @Override
  protected boolean waitsForLocks() {
    return true;
  }

  @Override
  protected ActorLock lockAt(Cell cell) {
    ActorLock lock = new ActorLock();
    cell.control(lock);
    return lock;
  }

  @Override
  protected void freed(ActorLock lock, OptimisticClaim by, boolean changed) {
    by.cell().control(null);
  }
}
