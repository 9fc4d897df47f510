package tutti.engine.container;

import java.util.Collections;
import java.util.List;
import tutti.engine.deployment.Deployment.Placement;
import tutti.model.ActorId;

/** Which container an actor lives in. Immutable; the same in every run. */
public final class Placements {
  private final Placement placement;
  private final int containers;

  public Placements(Placement placement, int containers) {
    this.placement = placement;
    this.containers = containers;
  }

  /** The index of the container of this actor. */
  public int containerOf(ActorId actor) {
    if (containers == 1) {
      return 0;
    }
    return switch (placement) {
      case Placement.Hash() -> Math.floorMod(spread(actor), containers);
      case Placement.Range range -> {
        List<String> splits = range.splits().get(actor.type());
        yield splits == null
            ? Math.floorMod(spread(actor), containers)
            : Math.min(rangeOf(splits, actor.key()), containers - 1);
      }
    };
  }

  private static int rangeOf(List<String> splits, String key) {
    int at = Collections.binarySearch(splits, key);
    return at >= 0 ? at + 1 : -at - 1;
  }

  /** A hash that does not change between runs and spreads keys that differ in one digit. */
  static int spread(ActorId actor) {
    int name = 31 * actor.type().hashCode() + actor.key().hashCode();
    int hash = name * 0x9E3779B1;
    return hash ^ hash >>> 15;
  }
}
