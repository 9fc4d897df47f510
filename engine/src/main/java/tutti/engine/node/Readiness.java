package tutti.engine.node;

import java.util.List;
import org.jspecify.annotations.Nullable;
import tutti.engine.deployment.Deployment;
import tutti.engine.deployment.Deployment.Replication;

/**
 * Whether clients should be sent to a node now.
 *
 * @param notReady why they should not, in words for a person; null if the node is ready
 * @param missing the names of the other nodes that cannot be reached now: requests that need one of
 *     them, or most replicas of a shard, are refused
 * @param journalFailed whether the node's journal has failed, so that it takes no requests until it
 *     is restarted
 */
public record Readiness(@Nullable String notReady, List<String> missing, boolean journalFailed) {
  /** Keeps a copy of the list. */
  public Readiness {
    missing = List.copyOf(missing);
  }

  /** Returns what clients have to expect while nodes are missing, in words for a person. */
  public String withoutMissing(Deployment deployment) {
    String nodes = String.join(", ", missing.stream().map(name -> "node " + name).toList());
    return deployment.replication().protocol() == Replication.Protocol.NONE
        ? nodes + ": what needs it is answered 503"
        : nodes
            + ": other replicas serve what it has, but for shards without most of their replicas";
  }

  /** Whether the node takes requests. */
  public boolean ready() {
    return notReady == null;
  }
}
