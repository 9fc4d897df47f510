package tutti.simulator.run;

import java.util.ArrayList;
import java.util.List;
import java.util.function.BooleanSupplier;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;
import tutti.engine.concurrency.TransactionId;
import tutti.engine.container.Placements;
import tutti.engine.deployment.Deployment;
import tutti.engine.runtime.Promise;
import tutti.model.Call;
import tutti.simulator.client.SimulatedClient;
import tutti.simulator.cluster.Cluster;
import tutti.simulator.cluster.NodeUnderTest;
import tutti.simulator.cluster.RunContext;
import tutti.simulator.fault.FaultKind;
import tutti.simulator.fault.Faults;
import tutti.simulator.fault.injector.BackupTaker;
import tutti.simulator.fault.injector.Burst;
import tutti.simulator.fault.injector.CrashInjector;
import tutti.simulator.fault.injector.CrashPlan;
import tutti.simulator.fault.injector.HoldInjector;
import tutti.simulator.fault.injector.LateCut;
import tutti.simulator.fault.injector.LeaderFaults;
import tutti.simulator.fault.injector.LoadInCut;
import tutti.simulator.fault.injector.MemoryFiller;
import tutti.simulator.fault.injector.NetworkFaultInjector;
import tutti.simulator.fault.injector.Operator;
import tutti.simulator.fault.injector.PageReader;
import tutti.simulator.network.NetworkStyle;
import tutti.simulator.report.CoveragePoint;

/** The phase of a run in which clients ask and faults of all kinds happen side by side. */
final class FaultPhase {
  private static final int MOST_CRASHES = 6;

  /** The longest time for which what a node sends stays in its process: far less than a bound. */
  private static final long MOST_HELD = 5_000_000;

  /** One of so many times a node crashes while it holds what it sends. */
  private static final int HELD_AND_CRASHED = 60;

  /** The number of bytes that messages of commit protocols never exceed. */
  private static final int LEAST_MESSAGE_BYTES = 250;

  /** The number of the first client that asks a host which is cut off: no other is so high. */
  private static final int FIRST_CUT_CLIENT = 3_000;

  private static final int CUT_CLIENTS = 2;

  private final Stage stage;
  private final RunPlan plan;
  private final RunContext run;
  private final Faults faults;
  private final Cluster cluster;
  private final RunClients clients;
  private final Upgrades upgrades;

  /** One for each node. */
  private final List<CrashInjector> crashes = new ArrayList<>();

  /** Whether no fault happens until clients are done. */
  private final boolean calm;

  /** The map of actors to their nodes. */
  private final Placements placements;

  /** The ends of the faults that go on. */
  private final List<Promise<Boolean>> ends = new ArrayList<>();

  private @Nullable Operator operator;
  private @Nullable LateCut lateCut;
  private @Nullable LoadInCut load;
  private @Nullable BackupTaker backups;

  FaultPhase(Stage stage, Upgrades upgrades) {
    this.stage = stage;
    this.plan = stage.plan();
    this.run = stage.run();
    this.faults = run.faults();
    this.cluster = stage.cluster();
    this.clients = stage.clients();
    this.upgrades = upgrades;
    this.calm = faults.calm();
    Deployment deployment = plan.deployment();
    placements =
        new Placements(deployment.placement(), deployment.nodeCount(), deployment.containers());
    cluster.nodes().forEach(node -> crashes.add(crashes(node)));
    if (stage.several()) {
      cluster.network().onSent(node -> crashes.get(node).sent());
    }
  }

  /** Notes that a decision or a vote stands in a node's log. */
  void appended(int node) {
    crashes.get(node).appended();
  }

  /** Returns the operator that ended transactions by hand; null for none. */
  @Nullable Operator operator() {
    return operator;
  }

  /** Returns the transactions that clients gave up while a host was cut off, for ever. */
  List<TransactionId> never() {
    LoadInCut asked = load;
    return asked == null ? List.of() : asked.never();
  }

  /** Returns the taker of backups; null for none. */
  @Nullable BackupTaker backups() {
    return backups;
  }

  /** Returns the crashes of a node. Of several nodes some never crash, and some are long away. */
  private CrashInjector crashes(NodeUnderTest node) {
    boolean several = stage.several();
    boolean forgets = plan.forgets();
    RandomGenerator chance = run.world().entropy("keeper-" + node.number());
    int most =
        !(plan.durable() ? CrashPlan.ALL.stream().anyMatch(faults::uses) : forgets)
            ? 0
            : several ? chance.nextInt(MOST_CRASHES) : MOST_CRASHES;
    SimulatedClient hand = clients.hand("keeper-" + node.number());
    return new CrashInjector(
        run,
        node,
        hand,
        chance,
        several,
        most,
        several ? 1_000_000L << chance.nextInt(10) : 1,
        several ? 1_000_000L << chance.nextInt(13) : 20_000_000,
        forgets ? () -> refill(node, hand) : null);
  }

