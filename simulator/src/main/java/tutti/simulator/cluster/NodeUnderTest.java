package tutti.simulator.cluster;

import java.io.IOException;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;
import tutti.engine.backup.NodeBackups.Result;
import tutti.engine.concurrency.TransactionId;
import tutti.engine.deployment.Deployment;
import tutti.engine.distribution.Order;
import tutti.engine.history.History;
import tutti.engine.journal.DataFolderRefused;
import tutti.engine.journal.Disk;
import tutti.engine.journal.Journal;
import tutti.engine.node.ActorView;
import tutti.engine.node.Backups;
import tutti.engine.node.Backups.Begun;
import tutti.engine.node.Commitments;
import tutti.engine.node.LocalNode;
import tutti.engine.node.Node;
import tutti.engine.node.Ports;
import tutti.engine.node.Readiness;
import tutti.engine.runtime.Promise;
import tutti.engine.runtime.Scheduler;
import tutti.engine.runtime.TaskExecutor;
import tutti.engine.transaction.Outcome;
import tutti.engine.transaction.OutcomeTable;
import tutti.engine.transaction.TransactionRequest;
import tutti.engine.transaction.TransactionStatus;
import tutti.engine.transport.Transport;
import tutti.model.Action;
import tutti.model.ActorId;
import tutti.model.ActorType;
import tutti.model.Application;
import tutti.model.Call;
import tutti.simulator.check.EpochOracle;
import tutti.simulator.check.Findings;
import tutti.simulator.check.States;
import tutti.simulator.disk.LimitedJournal;
import tutti.simulator.disk.SimulatedDisk;
import tutti.simulator.disk.TracedDisk;
import tutti.simulator.fault.FaultKind;
import tutti.simulator.fault.Faults;
import tutti.simulator.invariant.Inspector;
import tutti.simulator.network.SimulatedNetwork;
import tutti.simulator.report.CoveragePoint;
import tutti.simulator.trace.TraceEvent;
import tutti.simulator.world.NodeCrashed;
import tutti.simulator.world.SimulatedNode;
import tutti.simulator.world.SimulatedScheduler;
import tutti.simulator.world.WorkQueue;

/**
 * One node of a run through its lives: it is started, asked, crashed or stopped, and started again
 * on the data that its disk kept. Its methods that wait are for tasks of the simulated world.
 */
public final class NodeUnderTest {
  /** The longest time of a read or a listing, in virtual nanoseconds. */
  private static final long READ_TIMEOUT = 5_000_000_000L;

  /** The number of times that a page is asked for again that was not there in time. */
  private static final int MOST_LISTINGS = 100;

  private static final int PAGE = 50;

  /** Nodes on a restored disk begin to count their lives here: they are not those of before. */
  private static final int RESTORED_LIVES = 1_000;

  /** The patience of a client that waits until it is answered. */
  public static final long PATIENT = -1;

  /** The name of a fault. */
  private static final String PAUSED = "pause";

  /** The largest error of a clock that jumps, in nanoseconds: twenty years. */
  private static final long MOST_JUMP = 20L * 365 * 24 * 3_600 * 1_000_000_000;

  /** The largest error of a clock without jumps, in nanoseconds. */
  private static final long MOST_SKEW = 2_000_000_000L;

  private final int number;
  private final SimulatedScheduler world;
  private final @Nullable SimulatedNetwork network;
  private Application application;

  /** The version of the application before that, or null if it is the first. */
  private @Nullable Application former;

  /** The version under which the data on the disk was written, as far as that is known. */
  private @Nullable Application writtenUnder;

  private Deployment deployment;
  private final EpochOracle ledger;
  private final Findings findings;
  private final @Nullable Inspector inspector;
  private final EnumSet<CoveragePoint> reached;
  private final Faults faults;
  private final RandomGenerator random;
  private long skewNanos;
  private boolean slow;

