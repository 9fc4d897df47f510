package tutti.server.api;

import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import tutti.access.policy.OperatorWork;
import tutti.engine.concurrency.TransactionId;
import tutti.engine.node.Node;
import tutti.engine.span.Spans;
import tutti.engine.transaction.submission.Outcome;
import tutti.engine.transaction.submission.RequestFingerprint;
import tutti.engine.transaction.submission.TransactionRequest;
import tutti.engine.transaction.submission.TransactionRequest.Idempotency;
import tutti.engine.transaction.submission.TransactionStatus;
import tutti.model.ActorId;
import tutti.model.Call;
import tutti.server.access.Entrant;
import tutti.server.catalog.Catalog;
import tutti.server.catalog.EventEntry;
import tutti.server.catalog.SpecificationEntry;
import tutti.server.http.Response;
import tutti.server.http.WholeRequest;
import tutti.server.json.BadJson;
import tutti.server.json.JsonInput;

/** The routes that start transactions, and those that ask for their status. */
final class TransactionRoutes {
  private final Node node;
  private final Catalog catalog;
  private final Queries queries;
  private final LongAnswers answers;
  private final ArgumentThreads arguments;
  private final long usualTimeout;
  private final Recent recent;

  /**
   * @param usualTimeout the timeout of requests that name none, in nanoseconds
   * @param redactKeys whether keys of actors stay out of the list of the newest transactions
   */
  TransactionRoutes(
      Node node,
      Catalog catalog,
      Queries queries,
      LongAnswers answers,
      ArgumentThreads arguments,
      long usualTimeout,
      boolean redactKeys) {
    this.recent = new Recent(redactKeys);
    this.node = node;
    this.catalog = catalog;
    this.queries = queries;
    this.answers = answers;
    this.arguments = arguments;
    this.usualTimeout = usualTimeout;
  }

  /**
   * Runs an event: {@code POST /{specification}/{key}/{event}}, or {@code …/query} of actors in
   * Java.
   */
  void event(Exchange exchange, RequestTarget target, SpecificationEntry specification)
      throws BadRequest, BadJson {
    List<String> segments = target.segments();
    String name = segments.get(2);
    EventEntry event = specification.event(name);
    if (event == null && name.equals("query") && specification.relations() != null) {
      exchange.route(Route.QUERY);
      if (exchange.allows("POST")) {
        ActorId asked = Lookup.require(specification, segments.get(1));
        if (!exchange.by().mayQuery(asked)) {
          throw new BadRequest(
              AccessRefusals.notPermitted(
                  "may not query the " + specification.name() + " of this key"));
        }
        exchange.about(asked);
        queries.ask(exchange, specification, asked, target.staleness());
      }
      return;
    }
    if (event == null) {
      throw new BadRequest(
          404, "unknown-event", Titles.NOT_FOUND, Lookup.noEvent(name, specification));
    }
    if (event.internal()) {
      throw new BadRequest(Lookup.internal(specification.name(), segments.get(1), event));
    }
    if (!exchange.by().mayCall(specification.name(), name, segments.get(1))) {
      throw new BadRequest(Lookup.notPermitted(specification.name(), segments.get(1), event));
    }
    if (!exchange.allows("POST")) {
      return;
    }
    long staleness = target.staleness();
    ActorId actor = Lookup.require(specification, segments.get(1));
    WholeRequest request = exchange.request;
    if (request.length() > 0) {
      Headers.requireJson(request);
    }
    exchange.about(actor);
    submit(
        exchange,
        event.arguments().runsCode(),
        () -> {
          List<Call> calls = List.of(new Call(actor, event.action(), arguments(request, event)));
          return submission(exchange, calls, true, staleness);
        });
  }

  private static List<Object> arguments(WholeRequest request, EventEntry event) throws BadJson {
    if (request.length() == 0) {
      return ArgumentReader.none(event);
    }
    try (JsonInput in = new JsonInput(request.body(), request.length())) {
      in.next();
      List<Object> arguments = ArgumentReader.read(in, event);
      in.end();
      return arguments;
    }
  }

