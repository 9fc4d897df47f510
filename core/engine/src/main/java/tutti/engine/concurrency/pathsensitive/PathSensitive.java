package tutti.engine.concurrency.pathsensitive;

import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import tutti.engine.concurrency.ActorRequest;
import tutti.engine.concurrency.Claim;
import tutti.engine.concurrency.Effects;
import tutti.engine.concurrency.Evaluations;
import tutti.engine.concurrency.Granted;
import tutti.engine.concurrency.LatchedControl;
import tutti.engine.concurrency.Participant;
import tutti.engine.concurrency.PendingVerdicts;
import tutti.engine.concurrency.Verdict;
import tutti.engine.concurrency.Work;
import tutti.engine.storage.Cell;
import tutti.model.ActorState;
import tutti.model.Call;
import tutti.model.Evaluation;
import tutti.model.Unobserved;

/**
 * Path-sensitive concurrency control (PSAC §3.2, Listing 1): an action is accepted while others are
 * in progress if every possible outcome of theirs accepts it. The package says how and with which
 * rulings.
 *
 * <p>A cell's control object is null while the actor is not in use, the {@link ActClaim} itself
 * while a single action does, and a {@link InProgressQueue} otherwise.
 */
public final class PathSensitive extends LatchedControl {
  /**
   * The choices of the control.
   *
   * @param serializable whether actions together in progress must commute as well
   * @param maxInProgress undecided actions at one actor, at least 1; 1 is two-phase locking
   * @param intervals whether linear actions keep their outcomes as an interval
   * @param maxOutcomes how many distinct outcome states may be looked at before an action is
   *     delayed
   */
  public record Settings(
      boolean serializable, int maxInProgress, boolean intervals, int maxOutcomes) {}

  private final int maxOutcomes;
  private final AcceptanceCheck check;
  private final Fairness fairness;

  /**
   * @param effects told of every effect, under the cell's latch
   */
  public PathSensitive(Effects effects, Settings settings) {
    super(effects);
    this.maxOutcomes = settings.maxOutcomes();
    this.fairness = new Fairness(settings.maxInProgress());
    this.check = new AcceptanceCheck(settings, fairness);
  }

  @Override
  public Verdict request(ActorRequest request) {
    Cell cell = request.cell();
    cell.lock();
    try {
      Object control = cell.control();
      if (control == null) {
        return alone(request, cell);
      }
      if (control instanceof ActClaim only
          && request.work() instanceof Work.Read
          && !only.owner().readsWait()) {
        return Verdict.CurrentState.of(cell);
      }
      return arrive(request, queueOf(cell));
    } finally {
      cell.unlock();
    }
  }

  /** A request at an idle actor. */
  private Verdict alone(ActorRequest request, Cell cell) {
    return switch (request.work()) {
      case Work.Act(Call call) -> first(request, cell, call);
      case Work.Read read -> Verdict.CurrentState.of(cell);
      case Work.Observe _, Work.Forbid _ -> arrive(request, queueOf(cell));
      case Work.Run _, Work.Lock _, Work.Begin _, Work.Settle _ ->
          throw AcceptanceCheck.notHere(request);
    };
  }

  private static Verdict first(ActorRequest request, Cell cell, Call call) {
    Evaluation evaluation;
    try {
      evaluation = Evaluations.evaluate(call, cell.state(), request.around());
    } catch (Unobserved missing) {
      return new Verdict.NeedsObservation(missing.actor(), missing.what());
    }
    return switch (evaluation) {
      case Evaluation.Refused refused -> new Verdict.Reject(refused.refusal(), cell.lastLsn());
      case Evaluation.Accepted accepted -> {
        long position = cell.takePosition();
        ActClaim claim =
            new ActClaim(
                request,
                call,
                accepted.partners(),
                accepted.result(),
                cell.state(),
                accepted.next(),
                new ActClaim.Arrival(1, position, position, cell.lastLsn()));
        cell.control(claim);
        yield new Verdict.Accept(claim, accepted.partners(), accepted.result());
      }
    };
  }

  private Verdict arrive(ActorRequest request, InProgressQueue queue) {
    long arrival = queue.nextArrival();
    Verdict verdict = check.verdict(queue, request, arrival);
    if (verdict instanceof Verdict.Delay) {
      queue.delay(new Delayed(request, arrival, queue.why));
    } else {
      dropIfIdle(queue);
    }
    return verdict;
  }

  @Override
  protected Claim reinstate(Granted granted, long position, long low) {
    InProgressQueue queue = queueOf(granted.cell());
    return switch (granted.work()) {
      case Work.Act(Call call) -> actAgain(queue, granted, call, position, low);
      case Work.Observe _, Work.Forbid _ -> lookAgain(queue, granted);
      case Work.Run _, Work.Lock _, Work.Begin _, Work.Settle _ ->
          throw AcceptanceCheck.notHere(granted);
      case Work.Read _ ->
          throw new IllegalStateException("a read holds nothing: " + granted.work());
    };
  }

  /**
   * Grants an action again that every outcome accepted (I1); the all-commit outcome gives the plan.
   */
  private static ActClaim actAgain(
      InProgressQueue queue, ActorRequest granted, Call call, long position, long low) {
    ActorState tip = queue.intervals.tip(queue.head());
    if (tip == null) {
      throw new IllegalStateException("what came before " + call + " cannot be done any more");
    }
    Evaluation.Accepted plan = Evaluations.again(call, tip, granted.around());
    ActClaim claim =
        new ActClaim(
            granted,
            call,
            plan.partners(),
            plan.result(),
            tip,
            plan.next(),
            queue.placeAgain(position, low));
    queue.start(claim);
    queue.intervals.started(claim, null);
    return claim;
  }

