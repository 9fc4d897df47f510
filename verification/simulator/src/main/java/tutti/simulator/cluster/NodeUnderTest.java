package tutti.simulator.cluster;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.random.RandomGenerator;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import tutti.engine.deployment.Deployment;
import tutti.engine.journal.DataFolderRefused;
import tutti.engine.journal.Journal;
import tutti.engine.node.ActorView;
import tutti.engine.node.HostNode;
import tutti.engine.node.Node;
import tutti.engine.node.integrated.IntegratedShards;
import tutti.engine.node.replicated.ReplicatedShards;
import tutti.engine.node.shard.LogKnowledge;
import tutti.engine.replication.Reads;
import tutti.engine.runtime.FaultPoint;
import tutti.engine.transaction.submission.TransactionRequest;
import tutti.model.Action;
import tutti.model.ActorType;
import tutti.model.Application;
import tutti.model.Call;
import tutti.simulator.disk.SimulatedDisk;
import tutti.simulator.fault.FaultKind;
import tutti.simulator.fault.Faults;
import tutti.simulator.invariant.Inspector;
import tutti.simulator.network.SimulatedNetwork;
import tutti.simulator.report.CoveragePoint;
import tutti.simulator.trace.TraceEvent;
import tutti.simulator.world.NodeCrashed;
import tutti.simulator.world.SimulatedNode;
import tutti.simulator.world.WorkQueue;

/**
 * One node of a run through its lives: it is started, asked, crashed or stopped, and started again
 * on the data that its disk kept. Its methods that wait are for tasks of the simulated world.
 */
public final class NodeUnderTest {
  /** Nodes on a restored disk begin to count their lives here: they are not those of before. */
  private static final int RESTORED_LIVES = 1_000;

  /** The places until a step of a machine fails are drawn below powers of two up to this one. */
  private static final int MOST_PLACES_LOG = 13;

  /** The executions of a life before one fails. */
  private static final int MOST_EXECUTIONS = 60;

  /** The node whose clock is far from the others', if the run has one. */
  private static final int APART = 1;

  /** The least segment of a log, in bytes. */
  private static final long LEAST_SEGMENT = 4L << 10;

  /** The name of a fault. */
  private static final String PAUSED = "pause";

  private final int number;
  private final RunContext run;
  private final @Nullable SimulatedNetwork network;
  private Application application;

  /** The version of the application before that, or null if it is the first. */
  private @Nullable Application former;

  /** The version under which the data on the disk was written, as far as that is known. */
  private @Nullable Application writtenUnder;

  private Deployment deployment;
  private final RandomGenerator random;
  private final WrongDisk wrongDisk;
  private final OlderCopy olderCopy;
  private final ClientDoor door;
  private final NodeQueries queries;
  private final NodeMachine machine;
  private final NodeDisk disk;
  private @Nullable Incarnation life;
  private boolean open;
  private final Holds holds = new Holds();
  private int mostRecordBytes = Integer.MAX_VALUE;
  private final LifeOpener opener;
  private final @Nullable ShardJudges shards;
  private final LifeCounts counts;

  /** The node's log in its newest life; null without a disk, and of a host with replicas. */
  private @Nullable Journal log;

  /** Whether the node has ended since a step of a machine failed. */
  private boolean failed;

  /** Whether there is a keeper that starts the node again. */
  private boolean kept;

  private int lives;
  private int crashes;
  private Runnable onCrash = () -> {};

