package tutti.simulator.model;

import tutti.engine.concurrency.Claim;
import tutti.engine.concurrency.ConcurrencyControl;
import tutti.engine.concurrency.ForwardingControl;
import tutti.engine.concurrency.Request;
import tutti.engine.concurrency.Verdict;

/** A concurrency control, and what asking it costs. */
final class ChargingControl implements ForwardingControl {
  private final World world;
  private final ConcurrencyControl control;

  ChargingControl(World world, ConcurrencyControl control) {
    this.world = world;
    this.control = control;
  }

  @Override
  public ConcurrencyControl control() {
    return control;
  }

  @Override
  public Verdict request(Request request) {
    world.charge(Constant.ACTION);
    Verdict verdict = control.request(request);
    if (verdict instanceof Verdict.Conflict) {
      world.about(Head.ABORT);
    }
    return verdict;
  }

  @Override
  public void commit(Claim claim, long lsn) {
    world.about(Head.COMMIT);
    control.commit(claim, lsn);
  }

  @Override
  public void abort(Claim claim) {
    world.about(Head.ABORT);
    control.abort(claim);
  }
}
