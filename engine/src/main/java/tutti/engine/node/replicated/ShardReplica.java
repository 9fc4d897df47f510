package tutti.engine.node.replicated;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import tutti.engine.deployment.Deployment;
import tutti.engine.history.History;
import tutti.engine.history.ReignHistory;
import tutti.engine.journal.DataFolderRefused;
import tutti.engine.journal.Disk;
import tutti.engine.journal.MetaStore;
import tutti.engine.node.LocalNode;
import tutti.engine.node.Ports;
import tutti.engine.node.ShardState;
import tutti.engine.node.replicated.CheckpointTransfer.Reached;
import tutti.engine.node.shard.Layout;
import tutti.engine.recovery.FollowerCheckpoint;
import tutti.engine.replication.ReplicaHost;
import tutti.engine.replication.ShardJournal;
import tutti.engine.replication.ShardListener;
import tutti.engine.runtime.StepQueue;
import tutti.model.Application;
import tutti.model.Decoder;
import tutti.protocol.replication.Ballot;
import tutti.protocol.replication.Command;
import tutti.protocol.replication.LogEntry;
import tutti.protocol.replication.LogMark;
import tutti.protocol.replication.ReignStart;

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
  private final ReplicaHost host;
  private final Disk disk;
  private final CheckpointTransfer transfer;
  private final CheckpointOffers offers;
  private final MetaStore meta;
  private final Listener listener;
  private final StepQueue queue;
  private final long graceNanos;

  /** The chosen entries that the newest checkpoint may lack. Of the queue. */
  private final List<LogEntry> entries = new ArrayList<>();

  /**
   * The place behind which {@code entries} begin; a durable checkpoint reaches it. Of the queue.
   */
  private Reached reached;

  /** The position up to which the state has the log, while it follows. Changed by the queue. */
  private volatile long applied;

  private @Nullable FollowerCheckpoint checkpoint;
  private SharedScheduler scheduler;

  /** The history of the state. Of the queue. */
  private History told = History.NONE;

  private volatile ShardState state;
  private @Nullable ShardTransport transport;
  private volatile @Nullable LocalNode reign;
  private volatile long installed;
  private volatile long checkpoints;
  private volatile boolean closed;

  private final LeaderLog.Backups backups;

  /** A listener to the reigns of this host. */
  interface Listener {
    /** A reign of this host is open. */
    void opened(int shard, LocalNode reign);

    /** The reign of this host is over. */
    void ended(int shard);

    /** The replica cannot go on; the host must stop. */
    void failed(String why);

    /** The replica cannot go on before the host starts again, since the host's disk fails. */
    void diskFailed(String why);
  }

  /**
   * Opens the replica at its newest checkpoint.
   *
   * @param ports of this shard: its disk has the replica's files only, and there is no transport
   * @param layout of the shards on the hosts
   */
  ShardReplica(
      Application application,
      Deployment deployment,
      Ports ports,
      Layout layout,
      SharedScheduler scheduler,
      HostLinks links,
      ReplicaHost host,
      Listener listener)
      throws IOException {
    this.shard = ports.self();
    this.application = application;
    this.deployment = deployment;
    this.ports = ports;
    this.hosts = layout.hosts();
    this.links = links;
    this.host = host;
    this.listener = listener;
    this.scheduler = scheduler;
    this.queue = scheduler.newMachineQueue("apply");
    this.backups = new LeaderLog.Backups(queue, entries);
    this.graceNanos = 2 * deployment.transactionTimeout().toNanos();
    this.disk = Objects.requireNonNull(ports.disk(), "a replica keeps its data");
    this.meta = MetaStore.open(disk);
    CheckpointTransfer.Way way = (to, part) -> links.transfer(shard, to, part);
    this.transfer = new CheckpointTransfer(disk, meta, ports.scheduler(), queue, way);
    this.offers = new CheckpointOffers(disk, layout, shard, way);
    this.state = new SavedState(shard, disk, meta, host).open(this::open);
    this.reached = Reached.of(meta);
  }

  /** Returns the state, which this replica's steps change. */
  ShardState state() {
    return state;
  }

  /** Makes the state that of what is to run, which was checked ({@link HostBegin}). */
  void begin() throws IOException {
    if (state.isOthers()) {
      state.adoption().run(host.end(shard));
      state = open();
    }
    if (state.checkpointed() > reached.mark().position() || state.adoption().isNewest()) {
      host.letGo(shard, state.checkpointed(), (mark, reigns) -> reach(new Reached(mark, reigns)));
    }
    this.applied = state.replayedTo();
  }

  private ShardState open() throws IOException {
    told = ReignHistory.of(ports.history());
    return ShardState.ofReplica(application, deployment, ports.of(scheduler, told), hosts);
  }

  /** Returns the reign of this host over the shard, or null if it does not lead. */
  @Nullable LocalNode reign() {
    return reign;
  }

  /** Returns how many checkpoints have come from other hosts. */
  long installed() {
    return installed;
  }

  /** Returns how many checkpoints this replica has made while it followed. */
  long checkpoints() {
    return checkpoints;
  }

  /** Returns the position up to which the state has the log; a leader's has all that is chosen. */
  long applied(long chosen) {
    return reign != null ? chosen : applied;
  }

  /** Returns the number of actors in memory. */
  long actors() {
    return state.directory().containers().stream().mapToLong(each -> each.actors().size()).sum();
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
          ports.history().chosen(shard, newer);
          if (transport == null) {
            replay(newer);
            keepCheckpoints();
          } else if (position - reached.position() > 2 * state.checkpointBytes()) {
            release();
          }
        });
  }

  // --- checkpoints ---

  /** Begins a checkpoint of the state that follows, once there is enough log for one. */
  private void keepCheckpoints() {
    if (state.replayedTo() - state.checkpointed() > state.checkpointBytes()) {
      beginCheckpoint();
    }
  }

  private void beginCheckpoint() {
    if (checkpoint == null) {
      try {
        checkpoint = state.checkpoint();
        queue.step(this::write);
      } catch (IOException | RuntimeException e) {
        LOG.warn("a checkpoint of shard {} failed: {}", shard, e.toString());
      }
    }
  }

  /**
   * Lets go of the host's log, of which the oldest records of this replica hold too much: behind a
   * checkpoint, and if that would contain nothing new, by writing those records anew.
   */
  void letGo() {
    queue.step(
        () -> {
          if (closed) {
            return;
          }
          offers.holdTooMuch(reached, state.checkpointBytes());
          release();
          LocalNode leading = reign;
          if (entries.isEmpty()) {
            host.renew(shard);
          } else if (leading != null) {
            leading.checkpoint(() -> queue.step(this::release));
          } else if (transport == null) {
            beginCheckpoint();
          }
        });
  }

  private void write() {
    FollowerCheckpoint writing = checkpoint;
    if (writing == null) {
      return;
    }
    try {
      if (writing.step()) {
        checkpoint = null;
        checkpoints++;
        release();
      } else {
        queue.step(this::write);
      }
    } catch (IOException | RuntimeException e) {
      LOG.warn("a checkpoint of shard {} failed: {}", shard, e.toString());
      stopWriting();
    }
  }

  private void stopWriting() {
    FollowerCheckpoint writing = checkpoint;
    checkpoint = null;
    if (writing != null) {
      try {
        writing.close();
      } catch (IOException e) {
        LOG.warn("an unfinished checkpoint is left behind: {}", e.getMessage());
      }
    }
  }

  /** Lets the log go that the newest checkpoint contains, but for what others or backups need. */
  private void release() {
    long position = state.checkpointed();
    LogMark mark = reached.mark();
    long reigns = reached.reigns();
    // In this order: what a backup needs that begins now is behind that position.
    if (backups.needEntries()) {
      return;
    }
    int count = 0;
    for (LogEntry entry : entries) {
      if (entry.end() > position) {
        break;
      }
      count++;
      if (entry.end() > mark.position()) {
        mark = entry.mark();
        reigns = entry.content() instanceof ReignStart(long number, int by) ? number : reigns;
      }
    }
    boolean newer = mark.position() > reached.position();
    if (!newer || reach(new Reached(mark, reigns))) {
      entries.subList(0, count).clear();
      host.released(shard, offers.keptFrom(reached, state.checkpointBytes()));
      if (newer) {
        offers.advanced(reached, state.checkpointBytes());
      }
    }
  }

  /** Keeps the place that a checkpoint reaches; without it the log may not be let go. */
  private boolean reach(Reached next) {
    try {
      next.keep(meta);
      reached = next;
      return true;
    } catch (IOException e) {
      LOG.warn("the place of a checkpoint of shard {} is not kept: {}", shard, e.getMessage());
      return false;
    }
  }

  // --- transfers ---

  /** Takes a part of a transfer that another host has sent. */
  void transferred(int from, Decoder part) {
    queue.step(
        () -> {
          try {
            Reached complete = taken(from, part);
            if (complete != null && transport == null) {
              install(complete);
            }
          } catch (IOException | RuntimeException e) {
            LOG.warn("the transfer of shard {} from host {} failed", shard, from, e);
            transfer.giveUp();
          }
        });
  }

  /** Takes a part of a transfer; gives the place that a checkpoint reaches if one is complete. */
  private @Nullable Reached taken(int from, Decoder part) throws IOException {
    int kind = part.getByte();
    switch (kind) {
      case CheckpointTransfer.OFFER -> {
        long checkpointed = state.checkpointed();
        return transfer.offered(
            from, part, new CheckpointTransfer.Have(reached, checkpointed, state.replayedTo()));
      }
      case CheckpointTransfer.PIECE -> {
        return transfer.piece(from, part);
      }
      case CheckpointTransfer.FETCH -> offers.fetch(from, part, reached, state.checkpoints());
      case CheckpointTransfer.ASK -> {
        release();
        offers.asked(part, reached);
      }
      default -> LOG.warn("host {} sends a part of a transfer that is none: {}", from, kind);
    }
    return null;
  }

  /** Goes on from a checkpoint that came from another host. */
  private void install(Reached complete) throws IOException {
    long position = complete.mark().position();
    if (position > reached.mark().position()) {
      if (!reach(complete)) {
        return;
      }
      entries.removeIf(entry -> entry.end() <= position);
    }
    if (position > state.replayedTo()) {
      load();
    }
    installed++;
    host.installed(shard, complete.mark(), complete.reigns());
  }

  /** Loads the state anew: the newest checkpoint, and what is chosen behind it. */
  private void load() throws IOException {
    stopWriting();
    offers.stateDropped();
    scheduler.end(graceNanos);
    scheduler = scheduler.next();
    state = open();
    applied = state.replayedTo();
    replay(List.copyOf(entries));
  }

  private void replay(List<LogEntry> all) {
    try {
      for (LogEntry entry : all) {
        if (entry.end() > applied) {
          if (entry.start() != applied) {
            throw new IllegalStateException("the log goes on at " + entry + ", not at " + applied);
          }
          applied = entry.end();
          if (entry.content() instanceof Command command) {
            state.replay(entry.end(), command.bytes());
          } else {
            state.skip(entry.end());
          }
        }
      }
    } catch (IOException | RuntimeException e) {
      fail("what shard " + shard + " has chosen cannot be applied", e);
    }
  }

  private void fail(String what, Exception e) {
    LOG.error("{}", what, e);
    String why = what + ": " + e.getMessage();
    if (e instanceof IOException && !(e instanceof DataFolderRefused)) {
      listener.diskFailed(why);
    } else {
      listener.failed(why);
    }
  }

  @Override
  public void opened(Ballot ballot, long number, ShardJournal journal) {
    queue.step(
        () -> {
          stopWriting();
          ShardTransport to = new ShardTransport(links, shard, number);
          transport = to;
          try {
            ReignHistory.begin(told, shard, number);
            state.lead(journal, to, number, () -> new LeaderLog(backups, journal, disk));
            LocalNode begun = LocalNode.reign(state);
            reign = begun;
            listener.opened(shard, begun);
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
          listener.ended(shard);
          LocalNode over = reign;
          if (over != null) {
            over.deposed();
          }
          reign = null;
          transport = null;
          backups.clear();
          if (closed) {
            return;
          }
          try {
            load();
            release();
          } catch (IOException | RuntimeException e) {
            fail("the replica of shard " + shard + " cannot be loaded again", e);
          }
        });
  }

  @Override
  public void follows(Ballot ballot) {}

  @Override
  public void offer(int to) {
    queue.step(
        () -> {
          try {
            release();
            offers.offer(to, reached);
          } catch (RuntimeException e) {
            LOG.warn("shard {} cannot be offered to host {}", shard, to, e);
          }
        });
  }

  /** The host stops, or its disk has failed: a state that is deposed is not loaded again. */
  void stop() {
    closed = true;
  }

  /** Ends the reign, if there is one; its clients have been answered. */
  void close() {
    LocalNode ending = reign;
    if (ending != null) {
      ending.close();
    }
  }
}
