package tutti.simulator.model;

import tutti.engine.concurrency.ActorRequest;
import tutti.engine.concurrency.Claim;
import tutti.engine.concurrency.ConcurrencyControl;
import tutti.engine.concurrency.ForwardingControl;
import tutti.engine.concurrency.Verdict;
import tutti.engine.concurrency.Work;
import tutti.engine.relational.WriteAction;
import tutti.engine.storage.rows.RowChanges;
import tutti.model.Call;

/** A concurrency control that charges for its calls. */
record ChargingControl(ModelWorld world, ConcurrencyControl control) implements ForwardingControl {

  @Override
  public Verdict request(ActorRequest request) {
    switch (request.work()) {
      // A place costs as much as a lock, which no control is charged for.
      case Work.Begin _, Work.Settle _ -> {}
      default -> world.charge(Constant.ACTION);
    }
    Verdict verdict = control.request(request);
    if (verdict instanceof Verdict.Conflict) {
      world.about(Head.ABORT);
    }
    return verdict;
  }

  @Override
  public void commit(Claim claim, long lsn) {
    world.about(Head.COMMIT);
    world.charge(Constant.ROW_FIND, rowsWritten(claim));
    control.commit(claim, lsn);
  }

  /** Returns the number of written rows: each of them is looked up once more to be installed. */
  private static int rowsWritten(Claim claim) {
    Call call = claim.call();
    RowChanges changes = call == null ? null : WriteAction.of(call);
    return changes == null ? 0 : changes.list().size();
  }

  /**
   * Aborts a claim. A claim that only read is released in this way too, however the transaction
   * ends.
   */
  @Override
  public void abort(Claim claim) {
    if (claim.hasCall()) {
      world.about(Head.ABORT);
    }
    control.abort(claim);
  }
}
