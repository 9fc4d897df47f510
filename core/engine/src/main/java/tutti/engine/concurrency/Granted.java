package tutti.engine.concurrency;

import tutti.engine.storage.Cell;
import tutti.model.Surroundings;

/**
 * A request that was granted before a crash, as recovery remembers it: for {@link
 * ConcurrencyControl#reinstate}. The request is not asked or answered again.
 */
public final class Granted extends ActorRequest {

  public Granted(Participant owner, Cell cell, Work work, Surroundings around) {
    super(owner, cell, work, around);
  }

  /** Returns the failure of a claim that conflicts with one that was put back before. */
  public IllegalStateException besideOthers() {
    return new IllegalStateException(
        owner().id() + " cannot have held " + work() + " at " + cell().id() + " beside others");
  }

  @Override
  public void resolve(Verdict verdict) {
    throw new IllegalStateException(owner().id() + " was granted this before the crash");
  }
}
