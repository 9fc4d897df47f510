package tutti.server.api;

import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import tutti.engine.concurrency.TransactionId;
import tutti.engine.distribution.message.MemberProgress;
import tutti.engine.distribution.message.ResolutionRequest;
import tutti.engine.node.Commitments.Answered;
import tutti.engine.node.Commitments.OnNode;
import tutti.engine.node.Node;
import tutti.engine.transaction.record.Resolution;
import tutti.engine.transaction.request.WaitView;
import tutti.server.http.Response;
import tutti.server.json.BadJson;

/**
 * The routes that {@code tutti txn} uses: transactions over several nodes that are in progress, and
 * those that operators have ended by hand. Any node answers for all nodes that it reaches.
 */
final class CommitmentRoutes {
  private static final Set<String> MEMBERS = Set.of("outcome", "node", "force", "reason", "by");
  private static final String EXPECTED =
      "expected {\"outcome\": \"commit\" or \"abort\", \"node\": …, \"force\": …, \"reason\": …,"
          + " \"by\": …}";

  private final Node node;

  CommitmentRoutes(Node node) {
    this.node = node;
  }

  void route(Exchange exchange, RequestTarget target) throws BadRequest, BadJson {
    List<String> segments = target.segments();
    target.requireNoQuery();
    if (segments.size() == 2) {
      if (exchange.allows("GET, HEAD")) {
        boolean resolved = segments.get(1).equals(Route.RESOLVED);
        node.commitments()
            .look(null, all -> exchange.answer(() -> OutcomeDocuments.json(list(all, resolved))));
      }
      return;
    }
    boolean shows = segments.get(2).equals("parts");
    if (!exchange.allows(shows ? "GET, HEAD" : "POST")) {
      return;
    }
    String text = segments.get(1);
    TransactionId id = TransactionId.parse(text);
    if (id == null) {
      throw new BadRequest(TransactionRoutes.noTransaction(text));
    }
    if (shows) {
      node.commitments().look(id, all -> exchange.answer(() -> parts(id, all)));
    } else {
      resolve(exchange, id);
    }
  }

  // --- looking

  /** Whether the node has no others, of which an answer should not speak. */
  private boolean single() {
    return node.deployment().nodes().size() < 2;
  }

  private static Map<String, @Nullable Object> list(List<OnNode> all, boolean resolved) {
    Map<String, @Nullable Object> tree = new LinkedHashMap<>();
    tree.put("transactions", resolved ? resolved(all) : underway(all));
    if (!resolved) {
      tree.put("waits", waits(all));
    }
    answered(tree, all);
    return tree;
  }

  private static List<Object> underway(List<OnNode> all) {
    record Part(String node, MemberProgress what) {}
    List<Part> parts = new ArrayList<>();
    for (OnNode each : all) {
      each.underway().forEach(what -> parts.add(new Part(each.node(), what)));
    }
    parts.sort(
        Comparator.comparing(
            part -> part.what.began(), Comparator.nullsFirst(Comparator.naturalOrder())));
    List<Object> trees = new ArrayList<>();
    parts.forEach(part -> trees.add(tree(part.node, part.what)));
    return trees;
  }

  private static List<Object> resolved(List<OnNode> all) {
    List<Object> trees = new ArrayList<>();
    for (OnNode each : all) {
      each.resolved().forEach(what -> trees.add(tree(each.node(), what)));
    }
    return trees;
  }

  /**
   * Adds the nodes that have answered, the time of each answer, and the nodes that have not
   * answered.
   */
  private static void answered(Map<String, @Nullable Object> tree, List<OnNode> all) {
    tree.put("at", Instant.now().toString());
    tree.put(
        "nodes", all.stream().filter(it -> it.unavailable() == null).map(OnNode::node).toList());
    tree.put("unavailable", unavailable(all));
  }

  private static List<Object> unavailable(List<OnNode> all) {
    List<Object> trees = new ArrayList<>();
    for (OnNode each : all) {
      String why = each.unavailable();
      if (why != null) {
        trees.add(Map.of("node", each.node(), "detail", why));
      }
    }
    return trees;
  }

  private Response parts(TransactionId id, List<OnNode> all) {
    List<Object> underway = underway(all);
    List<Object> resolved = resolved(all);
    List<Object> waits = waits(all);
    if (underway.isEmpty() && resolved.isEmpty() && waits.isEmpty()) {
      String reached = unavailable(all).isEmpty() ? "" : ", as far as nodes can be reached";
      String detail =
          "transaction "
              + id
              + (single() ? " is not in doubt" : " is not in progress between nodes")
              + ", waits for nothing, and was never resolved by hand"
              + reached
              + "; what became of it says /transactions/"
              + id;
      return new ProblemDocument(404, "not-in-progress", Titles.NOT_FOUND, detail)
          .with("unavailable", unavailable(all))
          .response();
    }
    Map<String, @Nullable Object> tree = new LinkedHashMap<>();
    tree.put("transaction", id.toString());
    tree.put("parts", underway);
    tree.put("resolved", resolved);
    tree.put("waits", waits);
    answered(tree, all);
    return OutcomeDocuments.json(tree);
  }

