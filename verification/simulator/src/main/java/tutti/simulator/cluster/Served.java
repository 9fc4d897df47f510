package tutti.simulator.cluster;

import java.util.List;
import org.jspecify.annotations.Nullable;
import tutti.engine.node.ActorView;
import tutti.engine.node.Node;
import tutti.engine.node.ShardTerm;
import tutti.engine.node.integrated.IntegratedShards;
import tutti.engine.node.integrated.JanusMachines;
import tutti.engine.node.replicated.ReplicatedShards;

/**
 * The server that clients meet in one life: a node, a host with replicas of shards, or one of an
 * integrated protocol.
 */
sealed interface Served {
  /** Returns it as clients and checkers see it. */
  Node node();

  /** Returns the host; null of a node without replicas, and of one of an integrated protocol. */
  @Nullable ReplicatedShards host();

  /** Returns those that transactions run on here: the node itself, or a host's terms. */
  List<ShardTerm> terms();

  /** Returns all actors here, and the transactions that use them; of a host those that it leads. */
  default List<ActorView> look() {
    return terms().stream().flatMap(term -> term.look().stream()).toList();
  }

  /** Returns whether its queries may read snapshots. */
  default boolean keepsSnapshots() {
    return terms().stream().anyMatch(ShardTerm::keepsSnapshots);
  }

  /** Returns the host of an integrated protocol; null of others. */
  default @Nullable IntegratedShards integrated() {
    return null;
  }

  /** A host of an integrated protocol. */
  record OfIntegrated(IntegratedShards integrated) implements Served {
    @Override
    public Node node() {
      return integrated;
    }

    @Override
    public @Nullable ReplicatedShards host() {
      return null;
    }

    @Override
    public List<ShardTerm> terms() {
      return List.of();
    }

    @Override
    public boolean keepsSnapshots() {
      return integrated.machines() instanceof JanusMachines;
    }
  }

  /** A node without replicas. */
  record OfNode(ShardTerm node) implements Served {
    @Override
    public @Nullable ReplicatedShards host() {
      return null;
    }

    @Override
    public List<ShardTerm> terms() {
      return List.of(node);
    }
  }

  /** A host with replicas. */
  record OfHost(ReplicatedShards host) implements Served {
    @Override
    public Node node() {
      return host;
    }

    @Override
    public List<ShardTerm> terms() {
      return host.terms();
    }
  }
}
