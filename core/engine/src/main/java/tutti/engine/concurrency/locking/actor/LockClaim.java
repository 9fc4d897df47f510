package tutti.engine.concurrency.locking.actor;

import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import tutti.engine.concurrency.ActorRequest;
import tutti.engine.concurrency.Claim;
import tutti.engine.concurrency.DecidedState;
import tutti.engine.concurrency.InUse;
import tutti.engine.concurrency.Use;
import tutti.engine.relational.LockedRows;
import tutti.engine.storage.Cell;
import tutti.engine.storage.rows.ActorRows;
import tutti.model.ActorState;
import tutti.model.Call;
import tutti.model.relation.store.RowStore;

/** A lock that is held on one actor: exclusive if it has a position, else shared. */
final class LockClaim extends Claim implements InUse {
  /** Locks for the granted work. */
  static final DecidedState.Claims MAKER =
      new DecidedState.Claims() {
        @Override
        public Claim acts(ActorRequest request, ActorState next) {
          return exclusive(request, next);
        }

        @Override
        public Claim looks(ActorRequest request) {
          return shared(request);
        }

        @Override
        public Claim runs(ActorRequest request) {
          return rows(request);
        }
      };

  private final @Nullable ActorState next;
  private final @Nullable LockedRows rows;
  private final boolean update;

  private LockClaim(
      ActorRequest request,
      long position,
      long low,
      @Nullable ActorState next,
      @Nullable LockedRows rows) {
    super(request.owner(), request.cell(), request.work(), request.around(), position, low);
    this.next = next;
    this.rows = rows;
    this.update = request.willAct();
  }

  /** The exclusive lock of an action that makes {@code next} of the actor. */
  static LockClaim exclusive(ActorRequest request, ActorState next) {
    long position = request.cell().takePosition();
    return new LockClaim(request, position, position, next, null);
  }

  /**
   * The exclusive lock of an action that was granted, at that position, before a crash.
   *
   * @param next the state after it; null for rows, which are written once it commits
   */
  static LockClaim reinstated(
      ActorRequest request, long position, long low, @Nullable ActorState next) {
    request.cell().positionTaken(position);
    return new LockClaim(request, position, low, next, null);
  }

  /** The shared lock of an observation. */
  static LockClaim shared(ActorRequest request) {
    return new LockClaim(request, -1, -1, null, null);
  }

  /** The lock of procedures on a relational actor: exclusive if they may write. */
  static LockClaim rows(ActorRequest request) {
    Cell cell = request.cell();
    boolean writes = Lock.wantsExclusive(request);
    long position = writes ? cell.takePosition() : -1;
    LockedRows rows = new LockedRows(cell.id(), ActorRows.of(cell.state()), !writes);
    return new LockClaim(request, position, position, null, rows);
  }

  @Override
  public @Nullable RowStore rows() {
    return rows;
  }

  @Override
  public @Nullable Call call() {
    return rows == null ? super.call() : rows.write(cell());
  }

  @Override
  public boolean hasCall() {
    return rows == null ? super.hasCall() : rows.changed();
  }

  /** Whether the actor is another one after it. */
  boolean changes() {
    return rows == null ? isExclusive() : rows.changed();
  }

  /**
   * Returns the state after the action: no other transaction can have changed the actor meanwhile.
   */
  ActorState next() {
    Call call = call();
    if (call == null) {
      throw new IllegalStateException("a shared lock changes nothing");
    }
    if (next == null) {
      return call.action().apply(cell().state(), call.arguments(), around());
    }
    return next;
  }

  boolean isExclusive() {
    return position() >= 0;
  }

  /**
   * Whether the lock is shared and its owner is expected to act here: one owner has it at a time.
   */
  boolean isUpdate() {
    return update && !isExclusive();
  }

  Use use() {
    return new Use.Held(
        this, isExclusive() ? Use.How.ALONE : isUpdate() ? Use.How.TO_ACT : Use.How.SHARED);
  }

  /** Gives this claim, the actor's only use. */
  @Override
  public void uses(Consumer<Use> sink) {
    sink.accept(use());
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
