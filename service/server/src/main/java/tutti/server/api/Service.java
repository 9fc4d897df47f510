package tutti.server.api;

import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BooleanSupplier;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import tutti.access.policy.OperatorWork;
import tutti.engine.deployment.Deployment.Replication;
import tutti.engine.node.Node;
import tutti.engine.node.Readiness;
import tutti.engine.runtime.PeerClocks;
import tutti.server.access.Entrant;
import tutti.server.access.Gate;
import tutti.server.access.RequestAudit;
import tutti.server.catalog.Catalog;
import tutti.server.catalog.SpecificationEntry;
import tutti.server.http.Handler;
import tutti.server.http.HeldBytes;
import tutti.server.http.Load;
import tutti.server.http.Response;
import tutti.server.http.WaitingClient;
import tutti.server.http.WholeRequest;
import tutti.server.json.BadJson;

/** Routes requests, asks the node, and answers. Thread-safe; no method blocks. */
public final class Service implements Handler, AutoCloseable {
  private final Node node;
  private final Catalog catalog;
  private final Gate gate;
  private final RequestAudit audit;
  private final AllowedOrigins access;
  private final BooleanSupplier stopping;
  private final ServerMetrics metrics;
  private final int mostBatch;
  private final HeldBytes held;
  private final Door door;
  private final LongAnswers answers;
  private final ArgumentThreads arguments = new ArgumentThreads();
  private final Pages pages;
  private final TransactionRoutes transactions;
  private final BatchRoutes batches;
  private final InstanceRoutes instances;
  private final BackupRoutes backups;
  private final CommitmentRoutes commitments;
  private final ShardRoutes shards;

  /**
   * @param gate finds out who asks
   * @param audit takes note of refusals, and of operators' work
   * @param access the web pages that may use the service
   * @param redactKeys whether keys of actors stay out of metrics and lists of transactions
   * @param stopping whether the server is stopping
   * @param load the load of the server
   * @param mostBatch the greatest size of a batch, in bytes, where it is more than that of others
   */
  public Service(
      Node node,
      Catalog catalog,
      Gate gate,
      RequestAudit audit,
      AllowedOrigins access,
      boolean redactKeys,
      BooleanSupplier stopping,
      Load load,
      int mostBatch) {
    this.held = load.held();
    this.mostBatch = mostBatch;
    this.node = node;
    this.catalog = catalog;
    this.gate = gate;
    this.audit = audit;
    this.access = access;
    this.stopping = stopping;
    this.metrics = new ServerMetrics(node, redactKeys, stopping, load);
    this.answers =
        new LongAnswers(
            () ->
                new Response(
                    200, ServerMetrics.TYPE, metrics.scrape().getBytes(StandardCharsets.UTF_8)),
            held);
    this.pages = new Pages(catalog, gate.isGuarded());
    long usualTimeout = node.deployment().transactionTimeout().toNanos();
    this.door = new Door(load, usualTimeout);
    Queries queries = new Queries(node, catalog, held, usualTimeout);
    this.transactions =
        new TransactionRoutes(node, catalog, queries, answers, arguments, usualTimeout, redactKeys);
    this.batches =
        new BatchRoutes(
            node, load.batches(), answers, arguments, transactions, stopping, usualTimeout);
    this.instances = new InstanceRoutes(node, queries, answers, usualTimeout);
    this.backups = new BackupRoutes(node, catalog.title());
    this.commitments = new CommitmentRoutes(node);
    this.shards = new ShardRoutes(node);
  }

  @Override
  public void handle(WholeRequest request, WaitingClient client) {
    Exchange exchange =
        new Exchange(request, client, metrics, node, held, audit, access.allowed(request));
    try {
      Headers.requireOwnOrigin(request, access);
      Response away = door.turnAway(request);
      if (away != null) {
        exchange.reply(away);
        return;
      }
      exchange.takenBy(door);
      if (access.preflight(request)) {
        exchange.reply(AllowedOrigins.yes());
        return;
      }
      if (request.target().equals("*") && request.method().equals("OPTIONS")) {
        exchange.reply(Exchange.allowed("GET, HEAD, POST, OPTIONS"));
        return;
      }
      RequestTarget target = RequestTarget.parse(request.target());
      Entrant who = gate.admit(request);
      if (who == null && isForAll(target)) {
        who = gate.stranger();
      }
      if (who == null) {
        exchange.reply(AccessRefusals.unauthenticated());
        return;
      }
      exchange.by(who);
      route(exchange, target);
    } catch (BadRequest e) {
      exchange.reply(e.problem());
    } catch (BadJson e) {
      exchange.reply(ProblemDocument.of(e));
    } catch (RuntimeException | Error bug) {
      exchange.failed();
      throw bug;
    }
  }

