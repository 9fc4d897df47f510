package tutti.engine.node.fit;

import java.util.List;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import tutti.engine.container.Placement;
import tutti.engine.deployment.Deployment;
import tutti.model.ActorType;
import tutti.model.Application;

/** The fit of a deployment's placement with an application. */
public final class PlacementFit {
  private PlacementFit() {}

  /**
   * Returns a warning of ranges for types that the application does not have, with what would do;
   * null if there are none. Such a range may be right where a type has gone, since the placement of
   * a folder must stay; more often it is a name with a mistake, and the actors that are meant are
   * placed by hash.
   */
  public static @Nullable String unknown(Application application, Deployment deployment) {
    if (!(deployment.placement() instanceof Placement.Range(var splits))) {
      return null;
    }
    TreeSet<String> unknown = new TreeSet<>(splits.keySet());
    List<String> types = application.types().stream().map(ActorType::name).toList();
    unknown.removeAll(types);
    return unknown.isEmpty()
        ? null
        : "placement.range names "
            + String.join(", ", unknown)
            + ", and the application has no such type; it has "
            + String.join(", ", types)
            + ": actors of types without a range are placed by a hash. Put the name right before"
            + " there is data: its placement must stay";
  }
}
