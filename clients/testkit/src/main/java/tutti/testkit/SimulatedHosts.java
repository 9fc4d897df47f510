package tutti.testkit;

import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.random.RandomGenerator;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import tutti.engine.concurrency.TransactionId;
import tutti.engine.deployment.Deployment;
import tutti.engine.node.Node;
import tutti.engine.transaction.submission.ClientBlock;
import tutti.engine.transaction.submission.Outcome;
import tutti.engine.transaction.submission.TransactionStatus;
import tutti.model.Application;
import tutti.simulator.network.SimulatedNetwork;
import tutti.simulator.world.SimulatedScheduler;

/**
 * The nodes of a simulated world, which crash and restart. A client asks any node that runs.
 * Requests that are made while all are down, or are not answered when their node crashes, are made
 * again; a crash ends the blocks of clients on that node, which hear later how. Used by simulated
 * code alone.
 */
final class SimulatedHosts {
  /** The time, in virtual nanoseconds, after which a question is asked again. */
  private static final long AGAIN_NANOS = 20_000_000;

  private final SimulatedScheduler world;
  private final Application application;
  private final Deployment deployment;
  private final List<SimulatedHost> hosts = new ArrayList<>();
  private final RandomGenerator choices;
  private final RunTrace trace;
  private final Set<Question<?>> open = new LinkedHashSet<>();
  private final Set<OpenBlock> blocks = new LinkedHashSet<>();
  private long skewNanos;

  /**
   * @param begins the wall clock's time at the start
   */
  SimulatedHosts(
      SimulatedScheduler world, Application application, Deployment deployment, Instant begins) {
    this.world = world;
    this.application = application;
    this.deployment = deployment;
    this.skewNanos = Duration.between(SimulatedScheduler.EPOCH, begins).toNanos();
    this.choices = world.entropy("asked nodes");
    this.trace = new RunTrace(world::nanos);
    int count = deployment.nodeCount();
    SimulatedNetwork network = count == 1 ? null : new SimulatedNetwork(world, count);
    for (int i = 0; i < count; i++) {
      hosts.add(new SimulatedHost(this, i, network));
    }
  }

  SimulatedScheduler world() {
    return world;
  }

  Application application() {
    return application;
  }

  Deployment deployment() {
    return deployment;
  }

  /** The events of the nodes in all their lives, with their clients' requests. */
  RunTrace trace() {
    return trace;
  }

  boolean several() {
    return hosts.size() > 1;
  }

  /**
   * Returns the suffix that distinguishes a node's name from the others'; empty for a single node.
   */
  String suffix(int number) {
    return several() ? "-" + number : "";
  }

  /** Returns where something is, in words; empty if there is one node. */
  String of(int number) {
    return several() ? " on " + deployment.nodes().get(number).name() : "";
  }

  int crashes() {
    return hosts.stream().mapToInt(host -> Math.max(0, host.lives() - 1)).sum();
  }

  /** Returns a text about the contents of all disks, which differs where they do. */
  String fingerprint() {
    return hosts.stream().map(SimulatedHost::fingerprint).collect(Collectors.joining("; "));
  }

  // The clock.

  /** The time by which wall clocks are ahead of the world's. */
  long skewNanos() {
    return skewNanos;
  }

  /** The wall clock of all nodes. */
  Instant now() {
    return SimulatedScheduler.EPOCH.plusNanos(world.nanos() + skewNanos);
  }

  /** Advances the wall clocks of all nodes. */
  void advance(long nanos) {
    skewNanos = Math.addExact(skewNanos, nanos);
    hosts.forEach(host -> host.jump(nanos));
  }

  // Starts and crashes.

  /** Starts all nodes that are down. Called by a task only. */
  void start() throws IOException {
    for (SimulatedHost host : hosts) {
      if (host.life() == null) {
        host.start();
      }
    }
    goOn();
  }

  /** Crashes one node, which chance chooses. */
  void crashOne(RandomGenerator random) {
    hosts.get(several() ? random.nextInt(hosts.size()) : 0).crash();
    if (several()) {
      goOn();
    }
  }

