package tutti.engine.concurrency.versioning;

import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import tutti.engine.concurrency.ActorRequest;
import tutti.engine.concurrency.Claim;
import tutti.engine.concurrency.Use;
import tutti.engine.concurrency.Verdict;
import tutti.engine.concurrency.Work;
import tutti.engine.relational.OverlaidRows;
import tutti.model.ActorState;
import tutti.model.footprint.Bound;

/**
 * The place of one transaction at one actor, which is its private version there (Atomic RMI §3):
 * how often it may still use the actor, and what it has made of it. Guarded by the cell's latch.
 */
final class PrivateVersion extends Claim {
  /** The private version: greater than that of every place before this one. */
  final long version;

  private final long most;
  private final long mostWrites;
  private final boolean declared;

  /** Whether the place was taken at the transaction's start, so that it is a claim of its own. */
  private final boolean begun;

  // The neighbours at the actor.
  @Nullable PrivateVersion before;
  @Nullable PrivateVersion after;

  private long uses;
  private long writes;

  /** The number of calls of procedures that run. */
  private int running;

  /** The number of accepted claims on the place that have not ended. */
  private int claims;

  private boolean released;

  /** Whether the owner is still taking places at other actors. */
  private boolean beginning;

  /** The conflict by which the owner begins anew; null if there is none. */
  private Verdict.@Nullable Conflict doomed;

  /** The request of the owner that waits at this place, or null. */
  @Nullable ActorRequest waiting;

  /** Whether the waiting request was refused on changes that are not decided. */
  boolean refusedEarly;

  /** The claim of the owner's action, and the actor's state after it. */
  private @Nullable UseClaim action;

  private @Nullable ActorState state;

  /** The claim that writes the owner's rows, and these rows. */
  private @Nullable UseClaim writer;

  private @Nullable OverlaidRows rows;

  /** The first claim on a place that is no claim of its own. */
  private @Nullable UseClaim first;

  /** The position of the owner's action, from the time when the place is settled. */
  private long position = -1;

  /** Whether the owner's changes may have been seen by others when it aborts. */
  private boolean changed;

  PrivateVersion(ActorRequest request, Work.Begin bounds, long version, boolean begun) {
    super(request.owner(), request.cell(), request.work(), request.around(), -1, -1);
    this.most = bounds.bound();
    this.mostWrites = bounds.writes();
    this.declared = bounds.declared();
    this.version = version;
    this.begun = begun;
    this.claims = begun ? 1 : 0;
  }

  // --- its claims ---

  @Override
  public boolean holdsPlace() {
    return begun;
  }

  /** Whether a claim speaks for the place. */
  boolean isSpokenForBy(UseClaim claim) {
    return !begun && first == claim;
  }

  void granted(UseClaim claim) {
    claims++;
    if (first == null) {
      first = claim;
    }
  }

  /** Returns whether this was the last claim of the place. */
  boolean ended() {
    return --claims == 0;
  }

  boolean isHeld() {
    return claims > 0;
  }

  // --- uses ---

  boolean writes() {
    return mostWrites > 0;
  }

  /** Whether the bounds allow one more use. */
  boolean allows(boolean writing) {
    return !released && uses < most && (!writing || writes < mostWrites);
  }

  boolean isDeclared() {
    return declared;
  }

  /** Returns how one more use exceeds what the owner has said. */
  String excess(boolean writing) {
    if (uses < most && (!writing || writes < mostWrites)) {
      return "was released, and is needed again";
    }
    return uses < most
        ? "is written more often than announced: " + Bound.atMost(mostWrites)
        : "is used more often than announced: " + Bound.atMost(most);
  }

  void used(boolean writing) {
    uses++;
    writes += writing ? 1 : 0;
  }

  boolean isUsed() {
    return uses > 0;
  }

  void runs() {
    running++;
  }

  void ran() {
    running--;
  }

  /**
   * Whether the owner uses the actor no more.
   *
   * @param writesOnly whether only writes count
   */
  boolean isExhausted(boolean writesOnly) {
    return running == 0 && (uses >= most || (writesOnly && mostWrites > 0 && writes >= mostWrites));
  }

  void begins(boolean still) {
    beginning = still;
  }

  boolean isBeginning() {
    return beginning;
  }

  void release() {
    released = true;
  }

  /** Whether others may use the actor: the owner does not again, and none of its calls runs. */
  boolean isReleased() {
    return released && running == 0;
  }

  void doom(Verdict.Conflict why) {
    if (doomed == null) {
      doomed = why;
    }
  }

  Verdict.@Nullable Conflict doomed() {
    return doomed;
  }

  // --- changes ---

  /**
   * Records the owner's action.
   *
   * @param next the state after it; null if that is found when it commits
   */
  void acted(UseClaim claim, @Nullable ActorState next) {
    action = claim;
    state = next;
    changed = true;
  }

  @Nullable UseClaim action() {
    return action;
  }

  /** Returns the actor's state after the owner's action, or null if it has none. */
  @Nullable ActorState state() {
    return state;
  }

  void works(UseClaim claim, OverlaidRows its) {
    writer = claim;
    rows = its;
  }

  @Nullable UseClaim writer() {
    return writer;
  }

  @Override
  public @Nullable OverlaidRows rows() {
    return rows;
  }

  /** Whether the actor is another one after the owner. */
  boolean changes() {
    return action != null || (rows != null && rows.changed());
  }

  /** Whether another transaction can have seen something of the owner that will not come to be. */
  boolean hasChanged() {
    return changed || (rows != null && rows.changed());
  }

  void settledAt(long newPosition) {
    position = newPosition;
  }

  @Override
  public long position() {
    return position;
  }

  @Override
  public long low() {
    return position;
  }

  /** Records that all before this place have ended, by records up to this one. */
  void settled(long lsn) {
    observed(lsn);
    if (first != null) {
      first.settled(lsn);
    }
  }

  /** Gives this place, and what waits here, to somebody who looks. */
  void uses(Consumer<Use> sink) {
    sink.accept(new Use.Held(this, released ? Use.How.RELEASED : Use.How.VERSION));
    if (waiting != null) {
      sink.accept(new Use.Waits(waiting, "at version " + version));
    }
  }

  @Override
  public String toString() {
    return "version " + version + " of " + cell().id();
  }
}