  /**
   * Repeats the opening requests of the run, as far as possible: a node has started with nothing.
   */
  private void refill(NodeUnderTest node, SimulatedClient hand) {
    for (List<Call> opening : stage.scenario().opening()) {
      for (Call call : opening) {
        if (placements.nodeOf(call.target()) == node.number()) {
          hand.once(node, List.of(call));
        }
      }
    }
  }

  /**
   * Starts the clients, and makes faults until they are done. False if the run cannot go on.
   *
   * @param restarted looks at the only node when it has been started again
   */
  boolean go(BooleanSupplier restarted) {
    limit();
    stage.faultPoints().on(true);
    clients.start(() -> crashes.forEach(CrashInjector::wake));
    if (calm) {
      clients.calm();
    } else if (stage.several()) {
      cluster.network().style(NetworkStyle.draw(faults));
      cluster.network().holds(this::held);
      if (faults.uses(FaultKind.SLOW_LINK)) {
        long election =
            plan.replicas()
                ? plan.deployment().replication().electionTimeout().toNanos()
                : Long.MAX_VALUE;
        cluster.network().slowLinks(faults.random(FaultKind.SLOW_LINK), election);
        faults.happened(FaultKind.SLOW_LINK);
      }
    }
    upgrades.plan();
    startFaults();
    boolean good =
        stage.several() ? crashSeveral() : crashes.getFirst().keep(stage::over, restarted);
    // What a new version of the application begins comes to them meanwhile.
    for (int i = 0; i < ends.size(); i++) {
      good &= ends.get(i).await();
    }
    if (stage.several()) {
      if (lateCut != null) {
        lateCut.end();
      }
      cluster.network().style(NetworkStyle.CALM);
      cluster.network().fastLinks();
    }
    return good;
  }

  /** Returns how long what a node begins to send stays in its process. */
  private long held(int node) {
    if (faults.stopped() || !faults.strikes(FaultKind.CRASH_LOSES_UNSENT, 3)) {
      return 0;
    }
    RandomGenerator chance = faults.random(FaultKind.CRASH_LOSES_UNSENT);
    long nanos = 1 + chance.nextLong(MOST_HELD);
    if (chance.nextInt(HELD_AND_CRASHED) == 0) {
      crashes.get(node).crashWithin(chance.nextLong(nanos));
    }
    return nanos;
  }

  /** Ends everything that made records and messages fail. */
  void stop() {
    stage.faultPoints().on(false);
    cluster.nodes().forEach(node -> node.limitRecords(Integer.MAX_VALUE));
    cluster.nodes().forEach(NodeUnderTest::ample);
    if (stage.several()) {
      cluster.network().limitMessages(Integer.MAX_VALUE);
    }
    faults.stop();
  }

  private void limit() {
    cluster.nodes().forEach(NodeUnderTest::few);
    if (faults.uses(FaultKind.SHORT_RECORDS)) {
      int most = 200 + faults.random(FaultKind.SHORT_RECORDS).nextInt(600);
      cluster.nodes().forEach(node -> node.limitRecords(most));
    }
    if (stage.several() && faults.uses(FaultKind.SHORT_MESSAGES)) {
      RandomGenerator length = faults.random(FaultKind.SHORT_MESSAGES);
      cluster.network().limitMessages(LEAST_MESSAGE_BYTES + length.nextInt(600));
    }
  }

  /** Lets each of several nodes crash by itself. */
  private boolean crashSeveral() {
    for (CrashInjector each : crashes) {
      Promise<Boolean> end = new Promise<>();
      ends.add(end);
      clients.hand("keeper").task(() -> end.complete(each.keep(stage::over, this::noteDown)));
    }
    return true;
  }

  /** Notes that a node has been started again. */
  private boolean noteDown() {
    run.reach(
        CoveragePoint.SEVERAL_NODES_DOWN, cluster.nodes().stream().anyMatch(node -> !node.up()));
    return true;
  }

