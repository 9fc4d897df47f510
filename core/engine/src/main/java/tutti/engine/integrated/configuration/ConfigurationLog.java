package tutti.engine.integrated.configuration;

import java.util.ArrayList;
import java.util.List;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import tutti.engine.history.History;
import tutti.engine.journal.JournalFailed;
import tutti.engine.replication.HostLog;
import tutti.engine.replication.ReplicaHost;
import tutti.engine.replication.ShardJournal;
import tutti.engine.replication.ShardListener;
import tutti.engine.runtime.Scheduler;
import tutti.engine.runtime.StepQueue;
import tutti.model.Encoder;
import tutti.protocol.integrated.LogPosition;
import tutti.protocol.replication.Ballot;
import tutti.protocol.replication.Command;
import tutti.protocol.replication.Group;
import tutti.protocol.replication.Input;
import tutti.protocol.replication.LogEntry;
import tutti.protocol.replication.TermStart;
import tutti.protocol.replication.Timing;

/**
 * The configuration log of a shard on one host: tells the machine of the shard's replica the
 * commands that are chosen, and the leader, and appends those of a machine that leads. Confined to
 * the queue of machines, but for the calls of the replicated log, which come from another queue and
 * are put into this one.
 */
public final class ConfigurationLog implements ShardListener {
  /** The leader where none is known. */
  public static final int NO_HOST = -1;

  /**
   * The factor of truncation: a configuration log that keeps this many times as much of the log as
   * makes an image is truncated.
   */
  private static final long HELD = 3;

  private static final Logger LOG = LoggerFactory.getLogger(ConfigurationLog.class);

  private final int shard;
  private final Group group;
  private final StepQueue queue;
  private final ReplicaHost configurationLogs;
  private final History history;
  private final Machine machine;

  /**
   * The divisor of the heap that bounds the commands, behind an image, of all configuration logs of
   * a host. Commands that come while an image is written are in memory, too.
   */
  private static final long COMMANDS_OF_THE_HEAP = 24;

  /** The place that the machine's memory reaches. */
  private LogPosition place;

  /** The place that the image reaches which is being written. */
  private LogPosition imaged;

  /** The place that the image before reaches: replicas that lag find the log behind. */
  private LogPosition before;

  /** The log, while this host leads it. */
  private @Nullable ShardJournal log;

  private int leader = NO_HOST;

  /** The bytes of the commands that were taken since the newest image began. */
  private long behindImage;

  /** The commands before {@link #place} that the log had at this start, until all are there. */
  private final List<LogEntry> taken = new ArrayList<>();

  /** Whether the newest image began since the configuration log had too much in memory. */
  private boolean eager;

  private LongSupplier most = () -> Long.MAX_VALUE;

  /** The user of a configuration log. Called on the queue of machines. */
  public interface Machine {

    /**
     * A command is chosen, behind those before.
     *
     * @param behind the place that the memory reaches with the command
     * @return whether it was taken; if not, an image of the memory has to begin before it
     */
    boolean chosen(byte[] command, LogPosition behind);

    /**
     * The log has a command that the memory contains which was found at this start.
     *
     * @param behind the place that the memory reached with the command
     */
    void taken(byte[] command, LogPosition behind);

    /** Returns the position behind which other hosts may need all commands, images or not. */
    long keptFrom();

    /**
     * Handles a change of the leader: {@code host} leads now, or no leader is known. Called again
     * when a term begins here.
     */
    void leads(int host);

    /**
     * Offers what the replica on that host needs, since it lacks truncated commands. Repeated while
     * it lacks them.
     */
    void offer(int host);
  }

  /**
   * @param queue the queue of the host's machines
   * @param history is called when commands are chosen
   * @param found the place in the log that the durable state reaches which was found at this start
   */
  public ConfigurationLog(
      int shard,
      Group group,
      StepQueue queue,
      ReplicaHost configurationLogs,
      History history,
      LogPosition found,
      Machine machine) {
    this.shard = shard;
    this.group = group;
    this.queue = queue;
    this.configurationLogs = configurationLogs;
    this.history = history;
    this.machine = machine;
    this.place = found;
    this.imaged = found;
    this.before = found;
  }

  /**
   * Starts the replica of the configuration log, which truncates its log when it holds much of the
   * host's log.
   *
   * @param imageBytes the size of the log after which a replica makes an image
   * @param shards the number of shards
   * @param heap returns the size of the heap, of which the bounds are fractions
   */
  public void start(Timing timing, HostLog of, long imageBytes, int shards, LongSupplier heap) {
    most = () -> heap.getAsLong() / COMMANDS_OF_THE_HEAP / Math.max(1, shards);
    configurationLogs.start(shard, group, timing, this);
    of.whenHeld(HELD * shards * imageBytes, configurationLogs::renew);
  }

  /**
   * Returns whether the configuration log has so many bytes of commands in memory that a new image
   * is needed. The commands behind the image before the newest one are in memory.
   */
  public boolean isLong() {
    return behindImage > most.getAsLong();
  }

  /** Returns the place that the machine's memory reaches. */
  public LogPosition place() {
    return place;
  }