  private final WrongDisk wrongDisk;
  private final TaskExecutor hand;
  private final AnswerWatch answers;
  private SimulatedDisk disk = new SimulatedDisk();
  private @Nullable Life life;
  private boolean open;
  private int mostRecordBytes = Integer.MAX_VALUE;
  private final int outcomesKept;

  /**
   * The node's log in its newest life, and the end of the log when it was found; null without a
   * disk.
   */
  private @Nullable Journal log;

  private long logEnd;
  private int lives;
  private int crashes;
  private Runnable onCrash = () -> {};

  /** One life of the node: its state that is gone when the life ends. */
  private record Life(
      SimulatedNode machine,
      TaskExecutor door,
      LocalNode node,
      @Nullable Journal log,
      Inspector.@Nullable Life looked,
      List<Promise<Reply>> open,
      List<Runnable> looks) {}

  /** An answer that a client gets. */
  public sealed interface Reply {
    record Told(Outcome outcome) implements Reply {}

    record Read(Node.ReadResult result) implements Reply {}

    /**
     * The connection broke: the node crashed, or is not there, or the client hung up.
     *
     * @param unread whether the node stood still, and may read the request later
     */
    record Broken(boolean unread) implements Reply {}
  }

  /**
   * @param number in the deployment's list
   * @param network between the nodes, or null if there is one
   * @param inspector looks at every step, or null for none
   */
  NodeUnderTest(
      int number,
      SimulatedScheduler world,
      @Nullable SimulatedNetwork network,
      Application application,
      Deployment deployment,
      EpochOracle ledger,
      Findings findings,
      @Nullable Inspector inspector,
      EnumSet<CoveragePoint> reached,
      Faults faults,
      WrongDisk wrongDisk) {
    this.number = number;
    this.world = world;
    this.network = network;
    this.application = application;
    this.deployment = deployment;
    this.ledger = ledger;
    this.findings = findings;
    this.inspector = inspector;
    this.reached = reached;
    this.faults = faults;
    this.random = world.entropy("node-" + number);
    this.wrongDisk = wrongDisk;
    this.outcomesKept =
        faults.uses(FaultKind.FEW_OUTCOMES) ? fewOutcomes(faults) : OutcomeTable.KEPT;
    this.hand = world.newExecutor("hand-" + number);
    this.answers = new AnswerWatch(world, hand, findings, number);
    this.skewNanos =
        faults.strikes(FaultKind.CLOCK_SKEW, 2) ? random.nextLong(-MOST_SKEW, MOST_SKEW) : 0;
    if (skewNanos != 0) {
      faults.happened(FaultKind.CLOCK_SKEW);
    }
  }

  /** Returns a power of two, far below the number of a run's requests. */
  private static int fewOutcomes(Faults faults) {
    return 1 << 3 + faults.random(FaultKind.FEW_OUTCOMES).nextInt(4);
  }

  public int number() {
    return number;
  }

  public SimulatedDisk disk() {
    return disk;
  }

  public int crashes() {
    return crashes;
  }

  public boolean up() {
    return life != null;
  }

  /** Returns whether a lane is of the node's present life. */
  public boolean has(WorkQueue lane) {
    Life now = life;
    return now != null && lane.node == now.machine;
  }

  /** Returns whether that is the node's present life. */
  public boolean runsOn(SimulatedNode machine) {
    Life now = life;
    return now != null && machine == now.machine;
  }

  /** Returns whether clients are let in. */
  public boolean open() {
    return open && life != null;
  }

  /** Lets clients in, from now until the node ends. */
  public void admit() {
    open = true;
  }

  /** Sets a listener that is called at every crash, once all clients know. */
  public void onCrash(Runnable listener) {
    onCrash = listener;
  }

  /** Limits the bytes of the records of the node's log from now on. */
  public void limitRecords(int mostBytes) {
    mostRecordBytes = mostBytes;
  }

