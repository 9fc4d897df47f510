package tutti.simulator.client;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.NavigableSet;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.IntFunction;
import java.util.function.Supplier;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;
import tutti.engine.concurrency.BranchKey;
import tutti.engine.concurrency.TransactionId;
import tutti.engine.integrated.OrderedExecution;
import tutti.engine.node.Node;
import tutti.engine.relational.ProcedureAction;
import tutti.engine.runtime.Promise;
import tutti.engine.runtime.Scheduler;
import tutti.engine.runtime.TaskExecutor;
import tutti.engine.transaction.outcome.ResultCount;
import tutti.engine.transaction.submission.Outcome;
import tutti.engine.transaction.submission.Reason;
import tutti.engine.transaction.submission.TransactionRequest;
import tutti.engine.transaction.submission.TransactionRequest.Idempotency;
import tutti.model.ActorId;
import tutti.model.Call;
import tutti.simulator.application.ActorNames;
import tutti.simulator.application.SimulatedApplication;
import tutti.simulator.application.Turn;
import tutti.simulator.check.EpochOracle;
import tutti.simulator.check.Recorder;
import tutti.simulator.cluster.ClientDoor;
import tutti.simulator.cluster.ClientReply;
import tutti.simulator.cluster.Cluster;
import tutti.simulator.cluster.NodeUnderTest;
import tutti.simulator.cluster.RunContext;
import tutti.simulator.cluster.ShardJudges;
import tutti.simulator.fault.FaultKind;
import tutti.simulator.fault.Faults;
import tutti.simulator.report.CoveragePoint;

/**
 * A client: it makes requests and reads one after another, repeats those that were not answered,
 * and notes the answers. Most of its requests have an idempotency key.
 */
public final class SimulatedClient implements AskingClient {
  private static final int MOST_ATTEMPTS = 12;

  /**
   * The time of the last request, from the first one on. Where everything takes long, a run is long
   * enough by then.
   */
  private static final long LAST_ASKED_NANOS = 120_000_000_000L;

  /**
   * The timeout while no fault happens. Only a request that no node continues takes so long; a
   * request that meets a deadlock across nodes again and again does not.
   */
  private static final long CALM_NANOS = 60_000_000_000L;

  /** A timeout that is long enough for any request that runs alone. */
  private static final long PROBE_NANOS = 5_000_000_000L;

  /** A timeout after which a request that is not done waits for something that does not come. */
  static final long LONG_NANOS = 4_000_000_000L;

  /**
   * The longest patience of a client that hangs up: a flush or two, or a few messages between
   * nodes.
   */
  private static final long MOST_PATIENCE_NANOS = 2_000_000;

  /** The ages of the snapshots that a client asks for: some are shared, some are not. */
  private static final long[] STALENESS_NANOS = {0, 1_000_000, 20_000_000};

  private final String name;
  private final RunContext run;
  private final TaskExecutor executor;
  private final Cluster cluster;
  private final Supplier<SimulatedApplication.Scenario> scenario;
  private final int number;
  private final IntFunction<RandomGenerator> streams;

  private final ActorNames names;
  private final Repeats repeats;

  /** The stream of this client's choices from now; each request has a stream of its own. */
  private RandomGenerator random;

  /** The stream of the times with which the client asks again. */
  private final RandomGenerator hurry;

  private final NavigableSet<Turn> asked = new TreeSet<>();
  private final long timeoutNanos;
  private final boolean blocks;
  private boolean calm;

  /** Whether the client sets the scene: it stays until that is done. */
  private boolean opens;

  private int requests;
  private long committed;
  private long reads;

  /** The transactions of which the client was told that their outcome was not yet known. */
  private final List<TransactionId> doubts = new ArrayList<>();

