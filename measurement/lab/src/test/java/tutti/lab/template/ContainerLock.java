package tutti.lab.template;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import tutti.engine.concurrency.ActorRequest;
import tutti.engine.concurrency.Claim;
import tutti.engine.concurrency.ConcurrencyControl;
import tutti.engine.concurrency.DecidedState;
import tutti.engine.concurrency.Effects;
import tutti.engine.concurrency.Granted;
import tutti.engine.concurrency.Participant;
import tutti.engine.concurrency.PendingVerdicts;
import tutti.engine.concurrency.Use;
import tutti.engine.concurrency.Verdict;
import tutti.engine.concurrency.Work;
import tutti.engine.runtime.Latch;
import tutti.engine.storage.Cell;
import tutti.model.ActorState;
import tutti.model.Surroundings;

/**
 * The template of {@code docs/adding-a-protocol.md}: one lock for a whole container. A transaction
 * that finds it taken begins anew, so only clients' reads wait, and no cycle of waits can close.
 *
 * <p>A latch guards the holders of the lock, the latch of a cell the claims at it; code that needs
 * both takes that of the holders first. Latches spin, since tasks and steps share them.
 */
final class ContainerLock implements ConcurrencyControl {
  /** A cell's control object while anything is held or waits there. */
  private static final class AtCell {
    final List<ActorClaim> claims = new ArrayList<>(2);
    final List<ActorRequest> reads = new ArrayList<>(0);

    /**
     * Whether a read may be answered: no transaction that acts here may be committed
     * (docs/rulings.md#ruling-7).
     */
    boolean readable() {
      return claims.stream().noneMatch(it -> it.acts() && it.owner().readsWait());
    }
  }

  private final Effects effects;
  private final Latch latch = new Latch();

  /** How many claims each holder has: one holder, but for what recovery has put back. */
  private final Map<Participant, Integer> holders = new LinkedHashMap<>();

  ContainerLock(Effects effects) {
    this.effects = effects;
  }

  @Override
  public boolean mayDeadlock() {
    return false;
  }

  @Override
  public Verdict request(ActorRequest request) {
    if (request.work() instanceof Work.Read) {
      return read(request);
    }
    latch.lock();
    try {
      Participant owner = request.owner();
      for (Participant holder : holders.keySet()) {
        if (holder != owner) {
          return new Verdict.Conflict(holder.id(), "has the container");
        }
      }
      Cell cell = request.cell();
      cell.lock();
      try {
        Verdict verdict = DecidedState.answer(request, ActorClaim.MAKER);
        if (verdict instanceof Verdict.Accept accept) {
          hold((ActorClaim) accept.claim());
        }
        return verdict;
      } finally {
        cell.unlock();
      }
    } finally {
      latch.unlock();
    }
  }

  private void hold(ActorClaim claim) {
    holders.merge(claim.owner(), 1, Integer::sum);
    at(claim.cell()).claims.add(claim);
  }

  private static AtCell at(Cell cell) {
    if (cell.control() instanceof AtCell known) {
      return known;
    }
    AtCell fresh = new AtCell();
    cell.control(fresh);
    return fresh;
  }

  private static Verdict read(ActorRequest request) {
    Cell cell = request.cell();
    cell.lock();
    try {
      if (cell.control() instanceof AtCell here && !here.readable()) {
        here.reads.add(request);
        return Verdict.Delay.INSTANCE;
      }
      return Verdict.CurrentState.of(cell);
    } finally {
      cell.unlock();
    }
  }

  @Override
  public boolean withdraw(ActorRequest request) {
    Cell cell = request.cell();
    cell.lock();
    try {
      return cell.control() instanceof AtCell here && here.reads.remove(request);
    } finally {
      cell.unlock();
    }
  }

  @Override
  public void commit(Claim claim, long lsn) {
    end((ActorClaim) claim, true, lsn);
  }

  @Override
  public void abort(Claim claim) {
    end((ActorClaim) claim, false, 0);
  }

  private void end(ActorClaim claim, boolean committed, long lsn) {
    Cell cell = claim.cell();
    PendingVerdicts answers = new PendingVerdicts();
    latch.lock();
    try {
      cell.lock();
      try {
        if (!(cell.control() instanceof AtCell here) || !here.claims.remove(claim)) {
          throw new IllegalStateException(claim.owner().id() + " holds nothing at " + cell.id());
        }
        ActorState next = committed ? claim.next() : null;
        if (next != null) {
          cell.apply(next, lsn);
          effects.applied(claim, cell.version());
        }
        if (here.readable()) {
          here.reads.forEach(read -> answers.add(read, Verdict.CurrentState.of(cell)));
          here.reads.clear();
        }
        if (here.claims.isEmpty()) {
          cell.control(null);
        }
      } finally {
        cell.unlock();
      }
      holders.computeIfPresent(claim.owner(), (owner, count) -> count == 1 ? null : count - 1);
    } finally {
      latch.unlock();
    }
    answers.deliver();
  }

  /** Several may have been prepared, under another number of containers. */
  @Override
  public Claim reinstate(
      Participant owner, Cell cell, Work work, Surroundings around, long position, long low) {
    ActorRequest granted = new Granted(owner, cell, work, around);
    latch.lock();
    try {
      cell.lock();
      try {
        ActorClaim claim = ActorClaim.reinstated(granted, position, low);
        hold(claim);
        return claim;
      } finally {
        cell.unlock();
      }
    } finally {
      latch.unlock();
    }
  }

  @Override
  public void blockers(ActorRequest request, Consumer<Participant> sink) {
    Cell cell = request.cell();
    cell.lock();
    try {
      if (cell.control() instanceof AtCell here && here.reads.contains(request)) {
        here.claims.stream().filter(ActorClaim::acts).map(Claim::owner).forEach(sink);
      }
    } finally {
      cell.unlock();
    }
  }

  /** A committed effect is never unapplied: {@link #commit} applies it. */
  @Override
  public long unapplied(Cell cell, Consumer<Claim> sink) {
    return cell.control() instanceof AtCell here
        ? here.claims.stream()
            .filter(ActorClaim::acts)
            .mapToLong(Claim::position)
            .min()
            .orElse(cell.nextPosition())
        : cell.nextPosition();
  }

  @Override
  public void uses(Cell cell, Consumer<Use> sink) {
    cell.lock();
    try {
      if (cell.control() instanceof AtCell here) {
        here.claims.forEach(
            it -> sink.accept(new Use.Held(it, it.acts() ? Use.How.ALONE : Use.How.SHARED)));
        here.reads.forEach(read -> sink.accept(new Use.Waits(read, "")));
      }
    } finally {
      cell.unlock();
    }
  }
}
