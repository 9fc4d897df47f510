package tutti.simulator.run;

import java.util.ArrayList;
import java.util.EnumSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.NavigableSet;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.random.RandomGenerator;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import tutti.engine.backup.NodeBackups;
import tutti.engine.concurrency.TransactionId;
import tutti.engine.container.Placements;
import tutti.engine.deployment.Deployment;
import tutti.engine.deployment.Deployment.ConcurrencyControlKind;
import tutti.engine.deployment.Deployment.Durability;
import tutti.engine.deployment.Deployment.Placement;
import tutti.engine.runtime.Place;
import tutti.engine.runtime.Promise;
import tutti.engine.transaction.Outcome;
import tutti.engine.transaction.TransactionStatus;
import tutti.model.Application;
import tutti.model.Call;
import tutti.protocol.commit.Assumption;
import tutti.simulator.application.CurrentScenario;
import tutti.simulator.application.SimulatedApplication;
import tutti.simulator.application.Turn;
import tutti.simulator.check.EpochOracle;
import tutti.simulator.check.Findings;
import tutti.simulator.check.Happening;
import tutti.simulator.check.Readings;
import tutti.simulator.check.States;
import tutti.simulator.client.SimulatedClient;
import tutti.simulator.cluster.Cluster;
import tutti.simulator.cluster.NodeUnderTest;
import tutti.simulator.fault.FaultKind;
import tutti.simulator.fault.Faults;
import tutti.simulator.fault.injector.BackupTaker;
import tutti.simulator.fault.injector.Burst;
import tutti.simulator.fault.injector.CrashInjector;
import tutti.simulator.fault.injector.CrashPlan;
import tutti.simulator.fault.injector.LateCut;
import tutti.simulator.fault.injector.NetworkFaultInjector;
import tutti.simulator.fault.injector.Operator;
import tutti.simulator.fault.injector.RestoredCluster;
import tutti.simulator.history.Anomaly;
import tutti.simulator.history.Claim;
import tutti.simulator.history.RecordedHistory;
import tutti.simulator.invariant.Inspector;
import tutti.simulator.invariant.rule.Invariant;
import tutti.simulator.network.NetworkStyle;
import tutti.simulator.network.SimulatedNetwork;
import tutti.simulator.options.Expectation;
import tutti.simulator.options.RunSelection;
import tutti.simulator.options.SimulationOptions;
import tutti.simulator.options.Watch;
import tutti.simulator.report.CoveragePoint;
import tutti.simulator.report.SimulationReport;
import tutti.simulator.trace.TraceEvent;
import tutti.simulator.world.FaultPointRates;
import tutti.simulator.world.Seeds;
import tutti.simulator.world.SimulatedScheduler;
import tutti.simulator.world.SimulationFailed;

/** One run: one seed's deployment, clients, faults and checks. */
public final class Run {
  /** The name of an anomaly. */
  private static final String KEY_TWICE = "key-twice";

  /** The longest virtual time of a run: one that takes longer hangs. */
  private static final long LONGEST_NANOS = 600_000_000_000L;

  /**
   * The time after which nothing is in doubt once nothing goes wrong any more, beside the deadline.
   */
  private static final long RESOLVED_NANOS = 5_000_000_000L;

  /** A number of bounds of delays: more than the last of four members waits before it decides. */
  private static final int MOST_SILENCES = 50;

  /** A node that reads nothing of a backup for so long has given its copy up. */
  private static final long GIVEN_UP_NANOS = NodeBackups.KEEP_NANOS + 1_000_000_000L;

  /** The number of seconds that threads may need to come to the end of their queues. */
  private static final int MOST_PAUSES = 60;

  /** The number of bytes that messages of commit protocols never exceed. */
  private static final int LEAST_MESSAGE_BYTES = 250;

  private static final int MOST_CRASHES = 6;
  private static final int PROBES = 8;

  /** The number of slices between two looks; together they take a fraction of a millisecond. */
  private static final int SLICES_BETWEEN_LOOKS = 64;

  /** The client number of a caller that is not one of the clients. */
  private static final int NOBODY = 1_000;

  private final SimulatedScheduler world;
  private final Faults faults;
  private final long seed;
  private final RunSelection excerpt;
  private final FaultPointRates provocations;
  private final RandomGenerator random;
  private final Deployment deployment;
  private final Findings findings = new Findings();
  private final EnumSet<CoveragePoint> reached = EnumSet.noneOf(CoveragePoint.class);
  private final CurrentScenario scenario;
  private final EpochOracle ledger;
  private final Cluster cluster;

