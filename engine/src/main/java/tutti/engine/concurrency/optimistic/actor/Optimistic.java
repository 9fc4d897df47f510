package tutti.engine.concurrency.optimistic.actor;

import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import tutti.engine.concurrency.Answers;
import tutti.engine.concurrency.Claim;
import tutti.engine.concurrency.DecidedState;
import tutti.engine.concurrency.Effects;
import tutti.engine.concurrency.Evaluations;
import tutti.engine.concurrency.Granted;
import tutti.engine.concurrency.LatchedControl;
import tutti.engine.concurrency.Request;
import tutti.engine.concurrency.Verdict;
import tutti.engine.concurrency.Work;
import tutti.engine.storage.Cell;
import tutti.model.ActorState;
import tutti.model.Call;

/**
 * Optimistic concurrency control (Silo §4.4): grants immediately on the newest state, and validates
 * at the end that it has not changed.
 *
 * <p>A cell's control object is null unless the actor is locked: then it is an {@link ActorLock}.
 */
public final class Optimistic extends LatchedControl {
  private static final String CHANGES = "is about to change it";
  private static final String CHANGED = "has changed it meanwhile";

  private static final DecidedState.Claims CLAIMS =
      new DecidedState.Claims() {
        @Override
        public Claim acts(Request request, ActorState next) {
          return acting(request, next);
        }

        @Override
        public Claim looks(Request request) {
          return OptimisticClaim.looks(request);
        }
      };

  public Optimistic(Effects effects) {
    super(effects);
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
      return DecidedState.answer(request, CLAIMS);
    }
    boolean read = request.work() instanceof Work.Read;
    if (!read && lock.holder().owner().coordinatedElsewhere()) {
      return changes(lock);
    }
    lock.waiting().add(request);
    return Verdict.Delay.INSTANCE;
  }

  private static OptimisticClaim acting(Request request, ActorState next) {
    OptimisticClaim claim = OptimisticClaim.acts(request, next);
    if (request.owner().coordinatedElsewhere()) {
      take(claim, request.cell().takePosition());
    }
    return claim;
  }

  private static void take(OptimisticClaim claim, long position) {
    claim.cell().control(new ActorLock(claim));
    claim.lockedAt(position);
  }

  private static Verdict.Conflict changes(ActorLock lock) {
    return new Verdict.Conflict(lock.holder().owner().id(), CHANGES);
  }

  @Override
  public Verdict.@Nullable Conflict lock(Claim granted) {
    OptimisticClaim claim = (OptimisticClaim) granted;
    if (!claim.acts() || claim.locked()) {
      return null;
    }
    Cell cell = claim.cell();
    cell.lock();
    try {
      if (cell.control() instanceof ActorLock lock) {
        return changes(lock);
      }
      if (cell.removed()) {
        return new Verdict.Conflict(null, CHANGED);
      }
      take(claim, cell.takePosition());
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
          ? changes(lock)
          : null;
    } finally {
      cell.unlock();
    }
  }

  @Override
  protected @Nullable Answers end(Claim ended, Cell cell, boolean committed, long lsn) {
    OptimisticClaim claim = (OptimisticClaim) ended;
    if (committed && claim.acts()) {
      cell.apply(claim.next(), lsn);
      effects.applied(claim, cell.version());
    }
    if (!(cell.control() instanceof ActorLock lock) || lock.holder() != claim) {
      return null;
    }
    cell.control(null);
    Answers answers = new Answers();
    advance(lock, answers);
    return answers;
  }

  /** Answers the waiting requests; one that locks as it executes goes before those behind it. */
  private static void advance(ActorLock gone, Answers answers) {
    for (Request request : gone.waiting()) {
      Verdict verdict = answer(request);
      if (!(verdict instanceof Verdict.Delay)) {
        answers.add(request, verdict);
      }
    }
  }

  @Override
  protected boolean withdraw(Request request, Cell cell, Answers answers) {
    return cell.control() instanceof ActorLock lock && lock.waiting().remove(request);
  }

  @Override
  protected Claim reinstate(Granted granted, long position, long low) {
    Cell cell = granted.cell();
    if (!(granted.work() instanceof Work.Act(Call call))) {
      return OptimisticClaim.looks(granted);
    }
    if (cell.control() instanceof ActorLock lock && lock.heldByOther(granted.owner())) {
      throw granted.besideOthers();
    }
    OptimisticClaim claim =
        OptimisticClaim.acts(
            granted, Evaluations.again(call, cell.state(), granted.around()).next());
    take(claim, position);
    cell.positionTaken(position);
    return claim;
  }

  /** Gives no claims: {@link #commit} applies, so no committed effect is ever unapplied. */
  @Override
  public long unapplied(Cell cell, Consumer<Claim> sink) {
    return cell.control() instanceof ActorLock lock
        ? lock.holder().position()
        : cell.nextPosition();
  }
}
