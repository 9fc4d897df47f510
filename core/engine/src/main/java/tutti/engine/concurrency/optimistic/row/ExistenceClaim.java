package tutti.engine.concurrency.optimistic.row;

import tutti.engine.concurrency.ActorRequest;
import tutti.engine.concurrency.Claim;
import tutti.engine.concurrency.Work;
import tutti.model.ActorState;
import tutti.model.Observation;

/** The claim of a transaction that saw, without its rows, whether an actor has ever had any. */
final class ExistenceClaim extends Claim {
  private final ActorState seen;

  /** Made under the cell's latch. */
  ExistenceClaim(ActorRequest request) {
    super(request.owner(), request.cell(), request.work(), request.around(), -1, -1);
    this.seen = request.cell().state();
  }

  /** Whether the actor still is as it was seen; called under the cell's latch. */
  boolean isValid() {
    boolean nothing =
        work() instanceof Work.Observe(Observation what) && what == Observation.NOTHING;
    return nothing
        || (cell().state() == seen
            && !(cell().control() instanceof WritersInProgress writers
                && writers.hasOther(owner())));
  }
}
