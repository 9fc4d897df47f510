package tutti.engine.node;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import tutti.engine.bank.TestBank;
import tutti.engine.commit.CommitKind;
import tutti.engine.deployment.Deployment;
import tutti.engine.deployment.Deployment.ConcurrencyControlKind;
import tutti.engine.deployment.DeploymentReader;
import tutti.engine.deployment.NodeAddress;
import tutti.engine.deployment.Reading;
import tutti.engine.journal.Disk;
import tutti.engine.journal.Journal;
import tutti.engine.journal.disk.FolderDisk;
import tutti.engine.runtime.Scheduler;
import tutti.engine.transport.Transport;
import tutti.engine.transport.loopback.LoopbackNetwork;
import tutti.model.testing.Await;

/** Several nodes of one process on folders of their own; each can be stopped and started again. */
final class Nodes implements AutoCloseable {
  private static final long PATIENCE_NANOS = Await.LIMIT.toNanos();

  final LoopbackNetwork network;
  private final Path folder;
  private final Deployment deployment;
  private final Tap tap;
  private final @Nullable RunningNode[] nodes;
  private final @Nullable Disk[] disks;

  Nodes(Path folder, ConcurrencyControlKind control, int count) throws Exception {
    this(folder, SeveralNodesTest.deployment(control), count);
  }

  Nodes(Path folder, Deployment deployment, int count) throws Exception {
    this(folder, deployment, count, it -> it);
  }

  /** The layers that a test puts between nodes and their world. */
  interface Tap {
    Transport transport(int node, Transport wire);

    default Journal log(int node, Journal log) {
      return log;
    }

    default Scheduler process(int node, Scheduler process) {
      return process;
    }
  }

  /**
   * @param wiretap put around the first node's transport
   */
  Nodes(Path folder, Deployment deployment, int count, UnaryOperator<Transport> wiretap)
      throws Exception {
    this(folder, deployment, count, (node, wire) -> node == 0 ? wiretap.apply(wire) : wire, count);
  }

  /**
   * @param started how many of them start at once
   */
  Nodes(Path folder, Deployment deployment, int count, Tap tap, int started) throws Exception {
    this.folder = folder;
    this.tap = tap;
    this.deployment = deployment.withNodes(NodeAddress.inOneProcess(count));
    this.network = new LoopbackNetwork(count);
    this.nodes = new RunningNode[count];
    this.disks = new Disk[count];
    for (int i = 0; i < started; i++) {
      start(i);
    }
  }

  /**
   * One executor a node, and as patient as that.
   *
   * @param retry after how long something is said again, as a deployment has it
   * @param bound of delays, likewise
   * @param more lines of the deployment file
   */
  static Deployment deployment(
      CommitKind kind, ConcurrencyControlKind control, String retry, String bound, String... more) {
    String text =
        String.join(
            "\n",
            "tutti {",
            "  concurrency-control = " + control.longName(),
            "  commit = " + kind.longName(),
            "  assume.delay-bound = " + bound,
            "  two-phase.retry = " + retry,
            "  executors = 1",
            "  journal { segment-size = 1MiB, checkpoint-after = 1MiB }",
            String.join("\n", more),
            "}");
    if (!(DeploymentReader.parse(text, "test") instanceof Reading.Valid(var settings))) {
      throw new AssertionError(text);
    }
    return settings.deployment();
  }

  void start(int i) throws Exception {
    startUnmet(i);
    awaitMeetings();
  }

  /** Starts one that the others need not let in. */
  void startUnmet(int i) throws Exception {
    Path own = Files.createDirectories(folderOf(i));
    Disk disk = FolderDisk.open(own);
    disks[i] = disk;
    nodes[i] = new RunningNode(deployment, disk, i, network, tap);
  }

  /** Every node that runs is connected to every other one. */
  private void awaitMeetings() throws InterruptedException {
    for (int i = 0; i < nodes.length; i++) {
      for (int j = 0; j < nodes.length; j++) {
        RunningNode node = nodes[i];
        if (i != j && node != null && nodes[j] != null) {
          awaitThat(node.meets(j));
        }
      }
    }
  }

  static void awaitThat(java.util.function.BooleanSupplier condition) throws InterruptedException {
    long end = System.nanoTime() + PATIENCE_NANOS;
    while (!condition.getAsBoolean()) {
      if (System.nanoTime() > end) {
        throw new AssertionError("not in time");
      }
      Thread.sleep(1);
    }
  }

  void awaitNothingInDoubt() throws InterruptedException {
    for (RunningNode node : nodes) {
      if (node != null) {
        awaitThat(() -> node.node.statistics().members().inDoubt().isEmpty());
      }
    }
  }

  /** No transaction over several nodes is anywhere on its way. */
  void awaitNothingBegun() throws InterruptedException {
    for (RunningNode node : nodes) {
      if (node != null) {
        awaitThat(
            () -> {
              NodeStatistics now = node.node.statistics();
              return now.members().branches() == 0 && now.members().coordinating() == 0;
            });
      }
    }
  }

  /** Found so far, on all nodes. */
  long deadlocks() {
    long sum = 0;
    for (RunningNode node : nodes) {
      sum += node == null ? 0 : node.node.statistics().waits().deadlocks();
    }
    return sum;
  }

  /** Every node that runs takes requests. */
  void awaitReady() throws InterruptedException {
    for (RunningNode node : nodes) {
      if (node != null) {
        awaitThat(() -> node.term().notReady() == null);
      }
    }
  }

  void stop(int i) throws Exception {
    RunningNode node = nodes[i];
    if (node != null) {
      node.close();
      closeDisk(i);
      nodes[i] = null;
    }
  }

  /** Stops one without draining or flushing. */
  void crash(int i) throws Exception {
    RunningNode node = nodes[i];
    if (node != null) {
      node.abandon();
      closeDisk(i);
      nodes[i] = null;
    }
  }

  private void closeDisk(int i) throws Exception {
    Disk disk = disks[i];
    if (disk != null) {
      disk.close();
    }
  }

  /** Where a node that does not run keeps its data. */
  Path folderOf(int i) {
    return folder.resolve("node-" + i);
  }

  /** Stops all without draining or flushing. */
  void abandon() throws Exception {
    for (int i = 0; i < nodes.length; i++) {
      crash(i);
    }
  }

  /** One of the nodes that run: any number will do. */
  RunningNode at(int i) {
    for (int j = 0; j < nodes.length; j++) {
      RunningNode node = nodes[(i + j) % nodes.length];
      if (node != null) {
        return node;
      }
    }
    throw new AssertionError("no node runs");
  }

  /** Opens accounts, and waits until no node has anything to do with that any more. */
  void openAccounts(long balance, String... keys) throws Exception {
    for (String key : keys) {
      at(0).run(bank().call(key, "open", balance));
    }
    awaitNothingBegun();
  }

  TestBank bank() {
    return at(0).bank;
  }

  @Override
  public void close() throws Exception {
    for (int i = 0; i < nodes.length; i++) {
      stop(i);
    }
  }
}
