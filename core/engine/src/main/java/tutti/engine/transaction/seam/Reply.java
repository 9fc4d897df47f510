package tutti.engine.transaction.seam;

import java.util.List;
import org.jspecify.annotations.Nullable;
import tutti.engine.transaction.submission.Reason;
import tutti.model.ActorId;
import tutti.model.Call;
import tutti.model.Observation;
import tutti.model.Refusal;

/** The reply of a node to a transaction that has asked it. */
public sealed interface Reply {

  /** The reply of an actor, on whichever node it lives. */
  sealed interface OfActor extends Reply {}

  /**
   * The actor granted the question; the grant is held until the transaction ends.
   *
   * @param partners as in {@link tutti.engine.concurrency.Verdict.Accept#partners}
   * @param result as in {@link tutti.engine.concurrency.Verdict.Accept#result}
   */
  record Granted(List<Call> partners, @Nullable Object result) implements OfActor {}

  /** The application's rules refuse the question. */
  record Refused(Refusal refusal) implements OfActor {}

  /** The actor needs an observation of another actor first; then it is asked again. */
  record NeedsObservation(ActorId actor, Observation what) implements OfActor {}

  /**
   * The procedures on the other node have run until each has ended or waits for the coordinator.
   *
   * @param ends calls that have ended, by the number under which the coordinator made them
   * @param calls what the procedures call elsewhere, each under a number that its end must bring
   *     back
   */
  record Performed(List<Numbered<RemoteEnd>> ends, List<Numbered<RemoteCall>> calls)
      implements Reply {}

  /** One of several numbered calls or ends; the answer to it has the same number. */
  record Numbered<T>(int number, T value) {}

  /**
   * The actor did not answer: the transaction is a deadlock's victim or out of time, or the actor's
   * node cannot be reached.
   */
  record Stopped(Reason reason) implements OfActor {}
}
