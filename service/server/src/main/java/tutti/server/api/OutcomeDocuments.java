package tutti.server.api;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import tutti.engine.concurrency.TransactionId;
import tutti.engine.node.Node.Instance;
import tutti.engine.transaction.submission.Outcome;
import tutti.engine.transaction.submission.Reason;
import tutti.model.ActorId;
import tutti.model.Call;
import tutti.model.Refusal;
import tutti.model.text.JsonText;
import tutti.rebel.form.JsonForm;
import tutti.server.access.Entrant;
import tutti.server.catalog.Catalog;
import tutti.server.catalog.FieldEntry;
import tutti.server.catalog.SpecificationEntry;
import tutti.server.http.Response;

/** The documents of docs/rulings.md#contracts: outcomes of transactions, and instances. */
final class OutcomeDocuments {
  /** The code of a refusal by an instance that does not exist. */
  static final String NO_SUCH_INSTANCE = "no-such-instance";

  /**
   * The member that stands beside a result that is left out, since an older version of the
   * application gave it: no client takes it for the result.
   */
  private static final String FORMER_RESULT = "formerResult";

  /** The header with the age of the snapshot that a transaction has read. */
  static final String SNAPSHOT_AGE = "Tutti-Snapshot-Age";

  private OutcomeDocuments() {}

  /**
   * The answer to a transaction's request.
   *
   * @param single whether the request was for one event by its own path
   * @param ofOneTry whether an end without an effect speaks of this try of a key alone
   * @param by who asks: he is told what he may read
   */
  static Response outcome(
      Outcome outcome,
      List<Call> calls,
      boolean single,
      boolean ofOneTry,
      Catalog catalog,
      Entrant by) {
    return switch (outcome) {
      case Outcome.Committed committed ->
          aged(
              new Response(
                  200,
                  Response.JSON,
                  single
                      ? committedEvent(committed, calls.getFirst(), catalog)
                      : committed(committed, calls, catalog)),
              committed);
      case Outcome.Aborted(var id, var reason) -> {
        ProblemDocument problem = problem(reason, catalog, by);
        yield aborted(id, reason, ofOneTry ? problem.ofOneTry() : problem);
      }
      case Outcome.InDoubt doubt -> pending(doubt.transaction(), "in-doubt", doubt.why());
    };
  }

  /**
   * Adds the age of the snapshot to the answer of a transaction that read one, in milliseconds,
   * rounded up.
   */
  static Response aged(Response answer, Outcome.Committed outcome) {
    Duration age = outcome.age();
    return age == null
        ? answer
        : answer.with(SNAPSHOT_AGE, age.plusNanos(999_999).toMillis() + "ms");
  }

  /** An answer of status 200 with a document. */
  static Response json(Map<String, ?> tree) {
    return new Response(200, Response.JSON, JsonText.bytes(tree));
  }

  /**
   * The document of a committed event. On the hot path, it is appended, not generated, because its
   * members are always the same.
   */
  private static byte[] committedEvent(Outcome.Committed outcome, Call call, Catalog catalog) {
    StringBuilder out = new StringBuilder(160);
    out.append("{\"transaction\":\"").append(outcome.transaction());
    out.append("\",\"outcome\":\"committed\",\"specification\":\"");
    out.append(call.target().type()).append("\",\"key\":");
    JsonText.quote(out, call.target().key());
    out.append(",\"event\":\"").append(call.action().name()).append('"');
    Object given = outcome.results().isEmpty() ? null : outcome.results().getFirst();
    Object result = catalog.result(given);
    if (result != null) {
      JsonText.put(out.append(",\"result\":"), result);
    }
    String former = Catalog.former(given);
    if (former != null) {
      JsonText.quote(out.append(",\"").append(FORMER_RESULT).append("\":"), former);
    }
    return out.append('}').toString().getBytes(StandardCharsets.UTF_8);
  }

  /** The answer to a committed transaction whose results are more than the client reads. */
  static Response withoutResults(TransactionId id) {
    Map<String, @Nullable Object> tree = head(id, "committed");
    tree.put("detail", "its results are left out: more of them wait than the client has read");
    tree.put("location", location(id));
    return json(tree);
  }