  /** The inspector of every step, or null if the run is not judged. */
  private final @Nullable Inspector inspector;

  private final SimulatedClient director;
  private final List<SimulatedClient> clients = new ArrayList<>();
  private final List<CrashInjector> keepers = new ArrayList<>();
  private final int requests;
  private final boolean durable;

  /** Whether nodes keep nothing, and are crashed nevertheless. */
  private final boolean forgets;

  /** The map of actors to their nodes. */
  private final Placements placements;

  /** Clients that came in a burst. */
  private List<SimulatedClient> crowd = List.of();

  /** Whether no fault happens until clients are done. */
  private final boolean calm;

  /** The deployment of all nodes after they were all crashed together, or null for none. */
  private final @Nullable Deployment changed;

  /** The application of all nodes after they were all crashed together, or null for none. */
  private @Nullable SimulatedApplication next;

  /** The number of clients that the seed chose, whether or not the run has as many. */
  private final int drawnClients;

  /** The claim that the history is judged by. */
  private final Claim claim;

  /** Whether acknowledged effects must outlive a crash. */
  private final boolean lasting;

  private final Consumer<RecordedHistory> histories;

  /** Whether the run is judged. */
  private final boolean checked;

  /** Asked now and then whether the run ends where it is. */
  private final BooleanSupplier cutting;

  /** The operator that ends transactions in doubt by hand; null for none. */
  private @Nullable Operator operator;

  /** Cuts coordinators off that are late; null if nobody does. */
  private @Nullable LateCut lateCut;

  /** Takes backups; null if nobody does. */
  private @Nullable BackupTaker backups;

  /** The deployment under which all nodes run, or are to be started. */
  private Deployment deployed;

  private int busyClients;
  private boolean finished;
  private boolean cut;
  private long looks;

  /** The version of the application that runs. */
  private Application application;

  /** Whether a step has broken an invariant. */
  private boolean broken;

  /** Whether the run came to its end, with everything that was acknowledged. */
  private boolean complete;

  /** A run without a watch. */
  public Run(SimulatedApplication application, long seed, SimulationOptions options) {
    this(application, seed, options, Watch.NONE);
  }

  /**
   * @param seed names the run
   * @param watch for a reader of the events; the run itself is the same
   */
  public Run(SimulatedApplication application, long seed, SimulationOptions options, Watch watch) {
    this.seed = seed;
    this.application = application.application();
    excerpt = options.excerpt();
    random = Seeds.stream(seed, "run");
    scenario = new CurrentScenario(application.scenario(Seeds.stream(seed, "scenario")));
    DrawnDeployment.Size size = DrawnDeployment.Size.draw(random, options.nodes());
    DrawnCommit commit =
        size.single()
            ? DrawnCommit.usual(options.deployment())
            : DrawnCommit.draw(
                Seeds.stream(seed, "commit"),
                size.mostNodes(),
                options.standard().asynchronous(),
                options.deployment());
    Assumption assumed = options.standard().faults(commit.assumed(options.deployment()));
    faults =
        new Faults(
            options.faults().stream()
                .filter(kind -> kind.isPossible(assumed))
                .collect(Collectors.toSet()),
            Seeds.stream(seed, "quiet").nextInt(6) == 0,
            excerpt.mostFaults(),
            purpose -> Seeds.stream(seed, purpose));
    deployment = DrawnDeployment.draw(random, size, commit, scenario, faults, options.deployment());
    deployed = deployment;
    world =
        new SimulatedScheduler(
            excerpt.scheduleSeed(seed), options.mode(), random.nextInt(4) * 0.25, watch.kept());
    watch.breakInto(world.trace());
    provocations =
        faults.uses(FaultKind.PROVOCATION)
            ? FaultPointRates.draw(faults.random(FaultKind.PROVOCATION), options.provoked())
            : FaultPointRates.none(faults.random(FaultKind.PROVOCATION));
    world.provocations(provocations);
    requests = options.requests();
    durable = deployment.durability() != Durability.OFF;
    forgets = !durable && faults.uses(FaultKind.NO_DISK);
    placements =
        new Placements(deployment.placement(), deployment.nodeCount(), deployment.containers());
    calm = faults.calm();
    changed =
        durable && faults.uses(FaultKind.REDEPLOY)
            ? DrawnDeployment.change(
                Seeds.stream(seed, "change"), deployment, commit, options.deployment())
            : null;
    next = durable && faults.uses(FaultKind.NEW_VERSION) ? application.next() : null;
    claim = options.standard().of(deployment, changed);
    lasting = options.standard().lasting(deployment);
    histories = options.histories();
    checked = options.checked();
    cutting = options.cut();
    ledger = ledger(options.standard());
    if (Expectation.othersDecide(deployment)
        || changed != null && Expectation.othersDecide(changed)) {
      ledger.othersDecide();
    }
    if (faults.uses(FaultKind.KEY_EXPIRY)) {
      ledger.keysExpire();
    }
    inspector =
        checked ? new Inspector(application.application(), scenario::sights, this::broken) : null;
    cluster =
        new Cluster(
            world,
            application.application(),
            deployment,
            ledger,
            findings,
            inspector,
            reached,
            faults);
    director = client("director");
    drawnClients = 2 + random.nextInt(random.nextBoolean() ? 6 : 30);
    int count = Math.max(excerpt.clients() > 0 ? excerpt.clients() : drawnClients, 1);
    for (int i = 0; i < count; i++) {
      clients.add(client("client-" + i, i));
    }
    for (NodeUnderTest node : cluster.nodes()) {
      keepers.add(keeper(node));
    }
    if (cluster.several()) {
      cluster.network().onSent(node -> keepers.get(node).sent());
    }
    noteDeployment();
    if (watch.looks()) {
      world.core().afterSlice(new StateRecorder(world, cluster.nodes())::look);
    }
  }