  /** Sets the disk of the first start: the files of a backup. */
  public void restored(SimulatedDisk given) {
    disk = given;
    lives = RESTORED_LIVES;
  }

  /** Sets the deployment of the node's next start. */
  void deployment(Deployment next) {
    deployment = next;
  }

  /** Sets the version of the application of the node's next start. While the node is down. */
  void application(Application next) {
    former = application;
    application = next;
  }

  /** Starts the node on the data of the disk; false if it cannot be started, which is a finding. */
  public boolean start() {
    while (true) {
      String name = "node-" + number + "." + lives++;
      SimulatedNode machine = machine(name);
      SimulatedDisk whole = damaged();
      if (lives > 1 && faults.strikes(FaultKind.CRASH_IN_RECOVERY, 5)) {
        disk.faults()
            .interrupt(
                random.nextInt(30),
                () -> {
                  if (faults.granted()) {
                    disk.cut();
                  }
                });
      }
      Inspector.Life looked =
          inspector == null ? null : inspector.begin(number, deployment, machine::crashed);
      try {
        LocalNode node = LocalNode.open(application, deployment, ports(machine, name, looked));
        if (looked != null) {
          looked.recovered(node.notReady() == null);
        }
        disk.faults().calm();
        disk.faults().space(Long.MAX_VALUE);
        note(CoveragePoint.DAMAGE_OF_NO_MATTER, whole != null);
        Journal found = log;
        if (found != null) {
          ledger.found(number, lives, logEnd);
        }
        life =
            new Life(
                machine,
                machine.newExecutor("door"),
                node,
                found,
                looked,
                new ArrayList<>(),
                new ArrayList<>());
        world.trace(name + " is up");
        world.record(new TraceEvent.Up(number, lives));
        return true;
      } catch (NodeCrashed inRecovery) {
        crashes++;
        reached.add(CoveragePoint.CRASH_IN_RECOVERY);
        faults.happened(FaultKind.CRASH_IN_RECOVERY);
        ledger.over(number);
        world.record(new TraceEvent.Crashed(number));
        machine.crash();
        disk = whole != null ? whole : found();
      } catch (DataFolderRefused refused) {
        if (!asItShould(refused, whole)) {
          findings.add("recovery", "the node does not start again: " + refused);
          return false;
        }
        ledger.over(number);
        machine.crash();
        disk.faults().calm();
        disk = whole != null ? whole : disk;
      } catch (Exception e) {
        if (outOfRoom(e)) {
          ledger.over(number);
          machine.crash();
          disk = whole != null ? whole : found();
          continue;
        }
        findings.add("recovery", "the node does not start again: " + e);
        return false;
      }
    }
  }

  private Ports ports(SimulatedNode machine, String name, Inspector.@Nullable Life looked)
      throws IOException {
    boolean traced = world.trace().recording();
    History told = ledger.history(number, lives);
    History history = traced ? new TracedHistory(told, world, number) : told;
    Disk own = traced ? new TracedDisk(disk, world, number) : disk;
    Transport transport = network == null ? null : network.transport(machine, number);
    return new Ports(
        machine,
        looked == null ? own : looked.disk(own),
        world.entropy("entropy-" + name),
        looked == null ? history : looked.history(history),
        number,
        transport == null || looked == null ? transport : looked.transport(transport),
        looked == null ? UnaryOperator.identity() : looked::control,
        this::limited,
        UnaryOperator.identity(),
        outcomesKept);
  }

  private Journal limited(Journal found) {
    log = found;
    logEnd = found.end();
    return new LimitedJournal(found, () -> mostRecordBytes);
  }

  /** Crashes the node, if it is up. Any code may call this, at any point. */
  public void crash() {
    Life ending = life;
    if (ending != null) {
      life = null;
      open = false;
      crashes++;
      wrongDisk.ended(lives);
      ledger.over(number);
      checkReadiness(ending);
      count(ending.node.statistics());
      noteWriter(ending.node);
      world.record(new TraceEvent.Crashed(number));
      ending.machine.crash();
      disk.cut();
      ending.open.forEach(reply -> reply.complete(new Reply.Broken(false)));
      ending.looks.forEach(Runnable::run);
      onCrash.run();
    }
  }

