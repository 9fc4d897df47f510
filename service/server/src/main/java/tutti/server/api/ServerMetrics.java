package tutti.server.api;

import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MultiGauge;
import io.micrometer.core.instrument.MultiGauge.Row;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.Timer;
import io.micrometer.core.instrument.binder.jvm.ClassLoaderMetrics;
import io.micrometer.core.instrument.binder.jvm.JvmMemoryMetrics;
import io.micrometer.core.instrument.binder.jvm.JvmThreadMetrics;
import io.micrometer.core.instrument.binder.system.ProcessorMetrics;
import io.micrometer.core.instrument.binder.system.UptimeMetrics;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import java.lang.management.GarbageCollectorMXBean;
import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.util.EnumMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.function.BooleanSupplier;
import java.util.function.ToDoubleFunction;
import java.util.function.ToLongFunction;
import org.jspecify.annotations.Nullable;
import tutti.engine.deployment.NodeAddress;
import tutti.engine.node.Node;
import tutti.engine.node.NodeStatistics;
import tutti.engine.replication.ReplicaStatus;
import tutti.engine.runtime.HeldQueue;
import tutti.engine.runtime.PeerClocks;
import tutti.engine.span.Phase;
import tutti.engine.transaction.outcome.RetryCause;
import tutti.engine.transaction.record.Resolution;
import tutti.engine.transport.TransportStatistics;
import tutti.server.http.Load;

/** The metrics at {@code /metrics} (Prometheus text). Thread-safe. */
final class ServerMetrics implements AutoCloseable {
  static final String TYPE = "text/plain; version=0.0.4; charset=utf-8";
  private static final int STATUSES = 600;
  private static final int MOST_ACTORS = 20;
  private static final Duration[] BOUNDS = {
    Duration.ofNanos(250_000),
    Duration.ofNanos(500_000),
    Duration.ofMillis(1),
    Duration.ofNanos(2_500_000),
    Duration.ofMillis(5),
    Duration.ofMillis(10),
    Duration.ofMillis(25),
    Duration.ofMillis(50),
    Duration.ofMillis(100),
    Duration.ofMillis(250),
    Duration.ofSeconds(1),
    Duration.ofSeconds(10)
  };

  private static final Duration[] PHASE_BOUNDS = {
    Duration.ofNanos(1_000),
    Duration.ofNanos(10_000),
    Duration.ofNanos(100_000),
    Duration.ofMillis(1),
    Duration.ofMillis(10),
    Duration.ofMillis(100),
    Duration.ofSeconds(1),
    Duration.ofSeconds(10)
  };

  private final Node node;
  private final boolean redactKeys;
  private final PrometheusMeterRegistry registry =
      new PrometheusMeterRegistry(
          PrometheusConfig.DEFAULT,
          new PrometheusRegistry(),
          new MetricsClock(System::currentTimeMillis));
  // Looked up by position, because a lookup by name and tags would cost more than recording does.
  private final AtomicReferenceArray<@Nullable Timer> timers =
      new AtomicReferenceArray<>(Route.values().length * STATUSES);
  private final Set<String> outcomes = new HashSet<>();
  private final MultiGauge inDoubtActors =
      MultiGauge.builder("tutti.in.doubt.actor")
          .description("1 for an actor that a branch in doubt keeps; 20 of them at most")
          .register(registry);
  private final MultiGauge phases =
      MultiGauge.builder("tutti.commit.phase")
          .description("transactions over several nodes by commit protocol, role and phase")
          .register(registry);
  private volatile NodeStatistics snapshot;
  private volatile Map<Integer, ReplicaStatus> replicas;

