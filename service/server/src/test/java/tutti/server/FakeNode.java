package tutti.server;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import tutti.engine.concurrency.TransactionId;
import tutti.engine.deployment.Deployment;
import tutti.engine.distribution.operator.ProgressReport;
import tutti.engine.memory.MemoryGate;
import tutti.engine.node.Backups;
import tutti.engine.node.Commitments;
import tutti.engine.node.Node;
import tutti.engine.node.NodeStatistics;
import tutti.engine.node.Readiness;
import tutti.engine.node.shard.ActorPlace;
import tutti.engine.node.shard.HostReplicas;
import tutti.engine.node.shard.PassedOver;
import tutti.engine.runtime.PeerClocks;
import tutti.engine.span.Spans;
import tutti.engine.transaction.outcome.RetryCause;
import tutti.engine.transaction.submission.ClientBlock;
import tutti.engine.transaction.submission.Outcome;
import tutti.engine.transaction.submission.Reason;
import tutti.engine.transaction.submission.TransactionRequest;
import tutti.engine.transaction.submission.TransactionStatus;
import tutti.engine.transport.TransportStatistics;
import tutti.model.ActorId;
import tutti.model.ActorState;
import tutti.model.Application;
import tutti.model.Call;
import tutti.model.Evaluation;
import tutti.model.Refusal;

/** A node of one lock and one map, whose outcomes a test may choose. */
final class FakeNode implements Node {
  private final Application application;
  private final TreeMap<ActorId, ActorState> states = new TreeMap<>();
  private final Map<String, Kept> keys = new HashMap<>();
  private final Map<TransactionId, TransactionStatus> statuses = new HashMap<>();
  private final Map<String, Long> outcomes = new LinkedHashMap<>();
  private long number;

  /** The outcome that the next submissions get instead of their own; null for their own. */
  volatile Function<TransactionId, Outcome> instead;

  /** The answer that the next reads get instead; null for the truth. */
  volatile ReadResult insteadOfRead;

  /** Outcomes are held back until the test runs these. */
  final List<Runnable> held = new ArrayList<>();

  volatile boolean hold;

  /** The time for which requests wait until they are begun. */
  volatile long delayNanos;

  volatile String notReady;
  volatile Readiness readiness;
  volatile MemoryGate memory = MemoryGate.OPEN;
  List<PeerClocks.Peer> clocks = List.of();
  volatile List<ProgressReport.InDoubt> inDoubt = List.of();
  volatile NodeStatistics.Committing committing = NodeStatistics.Committing.NONE;
  volatile Commitments commitments = Commitments.NONE;
  volatile TransactionRequest last;

  /** The orders to pass over entries, and the answer to the next one. */
  final List<String> ordered = new ArrayList<>();

  volatile PassedOver passedOver = new PassedOver(null, "all pass over it");

  @Override
  public void passOver(int shard, long entry, String by, String reason, Consumer<PassedOver> done) {
    ordered.add(shard + " " + entry + " " + by + ": " + reason);
    done.accept(passedOver);
  }

  /** The maker of backups; a test says how they go. */
  final FakeBackups backups = new FakeBackups();

  volatile Deployment deployment = Deployment.DEFAULT;

  /** The name of this node among others; null for a single node. */
  volatile String name;

  /** The name of the node that leads every actor; null for none. */
  volatile String leader;

  volatile List<HostReplicas> replicas = List.of();

  private record Kept(long fingerprint, Outcome outcome) {}

  FakeNode(Application application) {
    this.application = application;
  }

  @Override
  public Application application() {
    return application;
  }

  @Override
  public Deployment deployment() {
    return deployment;
  }

  @Override
  public void submit(TransactionRequest request, Consumer<Outcome> onOutcome) {
    Outcome outcome = run(request);
    if (hold) {
      synchronized (held) {
        held.add(() -> onOutcome.accept(outcome));
      }
    } else {
      onOutcome.accept(outcome);
    }
  }

  @Override
  public void run(ClientBlock block, Consumer<Outcome> onEnd) {
    throw new AssertionError("no block comes over HTTP");
  }

  private synchronized Outcome run(TransactionRequest request) {
    last = request;
    TransactionId id = new TransactionId(0, 1, ++number);
    TransactionRequest.Idempotency idempotency = request.idempotency();
    Kept kept = idempotency == null ? null : keys.get(idempotency.key());
    if (kept != null) {
      return idempotency.isOf(kept.fingerprint())
          ? kept.outcome()
          : new Outcome.Aborted(id, new Reason.KeyReused(idempotency.key()));
    }
    Outcome outcome = instead == null ? evaluate(id, request.calls()) : instead.apply(id);
    if (idempotency != null && outcome instanceof Outcome.Committed) {
      keys.put(idempotency.key(), new Kept(idempotency.fingerprint(), outcome));
    }
    statuses.put(id, new TransactionStatus.Ended(outcome));
    outcomes.merge(
        switch (outcome) {
          case Outcome.Committed _ -> "committed";
          case Outcome.Aborted aborted ->
              (aborted.reason().retryable() ? "aborted/" : "refused/") + aborted.reason().code();
          case Outcome.InDoubt _ -> "in-doubt";
        },
        1L,
        Long::sum);
    return outcome;
  }

