package tutti.engine.container;

import java.util.Collections;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tutti.model.ActorId;

/**
 * The rule that gives an actor its node, and its container there. Immutable; equal in every run and
 * on every node. By hash, the node does not depend on the number of containers.
 */
public final class Placements {
  /** Odd, so that multiplying by it loses nothing; not the one of {@link #spread}. */
  private static final long MIX = 0xD6E8FEB86659FD93L;

  private final Placement placement;
  private final int nodes;
  private final int containers;

  /** The placements of a single node. */
  public Placements(Placement placement, int containers) {
    this(placement, 1, containers);
  }

  /**
   * @param nodes the number of nodes, at least 1
   * @param containers the containers of each node, at least 1
   */
  public Placements(Placement placement, int nodes, int containers) {
    this.placement = placement;
    this.nodes = nodes;
    this.containers = containers;
  }

  /** The number of the node of this actor. */
  public int nodeOf(ActorId actor) {
    if (nodes == 1) {
      return 0;
    }
    List<String> splits = splits(actor);
    return splits == null
        ? (int) (mixed(actor) * nodes >>> 32)
        : rangeOf(splits, actor.key()) / containers;
  }

  /** The index of the container of this actor, on its node. */
  public int containerOf(ActorId actor) {
    if (containers == 1) {
      return 0;
    }
    List<String> splits = splits(actor);
    return splits == null
        ? Math.floorMod(spread(actor), containers)
        : rangeOf(splits, actor.key()) % containers;
  }

  /**
   * Returns the keys at which this actor's type changes to the next container; null if it is placed
   * by a hash.
   */
  private @Nullable List<String> splits(ActorId actor) {
    return switch (placement) {
      case Placement.Hash() -> null;
      case Placement.Range range -> range.splits().get(actor.type());
    };
  }

  private int rangeOf(List<String> splits, String key) {
    int at = Collections.binarySearch(splits, key);
    return Math.min(at >= 0 ? at + 1 : -at - 1, nodes * containers - 1);
  }

  /** A hash that does not change between runs and spreads keys that differ in one digit. */
  static int spread(ActorId actor) {
    int hash = name(actor) * 0x9E3779B1;
    return hash ^ hash >>> 15;
  }

  /** Returns a second hash, 32 bits unsigned, so that all containers of a node are used. */
  private static long mixed(ActorId actor) {
    long hash = (name(actor) & 0xFFFF_FFFFL) * MIX;
    hash = (hash ^ hash >>> 32) * MIX;
    return hash >>> 32;
  }

  private static int name(ActorId actor) {
    return 31 * actor.type().hashCode() + actor.key().hashCode();
  }
}
