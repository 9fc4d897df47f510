package tutti.simulator.model;

import java.util.function.Consumer;
import tutti.engine.concurrency.Claim;
import tutti.engine.concurrency.ConcurrencyControl;
import tutti.engine.concurrency.Participant;
import tutti.engine.concurrency.Request;
import tutti.engine.concurrency.Verdict;
import tutti.engine.concurrency.Work;
import tutti.engine.storage.Cell;
import tutti.model.Surroundings;

/** A concurrency control, and what asking it costs. */
final class ChargingControl implements ConcurrencyControl {
  private final World world;
  private final ConcurrencyControl control;

  ChargingControl(World world, ConcurrencyControl control) {
    this.world = world;
    this.control = control;
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
  public boolean withdraw(Request request) {
    return control.withdraw(request);
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

  @Override
  public Claim reinstate(
      Participant owner, Cell cell, Work work, Surroundings around, long position, long low) {
    return control.reinstate(owner, cell, work, around, position, low);
  }

  @Override
  public void blockers(Request request, Consumer<Participant> sink) {
    control.blockers(request, sink);
  }

  @Override
  public long unapplied(Cell cell, Consumer<Claim> sink) {
    return control.unapplied(cell, sink);
  }
}