  private EpochOracle ledger(Expectation standard) {
    if (!checked) {
      return EpochOracle.unchecked(application, findings, this::appended, world::trace);
    }
    boolean serial = standard.serial(deployment, changed);
    return forgets
        ? EpochOracle.ofForgetful(
            application,
            placements::nodeOf,
            // One of several nodes has not seen what all of them decided.
            serial && deployment.nodeCount() == 1,
            lasting,
            findings,
            this::appended,
            world::trace)
        : new EpochOracle(application, serial, lasting, findings, this::appended, world::trace);
  }

  private SimulatedClient client(String name) {
    return client(name, NOBODY);
  }

  private SimulatedClient client(String name, int number) {
    return new SimulatedClient(
        name,
        number,
        index -> Seeds.stream(seed, name + "/" + index),
        world,
        cluster,
        scenario,
        ledger,
        findings,
        reached,
        faults,
        deployment.transactionTimeout().toNanos(),
        !forgets
            && deployment.idempotency().keep().toNanos() > LONGEST_NANOS
            && deployment.idempotency().maxKeys() > requests);
  }

  /** Returns the keeper of a node. Of several nodes some never crash, and some are long away. */
  private CrashInjector keeper(NodeUnderTest node) {
    boolean several = cluster.several();
    RandomGenerator chance = world.entropy("keeper-" + node.number());
    int crashes =
        !(durable ? CrashPlan.KINDS.stream().anyMatch(faults::uses) : forgets)
            ? 0
            : several ? chance.nextInt(MOST_CRASHES) : MOST_CRASHES;
    SimulatedClient hand = client("keeper-" + node.number());
    return new CrashInjector(
        world,
        node,
        hand,
        chance,
        reached,
        faults,
        several,
        crashes,
        several ? 1_000_000L << chance.nextInt(10) : 1,
        several ? 1_000_000L << chance.nextInt(13) : 20_000_000,
        forgets ? () -> refill(node, hand) : null);
  }

  /**
   * Repeats the opening requests of the run, as far as possible: a node has started with nothing.
   */
  private void refill(NodeUnderTest node, SimulatedClient hand) {
    for (List<Call> opening : scenario.opening()) {
      for (Call call : opening) {
        if (placements.nodeOf(call.target()) == node.number()) {
          hand.once(node, List.of(call));
        }
      }
    }
  }

