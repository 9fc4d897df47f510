package tutti.server.api;

import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import tutti.engine.node.Node;
import tutti.engine.relational.ProcedureResult;
import tutti.engine.transaction.submission.Outcome;
import tutti.engine.transaction.submission.Reason;
import tutti.engine.transaction.submission.TransactionRequest;
import tutti.model.ActorId;
import tutti.model.Call;
import tutti.model.Refusal;
import tutti.model.relation.RelationDefinition;
import tutti.model.text.JsonText;
import tutti.server.access.Entrant;
import tutti.server.catalog.Catalog;
import tutti.server.catalog.EventEntry;
import tutti.server.catalog.SpecificationEntry;
import tutti.server.http.HeldBytes;
import tutti.server.http.Response;
import tutti.server.http.WholeRequest;
import tutti.server.json.BadJson;
import tutti.server.json.Trees;
import tutti.server.json.Utf8;
import tutti.sql.RowCounts;
import tutti.sql.SqlAnswer;
import tutti.sql.SqlQuery;

/** Runs queries on actors in Java for which there is no procedure: each query is a transaction. */
final class Queries {
  private static final Set<String> MEMBERS = Set.of("sql", "explain");

  private final Node node;
  private final Catalog catalog;
  private final HeldBytes held;
  private final long usualTimeout;

  Queries(Node node, Catalog catalog, HeldBytes held, long usualTimeout) {
    this.held = held;
    this.node = node;
    this.catalog = catalog;
    this.usualTimeout = usualTimeout;
  }

  /**
   * Runs SQL's SELECT over one actor's relations: {@code POST /{type}/{key}/query}. The text is
   * parsed where the query runs, not by the thread that reads requests.
   */
  void ask(Exchange exchange, SpecificationEntry type, ActorId actor, long staleness)
      throws BadRequest, BadJson {
    boolean text = isText(exchange.request);
    SqlQuery query = text ? new SqlQuery(body(exchange.request), false) : read(exchange.request);
    submit(
        exchange,
        type,
        actor,
        staleness,
        SqlQuery.NAME,
        query,
        text ? "" : "/sql",
        value -> held((SqlAnswer) value));
  }

  /** Counts the rows of an actor's relations: {@code GET /{type}/{key}}. */
  void count(Exchange exchange, SpecificationEntry type, ActorId actor) throws BadRequest {
    submit(
        exchange,
        type,
        actor,
        TransactionRequest.NOW,
        RowCounts.NAME,
        new RowCounts(),
        "",
        value -> counts(actor, relations(type), (List<?>) value));
  }

  private static List<RelationDefinition<?, ?>> relations(SpecificationEntry type) {
    return Objects.requireNonNull(type.relations());
  }

  /**
   * @param pointer the place of the query's text in the request's body
   */
  private void submit(
      Exchange exchange,
      SpecificationEntry type,
      ActorId actor,
      long staleness,
      String name,
      Record query,
      String pointer,
      Function<Object, Response> answer)
      throws BadRequest {
    EventEntry entry = type.hidden(name);
    if (entry == null) {
      throw new BadRequest(
          404, "not-found", Titles.NOT_FOUND, "this application was made without queries as text");
    }
    List<Call> calls = List.of(new Call(actor, entry.action(), List.of(query)));
    long timeout = Headers.timeout(exchange.request, usualTimeout);
    TransactionRequest request =
        new TransactionRequest(calls, null, timeout, staleness, exchange.by().caller());
    exchange.later(
        () ->
            node.submit(
                request,
                outcome ->
                    exchange.answer(
                        () -> {
                          exchange.ended(outcome);
                          return response(outcome, calls, pointer, answer, exchange.by());
                        })));
  }

  private Response response(
      Outcome outcome,
      List<Call> calls,
      String pointer,
      Function<Object, Response> answer,
      Entrant by) {
    if (outcome instanceof Outcome.Aborted aborted
        && aborted.reason() instanceof Reason.Refused(var _, String action, Refusal refusal)
        && action.equals(SqlQuery.NAME)
        && refusal.code().equals(SqlQuery.BAD)) {
      return ProblemDocument.of(new BadJson(SqlQuery.BAD, pointer, refusal.message())).response();
    }
    return outcome instanceof Outcome.Committed committed
            && committed.results().getFirst() instanceof ProcedureResult result
        ? OutcomeDocuments.aged(answer.apply(Objects.requireNonNull(result.value())), committed)
        : OutcomeDocuments.outcome(outcome, calls, true, false, catalog, by);
  }

  // --- the request

  private static boolean isText(WholeRequest request) {
    String type = request.header("Content-Type");
    return type != null && type.toLowerCase(Locale.ROOT).startsWith("text/plain");
  }

  private static String body(WholeRequest request) throws BadJson {
    return Utf8.text(request.body(), request.length());
  }

  private static SqlQuery read(WholeRequest request) throws BadRequest, BadJson {
    Map<?, ?> object = Bodies.object(request, "expected {\"sql\": \"select …\"}");
    Bodies.requireKnown(object, MEMBERS, "expected {\"sql\": \"select …\", \"explain\": false}");
    if (!(object.get("sql") instanceof String sql)) {
      throw new BadJson("missing-field", "/sql", "expected a query as a string");
    }
    return new SqlQuery(sql, Bodies.flag(object, "explain"));
  }

  // --- the answer

  /** The response with the rows of an answer, which are held until the client has read them. */
  private Response held(SqlAnswer answer) {
    long bytes = 0;
    for (List<String> row : answer.rows()) {
      for (String cell : row) {
        bytes += cell.length();
      }
    }
    long all = bytes;
    return held.take(all) ? answer(answer).whenGone(() -> held.give(all)) : LongAnswers.crowded();
  }

  /** The response with the rows of an answer, whose cells are JSON already. */
  private static Response answer(SqlAnswer answer) {
    return JsonPieces.response(
        "{\"columns\":"
            + text(answer.columns())
            + ",\"types\":"
            + text(answer.types())
            + ",\"rows\":[",
        answer.rows().iterator(),
        (out, row) -> out.append('[').append(String.join(",", row)).append(']'),
        "],\"plan\":" + text(answer.plan()) + "}");
  }

  private static String text(Object tree) {
    return new String(JsonText.bytes(tree), StandardCharsets.UTF_8);
  }

  private static Response counts(
      ActorId actor, List<RelationDefinition<?, ?>> relations, List<?> counts) {
    Map<String, @Nullable Object> rows = new LinkedHashMap<>();
    for (int i = 0; i < relations.size(); i++) {
      rows.put(relations.get(i).name(), Trees.object("rows", counts.get(i)));
    }
    return new Response(
        200, Response.JSON, JsonText.bytes(Trees.object("key", actor.key(), "relations", rows)));
  }
}
