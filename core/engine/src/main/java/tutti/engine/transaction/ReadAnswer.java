package tutti.engine.transaction;

import tutti.engine.concurrency.Verdict;
import tutti.engine.transaction.submission.Reason;
import tutti.model.ActorId;
import tutti.model.ActorType;

/** The answer to a read of an actor. */
public sealed interface ReadAnswer {
  /** The newest state, which no crash can undo any more. */
  record Found(ActorType type, ActorId actor, Verdict.CurrentState state) implements ReadAnswer {}

  /** The read failed, for this reason. */
  record Failed(Reason reason) implements ReadAnswer {}

  /** The actor does not exist. */
  record Missing() implements ReadAnswer {}
}
