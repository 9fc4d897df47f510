package tutti.engine.concurrency.pathsensitive;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import tutti.model.ActorState;

/**
 * The possible outcome states of the actions in progress at one actor (PSAC §3.2, Figure 3). An
 * undecided action branches into its commit and its abort, a decided one does not; equal states of
 * one layer are merged. Layers are kept until the next decision.
 *
 * <p>The first state of every layer is the one in which all undecided actions commit.
 */
final class OutcomeTree {
  private final int limit;
  private final List<List<ActorState>> layers = new ArrayList<>();
  private @Nullable ActClaim last;

  /**
   * @param limit no layer has more states than this; where it would, the outcomes are not known
   */
  OutcomeTree(int limit) {
    this.limit = limit;
  }

  /** Forgets all: an action was decided, or applied. */
  void prune() {
    layers.clear();
    last = null;
  }

  /** The leaves; null if there are more than the limit. */
  @Nullable List<ActorState> leaves(ActorState root, @Nullable ActClaim head) {
    if (layers.isEmpty()) {
      layers.add(List.of(root));
    }
    ActClaim next = last == null ? head : last.after;
    for (; next != null; next = next.after) {
      List<ActorState> grown = grow(layers.getLast(), next);
      if (grown == null) {
        return null;
      }
      layers.add(grown);
      last = next;
    }
    return layers.getLast();
  }

  /** The leaves of the tree without some of the actions; null if there are too many. */
  @Nullable List<ActorState> leavesWithout(
      ActorState root, @Nullable ActClaim head, Predicate<ActClaim> leftOut) {
    List<ActorState> layer = layers.isEmpty() ? List.of(root) : layers.getFirst();
    int depth = 0;
    boolean shared = true;
    for (ActClaim next = head; next != null; next = next.after) {
      depth++;
      if (leftOut.test(next)) {
        shared = false;
      } else if (shared && depth < layers.size()) {
        layer = layers.get(depth);
      } else {
        List<ActorState> grown = grow(layer, next);
        if (grown == null) {
          return null;
        }
        layer = grown;
      }
    }
    return layer;
  }

  /** Whether one more action, with these effects on the leaves, would be too much. */
  boolean tooMany(List<ActorState> leaves, List<ActorState> moved) {
    if (leaves.size() + moved.size() <= limit) {
      return false;
    }
    Set<ActorState> all = new HashSet<>(leaves);
    all.addAll(moved);
    return all.size() > limit;
  }

  private @Nullable List<ActorState> grow(List<ActorState> layer, ActClaim action) {
    boolean branches = action.undecided();
    Merge merged = new Merge(branches ? 2 * layer.size() : layer.size());
    for (ActorState state : layer) {
      ActorState moved = action.imagine(state);
      if (moved == null) {
        return null;
      }
      merged.add(moved);
      if (branches) {
        merged.add(state);
      }
      if (merged.states.size() > limit && merged.states.size() > 2) {
        return null;
      }
    }
    return merged.states;
  }

  /** States without equals among them, in the order they came. */
  private static final class Merge {
    private static final int FEW = 8;
    final List<ActorState> states;
    private @Nullable Set<ActorState> known;

    Merge(int most) {
      states = new ArrayList<>(Math.min(most, 64));
    }

    void add(ActorState state) {
      if (known == null && states.size() < FEW) {
        if (!states.contains(state)) {
          states.add(state);
        }
        return;
      }
      if (known == null) {
        known = new HashSet<>(states);
      }
      if (known.add(state)) {
        states.add(state);
      }
    }
  }
}