  /**
   * @param number the node's number in the deployment's list
   * @param network the network between the nodes; null if there is only one node
   * @param shards the judges of the hosts' shards; null if nodes have no replicas
   */
  NodeUnderTest(
      int number,
      RunContext run,
      @Nullable SimulatedNetwork network,
      Application application,
      Deployment deployment,
      WrongDisk wrongDisk,
      OlderCopy olderCopy,
      @Nullable ShardJudges shards) {
    this.number = number;
    this.run = run;
    this.network = network;
    this.application = application;
    this.deployment = unequal(deployment, run.faults());
    this.random = run.world().entropy("node-" + number);
    this.wrongDisk = wrongDisk;
    this.olderCopy = olderCopy;
    this.shards = shards;
    this.counts = new LifeCounts(number, run, shards);
    this.opener = new LifeOpener(number, run, network, shards, () -> mostRecordBytes);
    this.door =
        new ClientDoor(number, run, network != null, () -> open() ? life : null, this::toNode);
    this.queries = new NodeQueries(number, () -> life);
    Reads reads = deployment.replication().reads();
    this.machine =
        new NodeMachine(
            run,
            random,
            reads.byLease() ? reads.clockDrift() : 0,
            run.world().heap(number),
            number == APART && network != null);
    this.disk = new NodeDisk(number, run, random);
  }

  public int number() {
    return number;
  }

  public SimulatedDisk disk() {
    return disk.now();
  }

  public int crashes() {
    return crashes;
  }

  public boolean up() {
    return life != null;
  }

  /** Returns how often the node has started. */
  public int lives() {
    return lives;
  }

  /** Returns whether the node is up, and does not stand still. */
  boolean runs() {
    Incarnation now = life;
    return now != null && !now.machine().stopped();
  }

  /** Returns whether a lane is of the node's present life. */
  public boolean has(WorkQueue lane) {
    Incarnation now = life;
    return now != null && lane.node == now.machine();
  }

  /** Returns whether that is the node's present life. */
  public boolean runsOn(SimulatedNode machine) {
    Incarnation now = life;
    return now != null && machine == now.machine();
  }

  /** Returns whether clients are let in. */
  public boolean open() {
    return open && !holds.isShut() && life != null;
  }

  public Holds holds() {
    return holds;
  }

  /** Admits clients, from now until the node ends. */
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

  /** Lets few bytes be under way from now on, in a run with that fault. */
  public void few() {
    machine.few();
  }

  /** Ends the fault by which few bytes may be under way. */
  public void ample() {
    machine.ample();
  }

  /**
   * Sets the disk of the first start: the files of a backup.
   *
   * @param cluster the number of the cluster beside the run's own, from 1 on
   */
  public void restored(SimulatedDisk given, int cluster) {
    disk.insert(given);
    lives = RESTORED_LIVES * cluster;
  }

  /** Puts another disk in place of the present one, while the node is down. */
  public void exchange(SimulatedDisk other) {
    disk.insert(other);
  }

  /**
   * Returns why the node should get no requests, as the node reports; null if it should get them.
   */
  public @Nullable String notReady() {
    Incarnation now = life;
    return now == null ? "it is down" : now.node().readiness().notReady();
  }

  /** Draws other values of the settings that may differ from host to host. */
  private static Deployment unequal(Deployment of, Faults faults) {
    if (of.integrated() || !of.replication().active() || !faults.uses(FaultKind.UNEQUAL_SETTINGS)) {
      return of;
    }
    RandomGenerator drawn = faults.random(FaultKind.UNEQUAL_SETTINGS);
    long segment = Math.max(LEAST_SEGMENT, of.journal().segmentBytes() >> drawn.nextInt(5));
    Deployment.Replication replication = of.replication();
    // With leases all hosts have the same timeout.
    long nanos = replication.electionTimeout().toNanos();
    Duration election =
        replication.reads().byLease()
            ? replication.electionTimeout()
            : Duration.ofNanos(nanos + drawn.nextLong(nanos * 9 / 10));
    if (segment != of.journal().segmentBytes()) {
      faults.happened(FaultKind.UNEQUAL_SETTINGS);
    }
    return of.toBuilder()
        .journal(
            new Deployment.JournalSettings(
                segment, of.journal().checkpointBytes(), of.journal().flushPadding()))
        .replication(
            new Deployment.Replication(
                replication.protocol(),
                replication.count(),
                replication.replicas(),
                replication.leaders(),
                replication.layout(),
                election,
                replication.reads(),
                replication.catchUp()))
        .build();
  }