  private void noteDeployment() {
    if (deployment.concurrencyControl() instanceof ConcurrencyControlKind ours) {
      reached.add(
          switch (ours) {
            case TWO_PHASE_LOCKING -> CoveragePoint.TWO_PHASE_LOCKING;
            case PATH_SENSITIVE -> CoveragePoint.PATH_SENSITIVE;
            case OPTIMISTIC -> CoveragePoint.OPTIMISTIC;
            case NO_WAIT -> CoveragePoint.NO_WAIT;
            case WAIT_DIE -> CoveragePoint.WAIT_DIE;
            case WOUND_WAIT -> CoveragePoint.WOUND_WAIT;
          });
    }
    if (deployment.containers() > 1) {
      reached.add(CoveragePoint.SEVERAL_CONTAINERS);
    }
    if (cluster.several()) {
      reached.add(CoveragePoint.SEVERAL_NODES);
      if (deployment.placement() instanceof Placement.Range) {
        reached.add(CoveragePoint.PLACED_BY_RANGE);
      }
    }
  }

  public Findings findings() {
    return findings;
  }

  EnumSet<CoveragePoint> reached() {
    return reached;
  }

  /** Returns the places in nodes' code that might have been provoked. */
  Set<Place> places() {
    return provocations.reached();
  }

  /**
   * Returns the newest version of the application that ran: it knows everything that the former
   * ones know.
   */
  public Application application() {
    return application;
  }

  public Deployment deployment() {
    return deployment;
  }

  /**
   * Returns the concurrency control and commit protocol under which the transactions of several
   * nodes ran.
   */
  Set<SimulationReport.Pair> pairs() {
    Set<SimulationReport.Pair> pairs = new LinkedHashSet<>();
    if (cluster.several()) {
      pairs.add(SimulationReport.Pair.of(deployment));
      if (changed != null && reached.contains(CoveragePoint.DEPLOYMENT_CHANGED)) {
        pairs.add(SimulationReport.Pair.of(changed));
      }
    }
    return pairs;
  }

  public Faults faults() {
    return faults;
  }

  public SimulatedScheduler world() {
    return world;
  }

  int crashes() {
    return cluster.crashes();
  }

  long messages() {
    return cluster.messages();
  }

  long committed() {
    return clients.stream().mapToLong(SimulatedClient::committed).sum();
  }

  long reads() {
    return clients.stream().mapToLong(SimulatedClient::reads).sum();
  }

  /** Ends the run where a step has broken an invariant. */
  private void broken(int node, Invariant<?> invariant, String what) {
    broken = true;
    findings.add(invariant.name(), what + ". But " + invariant.sentence() + ".");
    world.record(new TraceEvent.Broken(node, invariant.name(), what));
  }

  /** Makes the run; the violations are in {@link #findings}. */
  public void go() {
    director.task(
        () -> {
          direct();
          finished = true;
        });
    try {
      SimulatedScheduler.Ended ended = world.run(this::stops, LONGEST_NANOS);
      if (ended != SimulatedScheduler.Ended.CONDITION) {
        findings.add(
            "progress",
            ended == SimulatedScheduler.Ended.QUIET
                ? "nothing happens any more, and " + busyClients + " clients wait"
                : "not done after " + LONGEST_NANOS / 1_000_000_000 + " simulated seconds");
      }
    } catch (SimulationFailed failed) {
      findings.add("no-failure", failed.story());
    }
    // The digest has the final state, too: not only the way to it.
    cluster.nodes().forEach(node -> world.trace().content(node.disk().fingerprint()));
    // A history has one version of each actor after another, and no end of the world between.
    if (complete && !forgets) {
      judge();
    }
    noteHappenings();
  }

  /** Returns whether the run stops; asked between any two slices of work. */
  private boolean stops() {
    if (finished || broken) {
      return true;
    }
    if (looks++ % SLICES_BETWEEN_LOOKS == 0) {
      cut = cutting.getAsBoolean();
    }
    return cut;
  }

  /**
   * Whether the run was cut where it was: then only the violations until that moment are known, and
   * not whether everything would have ended.
   */
  boolean cut() {
    return cut;
  }

