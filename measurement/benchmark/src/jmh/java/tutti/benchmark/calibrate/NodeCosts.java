package tutti.benchmark.calibrate;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.locks.LockSupport;
import tutti.engine.container.Placements;
import tutti.engine.deployment.Deployment;
import tutti.engine.deployment.DeploymentReader;
import tutti.engine.deployment.DeploymentReader.Override;
import tutti.engine.deployment.NodeAddress;
import tutti.engine.deployment.Reading;
import tutti.engine.history.History;
import tutti.engine.node.LocalShards;
import tutti.engine.node.Node;
import tutti.engine.node.Ports;
import tutti.engine.transaction.submission.TransactionRequest;
import tutti.engine.transport.Transport;
import tutti.engine.transport.loopback.LoopbackNetwork;
import tutti.lab.bank.Bank;
import tutti.lab.load.ClosedLoop;
import tutti.lab.load.LoadPlan;
import tutti.lab.load.LoadResult;
import tutti.lab.node.Bulk;
import tutti.lab.node.Counts;
import tutti.lab.node.NodeTarget;
import tutti.lab.node.RunHistory;
import tutti.lab.node.RunNodes;
import tutti.lab.virtual.Model;
import tutti.model.Call;
import tutti.rebel.value.Iban;
import tutti.simulator.model.MachineModel;

/**
 * The costs of requests that deposit on accounts, no two on one account at a time: on real nodes,
 * in processor time of all their threads; and on a model, to find out how much of that its other
 * constants explain.
 */
final class NodeCosts {
  private static final int ROUNDS = 15;
  private static final int CLIENTS = 256;
  private static final int ACCOUNTS = 20_000;
  private static final Duration ROUND = Duration.ofMillis(150);
  private static final long MEETING_NANOS = 10_000_000_000L;

  private final Bank bank;
  private final Deployment deployment;
  private final boolean keeps;
  private final int calls;
  private final List<List<Iban>> accounts = new ArrayList<>();
  private final Placements placements;

  /**
   * @param nodes one, or two: then each request has half of its calls on each
   * @param keeps whether there is a log, on a disk that takes no time
   * @param calls of each request
   */
  NodeCosts(Bank bank, int nodes, boolean keeps, int calls) {
    this.bank = bank;
    this.keeps = keeps;
    this.calls = calls;
    Deployment one =
        deployment(
            Map.of("durability", keeps ? "sync" : "off", "executors", "1", "accept-loss", "true"));
    deployment = nodes == 1 ? one : one.withNodes(NodeAddress.inOneProcess(nodes));
    placements = new Placements(deployment.placement(), nodes, deployment.containers());
    for (int i = 0; i < nodes; i++) {
      accounts.add(new ArrayList<>());
    }
    for (int i = 0; i < ACCOUNTS; i++) {
      Iban iban = Bank.iban(i);
      accounts.get(placements.nodeOf(bank.account(iban))).add(iban);
    }
  }

  private static Deployment deployment(Map<String, String> keys) {
    List<Override> overrides = new ArrayList<>();
    keys.forEach((key, value) -> overrides.add(new Override(key, value, "calibrate")));
    return switch (DeploymentReader.read(null, overrides)) {
      case Reading.Valid valid -> valid.settings().deployment();
      case Reading.Invalid invalid -> throw new IllegalStateException(invalid.toString());
    };
  }

  private TransactionRequest open(long number) {
    return bank.open(Bank.iban(number), 100_000_00);
  }

  /** Returns deposits on accounts that follow each other, from a drawn one on. */
  private TransactionRequest next(int client, SplittableRandom random) {
    List<Call> made = new ArrayList<>(calls);
    TransactionRequest one = null;
    int at = random.nextInt(ACCOUNTS);
    for (int i = 0; i < calls; i++) {
      List<Iban> there = accounts.get(i % accounts.size());
      one = bank.deposit(there.get((at + i) % there.size()), 1);
      made.addAll(one.calls());
    }
    return new TransactionRequest(made, null, one == null ? 0 : one.timeoutNanos());
  }

  private int home(TransactionRequest request) {
    return placements.nodeOf(request.calls().getFirst().target());
  }

  // --- real ---

  /** Measures the processor time of one request, in nanoseconds. */
  Samples real() throws Exception {
    try (Real real = new Real()) {
      Bulk.commit(
          Bulk::each,
          actor -> real.nodes.get(placements.nodeOf(actor)),
          ACCOUNTS,
          this::open,
          opened -> {});
      return Samples.measure(ROUNDS, () -> round(real));
    }
  }

  private double round(Real real) throws Exception {
    long before = real.processorNanos();
    LoadResult load =
        ClosedLoop.run(
            new NodeTarget(
                real.nodes, (client, request) -> home(request), this::next, RunHistory.NONE),
            new LoadPlan(CLIENTS, Duration.ZERO, ROUND, 1));
    return (real.processorNanos() - before) / (double) load.total().ended();
  }

  private final class Real implements AutoCloseable {
    private final List<CountedScheduler> schedulers = new ArrayList<>();
    private final List<Transport> transports = new ArrayList<>();
    private final List<Node> nodes = new ArrayList<>();

    Real() throws Exception {
      int count = deployment.nodeCount();
      LoopbackNetwork network = count == 1 ? null : new LoopbackNetwork(count);
      for (int i = 0; i < count; i++) {
        CountedScheduler scheduler = new CountedScheduler();
        schedulers.add(scheduler);
        Transport transport = network == null ? null : network.transport(i, scheduler);
        if (transport != null) {
          transports.add(transport);
        }
        nodes.add(
            LocalShards.open(
                bank.application(),
                deployment,
                new Ports(
                    scheduler,
                    keeps ? new NoDisk() : null,
                    new SplittableRandom(i),
                    History.NONE,
                    i,
                    transport)));
      }
      awaitMeeting();
    }

    private void awaitMeeting() {
      long end = System.nanoTime() + MEETING_NANOS;
      for (int i = 0; i < transports.size(); i++) {
        for (int peer = 0; peer < transports.size(); peer++) {
          while (peer != i && !transports.get(i).connected(peer)) {
            if (System.nanoTime() - end > 0) {
              throw new IllegalStateException("the nodes did not find each other");
            }
            LockSupport.parkNanos(1_000_000);
          }
        }
      }
    }

    long processorNanos() throws Exception {
      long sum = 0;
      for (CountedScheduler scheduler : schedulers) {
        sum += scheduler.processorNanos();
      }
      return sum;
    }

    @java.lang.Override
    public void close() {
      nodes.forEach(Node::close);
      transports.forEach(Transport::close);
      schedulers.forEach(CountedScheduler::close);
    }
  }

  // --- model ---

  /** The time that the model charges for one request, and the number of its messages. */
  record Modelled(double nanos, double messages) {}

  /** Runs the same load on a model. */
  Modelled modelled(MachineModel machine) throws Exception {
    LoadPlan plan = new LoadPlan(CLIENTS, Duration.ofMillis(20), Duration.ofMillis(100), 1);
    try (RunNodes open =
        new Model(machine, null, true).open(bank.application(), deployment, plan)) {
      open.commit(ACCOUNTS, this::open, opened -> {});
      long messages = Counts.of(open.nodes()).messages();
      LoadResult load =
          open.load(
              this::next, (client, request) -> home(request), plan, ClosedLoop.Measuring.NOBODY);
      return new Modelled(
          load.cpuSeconds() * 1e9 / load.measured().ended(),
          (Counts.of(open.nodes()).messages() - messages) / (double) load.total().ended());
    }
  }
}
