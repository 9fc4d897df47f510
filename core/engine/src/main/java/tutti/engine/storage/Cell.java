package tutti.engine.storage;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import org.jspecify.annotations.Nullable;
import tutti.engine.runtime.FieldHandle;
import tutti.engine.runtime.Latch;
import tutti.model.ActorId;
import tutti.model.ActorState;
import tutti.model.ActorType;

/**
 * The place of one actor: its newest applied state, and the object that its concurrency control
 * keeps beside it. An idle actor consists of this object and its state only.
 *
 * <p>All fields except the identity are guarded by the latch; {@link #lastLsn} may be read without
 * it, and so may the state of an actor whose rows are changed in place, which is one object for
 * ever. The latch is held for a few hundred nanoseconds, never while waiting, and never two at
 * once.
 */
public final class Cell {
  private static final VarHandle LATCH = FieldHandle.of(MethodHandles.lookup(), "latch", int.class);
  private static final VarHandle LAST_LSN =
      FieldHandle.of(MethodHandles.lookup(), "lastLsn", long.class);

  /**
   * A control object that stays while the actor is idle, since it remembers something of former
   * uses. Guarded by the cell's latch.
   */
  public interface Memory {
    /** Whether no transaction uses the actor, and no request waits for it. */
    boolean isIdle();

    /**
     * The cell is dropped, with this object: an actor that never changed leaves nothing behind. The
     * control may keep, in one place for all such actors, a bound of what is forgotten.
     */
    void dropped();
  }

  private final ActorId id;
  private final ActorType type;

  @SuppressWarnings("unused") // through LATCH
  private volatile int latch;

  private ActorState state;
  private long version;
  private long nextPosition;
  private long lastLsn;
  private volatile boolean removed;
  private @Nullable Object control;

  public Cell(ActorId id, ActorType type, ActorState state) {
    this.id = id;
    this.type = type;
    this.state = state;
  }

  public ActorId id() {
    return id;
  }

  public ActorType type() {
    return type;
  }

  /** Takes the latch, spinning: holders never wait while they hold it. */
  public void lock() {
    for (int spins = 1; !LATCH.compareAndSet(this, 0, 1); spins++) {
      Latch.pause(spins);
    }
  }

  public void unlock() {
    LATCH.setRelease(this, 0);
  }

  /** Returns the state after all effects applied so far. */
  public ActorState state() {
    return state;
  }

  /** Returns the number of effects that have been applied since the actor came to be. */
  public long version() {
    return version;
  }

  /**
   * Returns the log position of the newest applied effect: an answer about the state waits for it.
   */
  public long lastLsn() {
    return (long) LAST_LSN.getAcquire(this);
  }

  /**
   * Records that an effect at this log position is about to be seen: from now on answers about the
   * actor wait for it. Called before rows are written in place, so that a reader that sees one
   * without the latch, and looks here afterwards, finds the position too.
   */
  public void observable(long lsn) {
    LAST_LSN.setRelease(this, Math.max(lastLsn, lsn));
  }

  /** Applies one effect. */
  public void apply(ActorState next, long lsn) {
    state = next;
    version++;
    observable(lsn);
  }

  /** Puts the cell where a checkpoint or a migration says. */
  public void restore(ActorState restored, long restoredVersion, long restoredNextPosition) {
    state = restored;
    version = restoredVersion;
    nextPosition = restoredNextPosition;
  }

  /** The arrival position for a newly accepted action: effects are applied in this order. */
  public long takePosition() {
    return nextPosition++;
  }

  /** Records that an action has this position since before a crash: later positions are greater. */
  public void positionTaken(long position) {
    nextPosition = Math.max(nextPosition, position + 1);
  }

  public long nextPosition() {
    return nextPosition;
  }

  /**
   * Returns the object that the concurrency control keeps here while the actor is in use, or a
   * {@link Memory}; else null.
   */
  public @Nullable Object control() {
    return control;
  }

  /** Whether no transaction uses the actor, and no request waits for it. */
  public boolean isIdle() {
    return control == null || (control instanceof Memory memory && memory.isIdle());
  }

  public void control(@Nullable Object newControl) {
    control = newControl;
  }

  /**
   * Whether the table has dropped this cell. Only an idle cell is dropped, under its latch: so a
   * transaction that has a request accepted or delayed here and then finds the cell not removed may
   * rely on it.
   */
  public boolean removed() {
    return removed;
  }

  public void markRemoved() {
    removed = true;
  }
}