  private static byte[] committed(Outcome.Committed outcome, List<Call> calls, Catalog catalog) {
    Map<String, @Nullable Object> tree = head(outcome.transaction(), "committed");
    List<Object> events = new ArrayList<>(calls.size());
    for (int i = 0; i < calls.size(); i++) {
      Call call = calls.get(i);
      Map<String, @Nullable Object> event = new LinkedHashMap<>();
      event.put("specification", call.target().type());
      event.put("key", call.target().key());
      event.put("event", call.action().name());
      Object given = i < outcome.results().size() ? outcome.results().get(i) : null;
      Object result = catalog.result(given);
      if (result != null) {
        event.put("result", result);
      }
      String former = Catalog.former(given);
      if (former != null) {
        event.put(FORMER_RESULT, former);
      }
      events.add(event);
    }
    tree.put("events", events);
    return JsonText.bytes(tree);
  }

  private static Map<String, @Nullable Object> head(TransactionId id, String outcome) {
    Map<String, @Nullable Object> tree = new LinkedHashMap<>();
    tree.put("transaction", id.toString());
    tree.put("outcome", outcome);
    return tree;
  }

  private static String location(TransactionId id) {
    return "/transactions/" + id;
  }

  /** An answer of status 202, after which the client asks again. */
  static Response pending(TransactionId id, String outcome, String why) {
    Map<String, @Nullable Object> tree = head(id, outcome);
    tree.put("detail", why);
    tree.put("location", location(id));
    return new Response(202, Response.JSON, JsonText.bytes(tree))
        .with("Location", location(id))
        .with("Retry-After", "1");
  }

  private static Response aborted(TransactionId id, Reason reason, ProblemDocument about) {
    ProblemDocument problem =
        about
            .with("transaction", id.toString())
            .with("outcome", "aborted")
            .with("instance", location(id));
    Response response = problem.response();
    if (problem.status() != 503) {
      return response;
    }
    return reason instanceof Reason.Unavailable
        ? RetryAfter.later(response)
        : RetryAfter.soon(response);
  }

  private static ProblemDocument problem(Reason reason, Catalog catalog, Entrant by) {
    return switch (reason) {
      case Reason.Refused refused -> refused(refused, catalog, by);
      case Reason.KeyReused reused ->
          new ProblemDocument(
              422,
              reused.code(),
              Titles.KEY_REUSED,
              reused.message() + "; take a new key for a new request");
      case Reason.Deadlock deadlock ->
          aborted(deadlock, catalog, by)
              .with("retries", deadlock.retries())
              .with("cycle", waits(deadlock, by));
      case Reason.Conflict conflict ->
          aborted(conflict, catalog, by).with("retries", conflict.retries());
      case Reason.Deadline deadline when deadline.waitingAt() == null ->
          aborted(deadline, catalog, by);
      case Reason.Deadline deadline ->
          aborted(deadline, catalog, by).with("waitedFor", waitedFor(deadline, by));
      case Reason.Overloaded overloaded -> aborted(overloaded, catalog, by);
      case Reason.Unavailable unavailable -> aborted(unavailable, catalog, by);
    };
  }

  private static ProblemDocument aborted(Reason reason, Catalog catalog, Entrant by) {
    String message =
        by.mayKnowOfOthers()
            ? reason.message()
            : Redaction.of(catalog.names()).apply(reason.message());
    return switch (reason.code()) {
      case Reason.INTERNAL_ERROR -> new ProblemDocument(500, reason.code(), Titles.BUG, message);
      case Reason.Unavailable.TOO_LARGE ->
          new ProblemDocument(409, reason.code(), Titles.TOO_LARGE, message);
      default -> new ProblemDocument(503, reason.code(), Titles.ABORTED, message);
    };
  }

  private static ProblemDocument refused(Reason.Refused refused, Catalog catalog, Entrant by) {
    Refusal refusal = ShownRefusal.to(by, refused);
    ProblemDocument problem =
        switch (refusal.code()) {
          case Reason.INTERNAL_ERROR ->
              new ProblemDocument(500, refusal.code(), Titles.APPLICATION_BUG, refusal.message());
          // The codes of procedures come from their authors.
          case String code when isOfProcedure(refused, catalog) ->
              new ProblemDocument(409, code, Titles.REFUSED_BY_PROCEDURE, refusal.message());
          case NO_SUCH_INSTANCE ->
              new ProblemDocument(404, refusal.code(), Titles.NOT_FOUND, refusal.message());
          default -> new ProblemDocument(409, refusal.code(), Titles.REFUSED, refusal.message());
        };
    problem =
        problem
            .with("specification", refused.actor().type())
            .with("key", refused.actor().key())
            .with("event", refused.action());
    if (refusal.path() != null) {
      problem = problem.with("path", refusal.path());
    }
    if (refusal.documentation() != null) {
      problem = problem.with("documentation", refusal.documentation());
    }
    if (refusal.rule() != null) {
      problem = problem.with("rule", refusal.rule());
    }
    return refusal.values().isEmpty() ? problem : problem.with("values", refusal.values());
  }

