package tutti.engine.transaction.seam;

import tutti.engine.concurrency.Work;
import tutti.model.ActorId;

/**
 * The uses of one actor that a transaction announces at its start.
 *
 * @param bound how often the actor is used at most
 * @param writes how often it is used at most by work that may change it
 * @param declared whether the user has declared the bounds
 */
public record DeclaredUse(ActorId actor, long bound, long writes, boolean declared) {
  /**
   * Returns the uses of an actor of which no more is known.
   *
   * @param writes whether any of them may change it
   */
  public static DeclaredUse unbounded(ActorId actor, boolean writes) {
    return new DeclaredUse(actor, Long.MAX_VALUE, writes ? Long.MAX_VALUE : 0, false);
  }

  /** Returns whether the number of uses has a bound. */
  public boolean isBounded() {
    return bound != Long.MAX_VALUE;
  }

  /**
   * Returns the question to the actor.
   *
   * @param hold as in {@link Work.Begin}
   */
  public Work.Begin work(boolean hold) {
    return new Work.Begin(bound, writes, declared, hold);
  }
}
