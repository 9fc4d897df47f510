package tutti.lab.cost;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.SplittableRandom;
import java.util.concurrent.locks.LockSupport;
import java.util.regex.Pattern;
import tutti.command.ChildProcess;
import tutti.engine.deployment.Deployment;
import tutti.engine.deployment.FreePorts;
import tutti.engine.deployment.NodeAddress;
import tutti.engine.history.History;
import tutti.engine.node.Node;
import tutti.engine.node.PeerTransport;
import tutti.engine.node.Ports;
import tutti.engine.node.replicated.NodeOpener;
import tutti.engine.runtime.RealScheduler;
import tutti.engine.transaction.seam.SharedEntropy;
import tutti.engine.transport.Transport;
import tutti.lab.node.LocalNodes;
import tutti.lab.process.JavaCommand;
import tutti.model.Application;

/** The nodes of a {@link CostSetting}, the first of which clients ask. */
final class CostNodes implements AutoCloseable {
  private static final long MEETING_SECONDS = 30;
  private static final long LOOK_NANOS = 1_000_000;

  private final Node node;
  private final List<AutoCloseable> parts;

  private CostNodes(Node node, List<AutoCloseable> parts) {
    this.node = node;
    this.parts = parts;
  }

  Node node() {
    return node;
  }

  /**
   * Opens nodes of this process.
   *
   * @param types the types of actors whose keys determine where they live
   * @param folder the folder of the data, if it is durable
   */
  static CostNodes here(
      Application application,
      List<String> types,
      CostSetting setting,
      boolean durable,
      Path folder)
      throws IOException {
    LocalNodes.OpenNodes open =
        new LocalNodes()
            .open(application, setting.deployment(types, durable, List.of()), folder, 1);
    return new CostNodes(open.node(), List.of(open));
  }

  /** Opens a node of probes in this process, and another one in a process of its own. */
  static CostNodes twoProcesses() throws IOException, InterruptedException {
    List<NodeAddress> addresses = FreePorts.addresses(2);
    List<String> command = new ArrayList<>(JavaCommand.of(ProbeProcess.class));
    addresses.forEach(each -> command.add(Integer.toString(each.port())));
    ChildProcess child =
        ChildProcess.start(
            "probe", command, Pattern.compile(ProbeProcess.READY), line -> {}, line -> {});
    List<AutoCloseable> parts = new ArrayList<>(List.of(child::kill));
    try {
      if (!child.awaitReady(MEETING_SECONDS)) {
        throw new IOException("the process of the other node did not start");
      }
      return new CostNodes(ofProcess(addresses, 0, parts), parts);
    } catch (IOException | RuntimeException failed) {
      closeAll(parts);
      throw failed;
    }
  }

  /**
   * Opens one of two nodes of probes, each in a process; waits for the other one unless this is the
   * last.
   *
   * @param parts takes what is to be closed, first the newest
   */
  static Node ofProcess(List<NodeAddress> addresses, int self, List<AutoCloseable> parts)
      throws IOException {
    Deployment deployment =
        CostSetting.TWO_PROCESSES.deployment(List.of(ProbeActor.TYPE), false, addresses);
    RealScheduler scheduler = new RealScheduler();
    parts.add(scheduler);
    SharedEntropy entropy = new SharedEntropy(new SplittableRandom().nextLong());
    Transport transport =
        Objects.requireNonNull(
            PeerTransport.of(deployment, self, entropy, scheduler.clocks()), "two nodes talk");
    parts.add(transport);
    Node node =
        NodeOpener.open(
            CallProbes.APPLICATION,
            deployment,
            new Ports(scheduler, null, entropy, History.NONE, self, transport));
    parts.add(node);
    long end = System.nanoTime() + MEETING_SECONDS * 1_000_000_000;
    while (self == 0 && !transport.connected(1)) {
      if (System.nanoTime() - end > 0) {
        throw new IOException("the nodes of two processes did not find each other");
      }
      LockSupport.parkNanos(LOOK_NANOS);
    }
    return node;
  }

  @Override
  public void close() {
    closeAll(parts);
  }

  private static void closeAll(List<AutoCloseable> parts) {
    for (AutoCloseable part : parts.reversed()) {
      try {
        part.close();
      } catch (InterruptedException ends) {
        Thread.currentThread().interrupt();
      } catch (RuntimeException broken) {
        throw broken;
      } catch (Exception broken) {
        throw new IllegalStateException(broken);
      }
    }
  }
}