  /**
   * @param number the number of the client, or any number if it only probes
   * @param streams gives each of the client's requests a random stream of its own
   * @param scenario the scenario of the version that runs
   * @param names names the keys of its requests
   * @param keepsKeys whether nodes know the keys of committed requests for longer than a run lasts
   * @param blocks whether some of its requests are blocks of steps
   */
  public SimulatedClient(
      String name,
      int number,
      IntFunction<RandomGenerator> streams,
      RunContext run,
      Cluster cluster,
      Supplier<SimulatedApplication.Scenario> scenario,
      long timeoutNanos,
      ActorNames names,
      boolean keepsKeys,
      boolean blocks) {
    this.name = name;
    this.names = names;
    this.run = run;
    this.executor = run.world().newExecutor(name);
    this.cluster = cluster;
    this.scenario = scenario;
    this.number = number;
    this.streams = streams;
    this.random = run.world().entropy(name);
    this.hurry = run.world().entropy(name + "-hurry");
    this.timeoutNanos = timeoutNanos;
    this.blocks = blocks;
    this.repeats = new Repeats(name, cluster, run, keepsKeys);
  }

  @Override
  public String name() {
    return name;
  }

  public long committed() {
    return committed;
  }

  public long reads() {
    return reads;
  }

  @Override
  public List<TransactionId> doubts() {
    return doubts;
  }

  /**
   * Makes the requests and reads with these indices, with a random pause of at most {@code
   * thinkNanos} before each, then calls {@code done}.
   *
   * @param indices the indices of the requests and reads to make
   */
  public void start(Collection<Integer> indices, long thinkNanos, Runnable done) {
    executor.start(
        () -> {
          long begun = run.world().nanos();
          for (int index : indices) {
            if (run.world().nanos() - begun < LAST_ASKED_NANOS) {
              ask(new Turn(number, index), thinkNanos);
            }
          }
          done.run();
        });
  }

  private void ask(Turn turn, long thinkNanos) {
    random = streams.apply(turn.index());
    pause(random.nextLong(thinkNanos));
    asked.add(turn);
    requests = turn.index();
    repeats.old(streams.apply(~turn.index()));
    if (run.faults().uses(FaultKind.ODD_VALUES)) {
      odd(run.faults().random(FaultKind.ODD_VALUES));
    }
    if (run.faults().strikes(FaultKind.BATCHES, 3)) {
      batch(turn);
    } else if (random.nextInt(4) == 0) {
      read(scenario.get().target(random, turn));
    } else if (blocks && random.nextInt(3) == 0) {
      long timeout = timeout();
      NodeUnderTest node = awaitNode();
      new ClientBlocks(this, run, random, scenario.get(), turn)
          .make(node, timeout, timeout < LONG_NANOS);
    } else {
      List<Call> calls = scenario.get().request(random, turn);
      NodeUnderTest node = awaitNode();
      if (turn.index() % 2 == 0 && areQueries(calls) && node.keepsSnapshots()) {
        snapshot(node, calls, STALENESS_NANOS[turn.index() / 2 % STALENESS_NANOS.length]);
      } else {
        request(calls, scenario.get().keyed(random), timeout(), true);
      }
    }
  }

  private void batch(Turn turn) {
    run.faults().happened(FaultKind.BATCHES);
    String key = scenario.get().keyed(random) ? names.request(name, requests++) : null;
    new ClientBatch(this, run, repeats, random, scenario.get(), turn, key, timeout())
        .make(this::awaitNode);
  }

