package tutti.engine.procedure;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tutti.model.ActorId;

/**
 * A call of one transaction as the rule of the active set sees it (Reactors §2.2.4): who made it,
 * when, on which actor, and which actors it and its calls have touched. The package says what the
 * rule is and why it can be judged here. Used by one thread at a time: that of the call itself, and
 * once it has ended that of its caller.
 */
class ActiveCall {
  private final @Nullable ActiveCall caller;
  private final ActorId actor;
  private final String procedure;

  /** When it was made, by its caller's clock. */
  private final int madeAt;

  /** Counts the calls that this one makes, and the promises that it takes. */
  private int clock;

  /** By actor, the last of the calls taken here that has touched it. Null until one is taken. */
  private @Nullable Map<ActorId, Touch> touched;

  /**
   * @param by the very call that was on the actor, at any depth
   * @param takenAt when the promise was taken that it belongs to
   */
  private record Touch(ActiveCall by, int takenAt) {}

  /** A root call: no other call of its transaction is open. */
  ActiveCall(ActorId actor, String procedure) {
    this.caller = null;
    this.actor = actor;
    this.procedure = procedure;
    this.madeAt = 0;
  }

  /** A call that another one makes now. */
  ActiveCall(ActiveCall caller, ActorId actor, String procedure) {
    this.caller = caller;
    this.actor = actor;
    this.procedure = procedure;
    this.madeAt = ++caller.clock;
  }

  final ActorId actor() {
    return actor;
  }

  final String procedure() {
    return procedure;
  }

  /**
   * Whether this new call comes back to an actor on which a call further up still runs, by way of
   * another actor.
   *
   * @return that call, or null; never the caller itself, whose actor is called at once
   */
  final @Nullable ActiveCall comesBackTo() {
    ActiveCall above = caller;
    while (above != null && above.actor.equals(actor)) {
      above = above.caller;
    }
    for (; above != null; above = above.caller) {
      if (above.actor.equals(actor)) {
        return above;
      }
    }
    return null;
  }

  /**
   * Takes the promise of a call that has ended: what this one does from now on comes after it.
   *
   * @return two calls that touched one actor though neither is before the other, or null
   */
  final @Nullable Clash take(ActiveCall callee) {
    int now = ++clock;
    Map<ActorId, Touch> known = touched;
    if (known == null) {
      known = new HashMap<>(4);
      touched = known;
    }
    Clash clash = touch(known, callee.actor, callee, callee.madeAt, now);
    if (callee.touched != null) {
      for (Map.Entry<ActorId, Touch> each : callee.touched.entrySet()) {
        Clash other = touch(known, each.getKey(), each.getValue().by, callee.madeAt, now);
        clash = Clash.first(clash, other);
      }
    }
    return clash;
  }

  private static @Nullable Clash touch(
      Map<ActorId, Touch> known, ActorId actor, ActiveCall by, int madeAt, int takenAt) {
    Touch before = known.put(actor, new Touch(by, takenAt));
    boolean open = before != null && before.takenAt > madeAt && before.takenAt < takenAt;
    return open ? Clash.of(before.by, by) : null;
  }

  /** Whether this call was made before another one: by the first calls in which they differ. */
  final boolean before(ActiveCall other) {
    ActiveCall mine = this;
    ActiveCall theirs = other;
    int deeper = depth(mine) - depth(theirs);
    for (int i = deeper; i > 0; i--) {
      mine = callerOf(mine);
    }
    for (int i = deeper; i < 0; i++) {
      theirs = callerOf(theirs);
    }
    if (mine == theirs) {
      return deeper < 0;
    }
    while (mine.caller != theirs.caller) {
      mine = callerOf(mine);
      theirs = callerOf(theirs);
    }
    return mine.madeAt < theirs.madeAt;
  }

  private static int depth(ActiveCall call) {
    int depth = 0;
    for (ActiveCall each = call.caller; each != null; each = each.caller) {
      depth++;
    }
    return depth;
  }

  private static ActiveCall callerOf(ActiveCall call) {
    ActiveCall above = call.caller;
    if (above == null) {
      throw new IllegalStateException("calls of two transactions");
    }
    return above;
  }

  /** The calls from the root to this one: {@code Exchange[x].AuthPay → Provider[a].Risk}. */
  final String path() {
    Deque<String> steps = new ArrayDeque<>();
    for (ActiveCall each = this; each != null; each = each.caller) {
      steps.addFirst(each.actor + "." + each.procedure);
    }
    return String.join(" → ", steps);
  }

  @Override
  public String toString() {
    return path();
  }
}
