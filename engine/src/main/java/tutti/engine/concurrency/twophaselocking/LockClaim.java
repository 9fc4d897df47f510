package tutti.engine.concurrency.twophaselocking;

import org.jspecify.annotations.Nullable;
import tutti.engine.concurrency.Claim;
import tutti.engine.concurrency.DecidedState;
import tutti.engine.concurrency.Request;
import tutti.engine.concurrency.Use;
import tutti.engine.storage.Cell;
import tutti.model.ActorState;

/** A lock that is held on one actor: exclusive if it has a call, else shared. */
final class LockClaim extends Claim {
  /** Locks for what is granted. */
  static final DecidedState.Claims MAKER =
      new DecidedState.Claims() {
        @Override
        public Claim acts(Request request, ActorState next) {
          return exclusive(request, next);
        }

        @Override
        public Claim looks(Request request) {
          return shared(request);
        }
      };

  private final long observedLsn;
  private final @Nullable ActorState next;
  private final boolean update;
  boolean released;

  private LockClaim(Request request, long position, long low, @Nullable ActorState next) {
    super(request.owner(), request.cell(), request.work(), request.around(), position, low);
    this.observedLsn = request.cell().lastLsn();
    this.next = next;
    this.update = request.willAct();
  }

  /** The exclusive lock of an action that makes {@code next} of the actor. */
  static LockClaim exclusive(Request request, ActorState next) {
    long position = request.cell().takePosition();
    return new LockClaim(request, position, position, next);
  }

  /** The exclusive lock of an action that was granted, at that position, before a crash. */
  static LockClaim reinstated(Request request, long position, long low, ActorState next) {
    request.cell().positionTaken(position);
    return new LockClaim(request, position, low, next);
  }

  /** The shared lock of an observation. */
  static LockClaim shared(Request request) {
    return new LockClaim(request, -1, -1, null);
  }

  /** The state after the action: nobody else can have changed the actor meanwhile. */
  ActorState next() {
    if (next == null) {
      throw new IllegalStateException("a shared lock changes nothing");
    }
    return next;
  }

  boolean isExclusive() {
    return next != null;
  }

  /**
   * Whether this is a shared lock whose owner is expected to act here: one owner has it at a time.
   */
  boolean isUpdate() {
    return update && next == null;
  }

  Use use() {
    return new Use.Held(
        this, isExclusive() ? Use.How.ALONE : isUpdate() ? Use.How.TO_ACT : Use.How.SHARED);
  }

  @Override
  public long observedLsn() {
    return observedLsn;
  }

  /** Marks the lock as let go, once. */
  void release() {
    if (released) {
      throw new IllegalStateException("the claim of " + owner().id() + " has ended already");
    }
    released = true;
  }

  @Override
  public String toString() {
    Cell cell = cell();
    return (isExclusive() ? "exclusive" : "shared")
        + " lock of "
        + owner().id()
        + " on "
        + cell.id();
  }
}