  /** Crashes all nodes. */
  void crashAll() {
    hosts.forEach(SimulatedHost::crash);
  }

  /** Asks again what nobody is asked any more. */
  private void goOn() {
    for (Question<?> question : open.toArray(new Question<?>[0])) {
      question.put();
    }
    for (OpenBlock block : blocks.toArray(new OpenBlock[0])) {
      block.goOn();
    }
  }

  /** A node that runs; null if none does. */
  private SimulatedHost.@Nullable Life any() {
    List<SimulatedHost.Life> running = new ArrayList<>();
    for (SimulatedHost host : hosts) {
      SimulatedHost.Life life = host.life();
      if (life != null) {
        running.add(life);
      }
    }
    if (running.isEmpty()) {
      return null;
    }
    return running.get(several() ? choices.nextInt(running.size()) : 0);
  }

  // Clients.

  /** Asks a node, now and after each crash, until one answers. */
  <T> void ask(BiConsumer<Node, Consumer<T>> question, Consumer<T> onAnswer) {
    Question<T> asked = new Question<>(question, onAnswer);
    open.add(asked);
    asked.put();
  }

  /** Runs something a little later, such as a question that has found no answer yet. */
  void later(Runnable what) {
    world.later(AGAIN_NANOS, what);
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
    return hosts.stream()
        .map(SimulatedHost::leaks)
        .filter(each -> !each.isEmpty())
        .findFirst()
        .orElse("");
  }

  /** A block that has not ended. */
  private final class OpenBlock {
    private final ClientBlock block;
    private final Consumer<Outcome> onEnd;
    private SimulatedHost.@Nullable Life on;
    private boolean asked;

    OpenBlock(ClientBlock block, Consumer<Outcome> onEnd) {
      this.block = block;
      this.onEnd = onEnd;
    }

    /** Begins the transaction on a node that runs, or asks how it ended in its node's crash. */
    void goOn() {
      SimulatedHost.Life before = on;
      if (asked || (before != null && !before.over())) {
        return;
      }
      TransactionId id = block.transaction();
      if (id != null) {
        asked = true;
        settle(id);
        return;
      }
      SimulatedHost.Life now = any();
      on = now;
      if (now != null) {
        now.node()
            .run(
                block,
                outcome -> {
                  if (now.over()) {
                    return;
                  }
                  if (several() && outcome instanceof Outcome.InDoubt(TransactionId of, _, _)) {
                    asked = true;
                    settle(of);
                  } else {
                    end(outcome);
                  }
                });
      }
    }

    private void settle(TransactionId id) {
      SimulatedHosts.this.<TransactionStatus>ask(
          (there, answer) -> there.status(id, answer),
          status -> {
            if (several() && isOpen(status)) {
              later(() -> settle(id));
            } else {
              end(outcome(id, status));
            }
          });
    }

    private void end(Outcome outcome) {
      blocks.remove(this);
      onEnd.accept(outcome);
      block.end(outcome);
    }
  }

  /** Whether the transaction will have ended later. */
  private static boolean isOpen(TransactionStatus status) {
    return switch (status) {
      case TransactionStatus.Running(), TransactionStatus.Waiting _ -> true;
      case TransactionStatus.Ended(Outcome outcome) -> outcome instanceof Outcome.InDoubt;
      case TransactionStatus.Expired(), TransactionStatus.Unknown() -> false;
    };
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
    private final BiConsumer<Node, Consumer<T>> question;
    private final Consumer<T> onAnswer;
    private SimulatedHost.@Nullable Life asked;

    Question(BiConsumer<Node, Consumer<T>> question, Consumer<T> onAnswer) {
      this.question = question;
      this.onAnswer = onAnswer;
    }

    /** Asks a node, unless one is being asked already. */
    void put() {
      SimulatedHost.Life before = asked;
      if (before != null && !before.over()) {
        return;
      }
      SimulatedHost.Life now = any();
      asked = now;
      if (now != null) {
        question.accept(
            now.node(),
            answer -> {
              // The answers of a crashed node in its last slice reach no client.
              if (!now.over() && open.remove(this)) {
                onAnswer.accept(answer);
              }
            });
      }
    }
  }
}
