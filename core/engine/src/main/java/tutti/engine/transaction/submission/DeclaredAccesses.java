package tutti.engine.transaction.submission;

import tutti.engine.runtime.Latch;
import tutti.model.ActorId;
import tutti.model.Refusal;
import tutti.model.footprint.Access.Mode;
import tutti.model.footprint.Bound;
import tutti.model.footprint.Footprint;

/**
 * The accesses that one attempt at a transaction may still make, as a client's block, or the
 * procedures that the client calls, have declared them. Used by the tasks of the attempt at the
 * same time.
 */
public final class DeclaredAccesses {
  private final Footprint declared;
  private final Latch latch = new Latch();
  private Footprint left;

  public DeclaredAccesses(Footprint declared) {
    this.declared = declared;
    this.left = declared;
  }

  /**
   * Counts an access.
   *
   * @param action the procedure or event, or another word for the access
   * @return done if the access was declared, else the reason why it is refused
   */
  public Result use(ActorId actor, Mode mode, String action) {
    latch.lock();
    try {
      if (left.allows(actor, mode)) {
        left = left.after(actor, mode);
        return Result.DONE;
      }
    } finally {
      latch.unlock();
    }
    Bound bound = declared.bound(actor);
    Refusal refusal =
        bound.most() == 0 || !declared.allows(actor, mode)
            ? Refusal.of(
                "undeclared-access",
                actor + " is not to be " + mode + ": that is not among the declared accesses")
            : Refusal.of(
                "supremum-exceeded", actor + " is used more often than declared: " + bound);
    return new Result.Failed(new Reason.Refused(actor, action, refusal));
  }

  /** Returns the refusal of an actor that has been used elsewhere, if it was not declared. */
  public Result used(ActorId actor, String action) {
    return declared.bound(actor).most() > 0 ? Result.DONE : use(actor, Mode.WRITE, action);
  }
}