  /** Returns the leader as far as it is known. */
  public int leader() {
    return leader;
  }

  /** Sets the place that the durable state reaches, without the commands before it. */
  public void reach(LogPosition reached) {
    if (place.mark().position() < reached.mark().position()) {
      place = reached;
    }
  }

  /** The memory reaches a place durably: the configuration log needs nothing before it. */
  public void reached(LogPosition durably) {
    configurationLogs.installed(shard, durably.mark(), durably.terms());
  }

  /** An image of the memory begins; returns the place that it reaches. */
  public LogPosition imageBegins() {
    imaged = place;
    eager = isLong();
    behindImage = 0;
    return place;
  }

  /**
   * Truncates the configuration log when an image is durable: up to the image before the newest
   * one, or up to the newest one if the log had too much in memory; entries that other hosts may
   * need stay. A replica that lags further behind gets an image.
   */
  public void imageIsDurable() {
    long position = (eager ? imaged : before).mark().position();
    configurationLogs.released(shard, Math.min(position, machine.keptFrom()));
    before = imaged;
  }

  /**
   * Appends a command. One that is lost, since the term has ended, is the next leader's to append.
   */
  public void append(Encoder command) {
    ShardJournal to = log;
    if (to != null && !to.failed()) {
      try {
        to.append(command.array(), 0, command.size());
      } catch (JournalFailed termIsOver) {
        LOG.debug("shard {} gets another leader before a command of it is chosen", shard);
      }
    }
  }

  /**
   * Transfers the leadership to another host after {@code nanos}, if this one leads then: its
   * machine is stopped, and does not do a leader's work. The delay gives an operator's order time
   * to enter the configuration log.
   *
   * @param isStopped returns whether the machine is still stopped
   */
  public void yieldLater(Scheduler scheduler, long nanos, BooleanSupplier isStopped) {
    scheduler.after(
        nanos,
        queue,
        () -> {
          if (leads() && isStopped.getAsBoolean()) {
            configurationLogs.handOver(shard, Input.HandOver.AT_ONCE);
          }
        });
  }

  /** Returns whether this host leads the configuration log. */
  public boolean leads() {
    ShardJournal to = log;
    return to != null && !to.failed();
  }

  /**
   * Appends a command.
   *
   * @param written is called once, on some thread, with whether the command is durable
   */
  public void append(Encoder command, Consumer<Boolean> written) {
    ShardJournal to = log;
    if (to == null || to.failed()) {
      written.accept(false);
      return;
    }
    try {
      long end = to.append(command.array(), 0, command.size());
      to.whenDurable(end, written::accept);
    } catch (JournalFailed termIsOver) {
      written.accept(false);
    }
  }

  // --- the replicated log ---

  @Override
  public void chosen(long position, List<LogEntry> entries) {
    history.chosen(shard, entries);
    queue.step(() -> entries.forEach(this::chosen));
  }

  private void chosen(LogEntry entry) {
    if (entry.end() <= place.mark().position()) {
      taken(entry);
      return;
    }
    switch (entry.content()) {
      case Command command -> {
        LogPosition behind = new LogPosition(entry.mark(), place.terms());
        if (machine.chosen(command.bytes(), behind)) {
          place = behind;
          behindImage += command.bytes().length;
          tell(entry.end());
        }
      }
      case TermStart(long count, int _) -> place = new LogPosition(entry.mark(), count);
    }
  }

  /** Only from the place on, backwards, is it known how many terms there were. */
  private void taken(LogEntry entry) {
    taken.add(entry);
    if (entry.end() < place.mark().position()) {
      return;
    }
    long terms = place.terms();
    List<LogPosition> behind = new ArrayList<>();
    for (LogEntry each : taken.reversed()) {
      behind.add(new LogPosition(each.mark(), terms));
      terms = each.content() instanceof TermStart(long count, int _) ? count - 1 : terms;
    }
    for (LogEntry each : taken) {
      LogPosition its = behind.removeLast();
      if (each.content() instanceof Command command) {
        machine.taken(command.bytes(), its);
      }
    }
    taken.clear();
  }

  /**
   * Informs the other replicas of the configuration log immediately that a command is chosen.
   * Without this they would learn it with the next heartbeat, and no replica may act until then.
   */
  private void tell(long end) {
    ShardJournal to = log;
    if (to != null && !to.failed()) {
      to.whenCurrent(end, current -> {});
    }
  }

  @Override
  public void opened(Ballot ballot, long term, ShardJournal journal) {
    queue.step(
        () -> {
          log = journal;
          leads(group.self());
        });
  }

  @Override
  public void steppedDown(Ballot ballot) {
    queue.step(
        () -> {
          log = null;
          leads(NO_HOST);
        });
  }

  @Override
  public void follows(Ballot ballot) {
    // A leader is told when its term opens: then it knows all commands that are chosen.
    if (ballot.host() != group.self()) {
      queue.step(() -> leads(ballot.host()));
    }
  }

  private void leads(int host) {
    leader = host;
    machine.leads(host);
  }

  @Override
  public void offer(int to) {
    queue.step(() -> machine.offer(to));
  }
}