  private static List<Object> waits(List<OnNode> all) {
    List<Object> trees = new ArrayList<>();
    for (OnNode each : all) {
      for (WaitView wait : each.waits()) {
        Map<String, @Nullable Object> tree = new LinkedHashMap<>();
        tree.put("transaction", wait.key().id().toString());
        tree.put("attempt", wait.key().attempt());
        tree.put("node", each.node());
        tree.put("actor", wait.actor());
        tree.put("how", wait.how());
        tree.put("seconds", wait.nanos() / 1e9);
        tree.put("before", wait.before());
        trees.add(tree);
      }
    }
    return trees;
  }

  private static Map<String, @Nullable Object> tree(String node, MemberProgress it) {
    Map<String, @Nullable Object> tree = new LinkedHashMap<>();
    tree.put("transaction", it.key().id().toString());
    tree.put("attempt", it.key().attempt());
    tree.put("node", node);
    tree.put("role", word(it.role()));
    tree.put("protocol", it.protocol());
    tree.put("phase", it.phase());
    tree.put("inDoubt", it.inDoubt());
    tree.put("byHand", it.byHand());
    tree.put("began", text(it.began()));
    tree.put("since", text(it.since()));
    tree.put("actors", it.actors());
    List<Object> others = new ArrayList<>();
    for (MemberProgress.Other other : it.others()) {
      Map<String, @Nullable Object> each = new LinkedHashMap<>();
      each.put("node", other.node());
      each.put("known", other.known());
      each.put("waitedFor", other.waitedFor());
      each.put("reachable", other.reachable());
      others.add(each);
    }
    tree.put("others", others);
    tree.put("endsBy", it.ending());
    tree.put("endsByItself", it.endsAlone());
    return tree;
  }

  private static Map<String, @Nullable Object> tree(String node, Resolution it) {
    Resolution.Learnt learnt = it.learnt();
    Map<String, @Nullable Object> tree = new LinkedHashMap<>();
    tree.put("transaction", it.key().id().toString());
    tree.put("attempt", it.key().attempt());
    tree.put("node", node);
    tree.put("protocol", it.protocol());
    tree.put("state", "heuristic-" + word(it.state()));
    tree.put("byHand", outcome(it.commit()));
    tree.put("at", it.at().toString());
    tree.put("by", it.by());
    tree.put("reason", it.reason());
    tree.put("actors", it.actors());
    tree.put("ended", learnt == null ? null : outcome(learnt.commit()));
    tree.put("learnt", learnt == null ? null : learnt.at().toString());
    return tree;
  }

  private static String outcome(boolean commit) {
    return commit ? "committed" : "aborted";
  }

  private static String word(Enum<?> constant) {
    return constant.name().toLowerCase(Locale.ROOT);
  }

  private static @Nullable String text(@Nullable Instant at) {
    return at == null ? null : at.toString();
  }

  // --- resolving

  private void resolve(Exchange exchange, TransactionId id) throws BadRequest, BadJson {
    Map<?, ?> body = Bodies.object(exchange.request, EXPECTED);
    Bodies.requireKnown(body, MEMBERS, EXPECTED);
    Object outcome = body.get("outcome");
    if (!"commit".equals(outcome) && !"abort".equals(outcome)) {
      throw new BadJson("bad-value", "/outcome", EXPECTED);
    }
    boolean force = Bodies.flag(body, "force");
    String by = Bodies.text(body, "by");
    String reason = Bodies.text(body, "reason");
    ResolutionRequest request =
        new ResolutionRequest(
            "commit".equals(outcome),
            force,
            by == null ? "unknown" : by,
            reason == null ? "" : reason);
    String named = Bodies.text(body, "node");
    node.commitments()
        .resolve(id, named, request, answers -> exchange.answer(() -> answer(id, named, answers)));
  }

  /**
   * The answer to a resolution: success if one node has resolved the transaction, else the answer
   * of the first node that has not.
   */
  private Response answer(TransactionId id, @Nullable String named, List<Answered> answers) {
    List<Object> done = new ArrayList<>();
    List<Object> refused = new ArrayList<>();
    for (Answered each : answers) {
      Resolution how = each.done();
      if (how != null) {
        done.add(tree(each.node(), how));
      } else {
        refused.add(Map.of("node", each.node(), "code", each.code(), "detail", each.why()));
      }
    }
    if (!done.isEmpty()) {
      Map<String, @Nullable Object> tree = new LinkedHashMap<>();
      tree.put("transaction", id.toString());
      tree.put("resolved", done);
      tree.put("refused", refused);
      return OutcomeDocuments.json(tree);
    }
    if (answers.isEmpty()) {
      return new ProblemDocument(
              404, "unknown-transaction", Titles.NOT_FOUND, nothingToResolve(id, named))
          .response();
    }
    Answered first = answers.getFirst();
    int status =
        switch (first.code()) {
          case "unknown-transaction" -> 404;
          case "not-forced", "not-in-doubt", "ends-by-itself", "already-resolved" -> 409;
          default -> 503;
        };
    return new ProblemDocument(
            status,
            first.code(),
            status == 404 ? Titles.NOT_FOUND : Titles.NOT_RESOLVED,
            "node " + first.node() + ": " + first.why())
        .with("refused", refused)
        .response();
  }

  private String nothingToResolve(TransactionId id, @Nullable String named) {
    if (named != null) {
      return single()
          ? "there is no node '" + named + "': this is a single node; order it without a node"
          : "there is no node '" + named + "' that could resolve anything";
    }
    return single()
        ? "transaction "
            + id
            + " is not in doubt: a single node ends all by itself but irrevocable operations;"
            + " what became of it says /transactions/"
            + id
        : "transaction " + id + " is in progress on no node that can be reached";
  }
}
