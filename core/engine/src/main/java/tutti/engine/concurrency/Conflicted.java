package tutti.engine.concurrency;

import tutti.model.ActorId;

/**
 * A transaction that works on the rows of an actor has met another one there, and is to begin anew:
 * {@link Verdict.Conflict} from the middle of a procedure. Thrown by the rows of {@link
 * Claim#rows}, through the user's code; the runner of procedures catches it. Without a stack trace,
 * for it is no fault and has to be cheap.
 */
public final class Conflicted extends RuntimeException {
  private static final long serialVersionUID = 1;

  private final transient ActorId actor;
  private final transient Verdict.Conflict met;

  /**
   * @param actor where they met
   */
  public Conflicted(ActorId actor, Verdict.Conflict met) {
    super("another transaction " + met.how() + ": " + actor, null, false, false);
    this.actor = actor;
    this.met = met;
  }

  /** Returns the actor at which the two transactions met. */
  public ActorId actor() {
    return actor;
  }

  public Verdict.Conflict met() {
    return met;
  }
}
