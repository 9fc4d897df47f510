package tutti.lab.bench;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import tutti.engine.deployment.DeploymentReader;
import tutti.engine.deployment.DeploymentReader.Override;
import tutti.engine.deployment.NodeAddress;
import tutti.engine.deployment.Reading;
import tutti.lab.load.LoadPlan;
import tutti.lab.node.MessageTrace;
import tutti.lab.node.RealNodes;
import tutti.lab.node.RunHistory;
import tutti.lab.node.Side;

/** Small runs of a workload on nodes. */
public final class SmallRuns {
  public static final String LABEL = "it";

  private SmallRuns() {}

  /**
   * @param keys each as {@code durability=off}
   */
  public static Side side(int nodes, String... keys) {
    List<Override> all = new ArrayList<>();
    all.add(new Override("concurrency-control", "optimistic", "test"));
    if (nodes > 1) {
      all.add(new Override("nodes", NodeAddress.text(NodeAddress.inOneProcess(nodes)), "test"));
    }
    for (String key : keys) {
      String[] parts = key.split("=", 2);
      all.add(new Override(parts[0], parts[1], "test"));
    }
    return switch (DeploymentReader.read(null, all)) {
      case Reading.Valid valid -> new Side(LABEL, valid.settings().deployment());
      case Reading.Invalid invalid ->
          throw new IllegalArgumentException(invalid.problems().toString());
    };
  }

  public static LoadPlan plan(int clients, int millis) {
    return new LoadPlan(clients, Duration.ofMillis(20), Duration.ofMillis(millis), 1);
  }

  public static RealNodes nodes(Path folder) {
    return RealNodes.in(folder, RunHistory.NONE, MessageTrace.NONE);
  }
}