  /** Recovers the disk after a crash; the next start is on it. */
  public void recoverDisk() {
    disk.faults().calm();
    disk.faults().failForces(false);
    disk.faults().failWrites(false);
    if (random.nextBoolean()) {
      disk.faults().space(Long.MAX_VALUE);
    }
    disk = found();
  }

  private boolean hasDisk() {
    return deployment.durability() != Deployment.Durability.OFF;
  }

  private SimulatedNode machine(String name) {
    SimulatedNode machine = world.node(name, skewNanos);
    machine.slow(slow);
    RandomGenerator slowness = faults.random(FaultKind.SLOW_DISK);
    RandomGenerator flushes = faults.random(FaultKind.SLOW_FLUSH);
    int factor =
        hasDisk() && faults.uses(FaultKind.SLOW_DISK) && slowness.nextBoolean()
            ? 2 << slowness.nextInt(5)
            : 1;
    if (factor > 1) {
      faults.happened(FaultKind.SLOW_DISK);
    }
    machine.diskLatency(
        usual -> {
          if (faults.stopped()) {
            return usual;
          }
          if (faults.strikes(FaultKind.SLOW_FLUSH, 100)) {
            faults.happened(FaultKind.SLOW_FLUSH);
            return usual + flushes.nextLong(800_000_000);
          }
          return usual * factor;
        });
    return machine;
  }

  /**
   * Damages the disk now and then; returns the disk before the damage, or null if it was not
   * damaged.
   */
  private @Nullable SimulatedDisk damaged() {
    if (lives < 3 || !hasDisk()) {
      return null;
    }
    boolean flips = faults.strikes(FaultKind.BIT_FLIP, 3);
    FaultKind kind = flips ? FaultKind.BIT_FLIP : FaultKind.MISDIRECTED_WRITE;
    if (!flips && !faults.strikes(FaultKind.MISDIRECTED_WRITE, 3) || !faults.granted()) {
      return null;
    }
    SimulatedDisk whole = disk;
    SimulatedDisk copy = disk.copy();
    String where = copy.damage(faults.random(kind), !flips);
    if (where == null) {
      return null;
    }
    faults.happened(kind);
    world.trace("the disk of node " + number + " is damaged: " + where);
    disk = copy;
    return whole;
  }

  /**
   * Returns whether a refusal to open is right: the disk was damaged or full, and the refusal says
   * so.
   */
  private boolean asItShould(DataFolderRefused refused, @Nullable SimulatedDisk whole) {
    if (whole != null && refused.kind() != DataFolderRefused.Kind.DISK_FULL) {
      reached.add(CoveragePoint.DAMAGE_REFUSED);
      world.trace("node " + number + " refuses the damaged disk: " + refused.getMessage());
      return true;
    }
    return outOfRoom(refused);
  }

  /** Returns whether the node had no room to start in; then it has room from now on. */
  private boolean outOfRoom(Exception e) {
    if (!disk.faults().wasFull(e)) {
      return false;
    }
    reached.add(CoveragePoint.REFUSED_SINCE_THE_DISK_WAS_FULL);
    return true;
  }

  /**
   * Starts the node, by chance, with a disk that is not its own, and ends it again. In a task only,
   * while the node is down.
   */
  public void tryWrongDisk() {
    if (hasDisk()) {
      wrongDisk.maybe(disk, lives, application, deployment, skewNanos);
    }
  }

  /** Notes that the node was ready, and so has taken its data over. */
  private void noteWriter(LocalNode node) {
    if (node.notReady() == null) {
      writtenUnder = node.application();
    }
  }