  /**
   * @param redactKeys whether keys of actors stay out
   * @param stopping whether the server is stopping
   * @param load the load of the server
   */
  ServerMetrics(Node node, boolean redactKeys, BooleanSupplier stopping, Load load) {
    this.node = node;
    this.redactKeys = redactKeys;
    this.snapshot = node.statistics();
    this.replicas = node.replicas();
    Gauge.builder("tutti.ready", () -> node.readiness().ready() && !stopping.getAsBoolean() ? 1 : 0)
        .description("1 if /ready answers 200, else 0")
        .register(registry);
    Gauge.builder("tutti.journal.failed", () -> node.readiness().journalFailed() ? 1 : 0)
        .description("1 once the journal has failed: the node takes nothing until it is restarted")
        .register(registry);
    health();
    load(load);
    gauge(
        "tutti.transactions.in.flight",
        "root transactions running now",
        s -> s.transactions().inFlight());
    counter(
        "tutti.requests.delayed", "requests to actors that had to wait", s -> s.waits().delayed());
    gauge("tutti.requests.waiting", "requests to actors that wait now", s -> s.waits().waiting());
    counter(
        "tutti.transaction.retries",
        "transactions that began anew, whatever the cause",
        s -> s.transactions().retries());
    countRetries();
    counter("tutti.deadlocks", "deadlocks found", s -> s.waits().deadlocks());
    gauge("tutti.actors", "actors in memory", s -> s.containers().actors());
    counter("tutti.journal.records", "records appended to the journal", s -> s.log().records());
    counter("tutti.journal.bytes", "bytes appended to the journal", s -> s.log().bytes());
    counter("tutti.journal.flushes", "flushes (batches) of the journal", s -> s.log().flushes());
    counter("tutti.checkpoints", "checkpoints made", s -> s.log().checkpoints());
    kept();
    gauge("tutti.executor.backlog", "tasks queued at executors", s -> s.containers().backlog());
    integrated();
    timePhases();
    node.executorCores()
        .forEach(
            (executor, core) ->
                Gauge.builder("tutti.executor.core", () -> core)
                    .description("the core that an executor stays on; -1 if it may be on any")
                    .tag("executor", executor)
                    .register(registry));
    doubts();
    replicas.keySet().forEach(this::shard);
    if (snapshot.traffic() != null) {
      otherNodes();
      clocks();
    }
    new JvmMemoryMetrics().bindTo(registry);
    new JvmThreadMetrics().bindTo(registry);
    new ClassLoaderMetrics().bindTo(registry);
    new ProcessorMetrics().bindTo(registry);
    new UptimeMetrics().bindTo(registry);
    bindCollectors();
  }

  /** Registers the data that is kept for a while. */
  private void kept() {
    gauge("tutti.idempotency.keys", "idempotency keys kept", s -> s.kept().keys());
    Gauge.builder("tutti.idempotency.oldest.seconds", () -> snapshot.kept().oldestKeyNanos() / 1e9)
        .description("age of the oldest idempotency key that is kept")
        .register(registry);
    gauge(
        "tutti.idempotency.bytes",
        "bytes of idempotency keys and of the results that they stand for, approximately",
        s -> s.kept().keyBytes());
    gauge(
        "tutti.outcome.bytes",
        "bytes of long results and reasons that are kept by transaction, approximately",
        s -> s.kept().outcomeBytes());
    gauge("tutti.snapshots", "snapshots that older rows are kept for", s -> s.kept().snapshots());
    gauge("tutti.snapshot.rows", "older rows kept for snapshots", s -> s.kept().snapshotRows());
  }

  private double longestHeld() {
    return HeldQueue.of(node.held(), 0).stream().mapToLong(HeldQueue::nanos).max().orElse(0) / 1e9;
  }

  /** Registers what makes a node not ready. */
  private void health() {
    Gauge.builder("tutti.held", () -> HeldQueue.of(node.held(), 0).size())
        .description("executors and threads that one task or step has held for some time")
        .register(registry);
    Gauge.builder("tutti.held.seconds", this::longestHeld)
        .description("the longest time for which one task holds an executor, or a flush lasts")
        .register(registry);
    Gauge.builder("tutti.memory.full", () -> node.memory().isFull() ? 1 : 0)
        .description("1 while what may change something is refused since the heap is full")
        .register(registry);
    Gauge.builder("tutti.memory.live.ratio", () -> node.memory().share())
        .description("share of the heap that was in use after the newest collections")
        .register(registry);
    Gauge.builder("tutti.memory.under.way.bytes", () -> node.memory().underWay().taken())
        .description("memory that results and values of transactions under way take, about")
        .register(registry);
  }

