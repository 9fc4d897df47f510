package tutti.embedded;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;
import tutti.engine.deployment.Deployment;
import tutti.engine.deployment.Deployment.Durability;
import tutti.engine.history.History;
import tutti.engine.journal.Disk;
import tutti.engine.journal.disk.FolderDisk;
import tutti.engine.node.Node;
import tutti.engine.node.NodeFolder;
import tutti.engine.node.PeerTransport;
import tutti.engine.node.Ports;
import tutti.engine.node.replicated.NodeOpener;
import tutti.engine.runtime.AdvancedTime;
import tutti.engine.runtime.ReadingStack;
import tutti.engine.runtime.RealScheduler;
import tutti.engine.runtime.Scheduler;
import tutti.engine.transaction.seam.SharedEntropy;
import tutti.engine.transport.Transport;
import tutti.model.Application;

/** The nodes of a deployment that run in this process: a single node, one of several, or all. */
final class NodesHere {
  private static final int MEETING_LOOKS = 10_000;
  private static final long LOOK_NANOS = 1_000_000;

  private final Application application;
  private final Deployment how;
  private final @Nullable Path data;
  private final @Nullable AdvancedTime time;
  private final Parts parts;
  private final List<Transport> transports = new ArrayList<>();

  private NodesHere(
      Application application,
      Deployment how,
      @Nullable Path data,
      @Nullable AdvancedTime time,
      Parts parts) {
    this.application = application;
    this.how = how;
    this.data = data;
    this.time = time;
    this.parts = parts;
  }

  /**
   * Opens the nodes.
   *
   * @param data the data folder; null if the nodes keep no data
   * @param only the number of the node to open; -1 for all
   * @param time the time of all of them; null for the machine's
   * @param parts takes the resources that the nodes are made of, also if this fails
   * @return the node to which clients send their requests
   */
  static Node open(
      Application application,
      Deployment how,
      @Nullable Path data,
      int only,
      @Nullable AdvancedTime time,
      Parts parts)
      throws IOException {
    NodesHere here = new NodesHere(application, how, data, time, parts);
    if (only >= 0) {
      return here.one(only);
    }
    // The nodes close in the reverse order: the node that clients ask first, while the others can
    // still answer it.
    for (int self = how.nodeCount() - 1; self > 0; self--) {
      here.one(self);
    }
    Node asked = here.one(0);
    here.awaitMeetings(asked);
    return asked;
  }

  private Node one(int self) throws IOException {
    Disk disk = null;
    if (data != null && how.durability() != Durability.OFF) {
      disk = FolderDisk.open(NodeFolder.of(data, how.nodes(), self));
      parts.add(disk);
    }
    RealScheduler threads = new RealScheduler();
    parts.add(threads::close);
    Scheduler scheduler = time == null ? threads : time.on(threads);
    SharedEntropy entropy = new SharedEntropy(new SplittableRandom().nextLong());
    Transport transport = PeerTransport.of(how, self, entropy, scheduler.clocks());
    if (transport != null) {
      parts.add(transport::close);
      transports.add(transport);
    }
    Ports ports = new Ports(scheduler, disk, entropy, History.NONE, self, transport);
    try {
      Node node = ReadingStack.call(() -> NodeOpener.open(application, how, ports));
      parts.add(node::close);
      return node;
    } catch (UncheckedIOException unreachable) {
      throw new IOException(unreachable.getMessage(), unreachable.getCause());
    }
  }

  /**
   * Waits until the nodes, which all run here, have found each other, so that a first call need not
   * be repeated.
   */
  private void awaitMeetings(Node asked) throws IOException {
    boolean interrupted = false;
    try {
      for (int looks = 0; !haveMet() || leaderless(asked); looks++) {
        if (looks == MEETING_LOOKS) {
          throw new IOException(
              "the nodes do not find each other: are the addresses in the deployment those of this"
                  + " machine? For one of several nodes say which by node(name)");
        }
        LockSupport.parkNanos(LOOK_NANOS);
        // An interrupted thread does not park: the looks would be over before the nodes have met.
        interrupted |= Thread.interrupted();
      }
    } finally {
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }

  /** Whether shards with replicas have no leaders yet. */
  private static boolean leaderless(Node asked) {
    return !asked.replicas().isEmpty() && !asked.readiness().ready();
  }

  private boolean haveMet() {
    int last = transports.size() - 1;
    for (int i = 0; i <= last; i++) {
      for (int peer = 0; peer <= last; peer++) {
        // The nodes were opened from the last to the first.
        if (peer != last - i && !transports.get(i).connected(peer)) {
          return false;
        }
      }
    }
    return true;
  }
}