  /** Makes one request in four that can never commit, and that must leave nothing behind. */
  private void odd(RandomGenerator draws) {
    if (draws.nextInt(4) != 0) {
      return;
    }
    run.faults().happened(FaultKind.ODD_VALUES);
    List<Call> calls = scenario.get().odd(draws, OddValues.key(draws));
    if (calls.isEmpty()) {
      return;
    }
    Idempotency idempotency = OddValues.idempotency(name, draws);
    String key = idempotency == null ? null : idempotency.key();
    TransactionRequest request = new TransactionRequest(calls, idempotency, timeoutNanos);
    Recorder.Asked asks = run.oracle().recorder().asked(name, key, run.world().nanos());
    ClientReply reply = awaitNode().door().submit(name, request, ClientDoor.PATIENT);
    switch (reply) {
      case ClientReply.Told(Outcome.Committed(var id, _, _)) ->
          run.found("odd-values", id + " has committed, and cannot be written: " + calls);
      case ClientReply.Told(Outcome.Aborted(var id, var reason)) -> {
        run.oracle().aborted(id, key);
        asks.aborted(id, run.world().nanos());
        trace("odd request aborted: " + reason.code());
      }
      case ClientReply.Told(Outcome.InDoubt(var id, var why, _)) -> {
        if (why.startsWith("internal error")) {
          run.found("odd-values", id + " is in doubt: " + why);
        }
        doubts.add(id);
        asks.inDoubt(id);
      }
      default -> trace("odd request broke");
    }
  }

  private static boolean areQueries(List<Call> calls) {
    return calls.stream()
        .allMatch(
            call -> call.action() instanceof ProcedureAction action && action.procedure().query());
  }

  /** Asks for a snapshot, once: a client that gets none does not try again. */
  private void snapshot(NodeUnderTest node, List<Call> calls, long stalenessNanos) {
    requests++;
    long oldest = Math.max(0, run.world().nanos() - stalenessNanos);
    Recorder.Asked asks = run.oracle().recorder().asked(name, null, oldest);
    TransactionRequest request = new TransactionRequest(calls, null, timeoutNanos, stalenessNanos);
    ClientReply reply = node.door().submit(name, request, ClientDoor.PATIENT);
    if (reply instanceof ClientReply.Told(Outcome.Committed(var id, var results, var age))) {
      if (age == null) {
        run.found("snapshot", id + " has read a snapshot, and does not say how old");
      }
      run.oracle().saw(id, results);
      asks.saw(id);
      reads++;
      run.reached().add(CoveragePoint.SNAPSHOT);
      trace("saw a snapshot by " + id);
    } else if (reply instanceof ClientReply.Told(Outcome.Aborted(var id, var reason))) {
      if (!"node-unavailable".equals(reason.code())) {
        checkRefusal(calls, reason);
      }
      run.reached().add(CoveragePoint.NO_SNAPSHOT);
      trace("no snapshot: " + reason.code());
    }
  }

  /** Returns the requests and reads that the client began. */
  public NavigableSet<Turn> asked() {
    return asked;
  }

  /** Makes the client calm: no fault can hold up its requests. */
  public void calm() {
    calm = true;
  }

  /** Runs a body as this client. */
  public void task(Runnable body) {
    executor.start(body);
  }

  /** Runs a step later, for another part of the simulation. */
  public Scheduler.Timer later(long nanos, Runnable step) {
    return run.world().after(nanos, executor, step);
  }

  /**
   * Makes one request while nothing else runs: it may be refused, but never because another
   * transaction is in its way.
   */
  public void probe(NodeUnderTest node, List<Call> calls) {
    switch (once(node, calls)) {
      case ClientReply.Told(Outcome.Committed committed) -> {}
      case ClientReply.Told(Outcome.Aborted(var id, var reason)) -> {
        if (reason.retryable()) {
          run.found("no-leaks", calls + " ran alone and was stopped: " + reason.message());
        }
      }
      case ClientReply other -> run.found("no-leaks", calls + " ran alone and got " + other);
    }
  }

  /** Makes one request to this node, once. */
  public ClientReply once(NodeUnderTest node, List<Call> calls) {
    return once(node, calls, PROBE_NANOS);
  }

  /** Makes one of the client's requests to this node, once, within that time. */
  public ClientReply drawn(NodeUnderTest node, int index, long timeNanos) {
    List<Call> calls = scenario.get().request(streams.apply(index), new Turn(number, index));
    return once(node, calls, timeNanos);
  }

