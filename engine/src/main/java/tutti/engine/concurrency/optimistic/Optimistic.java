package tutti.engine.concurrency.optimistic;

import java.util.ArrayDeque;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import tutti.engine.concurrency.Answers;
import tutti.engine.concurrency.Claim;
import tutti.engine.concurrency.ConcurrencyControl;
import tutti.engine.concurrency.Effects;
import tutti.engine.concurrency.Evaluations;
import tutti.engine.concurrency.Granted;
import tutti.engine.concurrency.Participant;
import tutti.engine.concurrency.Request;
import tutti.engine.concurrency.Use;
import tutti.engine.concurrency.Verdict;
import tutti.engine.concurrency.Work;
import tutti.engine.storage.Cell;
import tutti.model.Call;
import tutti.model.Evaluation;
import tutti.model.Surroundings;
import tutti.model.Unobserved;

/**
 * Optimistic concurrency control (Silo §4.4): grants at once on the newest state, and finds out at
 * the end whether that still stands.
 *
 * <p>A cell's control object is null unless the actor is locked: then it is an {@link ActorLock}.
 */
public final class Optimistic implements ConcurrencyControl {
  private static final String CHANGES = "is about to change it";
  private static final String CHANGED = "has changed it meanwhile";

  private final Effects effects;

  public Optimistic(Effects effects) {
    this.effects = effects;
  }

  @Override
  public boolean validates() {
    return true;
  }

  @Override
  public boolean mayDeadlock() {
    return false;
  }

  @Override
  public Verdict request(Request request) {
    Cell cell = request.cell();
    cell.lock();
    try {
      return answer(request);
    } finally {
      cell.unlock();
    }
  }

  private static Verdict answer(Request request) {
    if (!(request.cell().control() instanceof ActorLock lock) || !lock.isBefore(request)) {
      return grant(request);
    }
    OptimisticClaim holder = lock.holder();
    boolean read = request.work() instanceof Work.Read;
    if (!read && holder != null && holder.owner().coordinatedElsewhere()) {
      return new Verdict.Conflict(holder.owner().id(), CHANGES);
    }
    lock.await(request);
    return Verdict.Delay.INSTANCE;
  }

  private static Verdict grant(Request request) {
    Cell cell = request.cell();
    try {
      return switch (request.work()) {
        case Work.Act(Call call) ->
            switch (evaluate(request, call)) {
              case Evaluation.Accepted accepted ->
                  new Verdict.Accept(
                      acting(request, accepted), accepted.partners(), accepted.result());
              case Evaluation.Refused refused ->
                  new Verdict.Reject(refused.refusal(), cell.lastLsn());
            };
        case Work.Forbid(Call call) ->
            switch (evaluate(request, call)) {
              case Evaluation.Accepted accepted ->
                  new Verdict.Accept(OptimisticClaim.looks(request), accepted.partners(), false);
              case Evaluation.Refused refused ->
                  new Verdict.Accept(OptimisticClaim.looks(request), Claim.NO_PARTNERS, true);
            };
        case Work.Observe(var what) ->
            new Verdict.Accept(
                OptimisticClaim.looks(request), Claim.NO_PARTNERS, what.in(cell.state()));
        case Work.Read() -> new Verdict.Seen(cell.state(), cell.version(), cell.lastLsn());
      };
    } catch (Unobserved missing) {
      return new Verdict.NeedsObservation(missing.actor(), missing.what());
    }
  }

  private static Evaluation evaluate(Request request, Call call) {
    return Evaluations.evaluate(call, request.cell().state(), request.around());
  }

  private static OptimisticClaim acting(Request request, Evaluation.Accepted accepted) {
    OptimisticClaim claim = OptimisticClaim.acts(request, accepted.next());
    if (request.owner().coordinatedElsewhere()) {
      lockOf(request.cell()).hold(claim);
      claim.lockedAt(request.cell().takePosition());
    }
    return claim;
  }

  @Override
  public Verdict.@Nullable Conflict lock(Claim ended) {
    OptimisticClaim claim = (OptimisticClaim) ended;
    if (!claim.acts() || claim.locked()) {
      return null;
    }
    Cell cell = claim.cell();
    cell.lock();
    try {
      ActorLock lock = cell.control() instanceof ActorLock known ? known : null;
      OptimisticClaim holder = lock == null ? null : lock.holder();
      if (holder != null) {
        return new Verdict.Conflict(holder.owner().id(), CHANGES);
      }
      if (cell.removed()) {
        return new Verdict.Conflict(null, CHANGED);
      }
      lockOf(cell).hold(claim);
      claim.lockedAt(cell.takePosition());
      return null;
    } finally {
      cell.unlock();
    }
  }

