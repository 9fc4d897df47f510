package tutti.engine.transaction.execution;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import tutti.engine.concurrency.Work;
import tutti.engine.runtime.Promise;
import tutti.engine.transaction.request.ActorRequests;
import tutti.engine.transaction.seam.Reply;
import tutti.engine.transaction.submission.Reason;
import tutti.engine.transaction.submission.Result;
import tutti.model.ActorId;
import tutti.model.Call;

/**
 * The events of other nodes that one attempt asks at once: those of its sync tree whose callers are
 * granted. In the attempt's own task.
 */
final class SyncLevel {
  private final EventExecution execution;

  /** The events, of actors that differ, in the order of the sync tree. */
  private final List<Call> events;

  private SyncLevel(EventExecution execution, List<Call> events) {
    this.execution = execution;
    this.events = events;
  }

  /**
   * Takes the events that are asked at once from those to be asked. What must stay impossible is
   * asked alone.
   *
   * @return null if there is none, or an actor of this node is to be asked first: that costs no
   *     message
   */
  static @Nullable SyncLevel take(EventExecution execution) {
    Set<ActorId> met = new HashSet<>();
    List<Call> events = new ArrayList<>(execution.todo.size());
    for (Call call : execution.todo) {
      if (execution.directory.isHere(call.target())) {
        return null;
      }
      if (met.add(call.target()) && !call.negated()) {
        events.add(call);
      }
    }
    events.forEach(execution.todo::remove);
    return events.isEmpty() ? null : new SyncLevel(execution, events);
  }

  /**
   * Makes the events happen, or fails as the first of them does that is refused. Events that need
   * to see another actor first are asked again then.
   */
  Result act() {
    List<Call> open = new ArrayList<>(events.size());
    Result last = Result.DONE;
    for (int i = 0; i < events.size() && last instanceof Result.Done; i++) {
      last = execution.mayAct(events.get(i));
      if (last instanceof Result.Done) {
        open.add(events.get(i));
      }
    }
    while (!open.isEmpty()) {
      Map<ActorId, Promise<Reply>> answers = put(open);
      Map<ActorId, Promise<Reply>> replies = orStopped(answers);
      List<Call> again = new ArrayList<>(0);
      Set<Reply.NeedsObservation> needed = new LinkedHashSet<>();
      for (Call call : open) {
        Reply.OfActor reply =
            (Reply.OfActor)
                execution.transaction.await(Objects.requireNonNull(replies.get(call.target())));
        if (reply instanceof Reply.NeedsObservation need) {
          needed.add(need);
          again.add(call);
          continue;
        }
        if (execution.acted(call, reply) instanceof Result.Failed failed) {
          stop(answers);
          return failed;
        }
        execution.transaction.holdElsewhere(new Work.Act(call), call.target());
      }
      for (Reply.NeedsObservation need : needed) {
        if (execution.observe(need.actor(), need.what()) instanceof Result.Failed unseen) {
          return unseen;
        }
      }
      open = again;
    }
    return last;
  }

  /** Puts events to their actors, to those of one node in the common order. */
  private Map<ActorId, Promise<Reply>> put(List<Call> calls) {
    List<Call> inOrder = new ArrayList<>(calls);
    inOrder.sort(EventExecution.BY_TARGET);
    Map<Integer, Call> last = new HashMap<>();
    inOrder.forEach(call -> last.put(execution.directory.nodeOf(call.target()), call));
    Map<ActorId, Promise<Reply>> answers = new HashMap<>();
    for (Call call : inOrder) {
      ActorId actor = call.target();
      Reason stopped = execution.stopped();
      if (stopped == null) {
        ActorRequests.Question question =
            new ActorRequests.Question(actor, new Work.Act(call), execution.transaction.seen());
        boolean isLast = last.get(execution.directory.nodeOf(actor)) == call;
        answers.put(actor, execution.putThere(question, isLast));
      } else {
        Promise<Reply> none = new Promise<>();
        none.complete(new Reply.Stopped(stopped));
        answers.put(actor, none);
      }
    }
    return answers;
  }

  /**
   * Returns the answers, each of which is also what stops another one: a transaction that cannot go
   * on waits for nothing.
   */
  private static Map<ActorId, Promise<Reply>> orStopped(Map<ActorId, Promise<Reply>> answers) {
    Map<ActorId, Promise<Reply>> replies = new HashMap<>();
    answers.keySet().forEach(actor -> replies.put(actor, new Promise<>()));
    answers.forEach(
        (actor, answer) -> {
          Promise<Reply> own = Objects.requireNonNull(replies.get(actor));
          answer.whenDone(
              reply -> {
                if (reply instanceof Reply.Stopped) {
                  replies.values().forEach(each -> each.complete(reply));
                } else {
                  own.complete(reply);
                }
              });
        });
    return replies;
  }

  /** Ends the waiting for the other answers: a refusal is told without them. */
  private void stop(Map<ActorId, Promise<Reply>> answers) {
    if (!answers.values().stream().allMatch(Promise::isDone)) {
      execution.stopAskingThere();
    }
  }
}
