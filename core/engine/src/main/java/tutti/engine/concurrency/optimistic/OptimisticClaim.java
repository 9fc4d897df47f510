package tutti.engine.concurrency.optimistic;

import org.jspecify.annotations.Nullable;
import tutti.engine.concurrency.ActorRequest;
import tutti.engine.concurrency.Claim;
import tutti.engine.concurrency.Verdict;
import tutti.model.ActorState;

/** The version of one actor that a transaction saw, and the state that its action leads to. */
public class OptimisticClaim extends Claim {
  private final long version;
  private final @Nullable ActorState next;

  /** The position at which it acts, once it is locked; guarded by the cell's latch. */
  private long position = -1;

  /**
   * @param next the state that an action leads to; null for a read, and for rows
   */
  protected OptimisticClaim(ActorRequest request, @Nullable ActorState next) {
    super(request.owner(), request.cell(), request.work(), request.around(), -1, -1);
    this.version = request.cell().version();
    this.next = next;
  }

  /** Returns the claim of an action that changes the actor to {@code next}. */
  static OptimisticClaim acts(ActorRequest request, ActorState next) {
    return new OptimisticClaim(request, next);
  }

  /** Returns the claim of a request that only reads. */
  static OptimisticClaim looks(ActorRequest request) {
    return new OptimisticClaim(request, null);
  }

  /** Whether the actor is another one after it. */
  protected boolean acts() {
    return next != null;
  }

  /** Returns the state after the action; for rows, once they are written. */
  protected ActorState next() {
    if (next == null) {
      throw new IllegalStateException("a look changes nothing");
    }
    return next;
  }

  /** Returns the conflict that ended the execution on the actor's rows, or null. */
  protected Verdict.@Nullable Conflict met() {
    return null;
  }

  /** The version of the actor that it was granted on. */
  final long version() {
    return version;
  }

  /** Records that the actor is locked, and the position at which the action happens. */
  final void lockedAt(long given) {
    position = given;
  }

  /** Whether the claim has locked its actor. */
  public final boolean locked() {
    return position >= 0;
  }

  @Override
  public final long position() {
    return position;
  }

  /** Returns the position: all that arrived earlier was decided when the actor was locked. */
  @Override
  public final long low() {
    return position;
  }

  @Override
  public String toString() {
    return (acts() ? "action" : "look") + " of " + owner().id() + " on " + cell().id();
  }
}