  /** Makes one request to this node, once, within that time. */
  public ClientReply once(NodeUnderTest node, List<Call> calls, long timeNanos) {
    TransactionRequest request = new TransactionRequest(calls, null, timeNanos);
    Recorder.Asked asks = run.oracle().recorder().asked(name, null, run.world().nanos());
    ClientReply reply = node.door().submit(name, request);
    if (reply instanceof ClientReply.Told(Outcome.Committed(var id, var results, var age))) {
      run.oracle().acknowledged(id, null, results);
      asks.committed(id, run.world().nanos());
    } else if (reply instanceof ClientReply.Told(Outcome.Aborted(var id, var reason))) {
      run.oracle().aborted(id, null);
      asks.aborted(id, run.world().nanos());
    } else if (reply instanceof ClientReply.Told(Outcome.InDoubt(var id, _, _))) {
      doubts.add(id);
      asks.inDoubt(id);
    }
    return reply;
  }

  @Override
  public void pause(long nanos) {
    Promise<Boolean> over = new Promise<>();
    run.world().after(nanos, executor, () -> over.complete(true));
    over.await();
  }

  /** Returns a node that takes requests: it answers for all of them. */
  private NodeUnderTest awaitNode() {
    NodeUnderTest node;
    while ((node = cluster.open(random)) == null) {
      pause(1_000_000);
    }
    return node;
  }

  private void read(ActorId actor) {
    NodeUnderTest node = awaitNode();
    ShardJudges hosts = cluster.shards();
    EpochOracle.Look known = run.oracle().look(actor);
    EpochOracle.Look look = hosts == null ? known : hosts.needed(known);
    Recorder.Asked asks = run.oracle().recorder().asked(name, null, run.world().nanos());
    Set<BranchKey> undecided =
        cluster.several() ? run.oracle().undecidedOn(look.actor()) : Set.of();
    if (node.door().read(name, look.actor()) instanceof ClientReply.Read(var result)) {
      switch (result) {
        case Node.ReadResult.Found(var found) -> {
          run.oracle().read(look, found.version(), found.state());
          asks.read(actor, found.version(), run.world().nanos());
          trace("read " + look.actor() + " version " + found.version());
        }
        case Node.ReadResult.Missing() -> {
          run.oracle().read(look, 0, null);
          asks.read(actor, 0, run.world().nanos());
        }
        case Node.ReadResult.Failed(var code, var message) -> trace("read failed: " + code);
      }
      reads++;
      run.reached().add(CoveragePoint.READ);
      if (!undecided.isEmpty()
          && Collections.disjoint(undecided, run.oracle().undecidedOn(look.actor()))) {
        run.reached().add(CoveragePoint.READ_MET_A_VOTE);
      }
    }
  }

  /**
   * Repeats the requests whose answers the client remembers, each after a request with a new key at
   * the same node, since a node removes old keys when one is added. Call this only in a task.
   */
  public void repeatRemembered() {
    repeats.all(request -> request(request.calls(), true), this::awaitNode);
  }

  /** Makes one request, repeated as a client would. True if it committed. */
  public boolean request(List<Call> calls, boolean keyed) {
    return request(calls, keyed, timeoutNanos, false);
  }

  /**
   * Makes a request that sets the scene, under a key; false if it did not commit. The request has
   * more time than the deployment gives, which may be less than a slow disk takes, and is repeated
   * whenever it is stopped: a scene that is not set then is a violation.
   */
  public boolean open(List<Call> calls) {
    opens = true;
    try {
      return request(calls, true, CALM_NANOS, false);
    } finally {
      opens = false;
    }
  }

  /**
   * Returns the hash of a request. One of eight has bytes like those of the first tags of versions
   * of the application, as one of 16,384 hashes has.
   */
  static long fingerprint(int number) {
    long mixed = (number + 1) * 0x9e3779b97f4a7c15L;
    return number % 8 == 7 ? mixed & 0x7f7f7f7f7f7f00ffL | 0x8080808080800100L : mixed;
  }

