package tutti.engine.node.replicated;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import tutti.engine.deployment.Deployment;
import tutti.engine.node.LocalNode;
import tutti.engine.node.Ports;
import tutti.engine.node.ShardState;
import tutti.engine.replication.ShardJournal;
import tutti.engine.replication.ShardListener;
import tutti.engine.runtime.StepQueue;
import tutti.model.Application;
import tutti.protocol.replication.Ballot;
import tutti.protocol.replication.Command;
import tutti.protocol.replication.LogEntry;

/**
 * One replica of a shard: a state that follows the shard's log, and a reign over it while this host
 * leads. Thread-safe; the state is changed on one queue.
 *
 * <p>A reign that is over leaves a state behind that may contain what was not chosen: locks are
 * released before a decision is durable. So the state is dropped, as a crash would drop it, and
 * made again of the newest checkpoint and the entries that are chosen.
 */
final class ShardReplica implements ShardListener {
  private static final Logger LOG = LoggerFactory.getLogger(ShardReplica.class);

  private final int shard;
  private final Application application;
  private final Deployment deployment;
  private final Ports ports;
  private final int hosts;
  private final HostLinks links;
  private final Listener listener;
  private final StepQueue queue;
  private final long graceNanos;

  /** The chosen entries that the newest checkpoint may lack. Of the queue. */
  private final List<LogEntry> entries = new ArrayList<>();

  private SharedScheduler scheduler;
  private ShardState state;
  private @Nullable ShardTransport transport;
  private volatile @Nullable LocalNode reign;

  /** A listener to the reigns of this host. */
  interface Listener {
    /** A reign of this host is open. */
    void opened(int shard);

    /** The replica cannot go on; the host must stop. */
    void failed(String why);
  }

  /**
   * Opens the replica at its newest checkpoint.
   *
   * @param ports of this shard: its disk has the replica's files only, and there is no transport
   * @param hosts how many hosts there are
   */
  ShardReplica(
      Application application,
      Deployment deployment,
      Ports ports,
      int hosts,
      SharedScheduler scheduler,
      HostLinks links,
      Listener listener)
      throws IOException {
    this.shard = ports.self();
    this.application = application;
    this.deployment = deployment;
    this.ports = ports;
    this.hosts = hosts;
    this.links = links;
    this.listener = listener;
    this.scheduler = scheduler;
    this.queue = scheduler.newStepQueue("apply");
    this.graceNanos = 2 * deployment.transactionTimeout().toNanos();
    this.state = open();
  }

  private ShardState open() throws IOException {
    Ports own =
        new Ports(
            scheduler,
            ports.disk(),
            ports.entropy(),
            ports.history(),
            shard,
            null,
            ports.watched(),
            ports.outcomesKept());
    return ShardState.ofReplica(application, deployment, own, hosts);
  }

  int shard() {
    return shard;
  }

  /** Returns the reign of this host over the shard, or null if it does not lead. */
  @Nullable LocalNode reign() {
    return reign;
  }

  /** Calls back with the state, on the replica's queue: for tests and simulations. */
  void look(Consumer<ShardState> look) {
    queue.step(() -> look.accept(state));
  }

  // --- the driver ---

  @Override
  public void chosen(long position, List<LogEntry> newer) {
    queue.step(
        () -> {
          entries.addAll(newer);
          if (transport == null) {
            replay(newer);
          }
        });
  }

  private void replay(List<LogEntry> all) {
    try {
      for (LogEntry entry : all) {
        if (entry.content() instanceof Command command) {
          state.replay(entry.end(), command.bytes());
        }
      }
    } catch (IOException | RuntimeException e) {
      fail("what shard " + shard + " has chosen cannot be applied", e);
    }
  }

  private void fail(String what, Exception e) {
    LOG.error("{}", what, e);
    listener.failed(what + ": " + e.getMessage());
  }

  @Override
  public void opened(Ballot ballot, long number, ShardJournal journal) {
    queue.step(
        () -> {
          ShardTransport to = new ShardTransport(links, shard, number);
          transport = to;
          try {
            state.lead(journal, to, number);
            reign = LocalNode.reign(state);
            listener.opened(shard);
          } catch (IOException | RuntimeException e) {
            fail("reign " + number + " over shard " + shard + " cannot begin", e);
          }
        });
  }

  @Override
  public void deposed(Ballot ballot) {
    queue.step(
        () -> {
          ShardTransport ending = transport;
          if (ending == null) {
            return;
          }
          ending.close();
          reign = null;
          transport = null;
          scheduler.end(graceNanos);
          scheduler = scheduler.next();
          try {
            state = open();
            replay(List.copyOf(entries));
          } catch (IOException | RuntimeException e) {
            fail("the replica of shard " + shard + " cannot be loaded again", e);
          }
        });
  }

  @Override
  public void follows(Ballot ballot) {}

  @Override
  public void offer(int to) {
    LOG.warn("the replica of shard {} on host {} needs a checkpoint", shard, to);
  }

  /** Ends the reign, if there is one; its clients have been answered. */
  void close() {
    LocalNode ending = reign;
    if (ending != null) {
      ending.close();
    }
  }
}
