package tutti.server.api;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import tutti.engine.deployment.Deployment;
import tutti.engine.node.Node;
import tutti.engine.node.shard.HostReplicas;
import tutti.engine.node.shard.PassedOver;
import tutti.engine.replication.ReplicaStatus;
import tutti.server.http.Response;
import tutti.server.json.BadJson;

/** The route of {@code tutti shard}: the replicas of all shards, on all nodes. */
final class ShardRoutes {
  private static final Set<String> MEMBERS = Set.of("entry", "reason", "by");
  private static final String EXPECTED = "expected {\"entry\": …, \"reason\": …, \"by\": …}";

  private final Node node;

  ShardRoutes(Node node) {
    this.node = node;
  }

  /** Lists all shards with their replicas: {@code GET /shards}. Empty without replicas. */
  void list(Exchange exchange) {
    if (exchange.allows("GET, HEAD")) {
      node.replicas(
          all -> exchange.answer(() -> OutcomeDocuments.json(Map.of("shards", shards(all)))));
    }
  }

  /** Makes all replicas pass over an entry: {@code POST /shards/{shard}/pass-over}. */
  void passOver(Exchange exchange, String text) throws BadRequest, BadJson {
    if (!exchange.allows("POST")) {
      return;
    }
    int shard = number(text);
    Map<?, ?> body = Bodies.object(exchange.request, EXPECTED);
    Bodies.requireKnown(body, MEMBERS, EXPECTED);
    long entry =
        body.get("entry") instanceof Long position && position >= 0
            ? position
            : fails("/entry", "expected the position of the entry, a whole number");
    String reason = Bodies.text(body, "reason");
    if (reason == null || reason.isBlank()) {
      throw new BadJson("bad-value", "/reason", "expected why, which is kept in the log");
    }
    String by = Bodies.text(body, "by");
    String who = by == null || by.isBlank() ? "unknown" : by;
    node.passOver(
        shard, entry, who, reason, how -> exchange.answer(() -> answer(shard, entry, how)));
  }

  private static long fails(String place, String expected) throws BadJson {
    throw new BadJson("bad-value", place, expected);
  }

  private static int number(String text) {
    return text.matches("[0-9]{1,9}") ? Integer.parseInt(text) : -1;
  }

  private static Response answer(int shard, long entry, PassedOver how) {
    String code = how.code();
    if (code == null) {
      Map<String, @Nullable Object> tree = new LinkedHashMap<>();
      tree.put("shard", shard);
      tree.put("entry", entry);
      tree.put("detail", how.detail());
      return OutcomeDocuments.json(tree);
    }
    int status =
        switch (code) {
          case "unknown-shard" -> 404;
          case "node-unavailable" -> 503;
          default -> 409;
        };
    String title = status == 404 ? Titles.NOT_FOUND : Titles.NOT_PASSED_OVER;
    return new ProblemDocument(status, code, title, how.detail()).response();
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
      ReplicaStatus state = host.replicas().get(shard);
      if (state != null && state.leads()) {
        return host.host();
      }
    }
    return null;
  }

  private static Map<String, @Nullable Object> tree(HostReplicas host, int shard, long chosen) {
    Map<String, @Nullable Object> tree = new LinkedHashMap<>();
    tree.put("host", host.host());
    ReplicaStatus state = host.replicas().get(shard);
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
