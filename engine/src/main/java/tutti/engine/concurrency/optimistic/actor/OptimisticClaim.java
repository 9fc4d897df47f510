package tutti.engine.concurrency.optimistic.actor;

import org.jspecify.annotations.Nullable;
import tutti.engine.concurrency.Claim;
import tutti.engine.concurrency.Request;
import tutti.model.ActorState;

/** The version of one actor that a transaction saw, and the state that its action leads to. */
final class OptimisticClaim extends Claim {
  private final long version;
  private final @Nullable ActorState next;

  /** The position at which it acts, once it is locked; guarded by the cell's latch. */
  private long position = -1;

  private OptimisticClaim(Request request, @Nullable ActorState next) {
    super(request.owner(), request.cell(), request.work(), request.around(), -1, -1);
    this.version = request.cell().version();
    this.next = next;
  }

  /** Returns the claim of an action that changes the actor to {@code next}. */
  static OptimisticClaim acts(Request request, ActorState next) {
    return new OptimisticClaim(request, next);
  }

  /** Returns the claim of a request that only reads. */
  static OptimisticClaim looks(Request request) {
    return new OptimisticClaim(request, null);
  }

  boolean acts() {
    return next != null;
  }

  ActorState next() {
    if (next == null) {
      throw new IllegalStateException("a look changes nothing");
    }
    return next;
  }

  /** The version of the actor that it was granted on. */
  long version() {
    return version;
  }

  /** Records that the actor is locked, and the position at which the action happens. */
  void lockedAt(long given) {
    position = given;
  }

  boolean locked() {
    return position >= 0;
  }

  @Override
  public long position() {
    return position;
  }

  /** Returns the position: all that arrived earlier was decided when the actor was locked. */
  @Override
  public long low() {
    return position;
  }

  @Override
  public String toString() {
    return (acts() ? "action" : "look") + " of " + owner().id() + " on " + cell().id();
  }
}
