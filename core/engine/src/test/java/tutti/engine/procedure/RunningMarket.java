package tutti.engine.procedure;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;
import java.util.function.UnaryOperator;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;
import tutti.engine.bank.TestBank;
import tutti.engine.container.Placement;
import tutti.engine.container.Placements;
import tutti.engine.deployment.Deployment;
import tutti.engine.deployment.Deployment.Ask;
import tutti.engine.deployment.Deployment.ConcurrencyControlKind;
import tutti.engine.deployment.Deployment.Durability;
import tutti.engine.deployment.Deployment.Questions;
import tutti.engine.deployment.NodeAddress;
import tutti.engine.distribution.message.CommitStep;
import tutti.engine.distribution.message.MessageInWords;
import tutti.engine.history.History;
import tutti.engine.journal.Disk;
import tutti.engine.memory.TestHeap;
import tutti.engine.node.HostNode;
import tutti.engine.node.LocalShards;
import tutti.engine.node.Node.ReadResult;
import tutti.engine.node.Ports;
import tutti.engine.relational.ProcedureAction;
import tutti.engine.relational.ProcedureResult;
import tutti.engine.relational.RelationalActorType;
import tutti.engine.relational.RelationalApplication;
import tutti.engine.runtime.ExecutorMode;
import tutti.engine.runtime.RealScheduler;
import tutti.engine.runtime.Scheduler;
import tutti.engine.transaction.submission.Outcome;
import tutti.engine.transaction.submission.Reason;
import tutti.engine.transaction.submission.TransactionRequest;
import tutti.engine.transport.ForwardingTransport;
import tutti.engine.transport.Transport;
import tutti.engine.transport.loopback.LoopbackNetwork;
import tutti.model.ActorId;
import tutti.model.Call;
import tutti.model.actor.Actor;
import tutti.model.actor.Procedure;
import tutti.model.testing.Await;

/** Nodes that run the {@link Market} beside the {@link TestBank}: asks any of them, and waits. */
final class RunningMarket implements AutoCloseable {
  private static final long TIMEOUT_NANOS = 60_000_000_000L;

  final TestBank bank = new TestBank();

  /** The first. */
  final HostNode node;

  final List<HostNode> nodes = new ArrayList<>();
  private final List<RealScheduler> schedulers = new ArrayList<>();
  private final List<Transport> transports = new ArrayList<>();
  private volatile @Nullable Loss loss;
  private final AtomicInteger turn = new AtomicInteger();
  private final RelationalApplication application =
      new RelationalApplication(Market.application(), bank);
  private final MessageInWords.Reader reader = new MessageInWords.Reader(application);

  /** How nodes are set up. */
  record Setup(
      ConcurrencyControlKind control, int nodes, int containers, int executors, ExecutorMode mode) {

    /** The deployment of one node. */
    Setup(ConcurrencyControlKind control, int containers, int executors, ExecutorMode mode) {
      this(control, 1, containers, executors, mode);
    }

    Deployment deployment(Durability durability) {
      return Deployment.DEFAULT.toBuilder()
          .concurrencyControl(control)
          .durability(durability)
          .containers(containers)
          .executors(containers * executors)
          .placement(new Placement.Hash())
          .transactionTimeout(Duration.ofSeconds(5))
          // No message is lost, and messages are counted: none comes twice since a machine is busy.
          .questions(new Questions(Ask.AUTO, Duration.ofSeconds(20)))
          .build()
          .withNodes(nodes == 1 ? List.of() : NodeAddress.inOneProcess(nodes));
    }
  }

  static List<Setup> setups() {
    List<Setup> all = new ArrayList<>();
    for (ConcurrencyControlKind control : ConcurrencyControlKind.values()) {
      for (int containers : new int[] {1, 2, 8}) {
        for (int executors : new int[] {1, 2}) {
          all.add(new Setup(control, containers, executors, ExecutorMode.best()));
        }
      }
      all.add(new Setup(control, 2, 2, ExecutorMode.PERMIT));
      all.add(new Setup(control, 2, 1, 1, ExecutorMode.best()));
      all.add(new Setup(control, 3, 2, 1, ExecutorMode.best()));
      all.add(new Setup(control, 3, 1, 2, ExecutorMode.PERMIT));
    }
    return all;
  }

  RunningMarket(Setup setup) throws Exception {
    this(setup, Durability.OFF, List.of());
  }

  RunningMarket(Setup setup, Durability durability, @Nullable Disk disk) throws Exception {
    this(setup, durability, disk == null ? List.of() : List.of(disk));
  }