  /** Registers the load of the server. */
  private void load(Load load) {
    Gauge.builder("tutti.http.lag.seconds", () -> load.admission().delay().least() / 1e9)
        .description("how late requests were begun lately, at the least")
        .register(registry);
    turnedAway("overloaded", load, Load::shedSoFar);
    turnedAway("deadline", load, Load::lateSoFar);
    turnedAway("client-gone", load, Load::goneSoFar);
    Gauge.builder("tutti.http.connections", load::connections)
        .description("open connections of clients")
        .register(registry);
    Gauge.builder("tutti.http.connections.limit", load::mostConnections)
        .description("the most connections of clients that may be open")
        .register(registry);
    FunctionCounter.builder("tutti.http.connections.refused", load, Load::refusedSoFar)
        .description("connections that were refused since too many were open")
        .register(registry);
    FunctionCounter.builder("tutti.http.connections.closed.idle", load, Load::closedIdleSoFar)
        .description("connections without a request that were closed to make room")
        .register(registry);
    FunctionCounter.builder("tutti.http.connections.closed.slow", load, Load::closedSlowSoFar)
        .description("connections whose client read no answer, closed to make room for others")
        .register(registry);
    Gauge.builder("tutti.http.unread.bytes", load::unreadBytes)
        .description("bytes of answers that wait for clients to read them")
        .register(registry);
  }

  private void turnedAway(String why, Load load, ToDoubleFunction<Load> count) {
    FunctionCounter.builder("tutti.http.turned.away", load, count)
        .description("requests that were not begun, before they were parsed")
        .tag("why", why)
        .register(registry);
  }

  /** Registers the clocks of the other nodes; what is not known is NaN. */
  private void clocks() {
    Gauge.builder("tutti.clocks.apart", this::clocksApart)
        .description("other nodes whose clocks differ from this node's by more than 0.5 s")
        .register(registry);
    for (NodeAddress other : node.deployment().nodes()) {
      if (!other.name().equals(node.name())) {
        Gauge.builder(
                "tutti.clock.offset.seconds", () -> clock(other, PeerClocks.Peer::offsetNanos))
            .description("the clock of another node minus this node's")
            .tag("peer", other.name())
            .register(registry);
        Gauge.builder("tutti.clock.error.seconds", () -> clock(other, PeerClocks.Peer::errorNanos))
            .description("the most that tutti_clock_offset_seconds is wrong by")
            .tag("peer", other.name())
            .register(registry);
      }
    }
  }

  private long clocksApart() {
    return node.clocks().stream().filter(PeerClocks.Peer::apart).count();
  }

  private double clock(NodeAddress other, ToLongFunction<PeerClocks.Peer> of) {
    return node.clocks().stream()
        .filter(peer -> peer.name().equals(other.name()))
        .mapToDouble(peer -> of.applyAsLong(peer) / 1e9)
        .findFirst()
        .orElse(Double.NaN);
  }

  private void countRetries() {
    for (RetryCause cause : RetryCause.values()) {
      FunctionCounter.builder(
              "tutti.transaction.retries.by.cause",
              this,
              m -> m.snapshot.transactions().retriesByCause().getOrDefault(cause, 0L))
          .description("transactions that began anew, by cause")
          .tag("cause", cause.label())
          .register(registry);
    }
  }

  /**
   * Registers the timers of phases. Each timed transaction counts in every phase, in most phases
   * with almost no time.
   */
  private void timePhases() {
    Map<Phase, Timer> phases = new EnumMap<>(Phase.class);
    for (Phase phase : Phase.values()) {
      phases.put(
          phase,
          Timer.builder("tutti.phase")
              .description("how long timed transactions were in each phase")
              .tag("phase", phase.label())
              .serviceLevelObjectives(PHASE_BOUNDS)
              .register(registry));
    }
    node.onSpans(
        spans ->
            phases.forEach(
                (phase, timer) -> timer.record(spans.nanos(phase), TimeUnit.NANOSECONDS)));
  }