  private void direct() {
    if (!cluster.start()) {
      return;
    }
    if (cluster.several()) {
      // Sessions begin in this time.
      director.pause(10_000_000);
    }
    open();
    if (faults.uses(FaultKind.SHORT_RECORDS)) {
      int most = 200 + faults.random(FaultKind.SHORT_RECORDS).nextInt(600);
      cluster.nodes().forEach(node -> node.limitRecords(most));
    }
    if (cluster.several() && faults.uses(FaultKind.SHORT_MESSAGES)) {
      RandomGenerator length = faults.random(FaultKind.SHORT_MESSAGES);
      cluster.network().limitMessages(LEAST_MESSAGE_BYTES + length.nextInt(600));
    }
    provocations.on(true);
    startClients();
    if (cluster.several() ? !troubleSeveral() : !troubleOne()) {
      return;
    }
    provocations.on(false);
    cluster.nodes().forEach(node -> node.limitRecords(Integer.MAX_VALUE));
    if (cluster.several()) {
      cluster.network().limitMessages(Integer.MAX_VALUE);
    }
    faults.stop();
    if (!checked || !findings.isEmpty()) {
      return;
    }
    BackupTaker took = backups;
    if (took != null && took.attempted()) {
      // Who did not hear the end of a backup gives its copy up by then.
      director.pause(GIVEN_UP_NANOS);
    }
    rest();
    Operator worked = operator;
    if (worked != null) {
      worked.check();
    }
    checkEpoch(false);
    // Events after a failure only hide it.
    if (findings.isEmpty()) {
      probe();
    }
    if (findings.isEmpty()) {
      end();
    }
    if (findings.isEmpty() && took != null) {
      restore(took.newest());
    }
    complete = true;
  }

  private void open() {
    for (List<Call> opening : scenario.opening()) {
      if (!director.open(opening)) {
        findings.add("opening", opening + " did not commit");
      }
    }
  }

  /** Judges the history of all clients together. */
  private void judge() {
    Readings readings = ledger.history(claim, lasting, scenario::sights);
    histories.accept(readings.history());
    for (Anomaly anomaly : readings.check()) {
      // A key that has expired may stand for another transaction.
      if (anomaly.name().equals(KEY_TWICE) && faults.uses(FaultKind.KEY_EXPIRY)) {
        continue;
      }
      findings.add("history", anomaly.name() + ": " + String.join(" ", anomaly.story()));
    }
  }

  private boolean over() {
    return busyClients == 0 || !findings.isEmpty();
  }

  /** Crashes the only node, and looks at it after each restart. False if the run cannot go on. */
  private boolean troubleOne() {
    if (calm) {
      clients.forEach(SimulatedClient::calm);
    }
    planChanges();
    List<Promise<Boolean>> storms = storms();
    boolean good = keepers.getFirst().keep(this::over, () -> forgets || checkEpoch(true));
    storms.forEach(Promise::await);
    return good;
  }

  private List<Promise<Boolean>> storms() {
    List<Promise<Boolean>> ends = new ArrayList<>();
    if (faults.uses(FaultKind.BURST)) {
      SimulatedClient hand = client("burst");
      Burst burst =
          new Burst(
              hand,
              number -> client("crowd-" + number, number),
              deployment.admission().maxInFlight(),
              reached,
              faults);
      crowd = burst.crowd();
      Promise<Boolean> end = new Promise<>();
      ends.add(end);
      hand.task(
          () -> {
            burst.come(this::over);
            end.complete(true);
          });
    }
    if (cluster.several() && !calm) {
      severalNodes(ends);
    }
    if (faults.uses(FaultKind.BACKUP) && durable && checked) {
      SimulatedClient hand = client("backup");
      BackupTaker taker =
          new BackupTaker(world, cluster, hand, this::running, findings, reached, faults);
      backups = taker;
      ends.add(runs(hand, () -> taker.work(this::over)));
    }
    for (int i = calm ? 0 : world.entropy("storms").nextInt(4); i > 0; i--) {
      SimulatedClient hand = client("storm-" + i);
      NetworkFaultInjector storm =
          new NetworkFaultInjector(cluster, hand, world.entropy("storm-" + i), reached, faults);
      Promise<Boolean> end = new Promise<>();
      ends.add(end);
      hand.task(
          () -> {
            storm.rage(this::over);
            end.complete(true);
          });
    }
    return ends;
  }

  /** Starts the faults that need several nodes: a cut that outlasts deadlines, and an operator. */
  private void severalNodes(List<Promise<Boolean>> ends) {
    if (faults.uses(FaultKind.LONG_CUT)) {
      SimulatedClient hand = client("long-cut");
      RandomGenerator unused = faults.random(FaultKind.LONG_CUT);
      NetworkFaultInjector storm = new NetworkFaultInjector(cluster, hand, unused, reached, faults);
      ends.add(runs(hand, () -> storm.cutLong(this::over)));
      LateCut late =
          new LateCut(cluster, client("late-cut"), Seeds.stream(seed, "late-cut"), reached, faults);
      lateCut = late;
      world.core().onProvoked(late::provoked);
    }
    if (faults.uses(FaultKind.BY_HAND) && durable && checked) {
      SimulatedClient hand = client("operator");
      Operator works = new Operator(cluster, hand, ledger, inspector, findings, reached, faults);
      operator = works;
      ends.add(runs(hand, () -> works.work(this::over)));
    }
  }