  /** Sets the deployment of the node's next start. */
  void deployment(Deployment next) {
    olderCopy.forget();
    deployment = unequal(next, run.faults());
    holds.changed();
  }

  /** Sets the version of the application of the node's next start. While the node is down. */
  void application(Application next) {
    former = application;
    application = next;
    olderCopy.forget();
    holds.changed();
  }

  /**
   * Starts the node on the data of the disk; false if it cannot be started, which is a finding. A
   * host that was behind when the others were changed may stay down until they have begun.
   */
  public boolean start() {
    while (true) {
      String name = "node-" + number + "." + lives++;
      SimulatedNode started = machine.start(name, hasDisk());
      failed = false;
      letStepsFail(started, lives > 1);
      SimulatedDisk whole = lives < 3 || !hasDisk() ? null : disk.damaged(shards);
      if (lives > 1 && run.faults().strikes(FaultKind.CRASH_IN_RECOVERY, 5)) {
        disk.interrupt(random.nextInt(30));
      }
      Inspector.Life looked =
          run.inspector() == null || shards != null
              ? null
              : run.inspector().begin(number, deployment, started::crashed);
      try {
        LifeOpener.Opened opened =
            opener.open(
                application, deployment, new LifeOpener.Life(started, disk.now(), lives, looked));
        run.reach(CoveragePoint.DAMAGE_OF_NO_MATTER, whole != null);
        begin(started, opened, looked);
        run.world().trace(name + " is up");
        run.world().record(new TraceEvent.Up(number, lives));
        return true;
      } catch (NodeCrashed inRecovery) {
        crashes++;
        run.reached().add(CoveragePoint.CRASH_IN_RECOVERY);
        run.faults().happened(FaultKind.CRASH_IN_RECOVERY);
        over();
        run.world().record(new TraceEvent.Crashed(number));
        started.crash();
        disk.insert(whole != null ? whole : disk.found());
      } catch (DataFolderRefused refused) {
        if (shards != null && disk.isTooLate(holds.isLate(), refused, shards.disks())) {
          over();
          started.crash();
          return true;
        }
        if (!disk.refusesRightly(refused, whole)) {
          run.found("recovery", "the node does not start again: " + refused);
          return false;
        }
        over();
        started.crash();
        disk.faults().calm();
        if (whole != null) {
          disk.insert(whole);
        }
      } catch (Exception e) {
        if (disk.outOfRoom(e)) {
          over();
          started.crash();
          disk.insert(whole != null ? whole : disk.found());
          continue;
        }
        run.found("recovery", "the node does not start again: " + e);
        return false;
      }
    }
  }

  /**
   * Makes a step of a machine, or an execution at a replica, fail in the first life, by chance,
   * which ends the node. From now on a keeper starts the node again.
   */
  public void kept() {
    kept = true;
    Incarnation now = life;
    if (lives == 1 && now != null) {
      letStepsFail(now.machine(), true);
      letExecutionsFail(now.machine(), now.node());
    }
  }

  /** Ends the failures by chance in the node: its keeper has left, though others may not have. */
  public void left() {
    kept = false;
  }

  /** Returns whether the node may end by chance: its keeper starts it again, and faults go on. */
  public boolean mayFail() {
    return kept && !run.faults().stopped();
  }

  private void letStepsFail(SimulatedNode started, boolean may) {
    if (may && hasDisk() && run.faults().strikes(FaultKind.STEP_FAILS, 3)) {
      RandomGenerator drawn = run.faults().random(FaultKind.STEP_FAILS);
      started.failsAfter(
          drawn.nextInt(1 << drawn.nextInt(MOST_PLACES_LOG)),
          () -> mayFail() && run.faults().granted(),
          () -> {
            failed = true;
            run.faults().happened(FaultKind.STEP_FAILS);
            crash();
          });
    }
  }

