package tutti.lab.cost;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Stream;
import tutti.engine.deployment.Deployment;
import tutti.engine.deployment.DeploymentReader;
import tutti.engine.deployment.DeploymentReader.Override;
import tutti.engine.deployment.NodeAddress;
import tutti.engine.deployment.Reading;
import tutti.lab.node.NodeKeys;
import tutti.model.cost.CallPlace;

/**
 * A deployment in which calls to the second one of two parts go to one {@link CallPlace}. The keys
 * of actors say the part: {@link NodeKeys}.
 */
public enum CostSetting {
  ONE_CONTAINER(CallPlace.SAME_CONTAINER, "one container"),
  TWO_CONTAINERS(CallPlace.OTHER_CONTAINER, "two containers"),
  TWO_NODES(CallPlace.OTHER_NODE, "two nodes of one process"),
  TWO_PROCESSES(CallPlace.OTHER_PROCESS, "two processes");

  /** The concurrency control of all measurements: it needs no other node before a transaction. */
  static final String CONTROL = "optimistic";

  private final CallPlace place;
  private final String label;

  CostSetting(CallPlace place, String label) {
    this.place = place;
    this.label = label;
  }

  CallPlace place() {
    return place;
  }

  String label() {
    return label;
  }

  /** Returns whether all of its nodes are in this process. */
  boolean isHere() {
    return this != TWO_PROCESSES;
  }

  /** Returns those whose nodes are all in this process. */
  public static List<CostSetting> ofThisProcess() {
    return Stream.of(values()).filter(CostSetting::isHere).toList();
  }

  /** Returns the name by which commands choose it: {@code two-containers}. */
  public String key() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  /**
   * Returns the deployment.
   *
   * @param types the types of actors whose keys determine where they live
   * @param nodes the addresses of two nodes, which only two processes need
   */
  Deployment deployment(List<String> types, boolean durable, List<NodeAddress> nodes) {
    Map<String, String> keys =
        durable
            ? Map.of("durability", "sync", "concurrency-control", CONTROL)
            : Map.of("durability", "off", "accept-loss", "true", "concurrency-control", CONTROL);
    List<Override> overrides = new ArrayList<>();
    keys.forEach((key, value) -> overrides.add(new Override(key, value, "a calibration")));
    Deployment one =
        switch (DeploymentReader.read(null, overrides)) {
          case Reading.Valid valid -> valid.settings().deployment();
          case Reading.Invalid invalid -> throw new IllegalStateException(invalid.toString());
        };
    return switch (this) {
      case ONE_CONTAINER -> one;
      case TWO_CONTAINERS ->
          one.toBuilder()
              .containers(2)
              .executors(2)
              .placement(NodeKeys.placement(2, types))
              .build();
      case TWO_NODES ->
          one.toBuilder()
              .placement(NodeKeys.placement(2, types))
              .nodes(NodeAddress.inOneProcess(2))
              .build();
      case TWO_PROCESSES ->
          one.toBuilder().placement(NodeKeys.placement(2, types)).nodes(nodes).build();
    };
  }
}