  private BackupTaker.Running running() {
    return new BackupTaker.Running(application, deployed, scenario.now());
  }

  private static Promise<Boolean> runs(SimulatedClient hand, Runnable body) {
    Promise<Boolean> end = new Promise<>();
    hand.task(
        () -> {
          body.run();
          end.complete(true);
        });
    return end;
  }

  /**
   * Makes faults of all kinds side by side, until clients are done. False if the run cannot go on.
   */
  private boolean troubleSeveral() {
    SimulatedNetwork network = cluster.network();
    if (calm) {
      clients.forEach(SimulatedClient::calm);
    } else {
      network.style(NetworkStyle.draw(faults));
    }
    planChanges();
    List<Promise<Boolean>> ends = storms();
    for (CrashInjector keeper : keepers) {
      Promise<Boolean> end = new Promise<>();
      ends.add(end);
      client("keeper").task(() -> end.complete(keeper.keep(this::over, this::noteDown)));
    }
    boolean good = true;
    for (Promise<Boolean> end : ends) {
      good &= end.await();
    }
    if (lateCut != null) {
      lateCut.end();
    }
    network.style(NetworkStyle.CALM);
    return good;
  }

  private void planChanges() {
    if (changed != null) {
      director.later(redeployed(world.entropy("redeploy")), this::change);
    }
    if (next != null) {
      planVersion(world.entropy("new-version"));
    }
  }

  private void planVersion(RandomGenerator chance) {
    director.later(chance.nextLong(200_000L << chance.nextInt(11)), () -> changeVersion(chance));
  }

  private static long redeployed(RandomGenerator chance) {
    return chance.nextLong(1_000_000L << chance.nextInt(10));
  }

  /** Crashes all nodes together, and starts them with another deployment. */
  private void change() {
    Deployment next = changed;
    if (next != null && !over() && faults.granted()) {
      reached.add(CoveragePoint.DEPLOYMENT_CHANGED);
      world.trace("all nodes are deployed anew");
      faults.happened(FaultKind.REDEPLOY);
      deployed = next;
      cluster.change(next);
    }
  }

  /** Crashes all nodes together, and starts them with the next version; perhaps later once more. */
  private void changeVersion(RandomGenerator chance) {
    SimulatedApplication to = next;
    if (to != null && !over() && faults.granted()) {
      reached.add(CoveragePoint.VERSION_CHANGED);
      world.trace("all nodes get another version of the application");
      faults.happened(FaultKind.NEW_VERSION);
      cluster.change(to.application());
      ledger.begins(to.application(), to::row);
      if (inspector != null) {
        inspector.begins(to.application());
      }
      application = to.application();
      scenario.goOn(to.scenario(Seeds.stream(seed, "scenario")));
      next = to.next();
      if (next != null) {
        planVersion(chance);
      }
    }
  }

  /** Notes that a node has been started again. */
  private boolean noteDown() {
    if (cluster.nodes().stream().anyMatch(node -> !node.up())) {
      reached.add(CoveragePoint.SEVERAL_NODES_DOWN);
    }
    return true;
  }

  private void startClients() {
    // The time is drawn between clients that hardly meet and clients that always meet.
    long thinkNanos = 1_000L << 2 * Seeds.stream(seed, "think").nextInt(6);
    List<List<Integer>> turns = turns();
    busyClients = (int) turns.stream().filter(indices -> !indices.isEmpty()).count();
    for (int i = 0; i < clients.size(); i++) {
      if (turns.get(i).isEmpty()) {
        continue;
      }
      clients
          .get(i)
          .start(
              turns.get(i),
              thinkNanos,
              () -> {
                if (--busyClients == 0) {
                  keepers.forEach(CrashInjector::wake);
                }
              });
    }
  }

  /** Returns the requests of each client: all of them, or those that the excerpt keeps. */
  private List<List<Integer>> turns() {
    // A smaller number of clients makes only the requests that the same clients made before, not
    // more.
    int each = Math.max(1, requests / drawnClients);
    List<List<Integer>> turns = new ArrayList<>();
    for (int client = 0; client < clients.size(); client++) {
      turns.add(
          excerpt.keep().isEmpty()
              ? IntStream.range(0, each).boxed().toList()
              : excerpt.keep().subSet(new Turn(client, 0), new Turn(client + 1, 0)).stream()
                  .map(Turn::index)
                  .toList());
    }
    return turns;
  }