  /**
   * Makes an execution at a replica here fail in this life, by chance, or have another result than
   * elsewhere. A failure ends the node, as the node itself reports.
   */
  private void letExecutionsFail(SimulatedNode started, Node node) {
    ShardJudges of = shards;
    if (of == null || of.integrated() == null) {
      return;
    }
    boolean[] failing = new boolean[1];
    if (run.faults().strikes(FaultKind.EXECUTION_FAILS, 2)) {
      started.injectsAfter(
          FaultPoint.EXECUTION_FAILS,
          run.faults().random(FaultKind.EXECUTION_FAILS).nextInt(MOST_EXECUTIONS),
          () -> mayFail() && run.faults().granted(),
          () -> {
            failing[0] = true;
            run.faults().happened(FaultKind.EXECUTION_FAILS);
            of.upholder().begin();
          });
    }
    node.onFailure(
        why -> {
          if (failing[0] && runsOn(started)) {
            run.world().trace("node " + number + " ends: " + why);
            failed = true;
            crash();
          }
        });
    boolean whole =
        Stream.of(
                FaultKind.LOSE_DISK,
                FaultKind.WRONG_DISK,
                FaultKind.BIT_FLIP,
                FaultKind.MISDIRECTED_WRITE)
            .noneMatch(run.faults()::uses);
    if (whole && run.faults().strikes(FaultKind.EXECUTION_DIFFERS, 2)) {
      started.injectsAfter(
          FaultPoint.EXECUTION_DIFFERS,
          run.faults().random(FaultKind.EXECUTION_DIFFERS).nextInt(MOST_EXECUTIONS),
          () ->
              mayFail()
                  && !run.faults().counts().containsKey(FaultKind.EXECUTION_DIFFERS)
                  && of.disks().othersVote(number)
                  && run.faults().granted(),
          () -> {
            run.faults().happened(FaultKind.EXECUTION_DIFFERS);
            of.upholder().begin();
          });
    }
  }

  /** Returns whether the newest life of the node has ended since a step of a machine failed. */
  public boolean failed() {
    return failed;
  }

  private void begin(
      SimulatedNode started, LifeOpener.Opened opened, Inspector.@Nullable Life looked) {
    if (looked != null) {
      looked.recovered(opened.served().notReady() == null);
    }
    holds.started();
    disk.faults().calm();
    disk.faults().space(Long.MAX_VALUE);
    Journal found = opened.log();
    log = found;
    if (found != null) {
      run.oracle().found(number, lives, opened.logEnd());
    }
    life =
        new Incarnation(
            started,
            started.newExecutor(SimulatedNode.DOOR),
            opened.served(),
            found,
            looked,
            new ArrayList<>(),
            new ArrayList<>());
    if (lives > 1) {
      letExecutionsFail(started, opened.served().node());
    }
  }

  /** Tells the judges that a life of the node is over. */
  private void over() {
    if (shards == null) {
      run.oracle().over(number);
    } else if (shards.integrated() == null) {
      shards.watch().over(number);
    }
  }

  /** Crashes the node, if it is up. Any code may call this, at any point. */
  public void crash() {
    Incarnation ending = life;
    if (ending != null) {
      life = null;
      open = false;
      crashes++;
      wrongDisk.ended(lives);
      over();
      door.checkReadiness(ending);
      counts.count(ending.served());
      noteWriter(ending.served());
      run.world().record(new TraceEvent.Crashed(number));
      ending.machine().crash();
      disk.now().cut();
      ending.open().forEach(reply -> reply.complete(new ClientReply.Broken(false)));
      ending.looks().forEach(Runnable::run);
      onCrash.run();
    }
  }

  private boolean hasDisk() {
    return deployment.durability() != Deployment.Durability.OFF;
  }

  /**
   * Starts the node, by chance, with a disk that is not its own, and ends it again. Call this only
   * in a task, while the node is down.
   */
  public void tryWrongDisk() {
    if (shards != null) {
      tryOtherHostsDisk(shards);
    } else if (hasDisk()) {
      wrongDisk.maybe(disk.now(), lives, application, deployment, machine.skewNanos());
    }
  }

