package tutti.engine.node.integrated;

import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import tutti.engine.backup.ItemCut;
import tutti.engine.backup.NodeBackups.Result;
import tutti.engine.deployment.Deployment;
import tutti.engine.deployment.Integrated;
import tutti.engine.distribution.message.PeerMessage.Answer;
import tutti.engine.integrated.IntegratedProtocol;
import tutti.engine.integrated.ItemExecution;
import tutti.engine.integrated.OrderedExecution;
import tutti.engine.integrated.OrderingProtocol;
import tutti.engine.integrated.janus.HostMemory;
import tutti.engine.integrated.janus.JanusCounts;
import tutti.engine.integrated.janus.JanusHost;
import tutti.engine.integrated.janus.JanusOrder;
import tutti.engine.integrated.janus.ReplicaGlance;
import tutti.engine.integrated.janus.SyncPoint;
import tutti.engine.replication.ReplicaView;
import tutti.engine.replication.ShardJournal;
import tutti.engine.replication.ShardListener;
import tutti.engine.runtime.Scheduler;
import tutti.engine.runtime.StepQueue;
import tutti.model.Decoder;
import tutti.protocol.integrated.janus.Effect;
import tutti.protocol.replication.Ballot;
import tutti.protocol.replication.LogEntry;

/**
 * The machines of Janus on a host. A shard's register tells whether the host has the disk that the
 * shard was formed on: the replica begins once that is known, and never on another one, since it
 * would not know what it has promised.
 */
public final class JanusMachines implements IntegratedMachines {
  /** The number of a disk that a shard was formed on. */
  private static final int FIRST_DISK = 0;

  /** The phases of a register that is blank, or that has nothing but the data of a backup. */
  private static final Set<String> FORMING = Set.of("forming", "restored");

  /** A register that holds this many times as much of the log as makes an image lets go. */
  private static final long HELD = 3;

  private final HostParts parts;
  private final HostMemory memory;
  private final JanusHost host;
  private final Scheduler scheduler;
  private final StepQueue queue;
  private final Set<Integer> waiting = new TreeSet<>();
  private final AtomicLong diverged = new AtomicLong();
  private volatile Consumer<String> failed = why -> {};
  private @Nullable ItemExecution execution;

  JanusMachines(HostParts parts, HostMemory memory) {
    this.parts = parts;
    this.memory = memory;
    this.scheduler = parts.ports().scheduler();
    this.queue = scheduler.newStepQueue("janus-start");
    Deployment deployment = parts.deployment();
    this.host =
        new JanusHost(
            new JanusHost.Parts(
                parts.layout().self(),
                parts.log(),
                scheduler,
                parts.randomness(),
                parts.links().machines(),
                deployment.admission().maxInFlight(),
                deployment.journal().checkpointBytes(),
                parts.ports().history()),
            JanusSettings.machines(deployment),
            parts.groups());
  }

  /** Returns the replicas and coordinators: for simulations. */
  public JanusHost host() {
    return host;
  }

  @Override
  public IntegratedProtocol frame(Frame frame) {
    execution =
        new OrderedExecution(
            frame.application(),
            frame.runtime(),
            frame.executors(),
            frame.history(),
            mostBytes(),
            this::diverged);
    JanusOrder order =
        new JanusOrder(
            host,
            parts.placements()::nodeOf,
            JanusSettings.retryNanos(parts.deployment()),
            parts::admits,
            mostBytes());
    return new OrderingProtocol(
        frame.application(), frame.runtime(), frame.completion(), frame.executors(), order);
  }

  /** A procedure that is not deterministic has made this host differ from the others. */
  private void diverged(String calls) {
    diverged.incrementAndGet();
    queue.step(() -> failed.accept(DivergedFolder.mark(parts.ports().disk(), calls)));
  }

  private int mostBytes() {
    return Integrated.Janus.mostBytes(parts.deployment().journal().segmentBytes());
  }