  @Override
  public int mostBody(String target, int usual) {
    return BatchRoutes.isTarget(target) ? Math.max(usual, mostBatch) : usual;
  }

  @Override
  public Response refuse(Fault fault) {
    metrics.answered(Route.OTHER, fault.status(), 0);
    return ProblemDocument.response(fault);
  }

  /**
   * Whether a path is answered whoever asks: probes of the service's health, and the page, which
   * says nothing of the application by itself.
   */
  private static boolean isForAll(RequestTarget target) {
    return target.segments().size() == 1
        && List.of("", "health", "ready").contains(target.segments().getFirst());
  }

  private void route(Exchange exchange, RequestTarget target) throws BadRequest, BadJson {
    List<String> segments = target.segments();
    String first = segments.getFirst();
    Catalog catalog = exchange.by().catalog();
    SpecificationEntry specification = catalog.specification(first);
    if (segments.size() == 3 && specification != null) {
      exchange.route(Route.EVENT);
      transactions.event(exchange, target, specification);
    } else if (first.equals("transactions") && Route.isOfCommitments(segments)) {
      exchange.route(Route.COMMITMENTS);
      boolean ends = segments.getLast().equals("resolution");
      operate(
          exchange,
          ends ? OperatorWork.RESOLVE : OperatorWork.TRANSACTIONS,
          () -> commitments.route(exchange, target));
    } else if (first.equals("transactions")
        && segments.size() == 2
        && segments.get(1).equals("batch")) {
      exchange.route(Route.BATCH);
      batches.route(exchange, target);
    } else if (first.equals("transactions") && segments.size() <= 2) {
      transactions.transactions(exchange, target);
    } else if (first.equals("backups")) {
      exchange.route(Route.BACKUPS);
      operate(exchange, OperatorWork.BACKUP, () -> backups.route(exchange, target));
    } else if (first.equals("shards")
        && segments.size() == 3
        && segments.get(2).equals("pass-over")) {
      exchange.route(Route.SHARDS);
      target.requireNoQuery();
      operate(exchange, OperatorWork.RESOLVE, () -> shards.passOver(exchange, segments.get(1)));
    } else if (first.equals("shards") && segments.size() == 1) {
      exchange.route(Route.SHARDS);
      target.requireNoQuery();
      operate(exchange, OperatorWork.SHARDS, () -> shards.list(exchange));
    } else if (segments.size() == 1 && specification == null) {
      document(exchange, target);
    } else if (specification == null || segments.size() > 3) {
      hide(exchange, first);
      throw notFound(target, catalog);
    } else if (segments.size() == 2) {
      exchange.route(Route.INSTANCE);
      instances.instance(exchange, target, specification);
    } else {
      exchange.route(Route.LIST);
      instances.list(exchange, specification, target.query());
    }
  }

  /** The work that an operator asks for. */
  @FunctionalInterface
  private interface Operation {
    void run() throws BadRequest, BadJson;
  }

  /** Carries out an operator's work, once it is written down. */
  private void operate(Exchange exchange, OperatorWork work, Operation operation)
      throws BadRequest, BadJson {
    exchange.require(work);
    if (!audit.comesFirst(exchange.request)) {
      audit.looked(exchange.asked(), work);
      operation.run();
      return;
    }
    audit.before(
        exchange.asked(),
        work,
        failed -> {
          if (failed == null) {
            operateLater(exchange, operation);
          } else {
            exchange.reply(unaudited(failed));
          }
        });
  }

  private static void operateLater(Exchange exchange, Operation operation) {
    try {
      operation.run();
    } catch (BadRequest e) {
      exchange.reply(e.problem());
    } catch (BadJson e) {
      exchange.reply(ProblemDocument.of(e));
    } catch (RuntimeException | Error bug) {
      exchange.reply(Exchange.bug("the server's log has the reason"));
      throw bug;
    }
  }

