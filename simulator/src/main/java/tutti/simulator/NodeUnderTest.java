package tutti.simulator;

import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.function.Consumer;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;
import tutti.engine.deployment.Deployment;
import tutti.engine.history.History;
import tutti.engine.node.LocalNode;
import tutti.engine.node.Node;
import tutti.engine.node.Ports;
import tutti.engine.runtime.Promise;
import tutti.engine.transaction.Outcome;
import tutti.engine.transaction.TransactionRequest;
import tutti.model.ActorId;
import tutti.model.Application;
import tutti.simulator.check.Findings;
import tutti.simulator.check.States;

/**
 * The node of a run through its lives: it is started, asked, crashed or stopped, and started again
 * on what its disk kept. Its methods that wait are for tasks of the simulated world.
 */
final class NodeUnderTest {
  /** How long a read or a listing may take, in virtual nanoseconds. */
  private static final long READ_TIMEOUT = 5_000_000_000L;

  private static final int PAGE = 50;

  private final SimulatedScheduler world;
  private final Application application;
  private final Deployment deployment;
  private final Findings findings;
  private final EnumSet<Point> reached;
  private final RandomGenerator random;
  private SimulatedDisk disk = new SimulatedDisk();
  private @Nullable Life life;
  private boolean open;
  private int lives;
  private int crashes;
  private Runnable onCrash = () -> {};

  /** One life: what of it is gone when it ends. */
  private record Life(SimulatedNode machine, LocalNode node, List<Promise<Reply>> open) {}

  /** What a client hears. */
  sealed interface Reply {
    record Told(Outcome outcome) implements Reply {}

    record Read(Node.ReadResult result) implements Reply {}

    /** The connection broke: the node crashed, or is not there. */
    record Broken() implements Reply {}
  }

  NodeUnderTest(
      SimulatedScheduler world,
      Application application,
      Deployment deployment,
      Findings findings,
      EnumSet<Point> reached) {
    this.world = world;
    this.application = application;
    this.deployment = deployment;
    this.findings = findings;
    this.reached = reached;
    this.random = world.entropy("node");
  }

  SimulatedDisk disk() {
    return disk;
  }

  int crashes() {
    return crashes;
  }

  boolean up() {
    return life != null;
  }

  /** Whether clients are let in. */
  boolean open() {
    return open && life != null;
  }

  /** Lets clients in, from now until the node ends. */
  void admit() {
    open = true;
  }

  /** Is called at every crash, once all clients know. */
  void onCrash(Runnable listener) {
    onCrash = listener;
  }

  /** Starts the node on what the disk has; false if it cannot be started, which is a finding. */
  boolean start(History history) {
    while (true) {
      SimulatedNode machine = world.node("node-" + lives++);
      if (lives > 1 && random.nextInt(5) == 0) {
        disk.faults().interrupt(random.nextInt(30), disk::cut);
      }
      try {
        Ports ports = new Ports(machine, disk, world.entropy("entropy-" + lives), history);
        LocalNode node = LocalNode.open(application, deployment, ports);
        disk.faults().calm();
        life = new Life(machine, node, new ArrayList<>());
        world.trace("node is up");
        return true;
      } catch (NodeCrashed inRecovery) {
        crashes++;
        reached.add(Point.CRASH_IN_RECOVERY);
        world.trace("node crashed in recovery");
        machine.crash();
        disk = disk.afterCrash(random.nextLong());
      } catch (Exception e) {
        findings.add("recovery", "the node does not start again: " + e);
        return false;
      }
    }
  }

  /** Crashes the node, if it is up: by anybody, at any point. */
  void crash() {
    Life ending = life;
    if (ending != null) {
      life = null;
      open = false;
      crashes++;
      count(ending.node.statistics());
      ending.machine.crash();
      disk.cut();
      ending.open.forEach(reply -> reply.complete(new Reply.Broken()));
      onCrash.run();
    }
  }

  /** What a crash left of the disk; the next start is on it. */
  void recoverDisk() {
    disk.faults().calm();
    disk.faults().failForces(false);
    disk.faults().failWrites(false);
    disk = disk.afterCrash(random.nextLong());
  }

  /** After {@link #stop}: the same disk, though no power was lost. */
  void reopenDisk() {
    disk.faults().calm();
  }

  /** Stops the node in order. Only when nothing runs. */
  void stop() {
    Life ending = life;
    if (ending != null) {
      life = null;
      open = false;
      count(ending.node.statistics());
      ending.node.close();
      ending.machine.close();
      reached.add(Point.STOP_IN_ORDER);
      world.trace("node stopped in order");
    }
  }

  private void count(tutti.engine.node.NodeStatistics statistics) {
    note(Point.DELAYED, statistics.delayed() > 0);
    note(Point.DEADLOCK, statistics.deadlocks() > 0);
    note(Point.CHECKPOINT, statistics.checkpoints() > 0);
  }

  private void note(Point point, boolean isReached) {
    if (isReached) {
      reached.add(point);
    }
  }

  Reply submit(TransactionRequest request) {
    return ask(
        (node, reply) -> node.submit(request, outcome -> reply.accept(new Reply.Told(outcome))));
  }

  Reply read(ActorId actor) {
    return ask(
        (node, reply) ->
            node.read(actor, READ_TIMEOUT, result -> reply.accept(new Reply.Read(result))));
  }

  private interface Question {
    void put(LocalNode node, Consumer<Reply> reply);
  }

  private Reply ask(Question question) {
    Life now = life;
    if (now == null || !open) {
      return new Reply.Broken();
    }
    Promise<Reply> promise = new Promise<>();
    now.open.add(promise);
    question.put(
        now.node,
        reply -> {
          // What a crashed node still says in its last slice reaches nobody.
          if (!now.machine.crashed()) {
            promise.complete(reply);
          }
        });
    Reply reply = promise.await();
    now.open.remove(promise);
    return reply;
  }

  /** All actors, or null if the node crashed meanwhile. */
  @Nullable States states() {
    States states = new States(application);
    for (var type : application.types()) {
      String after = null;
      do {
        Life now = life;
        if (now == null) {
          return null;
        }
        Promise<Node.ListResult> promise = new Promise<>();
        now.node.list(type.name(), null, PAGE, after, promise::complete);
        if (!(promise.await() instanceof Node.Page page)) {
          return null;
        }
        page.items().forEach(item -> states.put(item.id(), item.state(), item.version()));
        after = page.next();
      } while (after != null);
    }
    return states;
  }

  /** What is still going on, though nobody asks for anything: leaks. */
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
          "at rest there are "
              + statistics.inFlight()
              + " transactions in flight, "
              + statistics.waiting()
              + " requests waiting and "
              + statistics.backlog()
              + " tasks queued");
    }
    if (now.machine.tasks() != 0) {
      findings.add("no-leaks", "at rest " + now.machine.tasks() + " tasks wait");
    }
    if (now.machine.timers() != 0) {
      findings.add("no-leaks", "at rest " + now.machine.timers() + " timers are set");
    }
  }
}
