package tutti.simulator.invariant;

import tutti.engine.concurrency.Claim;
import tutti.engine.concurrency.Participant;
import tutti.engine.concurrency.Work;
import tutti.engine.storage.Cell;
import tutti.model.Surroundings;

/** A claim that a test plants. */
final class PlantedClaim extends Claim {
  PlantedClaim(Participant owner, Cell cell, Work work, long position) {
    super(owner, cell, work, (Surroundings) owner, position, position);
  }

  @Override
  public long observedLsn() {
    return 0;
  }
}
