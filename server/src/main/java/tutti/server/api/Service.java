package tutti.server.api;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;
import tutti.engine.concurrency.TransactionId;
import tutti.engine.node.Node;
import tutti.engine.node.Node.ReadResult;
import tutti.engine.span.Spans;
import tutti.engine.transaction.RequestFingerprint;
import tutti.engine.transaction.TransactionRequest;
import tutti.engine.transaction.TransactionRequest.Idempotency;
import tutti.engine.transaction.TransactionStatus;
import tutti.model.ActorId;
import tutti.model.Call;
import tutti.server.catalog.Catalog;
import tutti.server.catalog.EventEntry;
import tutti.server.catalog.Nearest;
import tutti.server.catalog.SpecificationEntry;
import tutti.server.http.Client;
import tutti.server.http.Handler;
import tutti.server.http.Request;
import tutti.server.http.Response;
import tutti.server.json.BadJson;
import tutti.server.json.JsonFault;
import tutti.server.json.JsonInput;
import tutti.server.json.JsonOutput;

/** Routes requests, asks the node, and answers. Thread-safe; nothing here blocks. */
public final class Service implements Handler, AutoCloseable {
  private static final int MOST_ITEMS = 1000;
  private static final int USUAL_ITEMS = 100;

  private final Node node;
  private final Catalog catalog;
  private final boolean loopback;
  private final BooleanSupplier stopping;
  private final long usualTimeout;
  private final ServerMetrics metrics;
  private final Recent recent = new Recent();
  private final Pages pages;
  private final Queries queries;
  private final BackupRoutes backups;

  /**
   * @param loopback whether only this machine reaches the server
   * @param stopping whether the server ends
   */
  public Service(Node node, Catalog catalog, boolean loopback, BooleanSupplier stopping) {
    this.node = node;
    this.catalog = catalog;
    this.loopback = loopback;
    this.stopping = stopping;
    this.usualTimeout = node.deployment().transactionTimeout().toNanos();
    this.metrics = new ServerMetrics(node);
    this.pages = new Pages(catalog);
    this.queries = new Queries(node, catalog, usualTimeout);
    this.backups = new BackupRoutes(node, catalog.title());
  }

  @Override
  public void handle(Request request, Client client) {
    Exchange exchange = new Exchange(request, client, metrics);
    try {
      Headers.requireOwnOrigin(request, loopback);
      if (request.target().equals("*") && request.method().equals("OPTIONS")) {
        exchange.reply(allowed("GET, HEAD, POST, OPTIONS"));
        return;
      }
      route(exchange, Target.parse(request.target()));
    } catch (BadRequest e) {
      exchange.reply(e.problem());
    } catch (BadJson e) {
      exchange.reply(badJson(e));
    }
  }

  @Override
  public Response refuse(Fault fault) {
    metrics.answered(Route.OTHER, fault.status(), 0);
    String title = fault.status() >= 500 ? Titles.BUG : Titles.BAD_INPUT;
    return new Problem(fault.status(), fault.code(), title, fault.detail()).response();
  }

  private void route(Exchange exchange, Target target) throws BadRequest, BadJson {
    List<String> segments = target.segments();
    String first = segments.getFirst();
    SpecificationEntry specification = catalog.specification(first);
    if (segments.size() == 3 && specification != null) {
      exchange.route(Route.EVENT);
      event(exchange, target, specification);
    } else if (first.equals("transactions") && segments.size() <= 2) {
      transactions(exchange, target);
    } else if (first.equals("backups") && specification == null) {
      exchange.route(Route.BACKUPS);
      backups(exchange, target);
    } else if (segments.size() == 1 && specification == null) {
      document(exchange, first);
    } else if (specification == null || segments.size() > 3) {
      throw notFound(target);
    } else if (segments.size() == 2) {
      exchange.route(Route.INSTANCE);
      instance(exchange, specification, segments.get(1));
    } else {
      exchange.route(Route.LIST);
      list(exchange, specification, target.query());
    }
  }