  @Override
  public void start(Consumer<String> onFailure) {
    failed = onFailure;
    for (int shard : parts.layout().own()) {
      parts.registers().start(shard, parts.group(shard), parts.timing(), new Listener(shard));
    }
    long imageBytes = parts.deployment().journal().checkpointBytes();
    parts.log().whenHeld(HELD * parts.layout().own().size() * imageBytes, parts.registers()::renew);
    queue.step(
        () -> {
          waiting.addAll(parts.layout().own());
          look(onFailure);
        });
  }

  /** Starts the replicas of shards that are formed, and looks again while some are not. */
  private void look(Consumer<String> failed) {
    ItemExecution executes = execution;
    if (executes == null) {
      throw new IllegalStateException("no frame was made");
    }
    for (int shard : List.copyOf(waiting)) {
      ReplicaView view = parts.registers().view(shard);
      if (view == null || FORMING.contains(view.phase())) {
        continue;
      }
      if (view.disk() != FIRST_DISK || !view.votes()) {
        failed.accept(lost(shard));
        return;
      }
      waiting.remove(shard);
      host.start(shard, memory, executes);
    }
    if (!waiting.isEmpty()) {
      scheduler.after(parts.timing().heartbeatNanos(), queue, () -> look(failed));
    }
  }

  private String lost(int shard) {
    return "the disk of host %s was lost: shard %d was formed with another one. This version cannot"
            .formatted(parts.layout().name(parts.layout().self()), shard)
        + " replace it under integrated = janus, since the replica would not know what it has"
        + " promised: start the host on the folder that it had";
  }

  /** A listener to the register of a shard, in which nothing but its forming happens. */
  private final class Listener implements ShardListener {
    private final int shard;

    Listener(int shard) {
      this.shard = shard;
    }

    @Override
    public void chosen(long position, List<LogEntry> entries) {
      parts.ports().history().chosen(shard, entries);
    }

    @Override
    public void opened(Ballot ballot, long reign, ShardJournal journal) {}

    @Override
    public void deposed(Ballot ballot) {}

    @Override
    public void follows(Ballot ballot) {}

    @Override
    public void offer(int to) {}
  }

  @Override
  public void received(int from, Decoder in) {
    host.received(from, in);
  }

  @Override
  public @Nullable Glance glance(int shard) {
    if (!parts.layout().own().contains(shard)) {
      return null;
    }
    ReplicaGlance glance = host.glance(shard);
    return glance == null
        ? new Glance(true, false, 0, 0, 0, 0)
        : new Glance(true, true, glance.open(), glance.items(), glance.images(), 0);
  }

  @Override
  public int coordinating() {
    return host.coordinating();
  }

  @Override
  public int unended() {
    return host.inFlight();
  }

  @Override
  public long takeOvers() {
    return host.takeOvers();
  }

  @Override
  public SortedMap<String, Long> counted() {
    JanusCounts counts = host.counts();
    return new TreeMap<>(
        Map.of(
            "fast-path",
            counts.fast(),
            "slow-path",
            counts.slow(),
            "takeover",
            takeOvers(),
            "inquiry",
            counts.inquiries(),
            "diverged",
            diverged.get()));
  }

  /**
   * Lets replicas of all shards copy their items at one sync point.
   *
   * @param hosts that copy, by shard
   */
  void sync(String backup, SortedMap<Integer, Integer> hosts, Consumer<Answer> done) {
    host.syncPoints()
        .begin(
            new SyncPoint(backup, hosts),
            (outcome, output) ->
                done.accept(
                    outcome == Effect.Outcome.COMMITTED
                        ? new Answer.Done()
                        : new Answer.Failed(
                            "backup-busy", "too much is under way to begin a backup; try again")));
  }

  /** The sync point is one transaction, for which no replica holds. */
  @Override
  public void hold(CopyName copy, Consumer<Result<ItemCut>> done) {
    done.accept(new Result.Failed<>("internal-error", "no replica of Janus holds for a backup"));
  }

  @Override
  public void letGo(CopyName copy, Consumer<Result<ItemCut>> done) {
    host.syncPoints().take(copy.backup(), copy.shard(), cut -> done.accept(new Result.Good<>(cut)));
  }

  @Override
  public void giveUp(CopyName copy) {
    host.syncPoints().giveUp(copy.backup(), copy.shard());
  }

  @Override
  public void close() {
    host.close();
    queue.end();
  }
}
