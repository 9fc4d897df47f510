package tutti.engine.concurrency.locking.actor;

import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import tutti.engine.concurrency.ActorRequest;
import tutti.engine.concurrency.Claim;
import tutti.engine.concurrency.DecidedState;
import tutti.engine.concurrency.Effects;
import tutti.engine.concurrency.Evaluations;
import tutti.engine.concurrency.Granted;
import tutti.engine.concurrency.LatchedControl;
import tutti.engine.concurrency.PendingVerdicts;
import tutti.engine.concurrency.Verdict;
import tutti.engine.concurrency.Work;
import tutti.engine.concurrency.locking.Precedence;
import tutti.engine.concurrency.locking.WaitRule;
import tutti.engine.relational.WriteAction;
import tutti.engine.storage.Cell;
import tutti.model.Call;

/**
 * Strict two-phase locking with one lock per actor (PSAC §2): shared for looks, exclusive for
 * actions, held until the transaction ends, first come first served.
 *
 * <p>A cell's control object is null while the actor is not in use, the {@link LockClaim} itself
 * while a single action does, and a {@link Lock} otherwise.
 */
public final class TwoPhaseLocking extends LatchedControl {
  /** The empty answers of rules under which a request ends no other. */
  private static final PendingVerdicts NO_ANSWERS = new PendingVerdicts();

  private final WaitRule rule;

  /** A control in which a request waits for all that are before it. */
  public TwoPhaseLocking(Effects effects) {
    this(effects, WaitRule.WAIT);
  }

  /**
   * @param rule decides on a request that another one is before
   */
  public TwoPhaseLocking(Effects effects, WaitRule rule) {
    super(effects);
    this.rule = rule;
  }

  /**
   * Returns false under {@link WaitRule#WOUND_WAIT}: a prepared transaction cannot be wounded, and
   * must then not wait anywhere.
   */
  @Override
  public boolean preparesEarly() {
    return rule != WaitRule.WOUND_WAIT;
  }

  @Override
  public boolean mayDeadlock() {
    return rule == WaitRule.WAIT;
  }

  @Override
  public Verdict request(ActorRequest request) {
    if (rule == WaitRule.WAIT || rule == WaitRule.NO_WAIT) {
      return request(request, NO_ANSWERS);
    }
    PendingVerdicts answers = new PendingVerdicts();
    Verdict verdict = request(request, answers);
    answers.deliver();
    return verdict;
  }

  /**
   * @param answers gets the verdicts on other requests
   */
  private Verdict request(ActorRequest request, PendingVerdicts answers) {
    Cell cell = request.cell();
    cell.lock();
    try {
      Object control = cell.control();
      if (control == null && request.work() instanceof Work.Act) {
        Verdict verdict = DecidedState.answer(request, LockClaim.MAKER);
        if (verdict instanceof Verdict.Accept accept) {
          cell.control(accept.claim());
        }
        return verdict;
      }
      if (control == null && request.work() instanceof Work.Read) {
        return Verdict.CurrentState.of(cell);
      }
      return enter(request, lockOf(cell, control), answers);
    } finally {
      cell.unlock();
    }
  }

  /** Answers or queues a request at an actor that is in use, or that it will share. */
  private Verdict enter(ActorRequest request, Lock lock, PendingVerdicts answers) {
    Cell cell = request.cell();
    boolean read = request.work() instanceof Work.Read;
    boolean byAge = rule == WaitRule.WOUND_WAIT;
    if (!(read ? lock.readable() : lock.mayEnter(request, byAge))) {
      lock.await(request, byAge);
      return read ? Verdict.Delay.INSTANCE : Precedence.settle(rule, request, lock, answers);
    }
    Verdict verdict = read ? Verdict.CurrentState.of(cell) : grant(request, lock);
    dropIfIdle(cell, lock);
    return verdict;
  }

  private static Verdict grant(ActorRequest request, Lock lock) {
    Verdict verdict = DecidedState.answer(request, LockClaim.MAKER);
    if (verdict instanceof Verdict.Accept accept) {
      lock.hold((LockClaim) accept.claim());
    }
    return verdict;
  }

  @Override
  protected Claim reinstate(Granted granted, long position, long low) {
    Cell cell = granted.cell();
    Lock lock = lockOf(cell, cell.control());
    if (!lock.compatible(granted)) {
      throw granted.besideOthers();
    }
    LockClaim claim = reinstated(granted, position, low);
    lock.hold(claim);
    return claim;
  }

  private static LockClaim reinstated(ActorRequest granted, long position, long low) {
    return switch (granted.work()) {
      case Work.Act(Call call) ->
          LockClaim.reinstated(
              granted,
              position,
              low,
              call.action() instanceof WriteAction
                  ? null
                  : Evaluations.again(call, granted.cell().state(), granted.around()).next());
      case Work.Observe _, Work.Forbid _ -> LockClaim.shared(granted);
      case Work.Run _, Work.Lock _, Work.Read _, Work.Begin _, Work.Settle _ ->
          throw new IllegalStateException("no such claim was held: " + granted.work());
    };
  }

  @Override
  protected boolean withdraw(ActorRequest request, Cell cell, PendingVerdicts answers) {
    if (!(cell.control() instanceof Lock lock)) {
      return false;
    }
    boolean waited = lock.withdraw(request);
    advance(cell, lock, answers);
    return waited;
  }

  @Override
  protected @Nullable PendingVerdicts end(Claim ended, Cell cell, boolean committed, long lsn) {
    LockClaim claim = (LockClaim) ended;
    if (committed && claim.changes()) {
      cell.apply(claim.next(), lsn);
      effects.applied(claim, cell.version());
    }
    if (cell.control() == claim) {
      cell.control(null);
    } else if (cell.control() instanceof Lock lock) {
      lock.letGo(claim);
      PendingVerdicts answers = new PendingVerdicts();
      advance(cell, lock, answers);
      return answers;
    }
    return null;
  }

  /** Answers all that can be answered now: first the reads, then the queue as far as it goes. */
  private static void advance(Cell cell, Lock lock, PendingVerdicts answers) {
    if (lock.readable()) {
      for (ActorRequest read = lock.nextRead(); read != null; read = lock.nextRead()) {
        answers.add(read, Verdict.CurrentState.of(cell));
      }
    }
    for (ActorRequest next = lock.nextGranted(); next != null; next = lock.nextGranted()) {
      answers.add(next, grant(next, lock));
    }
    dropIfIdle(cell, lock);
  }

  private static Lock lockOf(Cell cell, @Nullable Object control) {
    if (control instanceof Lock lock) {
      return lock;
    }
    Lock lock = new Lock((LockClaim) control);
    cell.control(lock);
    return lock;
  }

  private static void dropIfIdle(Cell cell, Lock lock) {
    if (lock.idle()) {
      cell.control(null);
    }
  }

  /** Gives no claims: {@link #commit} applies, so no committed effect is ever unapplied. */
  @Override
  public long unapplied(Cell cell, Consumer<Claim> sink) {
    Object control = cell.control();
    LockClaim acting = control instanceof Lock lock ? lock.exclusive() : (LockClaim) control;
    return acting == null ? cell.nextPosition() : acting.position();
  }
}