  /**
   * Starts the node with the version of before on data that has gone on: the node must refuse, and
   * give the reason. In a task only, while the node is down.
   */
  public void tryFormerVersion() {
    Application before = former;
    if (before == null
        || writtenUnder != application
        || disk.faults().limited()
        || !faults.strikes(FaultKind.NEW_VERSION, 2)) {
      return;
    }
    world.trace("node " + number + " is started with the former version of the application");
    SimulatedNode machine = world.node("node-" + number + "." + lives + "-former", skewNanos);
    try {
      LocalNode.open(
          before,
          deployment,
          new Ports(
              machine,
              disk,
              world.entropy("entropy-" + machine.name()),
              History.NONE,
              number,
              network == null ? null : network.transport(machine, number)));
      findings.add(
          "evolution", "node " + number + " goes back to a version that its data cannot follow");
    } catch (DataFolderRefused refused) {
      boolean says = refused.kind() == DataFolderRefused.Kind.OTHER_APPLICATION;
      note(CoveragePoint.FORMER_VERSION_REFUSED, says);
      if (!says) {
        findings.add("evolution", "node " + number + " refuses, and does not say why: " + refused);
      }
    } catch (IOException e) {
      findings.add("evolution", "node " + number + " fails where it should refuse: " + e);
    }
    machine.crash();
  }

  /** Lets the node's wall clock jump, now and for good. */
  public void jump(RandomGenerator by) {
    long most = by.nextInt(4) == 0 ? MOST_JUMP : 1_000_000L << by.nextInt(28);
    long jump = Math.clamp(skewNanos + by.nextLong(-most, most), -MOST_JUMP, MOST_JUMP) - skewNanos;
    skewNanos += jump;
    Life now = life;
    if (now != null) {
      now.machine.jump(jump);
    }
  }

  /** Makes the node's threads slow from now on, or normal again. */
  public void slow(boolean on) {
    slow = on;
    Life now = life;
    if (now != null) {
      now.machine.slow(on);
    }
  }

  private SimulatedDisk found() {
    return disk.afterCrash(
        random.nextLong(), faults.uses(FaultKind.LOST_WRITES), faults.uses(FaultKind.TORN_WRITES));
  }

  /** Opens the same disk after {@link #stop}, though no power was lost. */
  public void reopenDisk() {
    disk.faults().calm();
  }

  /** Stops the node in order. Only when nothing runs. */
  public void stop() {
    Life ending = life;
    if (ending != null) {
      life = null;
      open = false;
      count(ending.node.statistics());
      noteWriter(ending.node);
      ending.node.close();
      ending.machine.close();
      ledger.over(number);
      reached.add(CoveragePoint.STOP_IN_ORDER);
      world.trace("node stopped in order");
      world.record(new TraceEvent.Stopped(number));
    }
  }

  /** Lets the node stand still, or go on. */
  public void pause(boolean on) {
    Life now = life;
    if (now != null) {
      now.machine.pause(on);
      List<Integer> who = List.of(number);
      world.record(
          on ? new TraceEvent.FaultBegan(PAUSED, who) : new TraceEvent.FaultEnded(PAUSED, who));
    }
  }

  private void count(tutti.engine.node.NodeStatistics statistics) {
    note(CoveragePoint.DELAYED, statistics.delayed() > 0);
    note(CoveragePoint.DEADLOCK, statistics.deadlocks() > 0);
    note(CoveragePoint.DEADLOCK_ACROSS_NODES, statistics.deadlocksAcrossNodes() > 0);
    note(CoveragePoint.CHECKPOINT, statistics.checkpoints() > 0);
  }

  private void note(CoveragePoint point, boolean isReached) {
    if (isReached) {
      reached.add(point);
    }
  }

  /** Submits a client's request. In a task only. */
  public Reply submit(String client, TransactionRequest request) {
    return submit(client, request, PATIENT);
  }

