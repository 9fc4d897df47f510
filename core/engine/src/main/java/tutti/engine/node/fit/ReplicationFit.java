package tutti.engine.node.fit;

import org.jspecify.annotations.Nullable;
import tutti.engine.deployment.Deployment;

/** The fit of replicas with the other settings of a deployment, where all of it is right. */
public final class ReplicationFit {
  private ReplicationFit() {}

  /**
   * Returns a warning of a setting that is of no use, with what would do; null if there is none.
   */
  public static @Nullable String useless(Deployment deployment) {
    return deployment.replication().active() && deployment.protocol().traits().leastNodes() > 2
        ? "commit = "
            + deployment.commit().longName()
            + " buys nothing where shards have replicas: no lost node holds up two-phase commit"
            + " there, which costs less"
        : null;
  }
}