  private boolean request(List<Call> calls, boolean keyed, long timeout, boolean hangsUp) {
    String key = keyed ? names.request(name, requests) : null;
    return request(calls, key, timeout, hangsUp);
  }

  @Override
  public void request(List<Call> calls, String key, long timeoutNanos) {
    request(calls, key, timeoutNanos, false);
  }

  /**
   * @param hangsUp whether the client may hang up while its request runs
   */
  private boolean request(List<Call> calls, @Nullable String key, long timeout, boolean hangsUp) {
    int number = requests++;
    TransactionRequest request =
        new TransactionRequest(
            calls, key == null ? null : new Idempotency(key, fingerprint(number)), timeout);
    Recorder.Asked asks = run.oracle().recorder().asked(name, key, run.world().nanos());
    ClientRequest mine = new ClientRequest(this, run, request, asks, timeout < LONG_NANOS);
    for (int attempt = 0; attempt < MOST_ATTEMPTS; attempt++) {
      NodeUnderTest node = awaitNode();
      TransactionRequest put = request;
      if (mine.isBroken() && hangsUp && hurriesBack()) {
        put = hurried(request);
        mine.hurries();
      }
      ClientReply reply = node.door().submit(name, put, hangsUp ? patience() : ClientDoor.PATIENT);
      if (reply instanceof ClientReply.Told(Outcome.Committed committed)) {
        mine.committed(committed, attempt, node);
        repeat(request, committed.transaction());
        return true;
      } else if (reply instanceof ClientReply.Told(Outcome.Aborted aborted)) {
        if (!mine.aborted(aborted)) {
          trace("request " + number + " aborted: " + aborted.reason().code());
          if (key != null && mine.isSettled() && !opens && strikes(FaultKind.KEY_REUSE, 3)) {
            run.oracle().reused(key);
            Recorder.Asked more = run.oracle().recorder().asked(name, null, run.world().nanos());
            repeats.reuseRefused(awaitNode(), request, more, run.world()::nanos);
          }
          return false;
        }
        pause(random.nextLong(10_000_000));
      } else {
        mine.untold(reply);
        trace(
            "request " + number + (reply instanceof ClientReply.Told ? " is in doubt" : " broke"));
        // A request without a key could happen twice if repeated.
        if (key == null || neverComesBack()) {
          return false;
        }
        pause(random.nextLong(5_000_000));
      }
    }
    return false;
  }

  @Override
  public boolean neverComesBack() {
    boolean forgotten = run.faults().uses(FaultKind.KEY_EXPIRY);
    return (strikes(FaultKind.VANISH, 8) || forgotten) && !opens;
  }

  @Override
  public boolean isAboutKey(Reason reason) {
    ShardJudges hosts = cluster.shards();
    boolean integrated = cluster.isIntegrated();
    return reason.isAboutKey(integrated) && (hosts == null || integrated);
  }

  /** Draws whether a client that has hung up has less time when it asks again. */
  private boolean hurriesBack() {
    boolean drawn = run.faults().uses(FaultKind.HANG_UP) && hurry.nextBoolean();
    run.reach(CoveragePoint.REPEAT_IN_A_HURRY, drawn);
    return drawn;
  }

  /** Returns the request with little time, mostly less than its first try takes. */
  private TransactionRequest hurried(TransactionRequest request) {
    long nanos = 1 + hurry.nextLong(100_000L << hurry.nextInt(9));
    return request.within(Math.min(nanos, request.timeoutNanos()));
  }

  /** Repeats an answered request now and then, or uses its key for another one. */
  private void repeat(TransactionRequest request, TransactionId id) {
    repeats.answered(request, id);
    NodeUnderTest next = awaitNode();
    boolean keyed = request.idempotency() != null;
    if (keyed && strikes(FaultKind.REPEAT, 6)) {
      repeats.again(next, request, id);
    }
    if (keyed && strikes(FaultKind.KEY_REUSE, 6)) {
      repeats.reuse(awaitNode(), request, id);
    }
  }