  /** Routes {@code /transactions} and {@code /transactions/{id}}. */
  void transactions(Exchange exchange, RequestTarget target) throws BadRequest, BadJson {
    if (target.segments().size() == 2) {
      exchange.route(Route.TRANSACTION);
      if (exchange.allows("GET, HEAD")) {
        target.requireNoQuery();
        status(exchange, target.segments().get(1));
      }
      return;
    }
    exchange.route(Route.TRANSACTIONS);
    if (!exchange.allows("GET, HEAD, POST")) {
      return;
    }
    if (!exchange.request.method().equals("POST")) {
      exchange.require(OperatorWork.TRANSACTIONS);
      exchange.reply(recent.response(target.number("after")));
      return;
    }
    long staleness = target.staleness();
    Headers.requireJson(exchange.request);
    WholeRequest request = exchange.request;
    TransactionReader reader =
        new TransactionReader(exchange.by(), request.body(), request.length());
    submit(
        exchange, reader.runsCode(), () -> submission(exchange, reader.read(), false, staleness));
  }

  /**
   * Reads a request and submits it.
   *
   * @param runsCode whether the application's code runs meanwhile, and so not on this thread
   */
  private void submit(Exchange exchange, boolean runsCode, ArgumentThreads.Read read)
      throws BadRequest, BadJson {
    if (runsCode) {
      arguments.read(exchange, Headers.timeoutOrUsual(exchange.request, usualTimeout), read);
    } else {
      exchange.later(read.read());
    }
  }

  /** Returns what submits a request that has been read. */
  private Runnable submission(Exchange exchange, List<Call> calls, boolean single, long staleness)
      throws BadRequest {
    WholeRequest request = exchange.request;
    exchange.about(calls.getFirst().target());
    String key = Headers.idempotencyKey(request);
    Idempotency idempotency =
        key == null
            ? null
            : RequestFingerprint.of(
                exchange.by().keyOf(key),
                calls,
                single,
                node.application().codec(),
                written(request, single));
    long timeout = Headers.timeout(request, usualTimeout);
    TransactionRequest asked =
        new TransactionRequest(calls, idempotency, timeout, staleness, exchange.by().caller());
    Thread reader = Thread.currentThread();
    return () ->
        node.submit(
            asked,
            outcome ->
                answers.make(
                    reader,
                    outcome,
                    () ->
                        answer(
                            exchange,
                            outcome,
                            calls,
                            single,
                            idempotency != null && isOfOneTry(outcome)),
                    () -> answerShortly(exchange, asked, outcome)));
  }

  /** Answers where there is no room for the results of a transaction. */
  private void answerShortly(Exchange exchange, TransactionRequest asked, Outcome outcome) {
    exchange.answer(
        () -> {
          exchange.ended(outcome);
          recent.add(
              asked.calls(),
              exchange.request.target().length(),
              outcome,
              exchange.request.arrived());
          return asked.mayChange()
              ? OutcomeDocuments.withoutResults(outcome.transaction())
              : LongAnswers.crowded();
        });
  }

  /** Returns the arguments of the calls as their client wrote them, in a body that can be read. */
  private static List<?> written(WholeRequest request, boolean single) {
    if (request.length() == 0) {
      return List.of(Map.of());
    }
    try (JsonInput in = new JsonInput(request.body(), request.length())) {
      in.next();
      Object body = Objects.requireNonNull(in.tree());
      return single ? List.of(body) : arguments((Map<?, ?>) body);
    } catch (BadJson bad) {
      throw new IllegalStateException("a body that was read cannot be read again", bad);
    }
  }

  /** Returns the arguments of the events of a transaction, as its client wrote them. */
  static List<?> arguments(Map<?, ?> body) {
    List<?> events = (List<?>) Objects.requireNonNull(body.get("events"));
    return events.stream().map(each -> arguments(((Map<?, ?>) each).get("arguments"))).toList();
  }