  /** Returns whether copies of the disk are made while the node runs. */
  public boolean isCopied() {
    return olderCopy.isUsed();
  }

  /** Makes a copy of the disk, on which {@link #tryOlderCopy} may start the node. */
  public void copyDisk() {
    LogKnowledge its = logKnowledge();
    if (its != null && hasDisk()) {
      olderCopy.take(disk.now(), its);
    }
  }

  /** Returns the node's knowledge of logs; null while it is down. */
  public @Nullable LogKnowledge logKnowledge() {
    Incarnation now = life;
    return now == null ? null : now.served().node().shards().logs();
  }

  /**
   * Starts the node, by chance, on a copy of its disk that was made while it ran, and ends it
   * again. Call this only in a task, while the node is down.
   */
  public void tryOlderCopy() {
    olderCopy.maybe(lives, application, deployment, machine.skewNanos());
  }

  private void tryOtherHostsDisk(ShardJudges of) {
    SimulatedNetwork between = network;
    if (between != null && run.faults().strikes(FaultKind.WRONG_DISK, 3)) {
      SimulatedDisk copy = of.copies().apply(run.faults().random(FaultKind.WRONG_DISK));
      if (copy != null && run.faults().granted()) {
        run.faults().happened(FaultKind.WRONG_DISK);
        String name = "node-" + number + "." + lives + "-wrong";
        new OtherHostsDisk(number, run, between)
            .start(application, deployment, copy, run.world().node(name, machine.skewNanos()));
      }
    }
  }

  /** Notes that the node was ready, and so has taken its data over. */
  private void noteWriter(Served served) {
    if ((shards == null || shards.integrated() != null) && served.notReady() == null) {
      writtenUnder = served.node().application();
    }
  }

  /**
   * Starts the node with the former version on data of a later one: the node must refuse, and give
   * the reason. Call this only in a task, while the node is down.
   */
  public void tryFormerVersion() {
    Application before = former;
    if (before == null
        || writtenUnder != application
        || disk.faults().limited()
        || !run.faults().strikes(FaultKind.NEW_VERSION, 2)) {
      return;
    }
    run.world().trace("node " + number + " is started with the former version of the application");
    new FormerVersion(number, run, network)
        .start(
            before,
            deployment,
            disk.now(),
            run.world().node("node-" + number + "." + lives + "-former", machine.skewNanos()));
  }

  /** Takes the disk of a host away, or gives one back, by chance, while the host is down. */
  public void tryLostDisk() {
    if (shards != null) {
      SimulatedDisk before = disk.now();
      disk.tryLost(shards.disks());
      if (disk.now() != before) {
        olderCopy.forget();
        // The newest version has written nothing there: the host may begin with any.
        writtenUnder = null;
      }
    }
  }

  /** Recovers the disk after a crash; the next start is on it. */
  public void recoverDisk() {
    disk.recover();
  }

  /** Makes the node's wall clock jump, now and for good. */
  public void jump(RandomGenerator by) {
    machine.jump(by, life == null ? null : life.machine());
  }

  /** Makes the node's wall clock jump, if it is the clock that is far from the others'. */
  public void jumpApart() {
    if (number == APART) {
      machine.jumpApart(life == null ? null : life.machine());
    }
  }

  /**
   * Sets the wall clock right from the next start on, if it is the clock that is far from the
   * others'.
   */
  public void rightClock() {
    if (number == APART) {
      machine.rightClock();
    }
  }

  /** Makes the node's threads slow from now on, or normal again. */
  public void slow(boolean on) {
    machine.slow(on, life == null ? null : life.machine());
  }

  /** Opens the same disk after {@link #stop}, though no power was lost. */
  public void reopenDisk() {
    disk.faults().calm();
  }

