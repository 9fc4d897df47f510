package tutti.engine.node.restore;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.NavigableMap;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;
import tutti.engine.commit.CommitKinds;
import tutti.engine.container.Container;
import tutti.engine.container.Placement;
import tutti.engine.container.Placements;
import tutti.engine.deployment.Deployment;
import tutti.engine.deployment.NodeAddress;
import tutti.engine.history.History;
import tutti.engine.integrated.ItemValues;
import tutti.engine.journal.Disk;
import tutti.engine.node.HostNode;
import tutti.engine.node.LocalShards;
import tutti.engine.node.NodeStatistics;
import tutti.engine.node.Ports;
import tutti.engine.node.ShardState;
import tutti.engine.recovery.FolderOwner;
import tutti.engine.recovery.RestoredFolder;
import tutti.engine.recovery.RestoredFolder.Spread;
import tutti.engine.recovery.StartDisk;
import tutti.engine.runtime.Scheduler;
import tutti.engine.runtime.StepQueue;
import tutti.engine.runtime.Uninterruptibly;
import tutti.engine.storage.Cell;
import tutti.engine.transaction.outcome.IdempotencyTable;
import tutti.engine.transport.Transport;
import tutti.engine.transport.loopback.LoopbackNetwork;
import tutti.model.ActorId;
import tutti.model.Application;

/**
 * The data of some folders, spread over others: another number of them, or by another placement.
 * All of it is in memory meanwhile: if it does not fit there, the refusal says how much it needs.
 * If transactions are in doubt in it, nodes are opened on the folders in this process and end them
 * as nodes that start again would.
 */
final class Spreading {
  private static final long LOOK_NANOS = 20_000_000;

  private final Application application;
  private final Deployment target;
  private final Deployment source;
  private final Scheduler scheduler;
  private final RandomGenerator entropy;

  /**
   * @param target whose parts the data is spread over
   * @param count how many folders there are
   */
  Spreading(
      Application application,
      Deployment target,
      int count,
      Scheduler scheduler,
      RandomGenerator entropy) {
    this.application = application;
    this.target = target;
    this.source =
        target.toBuilder()
            .replication(Deployment.Replication.NONE)
            .placement(new Placement.Hash())
            .containers(1)
            .commit(CommitKinds.usual())
            .durability(Deployment.Durability.SYNC)
            .idempotency(target.idempotency().unlimited())
            .nodes(count == 1 ? List.of() : NodeAddress.inOneProcess(count))
            .build();
    this.scheduler = scheduler;
    this.entropy = entropy;
  }

  Application application() {
    return application;
  }

  /** Returns all actors and keys of a folder as items; nothing is in doubt in it. */
  SortedMap<ActorId, byte[]> items(Disk folder) throws IOException {
    NavigableMap<ActorId, byte[]> items = new TreeMap<>();
    ShardState state = ShardState.open(application, source, ports(folder, 0, null));
    try {
      List<Cell> cells = new ArrayList<>();
      for (Container container : state.directory().containers()) {
        container.actors().forEach(cells::add);
      }
      new ItemValues(application).each(cells, state.keys(), items::put);
    } finally {
      state.close();
    }
    return items;
  }

  /** Makes the folders those of nodes of this process, wherever their actors belonged. */
  void own(List<Disk> from) throws IOException {
    List<String> names = source.nodes().stream().map(NodeAddress::name).toList();
    for (int node = 0; node < from.size(); node++) {
      RestoredFolder.own(from.get(node), new FolderOwner(node, names, source.nodePlacement()));
    }
  }

  /** Returns whether another version of the application wrote some of the folders. */
  boolean isChanged(List<Disk> from) throws IOException {
    List<ShardState> states = open(from);
    boolean changed = states.stream().anyMatch(ShardState::evolves);
    states.forEach(ShardState::close);
    return changed;
  }

  /** Returns whether a transaction is in doubt in some of the folders. */
  boolean isInDoubt(List<Disk> from) throws IOException {
    List<ShardState> states = open(from);
    boolean doubt = states.stream().anyMatch(ShardState::isInDoubt);
    states.forEach(ShardState::close);
    return doubt;
  }

  /**
   * Ends what is in doubt, and lets the data go on under the application.
   *
   * @param patienceNanos the longest time for that
   * @return whether all has ended
   */
  boolean settle(List<Disk> from, long patienceNanos) throws IOException {
    LoopbackNetwork network = new LoopbackNetwork(from.size());
    List<Transport> transports = new ArrayList<>();
    List<HostNode> nodes = new ArrayList<>();
    try {
      for (int node = 0; node < from.size(); node++) {
        transports.add(network.transport(node, scheduler));
        nodes.add(
            LocalShards.open(
                application, source, ports(from.get(node), node, transports.getLast())));
      }
      return awaitSettled(nodes, patienceNanos);
    } finally {
      nodes.forEach(HostNode::close);
      transports.forEach(Transport::close);
    }
  }

  private boolean awaitSettled(List<HostNode> nodes, long patienceNanos) {
    StepQueue queue = scheduler.newStepQueue("settle");
    CountDownLatch over = new CountDownLatch(1);
    AtomicBoolean settled = new AtomicBoolean();
    long deadline = scheduler.nanos() + patienceNanos;
    Runnable look =
        new Runnable() {
          @Override
          public void run() {
            settled.set(nodes.stream().allMatch(Spreading::isSettled));
            if (settled.get() || scheduler.nanos() > deadline) {
              over.countDown();
            } else {
              scheduler.after(LOOK_NANOS, queue, this);
            }
          }
        };
    queue.step(look);
    Uninterruptibly.await(over);
    queue.end();
    return settled.get();
  }

  private static boolean isSettled(HostNode node) {
    NodeStatistics.Members members = node.statistics().members();
    return node.readiness().ready()
        && members.inDoubt().isEmpty()
        && members.branches() == 0
        && members.coordinating() == 0;
  }

  /**
   * Spreads the data, in which nothing is in doubt, over empty folders.
   *
   * @return how many idempotency keys, the oldest, are more than the target keeps
   */
  long spread(List<Disk> from, List<Disk> to) throws IOException {
    List<ShardState> states = open(from);
    try {
      List<Spread> parts = new ArrayList<>();
      for (ShardState state : states) {
        parts.add(state.spread());
      }
      IdempotencyTable all = IdempotencyTable.onTheWay(Integer.MAX_VALUE);
      all.recovered(states.stream().map(ShardState::keys).toList());
      IdempotencyTable kept =
          target.integrated() ? all : IdempotencyTable.onTheWay(target.idempotency().maxKeys());
      if (kept != all) {
        kept.recovered(List.of(all));
      }
      Placements placements =
          new Placements(target.placement(), target.shardCount(), target.containers());
      for (int node = 0; node < to.size(); node++) {
        RestoredFolder.spread(parts, kept, node, to.size(), placements::nodeOf, to.get(node));
        to.get(node).force();
      }
      return all.size() - kept.size();
    } finally {
      states.forEach(ShardState::close);
    }
  }

  private List<ShardState> open(List<Disk> from) throws IOException {
    List<ShardState> states = new ArrayList<>();
    try {
      for (int node = 0; node < from.size(); node++) {
        states.add(ShardState.open(application, source, ports(from.get(node), node, null)));
      }
    } catch (IOException | RuntimeException e) {
      states.forEach(ShardState::close);
      throw e;
    }
    return states;
  }

  private Ports ports(Disk disk, int node, @Nullable Transport transport) {
    Disk watched = new StartDisk(disk, scheduler.heap());
    return new Ports(scheduler, watched, entropy, History.NONE, node, transport);
  }
}
