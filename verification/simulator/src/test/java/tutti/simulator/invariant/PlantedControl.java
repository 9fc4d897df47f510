package tutti.simulator.invariant;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import tutti.engine.concurrency.ActorRequest;
import tutti.engine.concurrency.Claim;
import tutti.engine.concurrency.ConcurrencyControl;
import tutti.engine.concurrency.Participant;
import tutti.engine.concurrency.Timestamps;
import tutti.engine.concurrency.Use;
import tutti.engine.concurrency.Verdict;
import tutti.engine.concurrency.Work;
import tutti.engine.storage.Cell;
import tutti.model.Surroundings;

/** A concurrency control that does what a test says, right or wrong. */
final class PlantedControl implements ConcurrencyControl {
  /** The users of the actor from the next call on. */
  List<Use> uses = List.of();

  /** The answer to the next request. */
  Verdict verdict = Verdict.Delay.INSTANCE;

  /** The effect of the next commit or abort. */
  Runnable effect = () -> {};

  /** The transactions for which all waiting ones wait. */
  final List<Participant> blockers = new ArrayList<>();

  /** The clock of its timestamps, or null if it orders by none. */
  @Nullable Timestamps timestamps;

  @Override
  public @Nullable Timestamps timestamps() {
    return timestamps;
  }

  @Override
  public Verdict request(ActorRequest request) {
    return verdict;
  }

  @Override
  public boolean withdraw(ActorRequest request) {
    return true;
  }

  @Override
  public void commit(Claim claim, long lsn) {
    effect.run();
  }

  @Override
  public void abort(Claim claim) {
    effect.run();
  }

  @Override
  public Claim reinstate(
      Participant owner, Cell cell, Work work, Surroundings around, long position, long low) {
    return new PlantedClaim(owner, cell, work, position);
  }

  @Override
  public void blockers(ActorRequest request, Consumer<Participant> sink) {
    blockers.forEach(sink);
  }

  @Override
  public long unapplied(Cell cell, Consumer<Claim> sink) {
    return cell.nextPosition();
  }

  @Override
  public void uses(Cell cell, Consumer<Use> sink) {
    uses.forEach(sink);
  }
}
