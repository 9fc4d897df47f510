package tutti.engine.node.shard;

import java.util.Collections;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import tutti.engine.replication.ReplicaStatus;

/**
 * The replicas of one host.
 *
 * @param host its name in the deployment
 * @param unavailable why it has not told of them, in words for a person; null if it has
 * @param replicas by the numbers of their shards
 * @param isReady whether it has told that clients may be sent to it, and that it may lead
 */
public record HostReplicas(
    String host,
    @Nullable String unavailable,
    SortedMap<Integer, ReplicaStatus> replicas,
    boolean isReady) {
  public HostReplicas {
    replicas = Collections.unmodifiableSortedMap(new TreeMap<>(replicas));
  }
}