  private BadRequest notFound(Target target) {
    String first = target.segments().getFirst();
    return catalog.specification(first) == null
        ? new BadRequest(
            404, "unknown-specification", Titles.NOT_FOUND, Lookup.noSpecification(first, catalog))
        : new BadRequest(
            404,
            "not-found",
            Titles.NOT_FOUND,
            "the path has too many parts; expected /{specification}/{key}/{event}, with a '/' inside"
                + " a key written as %2F");
  }

  // --- transactions

  private void event(Exchange exchange, Target target, SpecificationEntry specification)
      throws BadRequest, BadJson {
    List<String> segments = target.segments();
    String name = segments.get(2);
    EventEntry event = specification.event(name);
    if (event == null && name.equals("query") && specification.relations() != null) {
      exchange.route(Route.QUERY);
      if (allow(exchange, "POST")) {
        noQuery(target);
        queries.ask(exchange, specification, actor(specification, segments.get(1)));
      }
      return;
    }
    if (event == null) {
      throw new BadRequest(
          404, "unknown-event", Titles.NOT_FOUND, Lookup.noEvent(name, specification));
    }
    if (!allow(exchange, "POST")) {
      return;
    }
    noQuery(target);
    ActorId actor = actor(specification, segments.get(1));
    Request request = exchange.request;
    List<Object> arguments;
    if (request.length() == 0) {
      arguments = ArgumentReader.none(event);
    } else {
      Headers.requireJson(request);
      try (JsonInput in = new JsonInput(request.body(), request.length())) {
        in.next();
        arguments = ArgumentReader.read(in, event);
        in.end();
      }
    }
    submit(exchange, List.of(new Call(actor, event.action(), arguments)), true);
  }

  private static ActorId actor(SpecificationEntry specification, String key) throws BadRequest {
    ActorId actor = Lookup.actor(specification, key);
    if (actor == null) {
      throw new BadRequest(400, "bad-key", Titles.BAD_INPUT, Lookup.badKey(specification, key));
    }
    return actor;
  }

  private void transactions(Exchange exchange, Target target) throws BadRequest, BadJson {
    if (target.segments().size() == 2) {
      exchange.route(Route.TRANSACTION);
      if (allow(exchange, "GET, HEAD")) {
        noQuery(target);
        status(exchange, target.segments().get(1));
      }
      return;
    }
    exchange.route(Route.TRANSACTIONS);
    if (!allow(exchange, "GET, HEAD, POST")) {
      return;
    }
    if (!exchange.request.method().equals("POST")) {
      exchange.reply(recent.response(target.query().get("after")));
      return;
    }
    noQuery(target);
    Headers.requireJson(exchange.request);
    Request request = exchange.request;
    List<Call> calls = new TransactionReader(catalog, request.body(), request.length()).read();
    submit(exchange, calls, false);
  }

  private void submit(Exchange exchange, List<Call> calls, boolean single) throws BadRequest {
    Request request = exchange.request;
    String key = Headers.idempotencyKey(request);
    Idempotency idempotency =
        key == null
            ? null
            : new Idempotency(
                key, RequestFingerprint.of(calls, single, node.application().codec()));
    long timeout = Headers.timeout(request, usualTimeout);
    TransactionRequest asked = new TransactionRequest(calls, idempotency, timeout);
    exchange.later(
        () ->
            node.submit(
                asked,
                outcome -> {
                  recent.add(calls, outcome, request.arrived());
                  Response answer = Answers.outcome(outcome, calls, single, catalog);
                  exchange.reply(timed(outcome.transaction(), answer));
                }));
  }

  private void status(Exchange exchange, String text) {
    TransactionId id = TransactionId.parse(text);
    if (id == null) {
      exchange.reply(noTransaction(text));
      return;
    }
    exchange.later(
        () -> node.status(id, status -> exchange.reply(timed(id, standing(id, text, status)))));
  }

  /** The answer, with where the transaction's time went if this node has timed it. */
  private Response timed(TransactionId id, Response answer) {
    Spans spans = node.spans(id);
    return spans == null ? answer : answer.with("Server-Timing", spans.serverTiming());
  }

