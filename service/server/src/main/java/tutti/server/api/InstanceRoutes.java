package tutti.server.api;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tutti.engine.node.Node;
import tutti.engine.node.Node.ReadResult;
import tutti.model.ActorId;
import tutti.model.text.JsonText;
import tutti.server.access.Entrant;
import tutti.server.catalog.NameHint;
import tutti.server.catalog.SpecificationEntry;
import tutti.server.http.Response;

/** Reads of instances, one by its key or a page of them. */
final class InstanceRoutes {
  private static final int MOST_ITEMS = 1000;
  private static final int USUAL_ITEMS = 100;

  private final Node node;
  private final Queries queries;
  private final LongAnswers answers;
  private final long usualTimeout;

  /**
   * @param usualTimeout the timeout of requests that name none, in nanoseconds
   */
  InstanceRoutes(Node node, Queries queries, LongAnswers answers, long usualTimeout) {
    this.node = node;
    this.queries = queries;
    this.answers = answers;
    this.usualTimeout = usualTimeout;
  }

  /** Reads an instance: {@code GET /{specification}/{key}}. */
  void instance(Exchange exchange, RequestTarget target, SpecificationEntry specification)
      throws BadRequest {
    String key = target.segments().get(1);
    if (!exchange.permits("GET, HEAD")) {
      exchange.refuseMethod("GET, HEAD", Lookup.missingPart(specification, key));
      return;
    }
    target.requireNoQuery();
    ActorId actor = Lookup.require(specification, key);
    if (!exchange.by().mayRead(actor)) {
      throw new BadRequest(
          AccessRefusals.notPermitted("may not read the " + specification.name() + " of this key"));
    }
    exchange.about(actor);
    if (specification.relations() != null) {
      queries.count(exchange, specification, actor);
      return;
    }
    long timeout = Headers.timeout(exchange.request, usualTimeout);
    node.read(
        actor,
        timeout,
        seen ->
            answers.apart(
                seen instanceof ReadResult.Found(var instance) && LongAnswers.isLong(instance),
                () -> exchange.answer(() -> seen(specification, actor, seen, exchange.by())),
                () -> exchange.reply(LongAnswers.crowded())));
  }

  private static Response seen(
      SpecificationEntry entry, ActorId actor, ReadResult seen, Entrant by) {
    return switch (seen) {
      case ReadResult.Found found ->
          OutcomeDocuments.json(OutcomeDocuments.instance(entry, found.instance(), by));
      case ReadResult.Missing _ ->
          new ProblemDocument(
                  404,
                  OutcomeDocuments.NO_SUCH_INSTANCE,
                  Titles.NOT_FOUND,
                  "there is no " + entry.name() + " with the key '" + actor.key() + "'")
              .response();
      case ReadResult.Failed failed -> notNow(failed.code(), failed.message());
    };
  }

  private static Response notNow(String code, String message) {
    return RetryAfter.soon(new ProblemDocument(503, code, Titles.ABORTED, message).response());
  }

  /** Reads a page of instances: {@code GET /{specification}?state=&limit=&after=}. */
  void list(Exchange exchange, SpecificationEntry entry, Map<String, String> query)
      throws BadRequest {
    if (!exchange.permits("GET, HEAD")) {
      exchange.refuseMethod("GET, HEAD", Lookup.missingKey(entry));
      return;
    }
    if (!exchange.by().mayList(entry.name())) {
      throw new BadRequest(AccessRefusals.notPermitted("may not list " + entry.name()));
    }
    List<String> known = List.of("state", "limit", "after");
    for (String name : query.keySet()) {
      if (!known.contains(name)) {
        throw BadRequest.query(
            "there is no query parameter '" + name + "'; " + NameHint.of(name, known));
      }
    }
    String state = query.get("state");
    if (state != null && entry.relations() != null) {
      throw BadRequest.query(entry.name() + " has no states, but relations; leave 'state' out");
    }
    if (state != null && !entry.states().contains(state)) {
      throw BadRequest.query(
          entry.name() + " has no state '" + state + "'; " + NameHint.of(state, entry.states()));
    }
    node.list(
        entry.name(),
        state,
        limit(query.get("limit")),
        after(entry, query.get("after")),
        result ->
            answers.apart(
                result instanceof Node.Page page && LongAnswers.isLong(page),
                () -> exchange.answer(() -> listed(entry, result, exchange.by())),
                () -> exchange.reply(LongAnswers.crowded())));
  }

  private static int limit(@Nullable String text) throws BadRequest {
    if (text == null) {
      return USUAL_ITEMS;
    }
    if (text.matches("[0-9]{1,4}")) {
      int limit = Integer.parseInt(text);
      if (limit >= 1 && limit <= MOST_ITEMS) {
        return limit;
      }
    }
    throw BadRequest.query(
        "expected a limit from 1 to " + MOST_ITEMS + ", found '" + Lookup.shorten(text) + "'");
  }

  /** Returns the key after which a page begins; null, as for an empty text, if it is the first. */
  private static @Nullable String after(SpecificationEntry entry, @Nullable String key)
      throws BadRequest {
    if (key == null || key.isEmpty()) {
      return null;
    }
    String fault = Lookup.keptKeyFault(entry, key);
    if (fault != null) {
      throw BadRequest.query("after must be the 'next' of a page: " + fault);
    }
    return key;
  }

  private static Response listed(SpecificationEntry entry, Node.ListResult result, Entrant by) {
    return switch (result) {
      case Node.Page page -> listed(entry, page, by);
      case Node.ListFailed(var code, var message) -> notNow(code, message);
    };
  }

  private static Response listed(SpecificationEntry entry, Node.Page page, Entrant by) {
    return JsonPieces.response(
        "{\"items\":[",
        page.items().iterator(),
        (out, item) -> JsonText.put(out, OutcomeDocuments.instance(entry, item, by)),
        "],\"next\":" + JsonText.of(page.next()) + "}");
  }
}
