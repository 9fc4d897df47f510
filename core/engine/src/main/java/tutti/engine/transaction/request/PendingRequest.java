package tutti.engine.transaction.request;

import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import tutti.engine.concurrency.ActorRequest;
import tutti.engine.concurrency.ConcurrencyControl;
import tutti.engine.concurrency.InUse;
import tutti.engine.concurrency.Participant;
import tutti.engine.concurrency.Verdict;
import tutti.engine.runtime.Promise;
import tutti.engine.storage.Cell;
import tutti.engine.transaction.submission.Reason;

/**
 * A request whose answer a task can wait for; the answer is a verdict, or why the request was
 * stopped.
 */
public final class PendingRequest extends ActorRequest {
  private final ConcurrencyControl control;
  private final boolean willAct;
  private final Promise<Answer> answer = new Promise<>();
  private volatile Waiters.@Nullable Waiter waiter;

  /** The result of an ask. */
  public sealed interface Answer {
    record Given(Verdict verdict) implements Answer {}

    /** The request does not wait any more, and was not answered. */
    record Stopped(Reason reason) implements Answer {}
  }

  PendingRequest(
      ActorRequests.Question question, Participant owner, Cell cell, ConcurrencyControl control) {
    super(owner, cell, question.work(), question.seen());
    this.control = control;
    this.willAct = question.willAct();
  }

  @Override
  public boolean willAct() {
    return willAct;
  }

  /**
   * Gives the participants that the request waits for: undecided, or their outcome is not told here
   * yet.
   */
  public void blockers(Consumer<Participant> sink) {
    control.blockers(this, sink);
  }

  /** Shows the queue of the request's actor, as {@link ConcurrencyControl#showQueue}. */
  public void showQueue(InUse.QueueViewer viewer) {
    control.showQueue(cell(), viewer);
  }

  ConcurrencyControl control() {
    return control;
  }

  @Override
  public void resolve(Verdict verdict) {
    answer.complete(answer(verdict));
  }

  /** Returns the owner's view of a verdict other than a delay. */
  Answer answer(Verdict verdict) {
    return verdict instanceof Verdict.Conflict conflict
        ? new Answer.Stopped(Reason.Conflict.at(cell().id(), conflict))
        : new Answer.Given(verdict);
  }

  /** Takes the request back, if it still waits. */
  public boolean stop(Reason reason) {
    if (!control.withdraw(this)) {
      return false;
    }
    answer.complete(new Answer.Stopped(reason));
    return true;
  }

  /** Ends a request that its control has never been given. */
  void expire(Reason reason) {
    answer.complete(new Answer.Stopped(reason));
  }

  /** Returns the request's entry among the waiting requests, or null. */
  Waiters.@Nullable Waiter waiter() {
    return waiter;
  }

  void waiter(Waiters.Waiter entry) {
    waiter = entry;
  }

  public boolean answered() {
    return answer.isDone();
  }

  /** Calls back when the request is answered, on the answering thread. */
  void whenAnswered(Consumer<Answer> callback) {
    answer.whenDone(callback);
  }

  /** Waits for the answer. Call this only in a task. */
  Answer await() {
    return answer.await();
  }
}
