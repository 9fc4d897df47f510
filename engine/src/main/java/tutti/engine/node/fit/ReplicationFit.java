package tutti.engine.node.fit;

import java.util.List;
import tutti.engine.deployment.Deployment;

/** The fit of shards with replicas and this version, which cannot run them yet. */
public final class ReplicationFit {
  private ReplicationFit() {}

  /** Returns why a deployment cannot be run; empty if it can. */
  public static List<String> obstacles(Deployment deployment) {
    return deployment.replication().active()
        ? List.of("replication = multipaxos is not in this version yet: take replication = none")
        : List.of();
  }
}
