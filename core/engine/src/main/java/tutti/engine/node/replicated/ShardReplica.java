package tutti.engine.node.replicated;

import java.io.IOException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.OptionalLong;
import java.util.Set;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import tutti.engine.deployment.Deployment;
import tutti.engine.history.History;
import tutti.engine.history.TermHistory;
import tutti.engine.journal.CheckpointStore;
import tutti.engine.journal.DataFolderRefused;
import tutti.engine.journal.Disk;
import tutti.engine.journal.JournalFailed;
import tutti.engine.journal.MetaStore;
import tutti.engine.memory.MemoryGate;
import tutti.engine.node.Ports;
import tutti.engine.node.ShardState;
import tutti.engine.node.ShardTerm;
import tutti.engine.node.replicated.CheckpointSink.Reached;
import tutti.engine.node.shard.PassOvers;
import tutti.engine.node.shard.ReplicaLayout;
import tutti.engine.recovery.FollowerCheckpoint;
import tutti.engine.replication.FailureMark;
import tutti.engine.replication.ReplicaHost;
import tutti.engine.replication.ShardJournal;
import tutti.engine.replication.ShardListener;
import tutti.engine.replication.StoppedShard;
import tutti.engine.runtime.FatalErrors;
import tutti.engine.runtime.MachineFailure;
import tutti.engine.runtime.PassingFailure;
import tutti.engine.runtime.ProcessEnded;
import tutti.engine.runtime.StepQueue;
import tutti.engine.transfer.StateTransfer;
import tutti.model.Application;
import tutti.model.Decoder;
import tutti.model.Encoder;
import tutti.model.MalformedData;
import tutti.protocol.replication.Ballot;
import tutti.protocol.replication.Command;
import tutti.protocol.replication.LogEntry;
import tutti.protocol.replication.LogMark;
import tutti.protocol.replication.TermStart;

/**
 * One replica of a shard: a state that follows the shard's log, and a term over it while this host
 * leads. Thread-safe; the state is changed on one queue.
 *
 * <p>A term that is over leaves a state behind that may contain what was not chosen: locks are
 * released before a decision is durable. So the state is dropped, as a crash would drop it, and
 * made again of the newest checkpoint and the entries that are chosen.
 */
final class ShardReplica implements ShardListener {
  private static final Logger LOG = LoggerFactory.getLogger(ShardReplica.class);

  /** The offers without a piece between them after which another sender is taken. */
  private static final int PATIENCE = 3;

  private final int shard;
  private final Application application;
  private final Deployment deployment;
  private final Ports ports;
  private final int hosts;
  private final HostLinks links;
  private final ReplicaHost host;
  private final Disk disk;
  private final CheckpointSource source;
  private final CheckpointSink sink;
  private final StateTransfer<CheckpointSink.Offer> transfer;
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
  private volatile @Nullable ShardTerm term;
  private volatile long installed;
  private volatile long checkpoints;
  private volatile boolean closed;

  private final LeaderLog.Backups backups;

  /** The entries that an order in the log lets all replicas pass over, by their positions. */
  private final Set<Long> passedOver = new HashSet<>();

  private final FailureMark mark;

  /** Why the state has stopped at an entry; null if it has not. Changed by the queue. */
  private volatile @Nullable StoppedShard stopped;

  /** The log of the open term of this host while the state is stopped. Of the queue. */
  private @Nullable Idle idle;

  /** A term that has not begun since the state is stopped. */
  private record Idle(Ballot ballot, long number, ShardJournal journal) {}

  /** A listener to the terms of this host. */
  interface Listener {
    /** Returns the memory of the host. */
    MemoryGate memory();

    /** A term of this host is open. */
    void opened(int shard, ShardTerm term);

    /** The term of this host is over. */
    void ended(int shard);

    /** The replica cannot go on; the host must stop. */
    void failed(String why);

