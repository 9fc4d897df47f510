package tutti.server.api;

import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tutti.engine.backup.NodeBackups.Result;
import tutti.engine.backup.NodeCopy;
import tutti.engine.deployment.NodeAddress;
import tutti.engine.node.Backups;
import tutti.engine.node.Node;
import tutti.server.http.Response;
import tutti.server.json.JsonOutput;

/**
 * {@code /backups}: what {@code tutti backup} asks. Any node answers for all. Files are read in
 * pieces, each a request, so that the reader sets the pace and nothing is kept waiting in memory.
 */
final class BackupRoutes {
  private static final String BYTES = "application/octet-stream";

  private final Node node;
  private final String title;

  BackupRoutes(Node node, String title) {
    this.node = node;
    this.title = title;
  }

  /** {@code POST /backups}. */
  void begin(Exchange exchange) {
    node.backups()
        .begin(
            result ->
                exchange.reply(
                    switch (result) {
                      case Result.Good<Backups.Begun>(var begun) -> json(tree(begun));
                      case Result.Failed<Backups.Begun>(var code, var why) -> problem(code, why);
                    }));
  }

  /** {@code GET /backups/{id}/{node}/{file}?from=}. */
  void read(Exchange exchange, List<String> segments, Map<String, String> query) throws BadRequest {
    String from = query.getOrDefault("from", "0");
    if (!from.matches("[0-9]{1,18}") || !segments.get(2).matches("[0-9]{1,6}")) {
      throw new BadRequest(
          400,
          "bad-query",
          Titles.BAD_INPUT,
          "expected /backups/{id}/{number of the node}/{file}?from={a position in the file}");
    }
    node.backups()
        .read(
            segments.get(1),
            Integer.parseInt(segments.get(2)),
            segments.get(3),
            Long.parseLong(from),
            result ->
                exchange.reply(
                    switch (result) {
                      case Result.Good<byte[]>(var bytes) -> new Response(200, BYTES, bytes);
                      case Result.Failed<byte[]>(var code, var why) -> problem(code, why);
                    }));
  }

  /** {@code DELETE /backups/{id}}. */
  void end(Exchange exchange, String id) {
    node.backups().end(id, () -> exchange.reply(json(Map.of("backup", id))));
  }

  private static Response json(Map<String, ?> tree) {
    return new Response(200, Response.JSON, JsonOutput.bytes(tree));
  }

  private static Response problem(String code, String why) {
    return switch (code) {
      case "backup-unknown" -> new Problem(404, code, Titles.NOT_FOUND, why).response();
      case "nothing-kept" -> new Problem(409, code, Titles.BAD_INPUT, why).response();
      default -> new Problem(503, code, Titles.ABORTED, why).response().with("Retry-After", "1");
    };
  }

  private Map<String, Object> tree(Backups.Begun begun) {
    Map<String, Object> tree = new LinkedHashMap<>();
    tree.put("backup", begun.id());
    tree.put("began", begun.at().toString());
    tree.put("application", title);
    tree.put("application-hash", hash());
    List<Object> nodes = new ArrayList<>();
    begun.nodes().forEach(copy -> nodes.add(tree(copy)));
    tree.put("nodes", nodes);
    return tree;
  }

  private String hash() {
    try {
      byte[] source = node.application().source();
      return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(source));
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every JDK has SHA-256", e);
    }
  }

  private Map<String, @Nullable Object> tree(NodeCopy copy) {
    List<NodeAddress> nodes = node.deployment().nodes();
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
