package tutti.server.api;

import java.util.ArrayList;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import tutti.engine.backup.NodeBackups.Result;
import tutti.engine.backup.NodeCopy;
import tutti.engine.deployment.Deployment;
import tutti.engine.deployment.NodeAddress;
import tutti.engine.node.Backups;
import tutti.engine.node.Node;
import tutti.model.Sha256;
import tutti.server.http.Response;
import tutti.server.json.BadJson;

/**
 * The routes below {@code /backups}, which {@code tutti backup} uses. Any node answers for all
 * nodes. Files are read in pieces, each by a request, so that the reader sets the pace and no data
 * waits in memory.
 */
final class BackupRoutes {
  private static final String BYTES = "application/octet-stream";
  private static final String NOTHING =
      "expected nothing, or {}: a backup is of all nodes, and 'tutti backup' writes it to a folder";

  private final Node node;
  private final String title;

  BackupRoutes(Node node, String title) {
    this.node = node;
    this.title = title;
  }

  /** Routes requests below {@code /backups}. */
  void route(Exchange exchange, RequestTarget target) throws BadRequest, BadJson {
    List<String> segments = target.segments();
    switch (segments.size()) {
      case 1 -> {
        if (exchange.allows("POST")) {
          target.requireNoQuery();
          Bodies.requireNone(exchange.request, NOTHING);
          begin(exchange);
        }
      }
      case 2 -> {
        if (exchange.allows("DELETE")) {
          target.requireNoQuery();
          end(exchange, segments.get(1));
        }
      }
      case 4 -> {
        if (exchange.allows("GET, HEAD")) {
          read(exchange, segments, target.query());
        }
      }
      default ->
          throw new BadRequest(
              404,
              "not-found",
              Titles.NOT_FOUND,
              "expected /backups, /backups/{id} or /backups/{id}/{number of the node}/{file}");
    }
  }

  /** Begins a backup: {@code POST /backups}. */
  private void begin(Exchange exchange) {
    node.backups()
        .begin(
            result ->
                exchange.answer(
                    () ->
                        switch (result) {
                          case Result.Good<Backups.Begun>(var begun) ->
                              OutcomeDocuments.json(tree(begun));
                          case Result.Failed<Backups.Begun>(var code, var why) ->
                              problem(code, why);
                        }));
  }

  /** Reads a piece of a file: {@code GET /backups/{id}/{node}/{file}?from=}. */
  private void read(Exchange exchange, List<String> segments, Map<String, String> query)
      throws BadRequest {
    String from = query.getOrDefault("from", "0");
    if (!Set.of("from").containsAll(query.keySet())
        || !from.matches("[0-9]{1,18}")
        || !segments.get(2).matches("[0-9]{1,6}")) {
      throw BadRequest.query(
          "expected /backups/{id}/{number of the node}/{file}?from={a position in the file}");
    }
    node.backups()
        .read(
            segments.get(1),
            Integer.parseInt(segments.get(2)),
            segments.get(3),
            Long.parseLong(from),
            result ->
                exchange.answer(
                    () ->
                        switch (result) {
                          case Result.Good<byte[]>(var bytes) -> new Response(200, BYTES, bytes);
                          case Result.Failed<byte[]>(var code, var why) -> problem(code, why);
                        }));
  }

  /** Ends a backup: {@code DELETE /backups/{id}}. */
  private void end(Exchange exchange, String id) {
    node.backups()
        .end(id, () -> exchange.answer(() -> OutcomeDocuments.json(Map.of("backup", id))));
  }

  private static Response problem(String code, String why) {
    return switch (code) {
      case "backup-unknown", NodeCopy.NO_FILE ->
          new ProblemDocument(404, code, Titles.NOT_FOUND, why).response();
      case "nothing-kept" -> new ProblemDocument(409, code, Titles.NOT_DEPLOYED, why).response();
      default -> RetryAfter.soon(new ProblemDocument(503, code, Titles.ABORTED, why).response());
    };
  }

  private Map<String, Object> tree(Backups.Begun begun) {
    Map<String, Object> tree = new LinkedHashMap<>();
    tree.put("backup", begun.id());
    tree.put("began", begun.at().toString());
    tree.put("application", title);
    tree.put("application-hash", HexFormat.of().formatHex(Sha256.of(node.application().source())));
    tree.put("shards", node.deployment().replication().active());
    List<Object> nodes = new ArrayList<>();
    begun.nodes().forEach(copy -> nodes.add(tree(copy)));
    tree.put("nodes", nodes);
    return tree;
  }

  private Map<String, @Nullable Object> tree(NodeCopy copy) {
    Deployment deployment = node.deployment();
    List<NodeAddress> nodes =
        (deployment.replication().active() ? deployment.ofShards() : deployment).nodes();
    Map<String, @Nullable Object> tree = new LinkedHashMap<>();
    tree.put("number", copy.node());
    tree.put("node", nodes.isEmpty() ? null : nodes.get(copy.node()).name());
    tree.put("incarnation", copy.incarnation());
    tree.put("position", copy.position());
    tree.put("actors", copy.actors());
    tree.put("files", copy.files());
    return tree;
  }
}