  @Override
  public void checkRefusal(List<Call> calls, Reason reason) {
    boolean tooLarge = reason.code().equals(Reason.Unavailable.TOO_LARGE);
    if (tooLarge
        && (run.faults().uses(FaultKind.SHORT_MESSAGES)
            || run.faults().uses(FaultKind.FEW_BYTES))) {
      return;
    }
    if (tooLarge && run.faults().uses(FaultKind.SHORT_RECORDS)) {
      run.faults().happened(FaultKind.SHORT_RECORDS);
      run.reached().add(CoveragePoint.RECORD_TOO_LONG);
      return;
    }
    if (isExplained(run.faults(), reason)) {
      return;
    }
    String why = scenario.get().wronglyRefused(calls, reason);
    if (why != null) {
      run.found("refused-rightly", why);
    }
  }

  /**
   * Returns whether a fault of the run explains the refusal, whatever the request's own code is:
   * all replicas refuse a transaction that none has executed once an execution of it has failed.
   */
  static boolean isExplained(Faults faults, Reason reason) {
    return OrderedExecution.isBarred(reason)
        && faults.counts().containsKey(FaultKind.EXECUTION_FAILS);
  }

  /**
   * Draws a timeout. Some clients are in a hurry: their deadline comes at any moment while their
   * request runs.
   */
  private long timeout() {
    return strikes(FaultKind.HURRY, 12)
        ? 1 + random.nextLong(1_000L << random.nextInt(17))
        : calm ? CALM_NANOS : timeoutNanos;
  }

  /** Draws the patience. Some clients hang up while their request runs. */
  private long patience() {
    return run.faults().strikes(FaultKind.HANG_UP, 10)
        ? run.faults().random(FaultKind.HANG_UP).nextLong(1, MOST_PATIENCE_NANOS)
        : ClientDoor.PATIENT;
  }

  @Override
  public void acknowledged(Outcome.Committed its, @Nullable String key, int attempt) {
    boolean earlier = run.oracle().acknowledged(its.transaction(), key, its.results());
    if (earlier) {
      run.reached().add(CoveragePoint.REPEAT_ANSWERED_AFTER_A_CRASH);
    }
    committed++;
    trace("committed " + its.transaction() + (attempt > 0 ? ", at attempt " + attempt : ""));
  }

  @Override
  public boolean again(TransactionId transaction, Reason reason, boolean hurries) {
    if (calm && !hurries && reason instanceof Reason.Deadline) {
      run.found("waits-end", "nothing was wrong, and a request was stopped: " + reason.message());
    }
    switch (reason.code()) {
      case "deadline" -> run.reached().add(CoveragePoint.DEADLINE);
      case "overloaded" -> {
        run.reached().add(CoveragePoint.OVERLOADED);
        if (run.faults().uses(FaultKind.OVERLOAD)) {
          run.faults().happened(FaultKind.OVERLOAD);
        }
        if (!ResultCount.isCrowded(reason)) {
          run.oracle().turnedAway(transaction);
        }
      }
      case "node-unavailable" -> run.reached().add(CoveragePoint.REFUSED_SINCE_A_NODE_WAS_AWAY);
      case "network-congested" -> run.reached().add(CoveragePoint.NETWORK_CONGESTED);
      case "idempotency-key-reused" -> run.found("at-most-once", reason.message());
      default -> {
        if (!reason.retryable()) {
          run.reached().add(CoveragePoint.REFUSED);
        }
      }
    }
    return reason.retryable() && (opens || random.nextInt(3) != 0);
  }

  private boolean strikes(FaultKind kind, int oneOf) {
    // The draw is made in any case, so that the client's other actions do not depend on it.
    boolean drawn = random.nextInt(oneOf) == 0 && run.faults().uses(kind);
    if (drawn) {
      run.faults().happened(kind);
    }
    return drawn;
  }

  private void trace(String text) {
    run.world().trace(name + " " + text);
  }
}