  /** Returns the requests and reads that clients began. */
  public NavigableSet<Turn> asked() {
    NavigableSet<Turn> asked = new TreeSet<>();
    clients.forEach(client -> asked.addAll(client.asked()));
    return asked;
  }

  /** Notes that a decision or a vote stands in a node's log. */
  private void appended(int node) {
    keepers.get(node).appended();
  }

  /** Lets all work that still runs end: no client asks for anything. */
  private void rest() {
    rest(cluster);
  }

  private void rest(Cluster resting) {
    long deadline = deployment.transactionTimeout().toNanos();
    director.pause(deadline + (resting.several() ? resolvedNanos() : 2_000_000_000L));
    // A disk of milliseconds may have thousands of flushes before it that find nothing to do.
    for (int more = 0; more < MOST_PAUSES && resting.behind(); more++) {
      director.pause(1_000_000_000L);
    }
    resting.checkQuiet();
  }

  /**
   * Returns the time until transactions are resolved. A member that takes silence for a crash, or
   * leads because of it, first waits until it may be one.
   */
  private long resolvedNanos() {
    boolean waits =
        Expectation.othersDecide(deployment)
            || changed != null && Expectation.othersDecide(changed);
    return RESOLVED_NANOS
        + (waits ? MOST_SILENCES * deployment.commitment().delayBound().toNanos() : 0);
  }

  /** Ends the ledger's epoch; false if no states could be seen. */
  private boolean checkEpoch(boolean crashed) {
    if (!checked) {
      return true;
    }
    States states = cluster.states();
    if (states == null) {
      return false;
    }
    EpochOracle.Ending ending =
        cluster.several() || forgets ? ledger.end(states, standing()) : ledger.end(states, crashed);
    world.trace((crashed ? "crash: " : "rest: ") + ending);
    states.byActor().forEach((actor, state) -> world.trace().content(actor + " is " + state));
    if (ending.lost() > 0) {
      reached.add(CoveragePoint.UNACKNOWLEDGED_LOST);
    }
    if ((crashed || cluster.several()) && ending.untold() > 0) {
      reached.add(CoveragePoint.UNACKNOWLEDGED_KEPT);
    }
    if (!forgets) {
      scenario
          .violations(states.byActor())
          .forEach(violation -> findings.add("invariants", violation));
    }
    return true;
  }

  /**
   * Asks for the outcome of every transaction that was decided, that stood before, or that some
   * client was in doubt about. By now every node must know.
   *
   * @return the transactions that committed
   */
  private Set<TransactionId> standing() {
    Set<TransactionId> committed = new LinkedHashSet<>();
    for (TransactionId id : ledger.decided()) {
      if (committed(id)) {
        committed.add(id);
      }
    }
    for (TransactionId id : ledger.kept()) {
      if (!committed(id)) {
        findings.add("durable", "transaction " + id + " had committed, and has not any more");
      }
    }
    for (SimulatedClient client : clients) {
      client.doubts().forEach(this::committed);
    }
    for (SimulatedClient client : crowd) {
      client.doubts().forEach(this::committed);
    }
    return committed;
  }

  private boolean committed(TransactionId id) {
    // Any node can be asked.
    return switch (cluster.node(random.nextInt(cluster.nodes().size())).status(id)) {
      case TransactionStatus.Ended(Outcome.Committed committed) -> true;
      case TransactionStatus.Ended(Outcome.InDoubt doubt) -> {
        findings.add("resolved", "transaction " + id + " is in doubt for ever: " + doubt.why());
        yield false;
      }
      case TransactionStatus.Running() -> {
        findings.add("resolved", "transaction " + id + " still runs");
        yield false;
      }
      case TransactionStatus.Waiting(String why) -> {
        findings.add("resolved", "transaction " + id + " still waits: " + why);
        yield false;
      }
      case TransactionStatus.Ended(Outcome.Aborted aborted) -> false;
      case TransactionStatus.Expired() -> expired(id);
      case TransactionStatus.Unknown() -> false;
    };
  }