  private static ProblemDocument unaudited(String why) {
    return new ProblemDocument(
        503,
        "audit-failed",
        Titles.ABORTED,
        "the audit log cannot be written, and nothing was done: " + why);
  }

  /** Takes note of a path whose first part names what whoever asks may not see. */
  private void hide(Exchange exchange, String name) {
    if (catalog.specification(name) != null
        && exchange.by().catalog().specification(name) == null) {
      exchange.auditHidden();
    }
  }

  private static BadRequest notFound(RequestTarget target, Catalog catalog) {
    String first = target.segments().getFirst();
    return catalog.specification(first) == null
        ? new BadRequest(
            404, "unknown-specification", Titles.NOT_FOUND, Lookup.noSpecification(first, catalog))
        : new BadRequest(
            404,
            "not-found",
            Titles.NOT_FOUND,
            "the path has too many parts; expected /{specification}/{key}/{event}, with a '/'"
                + " inside a key written as %2F");
  }

  /** Answers whatever parameters there are: probes and browsers add some of their own. */
  private void document(Exchange exchange, RequestTarget target) throws BadRequest {
    String name = target.segments().getFirst();
    hide(exchange, name);
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
                  Lookup.noSpecification(name, exchange.by().catalog()));
        };
    exchange.route(route);
    if (!exchange.allows("GET, HEAD")) {
      return;
    }
    if (route == Route.METRICS) {
      exchange.require(OperatorWork.METRICS);
      answers.metrics(exchange);
    } else {
      exchange.reply(document(route, exchange));
    }
  }

  private Response document(Route route, Exchange exchange) {
    return switch (route) {
      case PAGE -> pages.page(exchange.request);
      case OPENAPI -> pages.openApi(exchange.request, exchange.by().catalog());
      case HEALTH -> OutcomeDocuments.json(Map.of("status", "up"));
      case READY -> ready(exchange.by().may(OperatorWork.SHARDS));
      case METRICS,
          EVENT,
          QUERY,
          TRANSACTIONS,
          BATCH,
          TRANSACTION,
          COMMITMENTS,
          INSTANCE,
          LIST,
          BACKUPS,
          SHARDS,
          OTHER ->
          throw new IllegalArgumentException("not a document: " + route);
    };
  }

  /**
   * @param why whether the answer says more than whether the node is ready
   */
  private Response ready(boolean why) {
    Response all = ready();
    if (why) {
      return all;
    }
    return all.status() == 200
        ? OutcomeDocuments.json(Map.of("status", "ready"))
        : notReady("not-ready", "the reason is for those who look after the service");
  }

  private Response ready() {
    Readiness now = node.readiness();
    if (stopping.getAsBoolean()) {
      return notReady("stopping", "the server is stopping");
    }
    String not = now.notReady();
    if (not != null) {
      return notReady(now.code(), not);
    }
    String held = arguments.held();
    if (held != null) {
      return notReady(Readiness.HELD, held);
    }
    Map<String, Object> ready = new LinkedHashMap<>();
    ready.put("status", "ready");
    if (!now.missing().isEmpty()) {
      ready.put("missing", now.missing());
      ready.put("detail", "no connection with " + now.withoutMissing(node.deployment()));
    }
    String clocks = clocks();
    if (clocks != null) {
      ready.put("clocks", clocks);
    }
    return OutcomeDocuments.json(ready);
  }

  /** Returns which clocks are apart from this node's, in words for a person; null if none is. */
  private @Nullable String clocks() {
    String apart =
        node.clocks().stream()
            .filter(PeerClocks.Peer::apart)
            .map(PeerClocks.Peer::words)
            .collect(Collectors.joining("; "));
    if (apart.isEmpty()) {
      return null;
    }
    return node.deployment().replication().protocol() == Replication.Protocol.TAPIR
        ? apart
            + ". A node whose clock is behind has to try again and again at actors that others write"
        : apart;
  }

  private static Response notReady(String code, String why) {
    return RetryAfter.later(new ProblemDocument(503, code, Titles.ABORTED, why).response());
  }

  @Override
  public void close() {
    arguments.close();
    batches.close();
    answers.close();
    metrics.close();
  }
}