  /**
   * Submits the request of a client that hangs up if it is not answered by then; the request goes
   * on.
   *
   * @param patienceNanos virtual, or {@link #PATIENT}
   */
  public Reply submit(String client, TransactionRequest request, long patienceNanos) {
    TransactionRequest.Idempotency key = request.idempotency();
    TransactionRequest put =
        former == null
            ? request
            : new TransactionRequest(
                request.calls().stream().map(this::named).toList(),
                key,
                request.timeoutNanos(),
                request.stalenessNanos());
    return ask(
        client,
        key == null ? null : key.key(),
        put.calls(),
        new Limits(put.timeoutNanos(), patienceNanos),
        (node, reply) -> node.submit(put, outcome -> reply.accept(new Reply.Told(outcome))));
  }

  /**
   * Returns the call under its present name. Clients give names: they may have meant the former
   * version's action of that name.
   */
  private Call named(Call call) {
    ActorType type = application.type(call.target().type());
    Action action = type == null ? null : type.action(call.action().name());
    if (action == null) {
      throw new IllegalStateException("the next version has no " + call);
    }
    return new Call(call.target(), action, call.arguments(), call.negated());
  }

  /** Reads an actor for a client. In a task only. */
  public Reply read(String client, ActorId actor) {
    return ask(
        client,
        null,
        actor,
        new Limits(READ_TIMEOUT, PATIENT),
        (node, reply) ->
            node.read(actor, READ_TIMEOUT, result -> reply.accept(new Reply.Read(result))));
  }

  /** Returns whether the node's queries may read snapshots. */
  public boolean keepsSnapshots() {
    Life now = life;
    return now != null && now.node.keepsSnapshots();
  }

  /**
   * The limits of the time of an answer.
   *
   * @param deadlineNanos the time for the node
   * @param patienceNanos the time for the client, or {@link #PATIENT}
   */
  private record Limits(long deadlineNanos, long patienceNanos) {}

  private interface Question {
    void put(LocalNode node, Consumer<Reply> reply);
  }

  private Reply ask(
      String client, @Nullable String key, Object what, Limits limits, Question question) {
    if (!world.trace().recording()) {
      Reply reply = ask(client, what, question, limits);
      world.trace().content(ReplyText.of(reply));
      return reply;
    }
    long ask = world.trace().newMessage();
    String text = what instanceof ActorId ? "reads " + what : String.valueOf(what);
    world.record(new TraceEvent.Asked(ask, client, number, key, text));
    Reply reply = ask(client, what, question, limits);
    world.trace().content(ReplyText.of(reply));
    world.record(answered(ask, client, reply));
    return reply;
  }

  private TraceEvent answered(long ask, String client, Reply reply) {
    return new TraceEvent.Answered(
        ask,
        client,
        number,
        ReplyText.transaction(reply),
        ReplyText.of(reply),
        ReplyText.isGood(reply));
  }

  /**
   * Returns all actors here and the transactions that use them; nothing if the node is down. Not
   * while anything runs.
   */
  public List<ActorView> look() {
    Life now = life;
    return now == null ? List.of() : now.node.look();
  }

  private Reply ask(String client, Object what, Question question, Limits limits) {
    Life now = life;
    if (now == null || !open) {
      return new Reply.Broken(false);
    }
    Promise<Reply> promise = new Promise<>();
    now.open.add(promise);
    Consumer<Reply> told =
        reply -> {
          // A message that a crashed node sends in its last slice arrives nowhere.
          if (!now.machine.crashed()) {
            checkReadiness(now);
            look(now.looked, reply);
            promise.complete(reply);
          }
        };
    AtomicBoolean read = new AtomicBoolean();
    if (network == null) {
      read.set(true);
      question.put(now.node, told);
    } else {
      // The call waits until the node goes on, if it stands still.
      now.door.step(
          () -> {
            read.set(true);
            question.put(now.node, told);
          });
    }
    Scheduler.Timer hangUp =
        limits.patienceNanos == PATIENT
            ? () -> {}
            : world.after(
                limits.patienceNanos,
                hand,
                () -> {
                  if (promise.complete(new Reply.Broken(!read.get()))) {
                    faults.happened(FaultKind.HANG_UP);
                  }
                });
    Scheduler.Timer watch =
        answers.watch(
            () -> client + " asked for " + what,
            limits.deadlineNanos,
            now.machine::stoodStill,
            now.machine::behind);
    Reply reply = promise.await();
    hangUp.cancel();
    watch.cancel();
    now.open.remove(promise);
    return reply;
  }