  private static LookClaim lookAgain(InProgressQueue queue, ActorRequest granted) {
    LookClaim look = LookClaim.reinstated(granted, queue.newestLsn(), queue.nextArrival());
    queue.hold(look);
    return look;
  }

  @Override
  protected @Nullable PendingVerdicts end(Claim claim, Cell cell, boolean committed, long lsn) {
    if (!(claim instanceof ActClaim action)) {
      return letGo(cell, (LookClaim) claim);
    }
    if (cell.control() == action) {
      if (committed) {
        apply(cell, action, lsn);
      }
      cell.control(null);
      return null;
    }
    InProgressQueue queue = queue(cell);
    if (committed) {
      queue.decided(action, lsn);
    } else {
      queue.remove(action);
    }
    return advance(queue);
  }

  private @Nullable PendingVerdicts letGo(Cell cell, LookClaim look) {
    InProgressQueue queue = queue(cell);
    queue.letGo(look);
    return advance(queue);
  }

  /**
   * Applies decided effects after every decision, as far as they are first in order of arrival, and
   * tries all waiting requests again (Listing 1; docs/rulings.md#ruling-8).
   */
  private @Nullable PendingVerdicts advance(InProgressQueue queue) {
    PendingVerdicts answers = queue.firstDelayed() == null ? null : new PendingVerdicts();
    advance(queue, answers);
    return answers;
  }

  private void advance(InProgressQueue queue, @Nullable PendingVerdicts answers) {
    for (ActClaim head = queue.head(); head != null && !head.undecided(); head = queue.head()) {
      apply(queue.cell, head, head.decidedLsn());
      queue.remove(head);
    }
    if (answers != null) {
      retry(queue, answers);
    }
    dropIfIdle(queue);
  }

  private void retry(InProgressQueue queue, PendingVerdicts answers) {
    Delayed next = queue.firstDelayed();
    while (next != null) {
      Delayed delayed = next;
      next = delayed.after;
      if (delayed.acts() && check.full(queue)) {
        if (queue.delayedLooks() == 0) {
          break;
        }
        continue;
      }
      Verdict verdict = check.verdict(queue, delayed.request, delayed.arrival);
      if (verdict instanceof Verdict.Delay) {
        delayed.why = queue.why;
      } else {
        queue.undelay(delayed);
        answers.add(delayed.request, verdict);
      }
    }
  }

  private void apply(Cell cell, ActClaim action, long lsn) {
    cell.apply(action.move(cell.state()), lsn);
    effects.applied(action, cell.version());
  }

  @Override
  protected boolean withdraw(ActorRequest request, Cell cell, PendingVerdicts answers) {
    Delayed delayed = InProgressQueue.find(request);
    if (delayed == null) {
      return false;
    }
    InProgressQueue queue = queue(cell);
    queue.undelay(delayed);
    advance(queue, answers);
    return true;
  }

  @Override
  public void blockers(ActorRequest request, Consumer<Participant> sink) {
    Cell cell = request.cell();
    cell.lock();
    try {
      Delayed delayed = InProgressQueue.find(request);
      if (delayed != null) {
        tell(queue(cell), delayed, sink);
      }
    } finally {
      cell.unlock();
    }
  }

  private void tell(InProgressQueue queue, Delayed delayed, Consumer<Participant> sink) {
    Participant owner = delayed.request.owner();
    // While the actor is full, waiting actions and their former reasons are not looked at.
    switch (delayed.acts() && check.full(queue) ? Delayed.Why.FULL : delayed.why) {
      case OUTCOMES, FULL, UNAPPLIED -> {
        for (ActClaim action = queue.head(); action != null; action = action.after) {
          if (action.undecided() && action.owner() != owner) {
            sink.accept(action.owner());
          }
        }
      }
      case OBSERVED -> {
        for (LookClaim look = queue.firstLook(); look != null; look = look.after) {
          if (look.owner() != owner) {
            sink.accept(look.owner());
          }
        }
      }
      case FAIRNESS -> fairness.tell(queue, delayed, sink);
    }
  }

  @Override
  public long unapplied(Cell cell, Consumer<Claim> sink) {
    Object control = cell.control();
    if (control instanceof ActClaim only) {
      return only.position();
    }
    ActClaim head = null;
    if (control instanceof InProgressQueue queue) {
      queue.queued(sink);
      head = queue.head();
    }
    return head == null ? cell.nextPosition() : head.position();
  }

  private InProgressQueue queueOf(Cell cell) {
    if (cell.control() instanceof InProgressQueue queue) {
      return queue;
    }
    InProgressQueue queue = new InProgressQueue(cell, maxOutcomes);
    if (cell.control() instanceof ActClaim only) {
      queue.start(only);
    }
    cell.control(queue);
    return queue;
  }

  private static InProgressQueue queue(Cell cell) {
    if (cell.control() instanceof InProgressQueue queue) {
      return queue;
    }
    throw new IllegalStateException("nothing is held at " + cell.id());
  }

  private static void dropIfIdle(InProgressQueue queue) {
    if (queue.idle()) {
      queue.cell.control(null);
    }
  }
}