  /**
   * Returns whether nodes that remember few outcomes do not know this one any more: then the logs
   * must tell.
   */
  private boolean expired(TransactionId id) {
    if (!faults.uses(FaultKind.FEW_OUTCOMES)) {
      return false;
    }
    faults.happened(FaultKind.FEW_OUTCOMES);
    reached.add(CoveragePoint.OUTCOME_EXPIRED);
    return ledger.inLog(id);
  }

  /** Makes requests one at a time: nothing may stand in their way, whatever came before. */
  private void probe() {
    for (int i = 0; i < PROBES; i++) {
      director.probe(cluster.node(i % cluster.nodes().size()), probe(i));
    }
    rest();
    checkEpoch(false);
  }

  /** Returns the calls of a probe, which depend on nothing that has happened. */
  private List<Call> probe(int number) {
    return scenario.request(Seeds.stream(seed, "probe-" + number), new Turn(NOBODY, number));
  }

  /** Makes the last restart: all acknowledged effects are found again. */
  private void end() {
    if (!durable) {
      if (forgets) {
        beginAgain();
      }
      return;
    }
    for (NodeUnderTest node : cluster.nodes()) {
      if (!faults.uses(FaultKind.CRASH) || random.nextBoolean()) {
        node.stop();
        node.reopenDisk();
      } else {
        node.crash();
        node.recoverDisk();
      }
    }
    if (cluster.start()) {
      if (cluster.several()) {
        rest();
      }
      checkEpoch(true);
    }
  }

  /** Opens a backup beside the nodes that it was taken of, and looks at what it has. */
  private void restore(BackupTaker.@Nullable Taken taken) {
    if (taken == null) {
      return;
    }
    // Where others can decide without the coordinator, what the original has aborted may commit.
    boolean exact = !Expectation.othersDecide(deployment) && !Expectation.othersDecide(deployed);
    RestoredCluster.Measure measure =
        new RestoredCluster.Measure(lasting, exact, faults.uses(FaultKind.FEW_OUTCOMES));
    if (new RestoredCluster(world, taken, ledger, findings).judge(measure, this::rest)) {
      reached.add(CoveragePoint.BACKUP_RESTORED);
    }
  }

  /**
   * Makes the last restart of nodes that keep nothing: nothing is there, and everything can begin
   * again.
   */
  private void beginAgain() {
    for (NodeUnderTest node : cluster.nodes()) {
      node.crash();
      node.recoverDisk();
    }
    if (cluster.start()) {
      if (cluster.several()) {
        rest();
      }
      checkEpoch(true);
      open();
      rest();
      checkEpoch(false);
    }
  }

  private void noteHappenings() {
    faults.happened(FaultKind.PROVOCATION, provocations.count());
    if (cluster.several()) {
      faults.happened(FaultKind.CORRUPTION, cluster.network().damages());
      faults.happened(FaultKind.SHORT_MESSAGES, cluster.network().tooLong());
      if (cluster.network().tooLong() > 0) {
        reached.add(CoveragePoint.MESSAGE_TOO_LONG);
      }
    }
    if (cluster.several() && cluster.network().stale() > 0) {
      reached.add(CoveragePoint.STALE_MESSAGE);
    }
    for (Happening happening : ledger.happened()) {
      reached.add(
          switch (happening) {
            case SEVERAL_NODES -> CoveragePoint.TRANSACTION_ON_SEVERAL_NODES;
            case READ_ONLY_BRANCH -> CoveragePoint.READ_ONLY_BRANCH;
            case VOTED_AGAIN -> CoveragePoint.VOTED_AGAIN;
            case VOTED_FOR_A_LATE_MESSAGE -> CoveragePoint.VOTED_FOR_A_LATE_MESSAGE;
            case VOTED_AND_ABORTED -> CoveragePoint.VOTED_AND_ABORTED;
            case LATER_ATTEMPT_ON_SEVERAL_NODES -> CoveragePoint.LATER_ATTEMPT_ON_SEVERAL_NODES;
            case OLD_VOTE_COMMITTED -> CoveragePoint.VOTE_RECOVERED_AND_COMMITTED;
            case PRESUMED_ABORT -> CoveragePoint.INQUIRY_ANSWERED_BY_PRESUMED_ABORT;
            case OLD_VOTE_ABORTED -> CoveragePoint.VOTE_RECOVERED_AND_ABORTED;
            case COMMITTED_AFTER_COORDINATORS_CRASH ->
                CoveragePoint.DECISION_TOLD_AFTER_COORDINATORS_CRASH;
          });
    }
  }
}