  /**
   * Checks the node's readiness: a node whose log has failed says that it is not ready, and why; no
   * other node says so.
   */
  private void checkReadiness(Life now) {
    Journal its = now.log;
    boolean failed = its != null && its.failed();
    Readiness says = now.node.readiness();
    if (failed != says.journalFailed() || (failed && says.ready())) {
      findings.add(
          "readiness",
          "the log of node "
              + number
              + (failed ? " has failed" : " has not failed")
              + ", and the node says "
              + says);
    }
    note(CoveragePoint.NOT_READY_SINCE_THE_LOG_FAILED, failed && !says.ready());
  }

  private static void look(Inspector.@Nullable Life looked, Reply reply) {
    if (looked == null) {
      return;
    }
    if (reply instanceof Reply.Told(var outcome)) {
      looked.told(outcome);
    } else if (reply instanceof Reply.Read(Node.ReadResult.Found(var found))) {
      looked.read(found.id(), found.version());
    }
  }

  /** Adds all actors that the node reports; false if it does not report them. In a task only. */
  boolean states(States states, Findings contradictions) {
    int patience = MOST_LISTINGS;
    for (var type : application.types()) {
      String after = null;
      boolean again;
      do {
        String from = after;
        again = false;
        Node.ListResult listed =
            this.<Node.ListResult>look(
                    (node, reply) -> node.list(type.name(), null, PAGE, from, reply))
                .orElse(null);
        switch (listed) {
          case null -> {
            return false;
          }
          case Node.Page page -> {
            page.items().forEach(item -> add(states, item, contradictions));
            after = page.next();
          }
          case Node.ListFailed(var code, var message) -> {
            // A deployment's time limit may be too short for a whole page on a slow node.
            again = code.equals("deadline") && patience-- > 0;
            if (!again) {
              contradictions.add("resolved", "node " + number + " cannot list: " + message);
              return false;
            }
          }
        }
      } while (again || after != null);
    }
    return true;
  }

  private void add(States states, Node.Instance item, Findings contradictions) {
    if (!states.put(item.id(), item.state(), item.version())) {
      contradictions.add("agreement", "nodes differ in what they say of " + item.id());
    }
  }

  /**
   * Returns the status that the node reports of a transaction; unknown if the node is down. In a
   * task only.
   */
  public TransactionStatus status(TransactionId id) {
    return this.<TransactionStatus>look((node, reply) -> node.status(id, reply))
        .orElseGet(TransactionStatus.Unknown::new);
  }

  /**
   * Returns the commitments that all nodes have in progress, as an operator sees them; nothing if
   * the node is down. In a task.
   */
  public List<Commitments.OnNode> underway() {
    return this.<List<Commitments.OnNode>>look(
            (node, reply) -> node.commitments().look(null, reply))
        .orElse(List.of());
  }

  /** Gives an operator's order to a node, by its name; false if it did not obey. In a task. */
  public boolean resolve(TransactionId id, String on, Order order) {
    return this.<List<Commitments.Answered>>look(
            (node, reply) -> node.commitments().resolve(id, on, order, reply))
        .orElse(List.of())
        .stream()
        .anyMatch(answer -> answer.done() != null);
  }

  private static Backups backups(Node node) {
    return node.backups();
  }