  /** Stops the node in order. Only when nothing runs. */
  public void stop() {
    Incarnation ending = life;
    if (ending != null) {
      life = null;
      open = false;
      counts.count(ending.served());
      noteWriter(ending.served());
      if (ending.served().replicated() == null && ending.served().integrated() == null) {
        ending.node().close();
      }
      // A host waits in real time for another one to lead in its place: here it only ends.
      ending.machine().close();
      over();
      run.reached().add(CoveragePoint.STOP_IN_ORDER);
      run.world().trace("node stopped in order");
      run.world().record(new TraceEvent.Stopped(number));
    }
  }

  /** Stops ({@code on}) or resumes the whole node. */
  public void pause(boolean on) {
    Incarnation now = life;
    if (now != null) {
      now.machine().pause(on);
      List<Integer> who = List.of(number);
      run.world()
          .record(
              on ? new TraceEvent.FaultBegan(PAUSED, who) : new TraceEvent.FaultEnded(PAUSED, who));
    }
  }

  /** Makes a task hold the executors of the node, or makes its disk hang; or ends that. */
  public void hold(FaultKind kind, boolean on) {
    Incarnation now = life;
    if (now == null) {
      return;
    }
    switch (kind) {
      case HUNG_DISK -> now.machine().hangDisk(on);
      case HUNG_READ -> now.machine().hangReads(on);
      default -> now.machine().holdExecutors(on);
    }
    List<Integer> who = List.of(number);
    run.world()
        .record(
            on
                ? new TraceEvent.FaultBegan(kind.label(), who)
                : new TraceEvent.FaultEnded(kind.label(), who));
  }

  /**
   * Returns all actors here and the transactions that use them; nothing if the node is down. Not
   * while anything runs.
   */
  public List<ActorView> look() {
    Incarnation now = life;
    return now == null ? List.of() : now.served().look();
  }

  /**
   * Returns whether the log in that life is known to be durable up to that position, also if the
   * life is over.
   */
  boolean hasLogged(int inLife, long lsn) {
    Journal its = log;
    return its != null && inLife == lives && its.durable() >= lsn;
  }

  /** Returns whether work still goes on though no client asks for anything: a leak. */
  boolean behind() {
    Incarnation now = life;
    return now != null && now.machine().behind();
  }

  /** Checks that nothing is left of requests that have ended. */
  void checkQuiet() {
    Incarnation now = life;
    if (now != null) {
      counts.count(now.served());
      new RestCheck(number, now, run.findings()).check();
    }
  }

  /** Returns the door for clients. */
  public ClientDoor door() {
    return door;
  }

  /** Returns the questions that checkers and operators ask the node. */
  public NodeQueries queries() {
    return queries;
  }

  /** Returns the node if it runs and keeps replicas of any protocol, or null. */
  public @Nullable HostNode keeper() {
    Incarnation now = life;
    return now == null || now.served().isLocal() ? null : now.served().node();
  }

  /** Returns whether the node runs, and nothing keeps it from work but a part that is held. */
  public boolean mayServe() {
    Incarnation now = life;
    return now != null && now.served().notReady() == null;
  }

  /** Returns the replicas of logs of the node; null if it is down, or of another kind. */
  public @Nullable ReplicatedShards host() {
    Incarnation now = life;
    return now == null ? null : now.served().replicated();
  }

  /** Returns the host of an integrated protocol; null if it is down, or another one. */
  public @Nullable IntegratedShards integrated() {
    Incarnation now = life;
    return now == null ? null : now.served().integrated();
  }

  /** Returns whether the node's queries may read snapshots. */
  public boolean keepsSnapshots() {
    Incarnation now = life;
    return now != null && now.served().keepsSnapshots();
  }

  /** Returns a client's request as the version that runs names its actions. */
  private TransactionRequest toNode(TransactionRequest request) {
    return former == null
        ? request
        : new TransactionRequest(
            request.calls().stream().map(this::named).toList(),
            request.idempotency(),
            request.timeoutNanos(),
            request.stalenessNanos(),
            request.caller());
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
}
