package tutti.engine.procedure;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tutti.engine.transaction.seam.RemoteCall;
import tutti.engine.transaction.seam.RemoteEnd;
import tutti.model.ActorId;

/**
 * A call of one transaction, for the rule of the active set (Reactors §2.2.4): its caller, its
 * time, its actor, and the actors that the call and the calls below it have touched. The package's
 * card gives the rule, and why it can be judged here. Used by one thread at a time: by the call's
 * own thread, and once the call has ended by its caller's.
 */
class ActiveCall {
  private final @Nullable ActiveCall caller;
  private final ActorId actor;
  private final String procedure;

  /** The time at which the call was made, by its caller's clock. */
  private final int madeAt;

  /** The number of calls that this one makes, and of promises that it takes, so far. */
  private int clock;

  private int events;

  /** The last of the calls taken here that touched each actor. Null until one is taken. */
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

  /** A call that was made on another node. */
  ActiveCall(@Nullable ActiveCall caller, RemoteCall.Step step) {
    this.caller = caller;
    this.actor = step.actor();
    this.procedure = step.procedure();
    this.madeAt = step.madeAt();
  }

  /** The last of these calls, which were made on other nodes; null if there is none. */
  static @Nullable ActiveCall last(List<RemoteCall.Step> path) {
    ActiveCall call = null;
    for (RemoteCall.Step step : path) {
      call = new ActiveCall(call, step);
    }
    return call;
  }

  final ActorId actor() {
    return actor;
  }

  final String procedure() {
    return procedure;
  }

  /**
   * Returns the call further up that still runs on this new call's actor, with another actor
   * between.
   *
   * @return that call, or null; never the caller itself: a call on the caller's own actor runs
   *     immediately
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
   * Takes the promise of a call that has ended: all that this call does from now on comes after it.
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

  /**
   * Returns whether the call was made before another one: the first calls in which their paths from
   * the root differ decide. One call may have several objects here, if it has come back from other
   * nodes; its place in the tree identifies it.
   */
  final boolean before(ActiveCall other) {
    int[] mine = place();
    int[] theirs = other.place();
    return Arrays.compare(mine, theirs) < 0;
  }

  /** Returns a number that depends on the call's place in the tree of calls only. */
  final int placeHash() {
    return Arrays.hashCode(place());
  }

  /** Counts the events that this call makes happen, from 1. */
  final int countEvent() {
    return ++events;
  }

  /** Returns the call's place in the tree of calls. */
  private int[] place() {
    int depth = 0;
    for (ActiveCall each = this; each != null; each = each.caller) {
      depth++;
    }
    int[] place = new int[depth];
    int at = depth;
    for (ActiveCall each = this; each != null; each = each.caller) {
      place[--at] = each.madeAt;
    }
    return place;
  }

  // Over to other nodes and back.

  /** The calls from the root to this one, for another node. */
  final List<RemoteCall.Step> steps() {
    Deque<RemoteCall.Step> steps = new ArrayDeque<>();
    for (ActiveCall each = this; each != null; each = each.caller) {
      steps.addFirst(new RemoteCall.Step(each.actor, each.procedure, each.madeAt));
    }
    return List.copyOf(steps);
  }

  /** The actors that its calls have touched, each with the last that did, for another node. */
  final List<RemoteEnd.Below> below() {
    List<RemoteEnd.Below> all = new ArrayList<>();
    if (touched != null) {
      Map<ActiveCall, Integer> indexes = new IdentityHashMap<>();
      indexes.put(this, RemoteEnd.ITSELF);
      touched.values().forEach(touch -> index(touch.by, indexes, all));
    }
    return all;
  }

  private void index(ActiveCall call, Map<ActiveCall, Integer> indexes, List<RemoteEnd.Below> all) {
    Deque<ActiveCall> missing = new ArrayDeque<>();
    int caller = RemoteEnd.ITSELF;
    for (ActiveCall above = call; above != null; above = above.caller) {
      Integer known = indexes.get(above);
      if (known != null) {
        caller = known;
        break;
      }
      missing.push(above);
    }
    for (ActiveCall each : missing) {
      boolean last = isLast(each);
      all.add(new RemoteEnd.Below(caller, each.actor, each.procedure, each.madeAt, last));
      caller = all.size() - 1;
      indexes.put(each, caller);
    }
  }

  private boolean isLast(ActiveCall call) {
    Touch touch = touched == null ? null : touched.get(call.actor);
    return touch != null && touch.by == call;
  }

  /** Records the actors that this call's calls have touched on another node. */
  final void touched(List<RemoteEnd.Below> below) {
    if (below.isEmpty()) {
      return;
    }
    Map<ActorId, Touch> known = new HashMap<>();
    List<ActiveCall> calls = new ArrayList<>();
    for (RemoteEnd.Below each : below) {
      ActiveCall by = each.caller() < 0 ? this : calls.get(each.caller());
      ActiveCall call =
          new ActiveCall(by, new RemoteCall.Step(each.actor(), each.procedure(), each.madeAt()));
      calls.add(call);
      if (each.last()) {
        known.put(each.actor(), new Touch(call, 0));
      }
    }
    touched = known;
  }

  /** The calls from the root to the one that made this one; null if no call did. */
  final @Nullable String pathToCaller() {
    return caller == null ? null : caller.path();
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