  /** Asks it for a backup of all nodes; null if it is down, or crashes meanwhile. In a task. */
  public @Nullable Result<Begun> beginBackup() {
    return this.<Result<Begun>>look((node, reply) -> backups(node).begin(reply)).orElse(null);
  }

  /** Reads a piece of any node's file; null if it is down, or crashes meanwhile. In a task. */
  public @Nullable Result<byte[]> readBackup(String backup, int from, String file, long at) {
    return this.<Result<byte[]>>look(
            (node, reply) -> backups(node).read(backup, from, file, at, reply))
        .orElse(null);
  }

  /** Tells it that nobody reads that backup any more. In a task. */
  public void endBackup(String backup) {
    this.<Boolean>look((node, reply) -> backups(node).end(backup, () -> reply.accept(true)));
  }

  /**
   * Returns whether the log in that life is known to be durable up to that position, also if the
   * life is over.
   */
  public boolean hasLogged(int inLife, long lsn) {
    Journal its = log;
    return its != null && inLife == lives && its.durable() >= lsn;
  }

  /** Asks the node a question of the checker; nothing if the node is down, or crashes meanwhile. */
  private <T> Optional<T> look(BiConsumer<LocalNode, Consumer<T>> question) {
    Life now = life;
    if (now == null) {
      return Optional.empty();
    }
    Promise<Optional<T>> promise = new Promise<>();
    Runnable atEnd = () -> promise.complete(Optional.empty());
    now.looks.add(atEnd);
    question.accept(now.node, answer -> promise.complete(Optional.of(answer)));
    Optional<T> answer = promise.await();
    now.looks.remove(atEnd);
    return answer;
  }

  /** Returns whether work still goes on though no client asks for anything: a leak. */
  boolean behind() {
    Life now = life;
    return now != null && now.machine.behind();
  }

  void checkQuiet() {
    Life now = life;
    if (now == null) {
      return;
    }
    var statistics = now.node.statistics();
    count(statistics);
    if (statistics.inFlight() != 0 || statistics.waiting() != 0 || statistics.backlog() != 0) {
      findings.add(
          "no-leaks",
          "at rest node "
              + number
              + " has "
              + statistics.inFlight()
              + " transactions in flight, "
              + statistics.waiting()
              + " requests waiting and "
              + statistics.backlog()
              + " tasks queued");
    }
    if (statistics.coordinating() != 0
        || statistics.branches() != 0
        || !statistics.inDoubt().isEmpty()) {
      findings.add(
          "no-leaks",
          "at rest node "
              + number
              + " coordinates "
              + statistics.coordinating()
              + " transactions, has "
              + statistics.branches()
              + " branches, and in doubt "
              + statistics.inDoubt());
    }
    if (now.node.snapshots().areOpen()) {
      findings.add(
          "no-leaks",
          "at rest node "
              + number
              + " has "
              + now.node.snapshots().count()
              + " snapshots open, with "
              + now.node.snapshots().rows()
              + " rows");
    }
    List<ActorView> actors = now.node.look();
    left(Leftovers.keys(now.node.knownKeys(), statistics.idempotencyKeys()));
    left(Leftovers.actors(actors));
    left(Leftovers.witnesses(now.node.witnesses()));
    for (ActorView actor : actors) {
      if (!actor.uses().isEmpty()) {
        findings.add(
            "no-leaks", "at rest on node " + number + " " + actor.actor() + " has " + actor.uses());
      }
    }
    if (now.machine.tasks() != 0) {
      findings.add("no-leaks", "at rest " + now.machine.tasks() + " tasks wait on node " + number);
    }
    if (now.machine.timers() != 0) {
      findings.add(
          "no-leaks", "at rest " + now.machine.timers() + " timers are set on node " + number);
    }
  }

  private void left(@Nullable String what) {
    if (what != null) {
      findings.add("no-leaks", "at rest node " + number + " has " + what);
    }
  }
}
