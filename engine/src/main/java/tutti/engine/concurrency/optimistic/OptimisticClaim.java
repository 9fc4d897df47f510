package tutti.engine.concurrency.optimistic;

import org.jspecify.annotations.Nullable;
import tutti.engine.concurrency.Claim;
import tutti.engine.concurrency.Request;
import tutti.model.ActorState;

/** What a transaction saw of one actor, and what it makes of it if it acts there. */
final class OptimisticClaim extends Claim {
  private final long version;
  private final long observedLsn;
  private final @Nullable ActorState next;

  /** The position at which it acts, once it is locked; guarded by the cell's latch. */
  private long position = -1;

  private boolean ended;

  private OptimisticClaim(Request request, @Nullable ActorState next) {
    super(request.owner(), request.cell(), request.work(), request.around(), -1, -1);
    this.version = request.cell().version();
    this.observedLsn = request.cell().lastLsn();
    this.next = next;
  }

  /** Of an action that makes {@code next} of the actor. */
  static OptimisticClaim acts(Request request, ActorState next) {
    return new OptimisticClaim(request, next);
  }

  /** Of something that only looks. */
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

  /** It is locked, and acts at this position. */
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

  /** All that arrived before it was decided when it was locked. */
  @Override
  public long low() {
    return position;
  }

  @Override
  public long observedLsn() {
    return observedLsn;
  }

  /** Marks it as ended, once. */
  void end() {
    if (ended) {
      throw new IllegalStateException("the claim of " + owner().id() + " has ended already");
    }
    ended = true;
  }

  @Override
  public String toString() {
    return (acts() ? "action" : "look") + " of " + owner().id() + " on " + cell().id();
  }
}
