package tutti.server.api;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tutti.engine.deployment.Deployment;
import tutti.engine.node.Node;
import tutti.engine.node.shard.HostReplicas;
import tutti.engine.node.shard.ReplicaState;

/** The route of {@code tutti shard}: the replicas of all shards, on all nodes. */
final class ShardRoutes {
  private final Node node;

  ShardRoutes(Node node) {
    this.node = node;
  }

  /** Lists all shards with their replicas: {@code GET /shards}. Empty without replicas. */
  void list(Exchange exchange) {
    if (exchange.allows("GET, HEAD")) {
      node.replicas(all -> exchange.reply(Answers.json(Map.of("shards", shards(all)))));
    }
  }

  private List<Object> shards(List<HostReplicas> all) {
    Deployment deployment = node.deployment();
    List<Object> trees = new ArrayList<>();
    for (int shard = 0; shard < deployment.shardCount() && !all.isEmpty(); shard++) {
      int number = shard;
      List<HostReplicas> hosts =
          deployment.replication().hostsOf(shard, deployment.nodes()).stream()
              .map(all::get)
              .toList();
      long chosen =
          hosts.stream()
              .map(host -> host.replicas().get(number))
              .mapToLong(state -> state == null ? 0 : state.chosen())
              .max()
              .orElse(0);
      Map<String, @Nullable Object> tree = new LinkedHashMap<>();
      tree.put("shard", shard);
      tree.put("leader", leader(hosts, shard));
      tree.put("replicas", hosts.stream().map(host -> tree(host, number, chosen)).toList());
      trees.add(tree);
    }
    return trees;
  }

  private static @Nullable String leader(List<HostReplicas> hosts, int shard) {
    for (HostReplicas host : hosts) {
      ReplicaState state = host.replicas().get(shard);
      if (state != null && state.leads()) {
        return host.host();
      }
    }
    return null;
  }

  private static Map<String, @Nullable Object> tree(HostReplicas host, int shard, long chosen) {
    Map<String, @Nullable Object> tree = new LinkedHashMap<>();
    tree.put("host", host.host());
    ReplicaState state = host.replicas().get(shard);
    if (state == null) {
      tree.put("unavailable", host.unavailable() == null ? "it has none" : host.unavailable());
      return tree;
    }
    tree.put("state", state.phase());
    tree.put("votes", state.votes());
    tree.put("ballot", state.ballot());
    tree.put("chosen", state.chosen());
    tree.put("applied", state.applied());
    tree.put("lag", Math.max(state.lag(), chosen - state.applied()));
    tree.put("elections", state.elections());
    tree.put("held", state.held());
    return tree;
  }
}