    /** The state stays stopped at an entry, or goes on again (null). */
    void stopped(int shard, @Nullable StoppedShard at);

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
      ReplicaLayout layout,
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
    this.backups = new LeaderLog.Backups(queue, entries, passedOver);
    this.graceNanos = 2 * deployment.transactionTimeout().toNanos();
    this.disk = Objects.requireNonNull(ports.disk(), "a replica keeps its data");
    this.meta = MetaStore.open(disk);
    this.mark = new FailureMark(meta);
    this.source = new CheckpointSource(disk, layout, shard, new TransferPort());
    this.sink =
        new CheckpointSink(disk, meta, ports.scheduler(), queue, this::have, this::complete);
    this.transfer =
        new StateTransfer<>(
            "shard " + shard,
            (to, part) -> links.transfer(shard, to, part),
            source,
            sink,
            ports.entropy()::nextLong,
            PATIENCE);
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
      state.drop();
      state = open();
    }
    // A crash came between a checkpoint and the place that it reaches.
    if (state.checkpointed() > reached.position()) {
      Reached taken = sink.taken();
      if (taken != null && taken.position() == state.checkpointed()) {
        reach(taken);
      }
    }
    if (state.checkpointed() > reached.mark().position() || state.adoption().isNewest()) {
      host.letGo(shard, state.checkpointed(), (mark, terms) -> reach(new Reached(mark, terms)));
    }
    this.applied = state.replayedTo();
  }

  private ShardState open() throws IOException {
    told = TermHistory.of(ports.history());
    return ShardState.ofReplica(application, deployment, ports.of(scheduler, told), hosts);
  }

  /** Returns the term of this host over the shard, or null if it does not lead. */
  @Nullable ShardTerm term() {
    return term;
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
    return term != null ? chosen : applied;
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
          OptionalLong ordered = ordered(newer);
          if (ordered.isPresent()) {
            goOnWithout(ordered.getAsLong());
          } else if (transport == null) {
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
    if (stopped == null && state.replayedTo() - state.checkpointed() > state.checkpointBytes()) {
      beginCheckpoint();
    }
  }

  private void beginCheckpoint() {
    // The state of one that is stopped has perhaps a part of the entry.
    if (checkpoint == null && stopped == null && !state.isDropped()) {
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
          source.holdTooMuch(reached, state.checkpointBytes());
          release();
          ShardTerm leading = term;
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
        // Else a crash could leave a checkpoint of entries that the log has lost: nobody could tell
        // where in the log it ends, nor offer it to others.
        host.whenWritten(written -> queue.step(() -> commit(writing, written)));
      } else {
        queue.step(this::write);
      }
    } catch (IOException | RuntimeException e) {
      LOG.warn("a checkpoint of shard {} failed: {}", shard, e.toString());
      stopWriting();
    }
  }

  private void commit(FollowerCheckpoint writing, boolean written) {
    if (checkpoint != writing) {
      return;
    }
    try {
      if (!written) {
        throw new IOException("the log has failed");
      }
      writing.commit();
      checkpoint = null;
      checkpoints++;
      release();
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
    long terms = reached.terms();
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
        terms = entry.content() instanceof TermStart(long number, int by) ? number : terms;
      }
    }
    boolean newer = mark.position() > reached.position();
    if (!newer || reach(new Reached(mark, terms))) {
      entries.subList(0, count).clear();
      host.released(shard, source.keptFrom(reached, state.checkpointBytes()));
      if (newer) {
        source.advanced(reached, state.checkpointBytes());
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
            transfer.received(from, part);
          } catch (RuntimeException e) {
            LOG.warn("the transfer of shard {} from host {} failed", shard, from, e);
            transfer.giveUp();
          }
        });
  }

  private CheckpointSink.Have have() {
    return new CheckpointSink.Have(reached, state.checkpointed(), state.replayedTo());
  }

  private void complete(Reached place) {
    if (transport == null) {
      install(place);
    }
  }

  /** The replica, as it sends its checkpoints. */
  private final class TransferPort implements CheckpointSource.Replica {
    @Override
    public Reached reached() {
      return reached;
    }

    @Override
    public CheckpointStore checkpoints() {
      return state.checkpoints();
    }

    @Override
    public void release() {
      ShardReplica.this.release();
    }
  }

  /** Goes on from a checkpoint that came from another host. */
  private void install(Reached complete) {
    long position = complete.mark().position();
    if (position > reached.mark().position()) {
      if (!reach(complete)) {
        return;
      }
      entries.removeIf(entry -> entry.end() <= position);
    }
    if (position > state.replayedTo() && !load()) {
      return;
    }
    installed++;
    host.installed(shard, complete.mark(), complete.terms());
  }

  /**
   * Loads the state anew: the newest checkpoint, and what is chosen behind it. The former state has
   * no actors in memory any more when the new one gets them. Returns false if that fails: then the
   * replica has no state, and the host is told.
   */
  private boolean load() {
    stopWriting();
    if (stopped != null) {
      stopped = null;
      listener.stopped(shard, null);
    }
    source.stateDropped();
    scheduler.end(graceNanos);
    scheduler = scheduler.next();
    state.drop();
    try {
      state = open();
    } catch (IOException | RuntimeException e) {
      fail("the replica of shard " + shard + " cannot be loaded again", e);
      return false;
    }
    applied = state.replayedTo();
    replay(List.copyOf(entries));
    return true;
  }

  private void replay(List<LogEntry> all) {
    for (LogEntry entry : all) {
      if (stopped != null || state.isDropped()) {
        return;
      }
      if (entry.end() > applied) {
        try {
          apply(entry);
        } catch (ProcessEnded | JournalFailed ended) {
          throw ended;
        } catch (Throwable e) {
          if (e instanceof IOException broken && isOfDisk(broken)) {
            fail("what shard " + shard + " has chosen cannot be applied", broken);
            return;
          }
          failedAt(entry, e);
        }
      }
    }
  }

  private void apply(LogEntry entry) throws IOException {
    if (entry.start() != applied) {
      throw new IllegalStateException("the log goes on at " + entry + ", not at " + applied);
    }
    ports.scheduler().mayFail();
    if (entry.content() instanceof Command command && !passedOver.contains(entry.start())) {
      state.replay(entry.end(), command.bytes());
    } else {
      state.skip(entry.end());
    }
    applied = entry.end();
    if (mark.isAt(entry.start())) {
      mark.clear();
    }
  }

  /** A record that cannot be read is an exception of the disk's kind with another one in it. */
  private static boolean isOfDisk(IOException broken) {
    Throwable cause = broken.getCause();
    return !(broken instanceof DataFolderRefused)
        && (cause == null || cause instanceof IOException);
  }

  // --- an entry that cannot be applied

  /**
   * Ends the process for an entry that failed; if the same has failed at an earlier start, it fails
   * whenever it is applied, and the shard stays stopped on this host.
   */
  private void failedAt(LogEntry entry, Throwable cause) {
    boolean isPassing = cause instanceof PassingFailure;
    if (isPassing || !mark.isAt(entry.start()) || FatalErrors.isFatal(cause)) {
      if (!isPassing) {
        mark.put(entry.start(), cause);
      }
      throw scheduler.failStop(
          new MachineFailure("the state of shard " + shard, "entry " + entry.start(), cause));
    }
    StoppedShard at = new StoppedShard(shard, entry.start(), String.valueOf(cause), true);
    LOG.error("{}", at.text(), cause);
    stopWriting();
    stopped = at;
    listener.stopped(shard, at);
  }

  /** Returns why the state is stopped at an entry; null if it is not. */
  @Nullable StoppedShard stopped() {
    return stopped;
  }

  /**
   * Takes the orders among entries; returns the first entry that one is about and that is applied
   * here, or at which the state is stopped.
   */
  private OptionalLong ordered(List<LogEntry> newer) {
    OptionalLong first = OptionalLong.empty();
    for (LogEntry entry : newer) {
      if (entry.content() instanceof Command command) {
        OptionalLong at = state.passedOver(command.bytes());
        if (at.isPresent() && passedOver.add(at.getAsLong())) {
          StoppedShard here = stopped;
          boolean isHere = here != null && here.entry() == at.getAsLong();
          if ((isHere || at.getAsLong() < applied)
              && (first.isEmpty() || at.getAsLong() < first.getAsLong())) {
            first = at;
          }
        }
      }
    }
    return first;
  }

  /** Makes the state again, without what is passed over; a term that waited for it begins. */
  private void goOnWithout(long first) {
    if (first < state.checkpointed()) {
      IllegalStateException wrong =
          new IllegalStateException(
              "its checkpoint has entry %s, which the other hosts pass over: start this host with an"
                      .formatted(first)
                  + " empty folder, and it takes the shard from them");
      fail("the replica of shard " + shard + " has another state than the others", wrong);
      return;
    }
    if (!load()) {
      return;
    }
    Idle waiting = idle;
    idle = null;
    if (waiting != null && stopped == null && !waiting.journal().failed()) {
      LOG.info("shard {} goes on, without the entry that was passed over", shard);
      begin(waiting);
    }
  }

  /**
   * Writes the order to pass over the entry at which the state is stopped, if this host leads.
   *
   * @param done is told null once the order is durable, or why it was not written
   */
  void passOver(long entry, String by, String reason, Consumer<@Nullable String> done) {
    queue.step(
        () -> {
          StoppedShard at = stopped;
          Idle leading = idle;
          if (at == null || at.entry() != entry) {
            done.accept("it is not stopped at entry " + entry + " on this host");
          } else if (leading == null || leading.journal().failed()) {
            done.accept(PassOvers.NOT_LEADING);
          } else {
            order(leading.journal(), entry, by, reason, done);
          }
        });
  }

  private void order(
      ShardJournal log, long entry, String by, String reason, Consumer<@Nullable String> done) {
    try {
      byte[] failed =
          entries.stream()
              .filter(each -> each.start() == entry)
              .map(each -> ((Command) each.content()).bytes())
              .findFirst()
              .orElseThrow();
      Encoder record = state.passOver(failed, entry, by, reason);
      long end = log.append(record.array(), 0, record.size());
      log.whenDurable(
          end, durable -> done.accept(durable ? null : "this host has lost the lead meanwhile"));
    } catch (JournalFailed | MalformedData e) {
      done.accept(String.valueOf(e.getMessage()));
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
          Idle open = new Idle(ballot, number, journal);
          if (state.isDropped()) {
            return; // It could not be loaded, and the host stops.
          }
          if (stopped == null) {
            begin(open);
          } else {
            idle = open;
            listener.stopped(shard, stopped);
            yieldLead();
          }
        });
  }

  /**
   * Lets a host lead whose state is not stopped, again and again while there is one. Where there is
   * none, this one keeps the lead: the order to pass over the entry needs a leader.
   */
  private void yieldLead() {
    if (stopped == null || idle == null || closed) {
      return;
    }
    links
        .another(shard)
        .ifPresent(
            to -> {
              LOG.info("shard {} is stopped here: host {} is to lead it", shard, to);
              host.handOver(shard, to);
            });
    long wait = deployment.replication().electionTimeout().toNanos();
    ports.scheduler().after(wait, queue, this::yieldLead);
  }

  private void begin(Idle open) {
    stopWriting();
    ShardTransport to = new ShardTransport(links, shard, open.number());
    transport = to;
    try {
      TermHistory.begin(told, shard, open.number());
      state.lead(
          open.journal(), to, open.number(), () -> new LeaderLog(backups, open.journal(), disk));
      ShardTerm begun = ShardTerm.ofLeader(state, listener.memory());
      term = begun;
      listener.opened(shard, begun);
    } catch (IOException | RuntimeException e) {
      fail("term " + open.number() + " over shard " + shard + " cannot begin", e);
    }
  }

  @Override
  public void steppedDown(Ballot ballot) {
    queue.step(
        () -> {
          idle = null;
          ShardTransport ending = transport;
          if (ending == null) {
            return;
          }
          ending.close();
          listener.ended(shard);
          ShardTerm over = term;
          if (over != null) {
            over.steppedDown();
          }
          term = null;
          transport = null;
          backups.clear();
          if (closed) {
            return;
          }
          if (load()) {
            release();
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
            transfer.offer(to);
          } catch (RuntimeException e) {
            LOG.warn("shard {} cannot be offered to host {}", shard, to, e);
          }
        });
  }

  /** The host stops, or its disk has failed: a state that is over is not loaded again. */
  void stop() {
    closed = true;
  }

  /** Ends the term, if there is one; its clients have been answered. */
  void close() {
    ShardTerm ending = term;
    if (ending != null) {
      ending.close();
    }
  }
}