  @Override
  public Verdict.@Nullable Conflict validate(Claim granted) {
    OptimisticClaim claim = (OptimisticClaim) granted;
    Cell cell = claim.cell();
    cell.lock();
    try {
      if (cell.version() != claim.version() || cell.removed()) {
        return new Verdict.Conflict(null, CHANGED);
      }
      return cell.control() instanceof ActorLock lock && lock.heldByOther(claim.owner())
          ? conflict(lock)
          : null;
    } finally {
      cell.unlock();
    }
  }

  private static Verdict.@Nullable Conflict conflict(ActorLock lock) {
    OptimisticClaim holder = lock.holder();
    return holder == null ? null : new Verdict.Conflict(holder.owner().id(), CHANGES);
  }

  @Override
  public void commit(Claim claim, long lsn) {
    end((OptimisticClaim) claim, true, lsn);
  }

  @Override
  public void abort(Claim claim) {
    end((OptimisticClaim) claim, false, 0);
  }

  private void end(OptimisticClaim claim, boolean committed, long lsn) {
    Cell cell = claim.cell();
    Answers answers = null;
    cell.lock();
    try {
      claim.end();
      if (committed && claim.acts()) {
        cell.apply(claim.next(), lsn);
        effects.applied(claim, cell.version());
      }
      if (cell.control() instanceof ActorLock lock && lock.holder() == claim) {
        lock.letGo();
        answers = new Answers();
        advance(cell, lock, answers);
      }
    } finally {
      cell.unlock();
    }
    if (answers != null) {
      answers.deliver();
    }
  }

  /** Answers those who waited; one that locks as it executes is before those behind it. */
  private static void advance(Cell cell, ActorLock lock, Answers answers) {
    ArrayDeque<Request> waited = new ArrayDeque<>(lock.waiting());
    lock.waiting().clear();
    for (Request request : waited) {
      Verdict verdict = answer(request);
      if (!(verdict instanceof Verdict.Delay)) {
        answers.add(request, verdict);
      }
    }
    dropIfIdle(cell, lock);
  }

  @Override
  public boolean withdraw(Request request) {
    Cell cell = request.cell();
    cell.lock();
    try {
      if (!(cell.control() instanceof ActorLock lock) || !lock.withdraw(request)) {
        return false;
      }
      dropIfIdle(cell, lock);
      return true;
    } finally {
      cell.unlock();
    }
  }

  @Override
  public Claim reinstate(
      Participant owner, Cell cell, Work work, Surroundings around, long position, long low) {
    Request granted = new Granted(owner, cell, work, around);
    cell.lock();
    try {
      if (!(work instanceof Work.Act(Call call))) {
        return OptimisticClaim.looks(granted);
      }
      if (lockOf(cell).heldByOther(owner)) {
        throw new IllegalStateException(
            owner.id() + " cannot have held " + work + " at " + cell.id() + " beside others");
      }
      OptimisticClaim claim =
          OptimisticClaim.acts(granted, Evaluations.again(call, cell.state(), around).next());
      lockOf(cell).hold(claim);
      claim.lockedAt(position);
      cell.positionTaken(position);
      return claim;
    } finally {
      cell.unlock();
    }
  }

  @Override
  public void blockers(Request request, Consumer<Participant> sink) {
    Cell cell = request.cell();
    cell.lock();
    try {
      if (cell.control() instanceof ActorLock lock && lock.awaits(request)) {
        OptimisticClaim holder = lock.holder();
        if (holder != null) {
          sink.accept(holder.owner());
        }
      }
    } finally {
      cell.unlock();
    }
  }

  /** Nothing is ever committed and not applied: {@link #commit} applies. */
  @Override
  public long unapplied(Cell cell, Consumer<Claim> sink) {
    OptimisticClaim holder = cell.control() instanceof ActorLock lock ? lock.holder() : null;
    return holder == null ? cell.nextPosition() : holder.position();
  }

  @Override
  public void uses(Cell cell, Consumer<Use> sink) {
    cell.lock();
    try {
      if (cell.control() instanceof ActorLock lock) {
        OptimisticClaim holder = lock.holder();
        if (holder != null) {
          sink.accept(new Use.Held(holder, Use.How.ALONE));
        }
        lock.waiting().forEach(request -> sink.accept(new Use.Waits(request, "")));
      }
    } finally {
      cell.unlock();
    }
  }

  private static ActorLock lockOf(Cell cell) {
    if (cell.control() instanceof ActorLock lock) {
      return lock;
    }
    ActorLock lock = new ActorLock();
    cell.control(lock);
    return lock;
  }

  private static void dropIfIdle(Cell cell, ActorLock lock) {
    if (lock.idle()) {
      cell.control(null);
    }
  }
}