  private Response standing(TransactionId id, String text, TransactionStatus status) {
    return switch (status) {
      case TransactionStatus.Running _ ->
          Answers.pending(id, "running", "it has not ended yet; ask again");
      case TransactionStatus.Waiting(String why) ->
          Answers.pending(id, "in-doubt", "it has not ended yet: " + why + "; ask again");
      case TransactionStatus.Ended ended -> Answers.ended(ended.outcome(), catalog);
      case TransactionStatus.Expired _ ->
          new Problem(
                  410,
                  "expired",
                  Titles.NOT_FOUND,
                  "what became of transaction '"
                      + text
                      + "' is not kept any more; this does not say that it aborted")
              .response();
      case TransactionStatus.Unknown _ -> noTransaction(text).response();
    };
  }

  private static Problem noTransaction(String text) {
    return new Problem(
        404,
        "unknown-transaction",
        Titles.NOT_FOUND,
        "no transaction has the id '" + Lookup.shorten(text) + "'");
  }

  // --- reads

  private void instance(Exchange exchange, SpecificationEntry specification, String key)
      throws BadRequest {
    if (!allow(exchange, "GET, HEAD")) {
      return;
    }
    ActorId actor = actor(specification, key);
    if (specification.relations() != null) {
      queries.count(exchange, specification, actor);
      return;
    }
    long timeout = Headers.timeout(exchange.request, usualTimeout);
    node.read(actor, timeout, seen -> exchange.reply(seen(specification, actor, seen)));
  }

  private static Response seen(SpecificationEntry entry, ActorId actor, ReadResult seen) {
    return switch (seen) {
      case ReadResult.Found found ->
          new Response(
              200, Response.JSON, JsonOutput.bytes(Answers.instance(entry, found.instance())));
      case ReadResult.Missing _ ->
          new Problem(
                  404,
                  Answers.NO_SUCH_INSTANCE,
                  Titles.NOT_FOUND,
                  "there is no " + entry.name() + " with the key '" + actor.key() + "'")
              .response();
      case ReadResult.Failed failed -> notNow(failed.code(), failed.message());
    };
  }

  private static Response notNow(String code, String message) {
    return new Problem(503, code, Titles.ABORTED, message).response().with("Retry-After", "1");
  }

  private void list(Exchange exchange, SpecificationEntry entry, Map<String, String> query)
      throws BadRequest {
    if (!allow(exchange, "GET, HEAD")) {
      return;
    }
    List<String> known = List.of("state", "limit", "after");
    for (String name : query.keySet()) {
      if (!known.contains(name)) {
        throw badQuery("there is no query parameter '" + name + "'; " + Nearest.hint(name, known));
      }
    }
    String state = query.get("state");
    if (state != null && entry.relations() != null) {
      throw badQuery(entry.name() + " has no states, but relations; leave 'state' out");
    }
    if (state != null && !entry.states().contains(state)) {
      throw badQuery(
          entry.name() + " has no state '" + state + "'; " + Nearest.hint(state, entry.states()));
    }
    node.list(
        entry.name(),
        state,
        limit(query.get("limit")),
        query.get("after"),
        result ->
            exchange.reply(
                switch (result) {
                  case Node.Page page -> listed(entry, page);
                  case Node.ListFailed(var code, var message) -> notNow(code, message);
                }));
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
    throw badQuery(
        "expected a limit from 1 to " + MOST_ITEMS + ", found '" + Lookup.shorten(text) + "'");
  }

  private static Response listed(SpecificationEntry entry, Node.Page page) {
    Map<String, @Nullable Object> tree = new LinkedHashMap<>();
    tree.put("items", page.items().stream().map(item -> Answers.instance(entry, item)).toList());
    tree.put("next", page.next());
    return new Response(200, Response.JSON, JsonOutput.bytes(tree));
  }