  /**
   * Registers the metrics of in-doubt and heuristic transactions, which are 0 on a node without
   * others, unless there were others before.
   */
  private void doubts() {
    Gauge.builder(
            "tutti.in.doubt.oldest.seconds", () -> snapshot.committing().oldestDoubtNanos() / 1e9)
        .description("for how long the oldest of them has been in doubt, since this node started")
        .register(registry);
    counter(
        "tutti.transactions.heuristic",
        "branches ever resolved by hand here",
        s -> s.committing().resolved().values().stream().mapToLong(Integer::longValue).sum());
    counter(
        "tutti.transactions.heuristic.mismatches",
        "those of them that the other nodes have ended otherwise",
        s -> s.committing().resolved().getOrDefault(Resolution.State.MIXED, 0));
    gauge(
        "tutti.transactions.heuristic.hazards",
        "those of them of which it is not known yet how the others have ended them",
        s -> s.committing().resolved().getOrDefault(Resolution.State.HAZARD, 0));
  }

  /** Registers the metrics of a replica that this node keeps. */
  private void shard(int shard) {
    String number = Integer.toString(shard);
    Gauge.builder("tutti.shard.leader", () -> of(shard, state -> state.leads() ? 1 : 0))
        .description("1 if this node leads the shard, else 0")
        .tag("shard", number)
        .register(registry);
    Gauge.builder("tutti.shard.stopped", () -> of(shard, state -> state.isStopped() ? 1 : 0))
        .description("1 if the shard is stopped on this node at an entry that failed twice, else 0")
        .tag("shard", number)
        .register(registry);
    Gauge.builder("tutti.shard.lag.bytes", () -> of(shard, ReplicaStatus::lag))
        .description("bytes that the shard's leader knows to be chosen, and this replica has not")
        .tag("shard", number)
        .register(registry);
    Gauge.builder("tutti.shard.held.bytes", () -> of(shard, ReplicaStatus::held))
        .description("bytes of the node's log that the replica's oldest record holds")
        .tag("shard", number)
        .register(registry);
    FunctionCounter.builder(
            "tutti.shard.elections", this, m -> m.of(shard, ReplicaStatus::elections))
        .description("leaders of the shard that this node has heard of since its start")
        .tag("shard", number)
        .register(registry);
  }

  private long of(int shard, ToLongFunction<ReplicaStatus> value) {
    ReplicaStatus state = replicas.get(shard);
    return state == null ? 0 : value.applyAsLong(state);
  }

  /** Registers the metrics of a node that runs with others. */
  private void otherNodes() {
    gauge(
        "tutti.coordinating",
        "transactions over several nodes that this one coordinates now",
        s -> s.members().coordinating());
    gauge(
        "tutti.branches",
        "branches here of other nodes' transactions",
        s -> s.members().branches());
    gauge(
        "tutti.in.doubt",
        "parts of transactions here that have voted Yes and do not know how they end",
        s -> s.members().inDoubt().size());
    traffic("messages.sent", "messages to other nodes", t -> t.messagesSent());
    traffic("messages.received", "messages from other nodes", t -> t.messagesReceived());
    traffic("bytes.sent", "bytes of messages to other nodes", t -> t.bytesSent());
    traffic("bytes.received", "bytes of messages from other nodes", t -> t.bytesReceived());
    traffic("batches.sent", "writes to other nodes", t -> t.batchesSent());
    traffic("batches.received", "reads from other nodes", t -> t.batchesReceived());
    traffic(
        "reconnects", "connections to a node with which there was one before", t -> t.reconnects());
    traffic(
        "refused.handshakes",
        "nodes refused, or that refused this one",
        t -> t.refusedHandshakes());
  }

  private void traffic(String name, String text, ToLongFunction<TransportStatistics> value) {
    counter(
        "tutti.transport." + name,
        text,
        s -> s.traffic() == null ? 0 : value.applyAsLong(s.traffic()));
  }

