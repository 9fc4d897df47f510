package tutti.server.api;

import static tutti.server.api.OpenApiRequests.operation;
import static tutti.server.api.Trees.all;
import static tutti.server.api.Trees.array;
import static tutti.server.api.Trees.object;
import static tutti.server.api.Trees.ref;

import java.util.List;
import java.util.Map;

/** Describes the operations that {@code tutti txn} uses. */
final class OpenApiCommitments {
  private static final Map<String, Object> TEXT = object("type", "string");
  private static final Map<String, Object> TEXTS = array(TEXT);
  private static final Map<String, Object> TEXT_OR_NULL = object("type", List.of("string", "null"));
  private static final Map<String, Object> FLAG = object("type", "boolean");
  private static final Map<String, Object> ENDED = object("enum", List.of("committed", "aborted"));

  private OpenApiCommitments() {}

  static void addPaths(Map<String, Object> paths, String tag) {
    paths.put(
        "/transactions/in-progress",
        object(
            "get",
            operation(
                tag,
                "transactionsInProgress",
                "Transactions over several nodes that are in progress, the oldest first",
                List.of(),
                object("200", lists(part())))));
    paths.put(
        "/transactions/resolved",
        object(
            "get",
            operation(
                tag,
                "resolvedTransactions",
                "What was ever resolved by hand, on all nodes that can be reached",
                List.of(),
                object("200", lists(resolution())))));
    paths.put("/transactions/{id}/parts", object("get", parts(tag)));
    paths.put("/transactions/{id}/resolution", object("post", resolve(tag)));
  }

  private static Map<String, Object> lists(Map<String, Object> item) {
    return OpenApiAnswers.answer(
        "All that can be reached, and which nodes cannot.",
        object(
            "type",
            "object",
            "required",
            List.of("transactions", "unavailable"),
            "properties",
            object(
                "transactions",
                array(item),
                "at",
                TEXT,
                "nodes",
                TEXTS,
                "unavailable",
                unavailable())));
  }

  private static Map<String, Object> parts(String tag) {
    Map<String, Object> answer =
        object(
            "transaction",
            TEXT,
            "parts",
            array(part()),
            "resolved",
            array(resolution()),
            "at",
            TEXT,
            "nodes",
            TEXTS,
            "unavailable",
            unavailable());
    return operation(
        tag,
        "transactionParts",
        "What every node knows of a transaction that is in progress, or was resolved by hand",
        List.of(id()),
        object(
            "200",
            OpenApiAnswers.answer("All that can be reached.", all(answer)),
            "404",
            ref("responses", "404")));
  }

  private static Map<String, Object> resolve(String tag) {
    Map<String, Object> body =
        object(
            "outcome",
            object("enum", List.of("commit", "abort")),
            "node",
            object(
                "type",
                "string",
                "description",
                "where; without it, on all nodes where it is in doubt"),
            "force",
            FLAG,
            "reason",
            TEXT,
            "by",
            TEXT);
    Map<String, Object> operation =
        operation(
            tag,
            "resolveTransaction",
            "End nodes' parts of a transaction in doubt by hand: it may turn out wrong",
            List.of(id()),
            object(
                "200",
                OpenApiAnswers.answer(
                    "It is done, and on disk.",
                    object(
                        "type",
                        "object",
                        "required",
                        List.of("resolved"),
                        "properties",
                        object("transaction", TEXT, "resolved", array(resolution())))),
                "400",
                ref("responses", "400"),
                "404",
                ref("responses", "404"),
                "409",
                OpenApiAnswers.problem(
                    "Not resolved by hand; nothing was done.",
                    409,
                    "not-forced",
                    "node b: what would end it: node a coming back: …"),
                "503",
                ref("responses", "503")));
    operation.put(
        "requestBody",
        OpenApiRequests.json(
            true,
            object(
                "type",
                "object",
                "required",
                List.of("outcome"),
                "properties",
                body,
                "additionalProperties",
                false),
            object(
                "outcome", "abort",
                "force", true,
                "reason", "node a has burnt",
                "by", "ann")));
    return operation;
  }

  private static Map<String, Object> part() {
    Map<String, Object> other =
        object("node", TEXT, "known", TEXT, "waitedFor", FLAG, "reachable", FLAG);
    return all(
        object(
            "transaction",
            TEXT,
            "attempt",
            object("type", "integer"),
            "node",
            TEXT,
            "role",
            object("enum", List.of("coordinator", "participant", "witness")),
            "protocol",
            TEXT,
            "phase",
            TEXT,
            "inDoubt",
            FLAG,
            "byHand",
            FLAG,
            "began",
            TEXT_OR_NULL,
            "since",
            TEXT_OR_NULL,
            "actors",
            TEXTS,
            "others",
            array(all(other)),
            "endsBy",
            TEXT,
            "endsByItself",
            FLAG));
  }

  private static Map<String, Object> resolution() {
    return all(
        object(
            "transaction",
            TEXT,
            "attempt",
            object("type", "integer"),
            "node",
            TEXT,
            "protocol",
            TEXT,
            "state",
            object(
                "enum",
                List.of(
                    "heuristic-hazard",
                    "heuristic-commit",
                    "heuristic-rollback",
                    "heuristic-mixed")),
            "byHand",
            ENDED,
            "at",
            TEXT,
            "by",
            TEXT,
            "reason",
            TEXT,
            "actors",
            TEXTS,
            "ended",
            TEXT_OR_NULL,
            "learnt",
            TEXT_OR_NULL));
  }

  private static Map<String, Object> unavailable() {
    return array(all(object("node", TEXT, "detail", TEXT)));
  }

  private static Map<String, Object> id() {
    return OpenApiRequests.inPath("id", TEXT, "0-1-127-2");
  }
}