  private static boolean isOfProcedure(Reason.Refused refused, Catalog catalog) {
    SpecificationEntry type = catalog.specification(refused.actor().type());
    return type != null && type.relations() != null;
  }

  private static List<Object> waits(Reason.Deadlock deadlock, Entrant by) {
    List<Object> cycle = new ArrayList<>();
    for (Reason.Wait wait : deadlock.cycle()) {
      Map<String, @Nullable Object> step = new LinkedHashMap<>();
      step.put("transaction", wait.waiter().toString());
      step.put("specification", wait.actor().type());
      step.put("key", keyOf(wait.actor(), by));
      cycle.add(step);
    }
    return cycle;
  }

  /** The key of an actor that a transaction waited for, which may be another client's business. */
  private static String keyOf(ActorId actor, Entrant by) {
    return by.mayKnowOfOthers() || by.mayRead(actor) ? actor.key() : Redaction.HIDDEN;
  }

  private static Object waitedFor(Reason.Deadline deadline, Entrant by) {
    ActorId at = Objects.requireNonNull(deadline.waitingAt());
    Map<String, @Nullable Object> wait = new LinkedHashMap<>();
    wait.put("specification", at.type());
    wait.put("key", keyOf(at, by));
    wait.put("transactions", deadline.waitingFor().stream().map(Object::toString).toList());
    if (deadline.inDoubt() != null) {
      wait.put("inDoubt", deadline.inDoubt());
    }
    return wait;
  }

  /**
   * The document of an ended transaction, for a client that asks by its id. Ids can be guessed, so
   * who does not look after transactions is told how it ended, and nothing of what it did.
   */
  static Response ended(Outcome outcome, Catalog catalog, Entrant by) {
    if (!by.mayKnowOfOthers() && !(outcome instanceof Outcome.InDoubt)) {
      String how = outcome instanceof Outcome.Committed ? "committed" : "aborted";
      return json(head(outcome.transaction(), how));
    }
    return switch (outcome) {
      case Outcome.Committed committed -> {
        Map<String, @Nullable Object> tree = head(committed.transaction(), "committed");
        List<@Nullable Object> results = new ArrayList<>();
        List<@Nullable Object> former = new ArrayList<>();
        for (Object result : committed.results()) {
          results.add(catalog.result(result));
          former.add(Catalog.former(result));
        }
        boolean isFormer = former.stream().anyMatch(Objects::nonNull);
        if (isFormer || results.stream().anyMatch(Objects::nonNull)) {
          tree.put("results", results);
        }
        if (isFormer) {
          tree.put("formerResults", former);
        }
        yield json(tree);
      }
      case Outcome.Aborted aborted -> {
        Map<String, @Nullable Object> tree = head(aborted.transaction(), "aborted");
        tree.put("reason", problem(aborted.reason(), catalog, by).tree());
        yield json(tree);
      }
      case Outcome.InDoubt doubt -> pending(doubt.transaction(), "in-doubt", doubt.why());
    };
  }

  /**
   * {@code {"key", "state", "version", "fields": {…}}}; for an actor in Java, its key alone. What a
   * client may not read is absent.
   */
  static Map<String, @Nullable Object> instance(
      SpecificationEntry entry, Instance instance, Entrant by) {
    Set<String> shown = by.fields(instance.id());
    Map<String, @Nullable Object> tree = new LinkedHashMap<>();
    tree.put("key", instance.id().key());
    if (entry.relations() != null) {
      return tree;
    }
    if (shown == null || shown.contains("@state")) {
      tree.put("state", entry.type().stages().get(instance.state().stage()));
    }
    if (shown == null || shown.contains("@version")) {
      tree.put("version", instance.version());
    }
    Map<String, @Nullable Object> fields = new LinkedHashMap<>();
    List<FieldEntry> entries = entry.fields();
    for (int i = 0; i < entries.size(); i++) {
      FieldEntry field = entries.get(i);
      if (shown == null || shown.contains(field.name())) {
        fields.put(field.name(), JsonForm.write(field.type(), instance.state().field(i)));
      }
    }
    tree.put("fields", fields);
    return tree;
  }
}