  /** Shows the actors that only another node can release; some of them, if there are many. */
  private void showDoubt(NodeStatistics now) {
    inDoubtActors.register(
        now.members().inDoubt().stream()
            .flatMap(
                branch ->
                    branch.actors().stream()
                        .map(
                            actor ->
                                Tags.of(
                                    "actor",
                                    redactKeys ? Redaction.without(actor) : actor.toString(),
                                    "transaction",
                                    branch.key().id().toString(),
                                    "coordinator",
                                    branch.coordinator())))
            .distinct()
            .limit(MOST_ACTORS)
            .map(tags -> Row.of(tags, 1))
            .toList(),
        true);
  }

  private void showPhases(NodeStatistics now) {
    phases.register(
        now.committing().phases().entrySet().stream()
            .map(
                each ->
                    Row.of(
                        Tags.of(
                            "protocol",
                            each.getKey().protocol(),
                            "role",
                            each.getKey().roleInWords(),
                            "phase",
                            each.getKey().phase()),
                        each.getValue()))
            .toList(),
        true);
  }

  private void bindCollectors() {
    for (GarbageCollectorMXBean collector : ManagementFactory.getGarbageCollectorMXBeans()) {
      FunctionCounter.builder("jvm.gc.collections", collector, c -> c.getCollectionCount())
          .tag("collector", collector.getName())
          .register(registry);
      FunctionCounter.builder(
              "jvm.gc.collection.seconds", collector, c -> c.getCollectionTime() / 1e3)
          .tag("collector", collector.getName())
          .register(registry);
    }
  }

  /** Shows what an integrated protocol counts, if there is one. */
  private void integrated() {
    Set<String> counted = snapshot.committing().integrated().counted().keySet();
    if (!counted.isEmpty()) {
      gauge(
          "tutti.integrated.open",
          "transactions that replicas here keep",
          s -> s.committing().integrated().open());
      gauge(
          "tutti.integrated.left.out",
          "replicas that lack what was settled here without them",
          s -> s.committing().integrated().leftOut());
    }
    for (String what : counted) {
      FunctionCounter.builder(
              "tutti.integrated",
              this,
              m -> m.snapshot.committing().integrated().counted().getOrDefault(what, 0L))
          .description("what an integrated protocol has done")
          .tag("what", what)
          .register(registry);
    }
  }

  private void gauge(String name, String text, ToLongFunction<NodeStatistics> value) {
    Gauge.builder(name, () -> value.applyAsLong(snapshot)).description(text).register(registry);
  }

  private void counter(String name, String text, ToLongFunction<NodeStatistics> value) {
    FunctionCounter.builder(name, this, m -> value.applyAsLong(m.snapshot))
        .description(text)
        .register(registry);
  }

  /** Counts one answer; on the hot path. */
  void answered(Route route, int status, long nanos) {
    int index = route.ordinal() * STATUSES + status;
    Timer timer = timers.get(index);
    if (timer == null) {
      timer = timer(route, status);
      timers.set(index, timer);
    }
    timer.record(nanos, TimeUnit.NANOSECONDS);
  }

  private Timer timer(Route route, int status) {
    return Timer.builder("tutti.http.request")
        .description("from a request's last byte to its answer")
        .tags("route", route.label(), "status", Integer.toString(status))
        .serviceLevelObjectives(BOUNDS)
        .register(registry);
  }

  /** Returns the metrics in the form that Prometheus reads. */
  synchronized String scrape() {
    NodeStatistics now = node.statistics();
    snapshot = now;
    replicas = node.replicas();
    showDoubt(now);
    showPhases(now);
    for (String outcome : now.transactions().outcomes().keySet()) {
      if (outcomes.add(outcome)) {
        int slash = outcome.indexOf('/');
        FunctionCounter.builder(
                "tutti.transactions",
                this,
                m -> m.snapshot.transactions().outcomes().getOrDefault(outcome, 0L).doubleValue())
            .description("ended transactions by outcome and reason")
            .tags(
                "outcome",
                slash < 0 ? outcome : outcome.substring(0, slash),
                "reason",
                slash < 0 ? "" : outcome.substring(slash + 1))
            .register(registry);
      }
    }
    return registry.scrape();
  }

  @Override
  public void close() {
    registry.close();
  }
}
