package tutti.engine.node.shard;

import java.util.SortedMap;
import org.jspecify.annotations.Nullable;
import tutti.engine.replication.ReplicaStatus;

/** A host that keeps replicas of shards, as judges see it. Thread-safe. */
public interface ReplicaKeeper {

  /** Returns the states of its replicas, by the numbers of their shards. */
  SortedMap<Integer, ReplicaStatus> replicas();

  /** Returns the state of its replica of a shard as it was a moment ago; null if it has none. */
  @Nullable ReplicaStatus view(int shard);
}
