package tutti.simulator.cluster;

import java.util.List;
import org.jspecify.annotations.Nullable;
import tutti.engine.node.ActorView;
import tutti.engine.node.HostNode;
import tutti.engine.node.LocalShards;
import tutti.engine.node.ShardTerm;
import tutti.engine.node.integrated.IntegratedShards;
import tutti.engine.node.integrated.JanusMachines;
import tutti.engine.node.replicated.ReplicatedShards;

/** The node that clients meet in one life, and its shards as checkers see them. */
record Served(HostNode node) {
  /** Returns the shards with replicas of logs; null of nodes of another kind. */
  @Nullable ReplicatedShards replicated() {
    return node.shards() instanceof ReplicatedShards shards ? shards : null;
  }

  /** Returns the shards of an integrated protocol; null of nodes of another kind. */
  @Nullable IntegratedShards integrated() {
    return node.shards() instanceof IntegratedShards shards ? shards : null;
  }

  /** Returns whether the node has no replicas. */
  boolean isLocal() {
    return local() != null;
  }

  private @Nullable LocalShards local() {
    return node.shards() instanceof LocalShards shards ? shards : null;
  }

  /** Returns the terms in which transactions run here; none under an integrated protocol. */
  List<ShardTerm> terms() {
    LocalShards local = local();
    ReplicatedShards replicated = replicated();
    return local != null
        ? List.of(local.term())
        : replicated == null ? List.of() : replicated.terms();
  }

  /** Returns all actors here, and the transactions that use them; of a host those that it leads. */
  List<ActorView> look() {
    return terms().stream().flatMap(term -> term.look().stream()).toList();
  }

  /** Returns whether its queries may read snapshots. */
  boolean keepsSnapshots() {
    IntegratedShards integrated = integrated();
    return integrated == null
        ? terms().stream().anyMatch(ShardTerm::keepsSnapshots)
        : integrated.machines() instanceof JanusMachines;
  }

  /** Returns why the node takes no requests that need it alone, or null if it does. */
  @Nullable String notReady() {
    LocalShards local = local();
    return local == null ? node.readiness().lasting() : local.term().notReady();
  }
}
