package tutti.lab.template;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import tutti.engine.concurrency.ActorRequest;
import tutti.engine.concurrency.Claim;
import tutti.engine.concurrency.DecidedState;
import tutti.engine.concurrency.Granted;
import tutti.engine.concurrency.InUse;
import tutti.engine.concurrency.LatchedControl;
import tutti.engine.concurrency.Participant;
import tutti.engine.concurrency.PendingVerdicts;
import tutti.engine.concurrency.Timestamps;
import tutti.engine.concurrency.Use;
import tutti.engine.concurrency.Verdict;
import tutti.engine.concurrency.Work;
import tutti.engine.node.OwnControl;
import tutti.engine.storage.Cell;
import tutti.model.ActorState;

/**
 * The template of {@code docs/adding-a-protocol.md} for controls by timestamps: basic timestamp
 * ordering of whole actors, strict in that only decided states are seen (P. Bernstein, N. Goodman:
 * <i>Concurrency Control in Distributed Database Systems</i>, ACM Computing Surveys 13(2), 1981,
 * §4).
 *
 * <p>Transactions happen in the order of the timestamps of their attempts. An actor remembers the
 * greatest timestamp that has read it and that of its last write. A transaction that comes too late
 * begins anew with a greater timestamp; one that comes early waits for the older ones. A younger
 * one always waits for an older one, so no cycle of waits can close.
 *
 * <p>An action reads its actor and writes it. A refusal is a read, too: it says how the actor was.
 * A look is not held, but remembered. Rows are written in their place, and a procedure may read
 * them again and again: a younger writer waits for it, and it does not begin beside a younger
 * writer.
 */
final class TimestampOrdering extends LatchedControl {
  private final Timestamps timestamps;

  /** The greatest timestamp that an actor had which was dropped: any actor may be that one. */
  private final AtomicLong forgotten = new AtomicLong();

  /** The timestamps of one actor, its claims, and the requests that wait for them. */
  private final class AtActor implements InUse, Cell.Memory {
    final List<ActorClaim> claims = new ArrayList<>(2);
    final List<ActorRequest> waiting = new ArrayList<>(0);
    long read = forgotten.get();
    long written = read;

    @Override
    public boolean isIdle() {
      return claims.isEmpty() && waiting.isEmpty();
    }

    @Override
    public void dropped() {
      forgotten.accumulateAndGet(Math.max(read, written), Math::max);
    }

    /** Whether a request must wait for a claim. */
    boolean waitsFor(ActorRequest request, ActorClaim claim) {
      if (claim.owner() == request.owner()) {
        return false;
      }
      boolean older = claim.owner().age() < request.owner().age();
      return switch (request.work()) {
        case Work.Read read -> claim.acts() && (older || claim.owner().readsWait());
        case Work.Act act -> older && (claim.acts() || claim.readsRows());
        case Work.Run(boolean writes) -> older && (claim.acts() || (writes && claim.readsRows()));
        default -> older && claim.acts();
      };
    }

    @Override
    public void blockers(ActorRequest request, Consumer<Participant> sink) {
      if (waiting.contains(request)) {
        for (ActorClaim claim : claims) {
          // A read may have begun to wait for a claim that has executed, and is asked for more now.
          boolean read = request.work() instanceof Work.Read && claim.acts();
          if (read || waitsFor(request, claim)) {
            sink.accept(claim.owner());
          }
        }
      }
    }

    @Override
    public void uses(Consumer<Use> sink) {
      claims.forEach(
          claim -> sink.accept(new Use.Held(claim, claim.acts() ? Use.How.ALONE : Use.How.SHARED)));
      waiting.forEach(request -> sink.accept(new Use.Waits(request, "for older ones")));
    }
  }

  TimestampOrdering(OwnControl.Context context) {
    super(context.effects());
    this.timestamps = context.timestamps();
  }

  @Override
  public Timestamps timestamps() {
    return timestamps;
  }

  @Override
  public boolean mayDeadlock() {
    return false;
  }

  @Override
  public Verdict request(ActorRequest request) {
    Cell cell = request.cell();
    cell.lock();
    try {
      AtActor here = at(cell);
      Verdict verdict = answer(request, here);
      if (verdict instanceof Verdict.Delay) {
        here.waiting.add(request);
      }
      return verdict;
    } finally {
      cell.unlock();
    }
  }

  private AtActor at(Cell cell) {
    if (cell.control() instanceof AtActor known) {
      return known;
    }
    AtActor fresh = new AtActor();
    cell.control(fresh);
    return fresh;
  }

  private Verdict answer(ActorRequest request, AtActor here) {
    long timestamp = request.owner().age();
    Work work = request.work();
    boolean acts = work instanceof Work.Act || (work instanceof Work.Run(var writes) && writes);
    long newest = acts ? Math.max(here.read, here.written) : here.written;
    if (timestamp < newest && !(work instanceof Work.Read)) {
      return new Verdict.Conflict(null, "is younger, and was here before", newest);
    }
    for (ActorClaim claim : here.claims) {
      long writer = claim.acts() ? claim.owner().age() : 0;
      if (work instanceof Work.Run && timestamp < writer) {
        return new Verdict.Conflict(null, "is younger, and will write rows in their place", writer);
      }
      if (here.waitsFor(request, claim)) {
        return Verdict.Delay.INSTANCE;
      }
    }
    Verdict verdict = DecidedState.answer(request, ActorClaim.MAKER);
    here.read = Math.max(here.read, timestamp);
    if (verdict instanceof Verdict.Accept accept) {
      here.claims.add((ActorClaim) accept.claim());
    }
    return verdict;
  }

  @Override
  protected PendingVerdicts end(Claim claim, Cell cell, boolean committed, long lsn) {
    AtActor here = at(cell);
    ActorClaim ended = (ActorClaim) claim;
    here.claims.remove(ended);
    ActorState next = committed ? ended.next() : null;
    if (next != null) {
      cell.apply(next, lsn);
      effects.applied(ended, cell.version());
      here.written = Math.max(here.written, ended.owner().age());
    }
    PendingVerdicts answers = new PendingVerdicts();
    retry(here, answers);
    return answers;
  }

  /** Tries the waiting requests again, the oldest first: it would come too late after a younger. */
  private void retry(AtActor here, PendingVerdicts answers) {
    if (here.waiting.isEmpty()) {
      return;
    }
    List<ActorRequest> all = new ArrayList<>(here.waiting);
    all.sort(Comparator.comparingLong(request -> request.owner().age()));
    for (ActorRequest request : all) {
      Verdict verdict = answer(request, here);
      if (!(verdict instanceof Verdict.Delay)) {
        here.waiting.remove(request);
        answers.add(request, verdict);
      }
    }
  }

  @Override
  protected boolean withdraw(ActorRequest request, Cell cell, PendingVerdicts answers) {
    return cell.control() instanceof AtActor here && here.waiting.remove(request);
  }

  /** Puts a claim back that is older than all that come: its owner's age is 0. */
  @Override
  protected Claim reinstate(Granted granted, long position, long low) {
    Cell cell = granted.cell();
    ActorClaim claim = ActorClaim.reinstated(granted, position, low);
    at(cell).claims.add(claim);
    return claim;
  }

  /** Gives no claims: {@link #commit} applies, so no committed effect is ever unapplied. */
  @Override
  public long unapplied(Cell cell, Consumer<Claim> sink) {
    return cell.control() instanceof AtActor here
        ? here.claims.stream()
            .filter(ActorClaim::acts)
            .mapToLong(Claim::position)
            .min()
            .orElse(cell.nextPosition())
        : cell.nextPosition();
  }
}