  private void backups(Exchange exchange, Target target) throws BadRequest {
    List<String> segments = target.segments();
    switch (segments.size()) {
      case 1 -> {
        if (allow(exchange, "POST")) {
          noQuery(target);
          backups.begin(exchange);
        }
      }
      case 2 -> {
        if (allow(exchange, "DELETE")) {
          noQuery(target);
          backups.end(exchange, segments.get(1));
        }
      }
      case 4 -> {
        if (allow(exchange, "GET, HEAD")) {
          backups.read(exchange, segments, target.query());
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

  // --- everything else

  private void document(Exchange exchange, String name) throws BadRequest {
    Route route =
        switch (name) {
          case "" -> Route.PAGE;
          case "openapi.json" -> Route.OPENAPI;
          case "health" -> Route.HEALTH;
          case "ready" -> Route.READY;
          case "metrics" -> Route.METRICS;
          default ->
              throw new BadRequest(
                  404,
                  "unknown-specification",
                  Titles.NOT_FOUND,
                  Lookup.noSpecification(name, catalog));
        };
    exchange.route(route);
    if (allow(exchange, "GET, HEAD")) {
      exchange.reply(document(route));
    }
  }

  private Response document(Route route) {
    return switch (route) {
      case PAGE -> pages.page();
      case OPENAPI -> pages.openApi();
      case HEALTH -> json(Map.of("status", "up"));
      case READY -> ready();
      case METRICS ->
          new Response(200, ServerMetrics.TYPE, metrics.scrape().getBytes(StandardCharsets.UTF_8));
      case EVENT, QUERY, TRANSACTIONS, TRANSACTION, INSTANCE, LIST, BACKUPS, OTHER ->
          throw new IllegalArgumentException("not a document: " + route);
    };
  }

  private Response ready() {
    String not = stopping.getAsBoolean() ? "the server is stopping" : node.notReady();
    return not == null
        ? json(Map.of("status", "ready"))
        : new Problem(503, stopping.getAsBoolean() ? "stopping" : "not-ready", Titles.ABORTED, not)
            .response()
            .with("Retry-After", "5");
  }

  private static Response json(Map<String, ?> tree) {
    return new Response(200, Response.JSON, JsonOutput.bytes(tree));
  }

  /** Whether the method is one of those; otherwise answers. */
  private static boolean allow(Exchange exchange, String methods) {
    String method = exchange.request.method();
    if (method.equals("OPTIONS")) {
      exchange.reply(allowed(methods + ", OPTIONS"));
      return false;
    }
    for (String one : methods.split(", ")) {
      if (one.equals(method)) {
        return true;
      }
    }
    exchange.reply(
        new Problem(
                405,
                "method-not-allowed",
                Titles.BAD_INPUT,
                "this path takes " + methods + ", not " + Lookup.shorten(method))
            .response()
            .with("Allow", methods + ", OPTIONS"));
    return false;
  }

  private static Response allowed(String methods) {
    return new Response(200, Response.JSON, new byte[0]).with("Allow", methods);
  }

  private static void noQuery(Target target) throws BadRequest {
    if (!target.query().isEmpty()) {
      throw badQuery(
          "this path takes no query parameters, such as '"
              + Lookup.shorten(target.query().keySet().iterator().next())
              + "'");
    }
  }

  private static BadRequest badQuery(String detail) {
    return new BadRequest(400, "bad-query", Titles.BAD_INPUT, detail);
  }

  private static Problem badJson(BadJson bad) {
    List<Object> errors = new ArrayList<>();
    for (JsonFault fault : bad.faults()) {
      Map<String, @Nullable Object> error = new LinkedHashMap<>();
      error.put("pointer", fault.pointer());
      error.put("code", fault.code());
      error.put("detail", fault.detail());
      errors.add(error);
    }
    JsonFault first = bad.faults().getFirst();
    String place = first.pointer().isEmpty() ? "" : first.pointer() + ": ";
    return new Problem(400, first.code(), Titles.BAD_INPUT, place + first.detail())
        .with("errors", errors);
  }

  @Override
  public void close() {
    metrics.close();
  }
}