  /**
   * @param disks of the nodes; none if nothing is kept
   */
  RunningMarket(Setup setup, Durability durability, List<? extends Disk> disks) throws Exception {
    this(setup, durability, disks, UnaryOperator.identity());
  }

  /** Nodes in processes with that heap. */
  RunningMarket(Setup setup, TestHeap heap) throws Exception {
    this(setup, Durability.OFF, List.of(), heap::of);
  }

  private RunningMarket(
      Setup setup,
      Durability durability,
      List<? extends Disk> disks,
      UnaryOperator<Scheduler> process)
      throws Exception {
    LoopbackNetwork network = new LoopbackNetwork(setup.nodes());
    for (int i = 0; i < setup.nodes(); i++) {
      RealScheduler real = new RealScheduler(setup.mode(), Duration.ofSeconds(5));
      schedulers.add(real);
      Scheduler scheduler = process.apply(real);
      RandomGenerator entropy = RandomGenerator.of("L64X128MixRandom");
      Disk disk = disks.isEmpty() ? null : disks.get(i);
      Ports ports;
      if (setup.nodes() == 1) {
        ports = new Ports(scheduler, disk, entropy, History.NONE);
      } else {
        Transport transport = new Lossy(network.transport(i, scheduler));
        transports.add(transport);
        ports = new Ports(scheduler, disk, entropy, History.NONE, i, transport);
      }
      nodes.add(LocalShards.open(application, setup.deployment(durability), ports));
    }
    node = nodes.getFirst();
    awaitMeetings();
  }

  /** Messages that say this are lost. */
  void lose(CommitStep.Kind kind) {
    loss = new Loss(kind, null);
  }

  /** Messages to a node that say this are held back until {@link Loss#deliver}. */
  Loss hold(CommitStep.Kind kind, int to) {
    Loss made = lose(kind, to);
    made.held = new ArrayList<>();
    return made;
  }

  private Loss lose(CommitStep.Kind kind, int to) {
    Loss made = new Loss(kind, to);
    loss = made;
    return made;
  }

  /** The first message to a node that says this is lost. */
  Loss loseOne(CommitStep.Kind kind, int to) {
    Loss made = lose(kind, to);
    made.once = true;
    return made;
  }

  /** The choice of messages that are lost, or held back. */
  final class Loss {
    private final CommitStep.Kind kind;
    private final @Nullable Integer to;
    private volatile boolean happened;
    private boolean once;
    private @Nullable List<BooleanSupplier> held;

    private Loss(CommitStep.Kind kind, @Nullable Integer to) {
      this.kind = kind;
      this.to = to;
    }

    /** Whether any was lost. */
    boolean happened() {
      return happened;
    }

    private synchronized boolean takes(
        @Nullable CommitStep step, int node, BooleanSupplier sending) {
      boolean takes =
          step != null && step.kind() == kind && (to == null || to == node) && !(once && happened);
      if (takes && held != null) {
        held.add(sending);
      }
      happened |= takes;
      return takes;
    }

    /** Sends what was held back, and holds no more. */
    void deliver() {
      loss = null;
      List<BooleanSupplier> now;
      synchronized (this) {
        now = List.copyOf(Objects.requireNonNull(held, "messages that were lost"));
      }
      now.forEach(BooleanSupplier::getAsBoolean);
    }
  }

  /** Loses some messages, or holds them back, unnoticed. */
  private final class Lossy implements ForwardingTransport {
    private final Transport wire;

    Lossy(Transport wire) {
      this.wire = wire;
    }

    @Override
    public Transport transport() {
      return wire;
    }

    @Override
    public boolean send(int to, byte[] bytes, int offset, int length) {
      Loss losing = loss;
      return (losing != null
              && losing.takes(
                  reader.step(bytes, offset, length), to, later(to, bytes, offset, length)))
          || wire.send(to, bytes, offset, length);
    }

    private BooleanSupplier later(int to, byte[] bytes, int offset, int length) {
      byte[] copy = Arrays.copyOfRange(bytes, offset, offset + length);
      return () -> wire.send(to, copy, 0, length);
    }
  }

  private void awaitMeetings() throws InterruptedException {
    for (int i = 0; i < transports.size(); i++) {
      for (int j = 0; j < transports.size(); j++) {
        while (i != j && !transports.get(i).connected(j)) {
          Thread.sleep(1);
        }
      }
    }
  }

  /** No transaction over several nodes is on its way anywhere, and nothing waits. */
  void awaitIdle() throws InterruptedException {
    for (HostNode each : nodes) {
      awaitThat(
          () ->
              each.statistics().members().branches() + each.statistics().members().coordinating()
                      == 0
                  && each.statistics().waits().waiting() == 0);
    }
  }

