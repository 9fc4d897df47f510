package tutti.engine.replication;

import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import tutti.engine.journal.Journal;
import tutti.engine.runtime.Scheduler;
import tutti.engine.runtime.StepQueue;
import tutti.model.Decoder;
import tutti.model.MalformedData;
import tutti.protocol.machine.Address;
import tutti.protocol.machine.Event;
import tutti.protocol.replication.Group;
import tutti.protocol.replication.Input;
import tutti.protocol.replication.LogEntry;
import tutti.protocol.replication.LogMark;
import tutti.protocol.replication.ReplicationMessage;
import tutti.protocol.replication.ShardMessage;
import tutti.protocol.replication.Timing;
import tutti.protocol.replication.multipaxos.DurableState;
import tutti.protocol.replication.multipaxos.Invariants;
import tutti.protocol.replication.multipaxos.MultiPaxos;

/**
 * The replicas of one host: their machines, driven by the ports. All machines of a host run on one
 * queue of steps, one event after another. Thread-safe.
 */
public final class ReplicaHost {
  private static final Logger LOG = LoggerFactory.getLogger(ReplicaHost.class);

  private final HostLog log;
  private final Scheduler scheduler;
  private final RandomGenerator entropy;
  private final ReplicaLink link;
  private final StepQueue queue;
  private final Map<Integer, ReplicaDriver> replicas = new ConcurrentHashMap<>();
  private volatile boolean closed;

  /**
   * @param entropy names disks and starts; used on one thread at a time
   */
  public ReplicaHost(HostLog log, Scheduler scheduler, RandomGenerator entropy, ReplicaLink link) {
    this.log = log;
    this.scheduler = scheduler;
    this.entropy = entropy;
    this.link = link;
    this.queue = scheduler.newMachineQueue("replicas");
  }

  /**
   * Returns the entries of a shard of which the host's log tells that they are chosen, in order.
   * Before its replica starts.
   */
  public List<LogEntry> recovered(int shard) {
    return log.peek(shard).map(kept -> kept.chosenBehind(0)).orElse(List.of());
  }

  /**
   * Returns whether the host's log has commands of a shard of which it does not tell that they are
   * chosen. Before its replica starts.
   */
  public boolean isUndecided(int shard) {
    return log.peek(shard).map(DurableState::isUndecided).orElse(false);
  }

  /** Returns the end of a shard's log on this host. Before its replica starts. */
  public long end(int shard) {
    return log.peek(shard).map(kept -> kept.endMark().position()).orElse(0L);
  }

  /**
   * Returns the position behind which this host's log has that of a shard: what comes before must
   * be in a checkpoint. Before its replica starts.
   */
  public long begins(int shard) {
    return log.peek(shard).map(DurableState::begins).orElse(0L);
  }

  /** Returns whether the host has met the formed shard. Before its replica starts. */
  public boolean isFormed(int shard) {
    return log.peek(shard).map(kept -> kept.shard() != 0).orElse(false);
  }

  /** Returns whether the replica of a shard was found, and votes. Before it starts. */
  public boolean votes(int shard) {
    return log.votes(shard);
  }

  /**
   * Makes the replica of a shard begin as one that has lost its disk, since a checkpoint is lost.
   * Call this before the replica starts.
   */
  public void forget(int shard) {
    log.peek(shard).ifPresent(kept -> log.append(shard, kept.lost(), true));
  }

  /** A taker of a place in a shard's log. */
  @FunctionalInterface
  public interface PlaceTaker {
    /**
     * Stores the place.
     *
     * @return whether it is stored
     */
    boolean take(LogMark mark, long terms);
  }

  /** Calls back once all that the host's log has been given is durable, or the log has failed. */
  public void whenWritten(Journal.DurableCallback callback) {
    log.whenDurable(log.next() - 1, callback);
  }

  /**
   * Truncates the log of a shard before a position that a durable checkpoint contains, if that part
   * is still there. Call this before the shard's replica starts.
   *
   * @param taker stores the place first; if it fails, nothing is truncated
   */
  public void letGo(int shard, long position, PlaceTaker taker) {
    DurableState kept = log.peek(shard).orElseGet(DurableState::new);
    kept.placeAt(position)
        .filter(place -> taker.take(place.mark(), place.terms()))
        .ifPresent(place -> log.append(shard, kept.letGo(place), false));
  }

  /** Starts the replica of a shard, from what the host's log has of it. Once for each shard. */
  public void start(int shard, Group group, Timing timing, ShardListener listener) {
    DurableState kept = log.found(shard);
    Invariants invariants = new Invariants(kept);
    ReplicaDriver driver =
        new ReplicaDriver(
            shard,
            MultiPaxos.replica(group, timing, kept),
            invariants,
            new ReplicaDriver.Ports(log, scheduler, queue, link),
            listener,
            timing.electionNanos());
    replicas.put(shard, driver);
    queue.step(() -> driver.on(new Event.Started<>(entropy.nextLong(1, Long.MAX_VALUE))));
  }

  /**
   * Takes a message that {@link ReplicaLink#send} has carried. The bytes are read before this
   * returns.
   */
  public void received(int from, Decoder in) {
    try {
      ReplicaDriver driver = replicas.get(in.getCount(Integer.MAX_VALUE));
      long identity = in.getLong();
      ReplicationMessage message = MultiPaxos.decode(in);
      if (driver != null && !closed) {
        queue.step(
            () ->
                driver.on(
                    new Event.Received<>(
                        new Address.Peer(from), new ShardMessage(identity, message))));
      }
    } catch (MalformedData e) {
      LOG.warn("host {} sent a message for a replica that is none: {}", from, e.getMessage());
    }
  }

  /**
   * Transfers the leadership of a shard to another host, at a moment within the next election's
   * wait when that host has all of the log. Records that the term appends after that moment are in
   * no log.
   */
  public void handOver(int shard, int to) {
    ReplicaDriver driver = replicas.get(shard);
    if (driver != null) {
      queue.step(() -> driver.handOver(to));
    }
  }

  /**
   * Transfers the leadership of each shard immediately to the host that has most of the shard's
   * log, since this host cannot do a leader's work.
   */
  public void yieldAll() {
    replicas.keySet().forEach(shard -> handOver(shard, Input.HandOver.AT_ONCE));
  }

  /** A checkpoint of this host contains the shard's log up to that position, durably. */
  public void released(int shard, long position) {
    give(shard, new Input.Released(position));
  }

  /** Writes anew what a replica's oldest records hold the log for. */
  public void renew(int shard) {
    if (log.beginRenewal(shard)) {
      give(shard, new Input.Renew());
    }
  }

  /** A checkpoint that came from another host is installed, durably. */
  public void installed(int shard, LogMark mark, long terms) {
    give(shard, new Input.Installed(mark, terms));
  }

  private void give(int shard, Input input) {
    ReplicaDriver driver = replicas.get(shard);
    if (driver != null) {
      queue.step(() -> driver.give(input));
    }
  }

  /**
   * Returns the state of a replica as it was a moment ago; null if the host has no replica of that
   * shard.
   */
  public @Nullable ReplicaStatus view(int shard) {
    ReplicaDriver driver = replicas.get(shard);
    return driver == null ? null : driver.view();
  }

  /**
   * Hands over all terms and stops all replicas; what they have written is flushed.
   *
   * @param done is called when the last message was given to the link; may be called never if the
   *     host was closed before
   */
  public void close(Runnable done) {
    closed = true;
    replicas.values().forEach(driver -> queue.step(driver::halt));
    queue.step(done);
    queue.step(queue::end);
  }
}