  /** Returns the arguments of an event as its client wrote them, or what stands for none. */
  static Object arguments(@Nullable Object given) {
    return given == null ? Map.of() : given;
  }

  /** Returns whether the end of a try says nothing of others under its key. */
  private boolean isOfOneTry(Outcome outcome) {
    return outcome instanceof Outcome.Aborted(_, var reason)
        && !reason.isAboutKey(node.deployment().integrated());
  }

  private void answer(
      Exchange exchange, Outcome outcome, List<Call> calls, boolean single, boolean ofOneTry) {
    exchange.answer(
        () -> {
          exchange.ended(outcome);
          WholeRequest request = exchange.request;
          int bytes = request.target().length() + request.length();
          recent.add(calls, bytes, outcome, request.arrived());
          return timed(
              outcome.transaction(),
              OutcomeDocuments.outcome(outcome, calls, single, ofOneTry, catalog, exchange.by()));
        },
        () ->
            unanswerable(outcome.transaction(), "ask GET /transactions/" + outcome.transaction()));
  }

  /**
   * Returns the answer to a transaction of a batch, which is from now on among the newest.
   *
   * @param keyed whether it has a key
   * @param bytes the length of its text
   * @param began {@link System#nanoTime} when it was begun
   * @param by who sent the batch
   */
  Response ended(
      Outcome outcome,
      List<Call> calls,
      boolean single,
      boolean keyed,
      int bytes,
      long began,
      Entrant by) {
    recent.add(calls, bytes, outcome, began);
    return OutcomeDocuments.outcome(
        outcome, calls, single, keyed && isOfOneTry(outcome), catalog, by);
  }

  /** The problem of a transaction whose outcome is known, and has no form in JSON. */
  static ProblemDocument unanswerable(TransactionId id, String advice) {
    return Exchange.bug(
            "transaction %s has ended, and its outcome cannot be answered: %s; the server's log has the reason"
                .formatted(id, advice))
        .with("transaction", id.toString());
  }

  private void status(Exchange exchange, String text) {
    TransactionId id = TransactionId.parse(text);
    if (id == null) {
      exchange.reply(noTransaction(text));
      return;
    }
    Thread reader = Thread.currentThread();
    exchange.later(
        () ->
            node.status(
                id,
                status -> {
                  Supplier<Response> answer =
                      () -> timed(id, standing(id, text, status, exchange.by()));
                  if (status instanceof TransactionStatus.Ended(var outcome)) {
                    answers.make(
                        reader,
                        outcome,
                        () ->
                            exchange.answer(
                                answer, () -> unanswerable(id, "read what it has changed")),
                        () -> exchange.reply(LongAnswers.crowded()));
                  } else {
                    exchange.answer(answer);
                  }
                }));
  }

  /** Returns the answer, with the times of the transaction's phases if this node has timed it. */
  private Response timed(TransactionId id, Response answer) {
    Spans spans = node.spans(id);
    return spans == null ? answer : answer.with("Server-Timing", spans.serverTiming());
  }

  private Response standing(TransactionId id, String text, TransactionStatus status, Entrant by) {
    return switch (status) {
      case TransactionStatus.Running _ ->
          OutcomeDocuments.pending(id, "running", "it has not ended yet; ask again");
      case TransactionStatus.Waiting(String why) ->
          OutcomeDocuments.pending(
              id, "in-doubt", "its end is not known yet: " + why + "; ask again");
      case TransactionStatus.Ended ended -> OutcomeDocuments.ended(ended.outcome(), catalog, by);
      case TransactionStatus.Expired _ ->
          new ProblemDocument(
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

  static ProblemDocument noTransaction(String text) {
    return new ProblemDocument(
        404,
        "unknown-transaction",
        Titles.NOT_FOUND,
        "no transaction has the id '" + Lookup.shorten(text) + "'");
  }
}