  void awaitThat(BooleanSupplier condition) throws InterruptedException {
    long end = System.nanoTime() + Await.LIMIT.toNanos();
    while (!condition.getAsBoolean()) {
      if (System.nanoTime() > end) {
        throw new AssertionError(
            "not in time: " + nodes.stream().map(HostNode::statistics).toList());
      }
      Thread.sleep(1);
    }
  }

  /** Messages that all nodes have sent. */
  long messages() {
    return transports.stream().mapToLong(each -> each.statistics().messagesSent()).sum();
  }

  /** A call of a procedure. */
  <A extends Actor> Call call(Class<A> type, String key, Procedure<? super A, ?> procedure) {
    RelationalActorType of = Objects.requireNonNull(application.type(type));
    ProcedureAction action =
        (ProcedureAction) Objects.requireNonNull(of.action(procedure.getClass().getSimpleName()));
    return action.call(new ActorId(of.name(), key), procedure);
  }

  CompletableFuture<Outcome> start(Call... calls) {
    return start(TIMEOUT_NANOS, calls);
  }

  CompletableFuture<Outcome> start(long timeoutNanos, Call... calls) {
    return start(new TransactionRequest(List.of(calls), null, timeoutNanos));
  }

  CompletableFuture<Outcome> start(TransactionRequest request) {
    CompletableFuture<Outcome> outcome = new CompletableFuture<>();
    node.submit(request, outcome::complete);
    return outcome;
  }

  /** Asks that node. */
  Outcome runAt(int number, Call... calls) throws Exception {
    CompletableFuture<Outcome> outcome = new CompletableFuture<>();
    nodes
        .get(number)
        .submit(new TransactionRequest(List.of(calls), null, TIMEOUT_NANOS), outcome::complete);
    return outcome.get(180, TimeUnit.SECONDS);
  }

  /** A key that begins so, of an actor that lives on that node. */
  String key(String type, String begin, int number) {
    Placements placements = new Placements(new Placement.Hash(), nodes.size(), 1);
    for (int i = 0; ; i++) {
      if (placements.nodeOf(new ActorId(type, begin + i)) == number) {
        return begin + i;
      }
    }
  }

  <A extends Actor> CompletableFuture<Outcome> start(
      Class<A> type, String key, Procedure<? super A, ?> procedure) {
    return start(call(type, key, procedure));
  }

  Outcome run(Call... calls) throws Exception {
    return start(calls).get(180, TimeUnit.SECONDS);
  }

  <A extends Actor> Outcome run(Class<A> type, String key, Procedure<? super A, ?> procedure)
      throws Exception {
    return run(call(type, key, procedure));
  }

  /** The result of a transaction of one procedure, or the code of its abort. */
  <A extends Actor> @Nullable Object value(
      Class<A> type, String key, Procedure<? super A, ?> procedure) throws Exception {
    return value(run(type, key, procedure));
  }

  static @Nullable Object value(Outcome outcome) {
    return switch (outcome) {
      case Outcome.Committed(var id, var results, var age) ->
          results.getFirst() instanceof ProcedureResult result ? result.value() : null;
      case Outcome.Aborted(var id, var reason) -> reason.code();
      case Outcome.InDoubt doubt -> doubt;
    };
  }

  static Reason reason(Outcome outcome) {
    return outcome instanceof Outcome.Aborted(var id, var reason)
        ? reason
        : new Reason.Unavailable("none", "it has not aborted: " + outcome);
  }

  long euros(String purse) throws Exception {
    Object value = value(Market.Purse.class, purse, new Market.Purse.Balance("EUR"));
    return value instanceof Long euros ? euros : -1;
  }

  long account(String key) throws Exception {
    return read(0, new ActorId("Account", key)).get(180, TimeUnit.SECONDS)
            instanceof ReadResult.Found(var instance)
        ? TestBank.balance(instance.state())
        : -1;
  }

  /** Asks a node how an actor is. */
  CompletableFuture<ReadResult> read(int number, ActorId actor) {
    CompletableFuture<ReadResult> seen = new CompletableFuture<>();
    nodes.get(number).read(actor, TIMEOUT_NANOS, seen::complete);
    return seen;
  }

  /** One of several nodes is gone, without a word. */
  void stop(int number) {
    transports.get(number).close();
  }

  /** Stops without draining or flushing, as a crash would. */
  void abandon() {
    transports.forEach(Transport::close);
    schedulers.forEach(RealScheduler::close);
  }

  @Override
  public void close() {
    nodes.forEach(HostNode::close);
    abandon();
  }
}
