package tutti.testkit;

import java.io.IOException;
import java.util.LinkedHashSet;
import java.util.Set;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;
import tutti.engine.concurrency.TransactionId;
import tutti.engine.deployment.Deployment;
import tutti.engine.deployment.Deployment.Durability;
import tutti.engine.node.LocalNode;
import tutti.engine.node.Ports;
import tutti.engine.transaction.submission.ClientBlock;
import tutti.engine.transaction.submission.Outcome;
import tutti.engine.transaction.submission.TransactionStatus;
import tutti.model.Application;
import tutti.simulator.disk.SimulatedDisk;
import tutti.simulator.world.SimulatedNode;
import tutti.simulator.world.SimulatedScheduler;

/**
 * A node that crashes and restarts in a simulated world. Requests that are made while the node is
 * down, or are not answered when it crashes, are made again after its restart; a crash ends blocks
 * of clients, which hear after the restart how. Used by simulated code alone.
 */
final class SimulatedHost {
  private final SimulatedScheduler world;
  private final Application application;
  private final Deployment deployment;
  private final RandomGenerator random;
  private final RunTrace trace;
  private final Set<Question<?>> open = new LinkedHashSet<>();
  private final Set<OpenBlock> blocks = new LinkedHashSet<>();
  private SimulatedDisk disk = new SimulatedDisk();
  private @Nullable SimulatedNode machine;
  private @Nullable LocalNode node;
  private int lives;

  SimulatedHost(SimulatedScheduler world, Application application, Deployment deployment) {
    this.world = world;
    this.application = application;
    this.deployment = deployment;
    this.random = world.entropy("crashes");
    this.trace = new RunTrace(world::nanos);
  }

  /** The events of the node in all its lives, with its clients' requests. */
  RunTrace trace() {
    return trace;
  }

  Deployment deployment() {
    return deployment;
  }

  int lives() {
    return lives;
  }

  /** Starts the node on the contents of the disk. Called by a task only. */
  void start() throws IOException {
    String name = "node." + lives++;
    SimulatedNode started = world.node(name);
    machine = started;
    node =
        LocalNode.open(
            application,
            deployment,
            new Ports(
                started,
                deployment.durability() == Durability.OFF ? null : disk,
                world.entropy("entropy-" + name),
                trace));
    trace.up(lives);
    for (Question<?> question : open.toArray(new Question<?>[0])) {
      question.put();
    }
    for (OpenBlock block : blocks.toArray(new OpenBlock[0])) {
      block.goOn();
    }
  }

  /**
   * Crashes the node immediately; the disk keeps the forced writes, and chance decides which other
   * writes it keeps.
   */
  void crash() {
    SimulatedNode crashing = machine;
    if (crashing != null && node != null) {
      node = null;
      crashing.crash();
      trace.crashed();
      disk = disk.afterCrash(random.nextLong());
    }
  }

  /** Asks the node, now and after each crash, until it answers. */
  <T> void ask(BiConsumer<LocalNode, Consumer<T>> question, Consumer<T> onAnswer) {
    Question<T> asked = new Question<>(question, onAnswer);
    open.add(asked);
    asked.put();
  }

  /** Runs a client's block, now or at the next start; {@code onEnd} hears of its end first. */
  void run(ClientBlock block, Consumer<Outcome> onEnd) {
    OpenBlock opened = new OpenBlock(block, onEnd);
    blocks.add(opened);
    opened.goOn();
  }

  /**
   * The transactions in flight and the waiting requests after all clients have ended, in words;
   * empty if there are none.
   */
  String leaks() {
    LocalNode now = node;
    if (now == null) {
      return "";
    }
    var statistics = now.statistics();
    return statistics.transactions().inFlight() == 0 && statistics.waits().waiting() == 0
        ? ""
        : statistics.transactions().inFlight()
            + " transactions are in flight and "
            + statistics.waits().waiting()
            + " requests wait, though all clients are done";
  }

  /** A block that has not ended. */
  private final class OpenBlock {
    private final ClientBlock block;
    private final Consumer<Outcome> onEnd;
    private boolean asked;

    OpenBlock(ClientBlock block, Consumer<Outcome> onEnd) {
      this.block = block;
      this.onEnd = onEnd;
    }

    /** Begins the transaction on the node that runs, or asks that node how it ended in a crash. */
    void goOn() {
      LocalNode now = node;
      SimulatedNode on = machine;
      TransactionId id = block.transaction();
      if (id != null && !asked) {
        asked = true;
        SimulatedHost.this.<TransactionStatus>ask(
            (there, answer) -> there.status(id, answer), status -> end(outcome(id, status)));
      } else if (id == null && now != null && on != null) {
        now.run(
            block,
            outcome -> {
              if (!on.crashed()) {
                end(outcome);
              }
            });
      }
    }

    private void end(Outcome outcome) {
      blocks.remove(this);
      onEnd.accept(outcome);
      block.end(outcome);
    }
  }

  private static Outcome outcome(TransactionId id, TransactionStatus status) {
    return switch (status) {
      case TransactionStatus.Ended(Outcome outcome) -> outcome;
      case TransactionStatus.Running(),
          TransactionStatus.Waiting _,
          TransactionStatus.Expired(),
          TransactionStatus.Unknown() ->
          new Outcome.InDoubt(id, "the node crashed, and says then: " + status);
    };
  }

  private final class Question<T> {
    private final BiConsumer<LocalNode, Consumer<T>> question;
    private final Consumer<T> onAnswer;

    Question(BiConsumer<LocalNode, Consumer<T>> question, Consumer<T> onAnswer) {
      this.question = question;
      this.onAnswer = onAnswer;
    }

    void put() {
      LocalNode now = node;
      SimulatedNode asked = machine;
      if (now != null && asked != null) {
        question.accept(
            now,
            answer -> {
              // The answers of a crashed node in its last slice reach no client.
              if (!asked.crashed() && open.remove(this)) {
                onAnswer.accept(answer);
              }
            });
      }
    }
  }
}