  private void startFaults() {
    if (faults.uses(FaultKind.BURST)) {
      SimulatedClient hand = clients.hand("burst");
      int admitted = plan.deployment().admission().maxInFlight();
      Burst burst =
          new Burst(hand, number -> clients.numbered("crowd-" + number, number), admitted, run);
      clients.joinedBy(burst.crowd());
      begin(hand, () -> burst.come(stage::over));
    }
    if (faults.uses(FaultKind.MEMORY_FULL)) {
      SimulatedClient hand = clients.hand("memory");
      MemoryFiller filler = new MemoryFiller(cluster, hand, run);
      begin(hand, () -> filler.fill(stage::over));
    }
    if (stage.several() && !calm) {
      startFaultsOfSeveral();
    }
    if (!calm && HoldInjector.KINDS.stream().anyMatch(faults::uses)) {
      SimulatedClient hand = clients.hand("holds");
      HoldInjector holds =
          new HoldInjector(
              cluster,
              hand,
              plan.stream("holds"),
              run,
              plan.deployment().transactionTimeout().toNanos(),
              plan.deployment().replication().electionTimeout().toNanos());
      begin(hand, () -> holds.rage(stage::over));
    }
    if (faults.uses(FaultKind.BACKUP) && plan.durable() && stage.options().judging().checked()) {
      SimulatedClient hand = clients.hand("backup");
      BackupTaker taker = new BackupTaker(run, cluster, hand, upgrades::running);
      backups = taker;
      begin(hand, () -> taker.work(stage::over));
      SimulatedClient other = clients.hand("backup-at-a-start");
      upgrades.onVersion(() -> begin(other, () -> taker.atAStart(other, stage::over)));
    }
    if (!calm && (faults.uses(FaultKind.FEW_BYTES) || faults.uses(FaultKind.SLOW_LINK))) {
      SimulatedClient hand = clients.hand("pages");
      // A host of an integrated protocol makes a page of what it finds out alone.
      int sources = plan.deployment().integrated() ? 1 : plan.deployment().nodeCount();
      PageReader reader =
          new PageReader(run, cluster, hand, upgrades::application, plan.stream("pages"), sources);
      begin(hand, () -> reader.work(stage::over));
    }
    for (int i = calm ? 0 : run.world().entropy("storms").nextInt(4); i > 0; i--) {
      SimulatedClient hand = clients.hand("storm-" + i);
      NetworkFaultInjector storm =
          new NetworkFaultInjector(cluster, hand, run.world().entropy("storm-" + i), run);
      begin(hand, () -> storm.rage(stage::over));
    }
  }

  /** Starts the faults that need several nodes: a cut that outlasts deadlines, and an operator. */
  private void startFaultsOfSeveral() {
    if (plan.replicas()) {
      SimulatedClient hand = clients.hand("leaders");
      LeaderFaults troubles =
          new LeaderFaults(
              cluster,
              hand,
              plan.stream("leaders"),
              run,
              plan.deployment().replication().electionTimeout().toNanos());
      begin(hand, () -> troubles.rage(stage::over));
    }
    if (faults.uses(FaultKind.CLOCK_APART)) {
      SimulatedClient hand = clients.hand("clock");
      begin(hand, () -> letClockJump(hand));
    }
    if (faults.uses(FaultKind.LONG_CUT)) {
      SimulatedClient hand = clients.hand("long-cut");
      RandomGenerator unused = faults.random(FaultKind.LONG_CUT);
      NetworkFaultInjector storm = new NetworkFaultInjector(cluster, hand, unused, run);
      LoadInCut asks = loadInCut();
      load = asks;
      begin(hand, () -> storm.cutLong(stage::over, asks));
      LateCut late = new LateCut(cluster, clients.hand("late-cut"), plan.stream("late-cut"), run);
      lateCut = late;
      run.world().core().onProvoked(late::provoked);
    }
    if (faults.uses(FaultKind.BY_HAND) && plan.durable() && stage.options().judging().checked()) {
      SimulatedClient hand = clients.hand("operator");
      Operator works = new Operator(cluster, hand, run, stage.scenario().acts());
      operator = works;
      begin(hand, () -> works.work(stage::over));
    }
  }

  /** Returns the clients that go on asking a host that is cut off; null if there are none. */
  private @Nullable LoadInCut loadInCut() {
    if (!plan.replicas() || !stage.options().judging().checked()) {
      return null;
    }
    List<SimulatedClient> asking = new ArrayList<>();
    for (int i = 0; i < CUT_CLIENTS; i++) {
      asking.add(clients.numbered("in-cut-" + i, FIRST_CUT_CLIENT + i));
    }
    clients.joinedBy(asking);
    return new LoadInCut(
        run,
        asking,
        plan.stream("load-in-cut"),
        cluster.network().losesWhatIsCut(),
        !plan.deployment().integrated());
  }

  /** Lets the clock that is far from the others' jump now and then. */
  private void letClockJump(SimulatedClient hand) {
    RandomGenerator draw = faults.random(FaultKind.CLOCK_APART);
    for (int left = draw.nextInt(4); left > 0 && !stage.over(); left--) {
      hand.pause(1 + draw.nextLong(1_000_000L << draw.nextInt(12)));
      if (!stage.over()) {
        cluster.nodes().forEach(NodeUnderTest::jumpApart);
      }
    }
  }

  private void begin(SimulatedClient hand, Runnable fault) {
    Promise<Boolean> end = new Promise<>();
    ends.add(end);
    hand.task(
        () -> {
          fault.run();
          end.complete(true);
        });
  }
}