  private Outcome evaluate(TransactionId id, List<Call> calls) {
    Map<ActorId, ActorState> changed = new HashMap<>();
    List<Object> results = new ArrayList<>();
    List<Call> all = new ArrayList<>(calls);
    for (int i = 0; i < all.size(); i++) {
      Call call = all.get(i);
      ActorState state =
          states.getOrDefault(call.target(), call.action().type().blank(call.target().key()));
      if (changed.containsKey(call.target())) {
        return refused(id, call, Refusal.of("instance-twice", call.target() + " acts twice"));
      }
      switch (call.action().evaluate(state, call.arguments(), null)) {
        case Evaluation.Refused refused -> {
          return refused(id, call, refused.refusal());
        }
        case Evaluation.Accepted accepted -> {
          changed.put(call.target(), accepted.next());
          all.addAll(accepted.partners());
          if (i < calls.size()) {
            results.add(accepted.result());
          }
        }
      }
    }
    states.putAll(changed);
    return new Outcome.Committed(id, results);
  }

  private static Outcome refused(TransactionId id, Call call, Refusal refusal) {
    return new Outcome.Aborted(
        id, new Reason.Refused(call.target(), call.action().name(), refusal));
  }

  @Override
  public synchronized void read(ActorId actor, long timeoutNanos, Consumer<ReadResult> onSeen) {
    ActorState state = states.get(actor);
    onSeen.accept(
        insteadOfRead != null
            ? insteadOfRead
            : state == null
                ? new ReadResult.Missing()
                : new ReadResult.Found(new Instance(actor, state, 7)));
  }

  @Override
  public synchronized void list(
      String type, String stage, int limit, String after, Consumer<ListResult> onPage) {
    List<Instance> items = new ArrayList<>();
    String next = null;
    for (Map.Entry<ActorId, ActorState> entry : states.entrySet()) {
      ActorId id = entry.getKey();
      boolean right =
          id.type().equals(type)
              && (after == null || id.key().compareTo(after) > 0)
              && (stage == null
                  || application.type(type).stages().get(entry.getValue().stage()).equals(stage));
      if (right && items.size() == limit) {
        next = items.getLast().id().key();
        break;
      }
      if (right) {
        items.add(new Instance(id, entry.getValue(), 7));
      }
    }
    onPage.accept(new Page(items, next));
  }

  synchronized void status(TransactionId id, TransactionStatus status) {
    statuses.put(id, status);
  }

  @Override
  public synchronized void status(TransactionId id, Consumer<TransactionStatus> onStatus) {
    onStatus.accept(statuses.getOrDefault(id, new TransactionStatus.Unknown()));
  }

  @Override
  public long delayNanos() {
    return delayNanos;
  }

  @Override
  public Readiness readiness() {
    return readiness == null ? new Readiness(notReady, List.of(), false) : readiness;
  }

  @Override
  public List<PeerClocks.Peer> clocks() {
    return clocks;
  }

  @Override
  public MemoryGate memory() {
    return memory;
  }

  @Override
  public String name() {
    return name;
  }

  @Override
  public ActorPlace place(ActorId actor) {
    return new ActorPlace(2, leader);
  }

  @Override
  public void replicas(Consumer<List<HostReplicas>> done) {
    done.accept(replicas);
  }

  @Override
  public Backups backups() {
    return backups;
  }

  @Override
  public Commitments commitments() {
    return commitments;
  }

  /** The thread that has asked for numbers last, and the one that has made the last answer. */
  volatile String countedBy = "";

  volatile String answeredBy = "";

  @Override
  public @Nullable Spans spans(TransactionId id) {
    answeredBy = Thread.currentThread().getName();
    return null;
  }

  @Override
  public synchronized NodeStatistics statistics() {
    countedBy = Thread.currentThread().getName();
    return new NodeStatistics(
        new NodeStatistics.Transactions(
            Map.copyOf(outcomes), 1, Map.of(RetryCause.CONFLICT, 3L, RetryCause.MOVED_KEY, 1L)),
        new NodeStatistics.Waits(2, 3, 5, 0),
        new NodeStatistics.Containers(6, 13),
        new NodeStatistics.Log(7, 8, 9, 10),
        new NodeStatistics.Kept(11, 26, 12_000_000_000L, 27, 24, 25),
        new NodeStatistics.Members(14, 15, inDoubt),
        committing,
        new TransportStatistics(16, 17, 18, 19, 20, 21, 22, 23));
  }

  @Override
  public void close() {}
}
