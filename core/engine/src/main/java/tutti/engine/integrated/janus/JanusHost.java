package tutti.engine.integrated.janus;

import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.function.BiConsumer;
import java.util.function.BiFunction;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;
import tutti.engine.history.History;
import tutti.engine.integrated.AnswerTimes;
import tutti.engine.integrated.ClientDeadline;
import tutti.engine.integrated.ItemExecution;
import tutti.engine.integrated.ItemReplicaStatus;
import tutti.engine.integrated.KeyQuestion;
import tutti.engine.integrated.KeyQuestions;
import tutti.engine.integrated.MessageBatcher;
import tutti.engine.integrated.PassOverOrder;
import tutti.engine.integrated.StepGuard;
import tutti.engine.integrated.StepGuards;
import tutti.engine.integrated.expiry.KeySweep;
import tutti.engine.integrated.expiry.KeySweeper;
import tutti.engine.integrated.expiry.KeySweepers;
import tutti.engine.replication.HostLog;
import tutti.engine.replication.ReplicaHost;
import tutti.engine.replication.ReplicaLink;
import tutti.engine.replication.StoppedShard;
import tutti.engine.runtime.Scheduler;
import tutti.engine.runtime.StepQueue;
import tutti.model.ActorId;
import tutti.model.Decoder;
import tutti.model.Encoder;
import tutti.protocol.integrated.janus.DurableState;
import tutti.protocol.integrated.janus.Input;
import tutti.protocol.integrated.janus.Message;
import tutti.protocol.integrated.janus.Outcome;
import tutti.protocol.integrated.janus.Output;
import tutti.protocol.integrated.janus.Replica;
import tutti.protocol.integrated.janus.Settings;
import tutti.protocol.integrated.janus.graph.Request;
import tutti.protocol.integrated.janus.graph.Transaction;
import tutti.protocol.integrated.janus.membership.Configuration;
import tutti.protocol.machine.Address;
import tutti.protocol.machine.Event;
import tutti.protocol.replication.Group;
import tutti.protocol.replication.Timing;

/**
 * The replicas of one host, and the coordinators and readers that run on it. All their machines run
 * on one queue. Thread-safe.
 */
public final class JanusHost {
  /**
   * The parts of the host.
   *
   * @param self the host's number
   * @param log the host's only log, which contains the configuration logs of its shards, too
   * @param entropy draws the names of starts; used on one thread at a time
   * @param link the link to other hosts, which pass its messages to {@link #received}
   * @param mostInFlight no transaction begins here while this many are under way
   * @param imageBytes the size of the log after which a replica makes an image of its durable state
   * @param history is called for all that replicas write
   */
  public record Parts(
      int self,
      HostLog log,
      Scheduler scheduler,
      RandomGenerator entropy,
      ReplicaLink link,
      int mostInFlight,
      long imageBytes,
      History history) {}

  /**
   * The divisor of the heap that bounds the values that executions work on. Their results, their
   * records, and short-lived copies take several times as much.
   */
  private static final long EXECUTIONS_OF_THE_HEAP = 32;

  private final Parts parts;
  private final StepGuards guards;
  private final Settings settings;
  private final Map<Integer, List<Integer>> groups;
  private final StepQueue queue;
  private final Map<Integer, ReplicaDriver> replicas = new ConcurrentSkipListMap<>();
  private final Coordinators coordinators;
  private final Readers readers;
  private final JanusMessages mail;
  private final AnswerTimes times;
  private final KeyQuestions questions;
  private final SyncPoints syncPoints;
  private final SnapshotKeeper keeper;
  private final SnapshotReaders snapshots;
  private final KeySweepers sweepers;
  private final ExecutionRoom executions;
  private boolean closed;

  /** The number that {@link #unexecuted} has found. */
  private volatile int unexecuted = 1;

  /**
   * @param groups the hosts of each shard, also of those that have no replica here
   */
  public JanusHost(Parts parts, Settings settings, Map<Integer, List<Integer>> groups) {
    this(parts, new StepGuards(parts.scheduler(), "Janus replica"), settings, groups);
  }

  /**
   * @param guards of the machines' steps
   * @param groups the hosts of each shard, also of those that have no replica here
   */
  public JanusHost(
      Parts parts, StepGuards guards, Settings settings, Map<Integer, List<Integer>> groups) {
    this.guards = guards;
    this.parts = parts;
    this.settings = settings;
    this.groups = Map.copyOf(groups);
    this.queue = parts.scheduler().newMachineQueue("janus");
    this.sweepers = new KeySweepers(parts.self(), this.groups, parts.scheduler(), queue);
    LongSupplier heap = parts.scheduler().heap()::underWay;
    this.executions = new ExecutionRoom(() -> heap.getAsLong() / EXECUTIONS_OF_THE_HEAP);
    this.mail =
        new JanusMessages(parts.self(), queue, parts.link(), this::nonce, new Taker(), heap);
    this.times =
        new AnswerTimes(
            parts.self(),
            parts.link(),
            groups,
            new AnswerTimes.Waits(settings.fastNanos(), settings.retryNanos()),
            settings.recoverNanos() / 2);
    this.questions = new KeyQuestions(groups, parts.scheduler(), queue, nonce(), mail::askKeys);
    this.syncPoints = new SyncPoints(this);
    this.keeper = new SnapshotKeeper(this);
    this.snapshots = new SnapshotReaders(this, this.groups);
    this.coordinators = new Coordinators(this, settings, this.groups);
    this.readers = new Readers(this, settings, this.groups);
  }

  /** Returns how many replicas there are here. */
  int replicas() {
    return replicas.size();
  }

  Parts parts() {
    return parts;
  }

  StepQueue queue() {
    return queue;
  }

  /** Returns the room for executions on this host. */
  ExecutionRoom executions() {
    return executions;
  }

  /** Returns a number that no other start of anything has. */
  long nonce() {
    return parts.entropy().nextLong(1, Long.MAX_VALUE);
  }

  Settings settings() {
    return settings;
  }

  /**
   * Starts the replica of a shard, and the replica of its configuration log; once for each shard.
   *
   * @param found the memories that the host's log had when it was opened
   * @param execution of transactions
   */
  public void start(
      int shard,
      HostMemory found,
      ReplicaHost configurationLogs,
      Timing timing,
      ItemExecution execution) {
    Group group = new Group(parts.self(), groups.getOrDefault(shard, List.of()));
    HostMemory.Found replica = found.replica(shard);
    ReplicaDriver driver =
        new ReplicaDriver(
            new ReplicaDriver.Of(shard, group, configurationLogs, guards.of(shard)),
            machine(shard, group, replica.memory),
            replica,
            this,
            execution);
    queue.step(
        () -> {
          replicas.put(shard, driver);
          String broken = replica.broken;
          if (broken == null) {
            driver.start(!replica.begun);
          } else {
            driver.stop(0, broken);
          }
        });
    driver
        .configurationLog()
        .start(
            timing,
            parts.log(),
            parts.imageBytes(),
            groups.size(),
            parts.scheduler().heap()::underWay);
  }

  /** Returns the machine of a replica that goes on from that memory. */
  Replica machine(int shard, Group group, DurableState memory) {
    return new Replica(shard, group, groups, settings, memory, times::distance);
  }

  /** Returns why the replica of a shard is stopped; null if it is not. */
  public @Nullable StoppedShard stopped(int shard) {
    ReplicaDriver driver = replicas.get(shard);
    return driver == null ? null : driver.stopped();
  }

  /** Returns whether replicas that are stopped at that place came to different ends there. */
  public static boolean upholds(long place) {
    return UpheldEnds.isAt(place);
  }

  /**
   * Calls {@code seen} on the queue with the transaction at which the replica of a shard is
   * stopped; with an empty {@code Optional} if the replica is not stopped at that place, or no
   * replica can pass over the transaction.
   */
  public void stoppedAt(int shard, long place, Consumer<Optional<byte[]>> seen) {
    queue.step(
        () -> {
          ReplicaDriver driver = replicas.get(shard);
          seen.accept(driver == null ? Optional.empty() : driver.stoppedAt(place));
        });
  }

  /**
   * Makes all replicas of a shard pass over a transaction, if this host leads the shard's
   * configuration log.
   */
  public void passOver(int shard, PassOverOrder order, Consumer<Boolean> written) {
    queue.step(
        () -> {
          ReplicaDriver driver = replicas.get(shard);
          if (driver == null) {
            written.accept(false);
          } else {
            driver.configurationLog().append(order.encode(new Encoder()), written);
          }
        });
  }

  /**
   * Begins to remove idempotency keys that were used longer ago than {@code keep}, in the shards of
   * the replicas that were started here. Call this once.
   */
  public void keepKeys(Duration keep) {
    sweepers.begin(replicas, Keys::new, keep);
  }

  /** Stops ({@code on}) or resumes the removal of keys by this host, for simulations. */
  public void holdKeys(boolean on) {
    sweepers.hold(on);
  }

  /** The versions of the application are known: that one is the newest. */
  public void newest(long version) {
    queue.step(() -> replicas.values().forEach(each -> each.on(new Input.Version(version))));
  }

  /**
   * Rewrites some items of the replica of a shard.
   *
   * @param after the item after which they begin; null from the first on
   * @param value returns the new value of an item; the array that it got, if the value is to stay
   * @param done is called with the last of the items, or null, and with whether any has changed;
   *     never if no replica of the shard runs here
   */
  public void renew(
      int shard,
      @Nullable ActorId after,
      BiFunction<ActorId, byte[], byte[]> value,
      BiConsumer<@Nullable ActorId, Boolean> done) {
    queue.step(
        () -> {
          ReplicaDriver driver = replicas.get(shard);
          if (driver != null) {
            driver.renew(after, value, done);
          }
        });
  }

  /** Ends all machines; what they have written is in the log. */
  public void close() {
    queue.step(
        () -> {
          closed = true;
          sweepers.end();
          replicas.values().forEach(ReplicaDriver::close);
          coordinators.halt();
          readers.halt();
        });
  }

  // --- transactions and reads ---

  /** The listener to the end of a transaction; called on the queue of the machines, once. */
  public interface Listener {

    /**
     * The transaction has ended; it has not begun if too many were under way.
     *
     * @param outputs those of participants that are known; one at least if it was executed, or
     *     refused
     */
    void ended(Outcome outcome, List<byte[]> outputs);
  }

  /**
   * Runs a transaction, which gets its id here.
   *
   * @param shards the shards that the transaction accesses, the home shard first
   * @param request the transaction's pieces, one of which contains the action
   * @param deadlineNanos in the scheduler's nanoseconds: a transaction that is not ordered by then
   *     is given up; {@link ClientDeadline#NEVER} if it is never given up
   * @param listener is called with the end; never if the host ends first
   */
  public void begin(List<Integer> shards, Request request, long deadlineNanos, Listener listener) {
    queue.step(() -> coordinators.begin(shards, request, deadlineNanos, listener));
  }

  /** Returns the times in which other hosts answer. */
  AnswerTimes times() {
    return times;
  }

  /** A replica has answered the first question of a coordinator that began here then. */
  void answered(int host, long began) {
    times.answered(host, began, parts.scheduler().nanos());
  }

  /** Returns whether a replica here is stopped at that transaction. */
  boolean isStoppedAt(Transaction transaction) {
    for (int shard : transaction.shards()) {
      ReplicaDriver driver = replicas.get(shard);
      StoppedShard at = driver == null ? null : driver.stopped();
      if (at != null && at.entry() == JanusPlace.number(transaction.id())) {
        return true;
      }
    }
    return false;
  }

  /**
   * A step of a coordinator has failed. One that takes over fails again after each start: then the
   * first shard of the transaction that has a replica here stops, and the process goes on.
   */
  void coordinatorFailed(Transaction transaction, Throwable cause) {
    for (int shard : transaction.shards()) {
      ReplicaDriver driver = replicas.get(shard);
      if (driver != null && driver.stopped() == null) {
        driver.coordinatorFailed(transaction.id(), cause);
        return;
      }
    }
    // No replica here asks for it again: it is gone with the process.
    throw guards.of(StepGuard.OF_COORDINATORS).ended(cause);
  }

  /** A replica here thinks that a coordinator is gone. */
  void takeOver(Output.TakeOver what) {
    coordinators.takeOver(what);
  }

  /**
   * Reads an item of a shard, as it is at a moment after this call: the read sees all that was
   * acknowledged before. Items that must be seen at one moment are read by a transaction.
   *
   * @param confirmed whether a majority is asked; if not, the value may be old
   * @param deadlineNanos the question is not repeated after this, in the scheduler's nanoseconds
   * @param seen is called with the value, on the queue of the machines; an empty array stands for
   *     an item that does not exist. Never called if no majority of the shard answers
   */
  public void read(
      int shard, ActorId item, boolean confirmed, long deadlineNanos, Consumer<byte[]> seen) {
    queue.step(
        () -> {
          if (!closed) {
            readers.read(shard, item, confirmed, deadlineNanos, seen);
          }
        });
  }

  /** Returns the copies that replicas here make. */
  public SyncPoints syncPoints() {
    return syncPoints;
  }

  /** Returns the snapshots that replicas here keep. */
  SnapshotKeeper keeper() {
    return keeper;
  }

  /** Returns the snapshots that queries here read. */
  SnapshotReaders snapshots() {
    return snapshots;
  }

  /**
   * Returns the value of an item at the replica here; an empty array if the item does not exist.
   */
  byte[] value(int shard, ActorId item) {
    ReplicaDriver driver = replicas.get(shard);
    return driver == null ? new byte[0] : driver.value(item);
  }

  /** Returns the questions for keys that this host asks. */
  KeyQuestions questions() {
    return questions;
  }

  /** The keys of a replica here. */
  private final class Keys implements KeySweeper.Keys {
    private final ReplicaDriver driver;

    Keys(ReplicaDriver driver) {
      this.driver = driver;
    }

    @Override
    public boolean isWhole() {
      return driver.kept().executes();
    }

    @Override
    public SortedMap<ActorId, byte[]> behind(ActorId item) {
      return Values.piece(driver.behind(item)).values();
    }

    @Override
    public void forget(SortedSet<ActorId> keys, Instant before, Runnable ended) {
      int shard = driver.shard();
      Request request = new KeySweep(before).request(shard, keys);
      coordinators.begin(List.of(shard), request, ClientDeadline.NEVER, (_, _) -> ended.run());
    }
  }

  // --- looks, for people and tests ---

  /** Calls back with the replicas here, on the queue of the machines. */
  void drivers(Consumer<Collection<ReplicaDriver>> seen) {
    queue.step(() -> seen.accept(closed ? List.of() : replicas.values()));
  }

  /** Returns the state of the replica of a shard as it was a moment ago; null if none is here. */
  public @Nullable ItemReplicaStatus status(int shard) {
    ReplicaDriver driver = replicas.get(shard);
    return driver == null ? null : driver.status();
  }

  /** Returns how many transactions replicas here had not forgotten a moment ago. */
  public long openNow() {
    return replicas.values().stream().mapToLong(each -> each.status().open()).sum();
  }

  /** Returns the number of coordinators that run here. */
  public int coordinating() {
    return coordinators.coordinating();
  }

  /** Returns how many transactions that began here no majorities are known to have executed. */
  public int inFlight() {
    return coordinators.inFlight();
  }

  /**
   * Returns how many transactions replicas here know and have not executed, as the call before has
   * found it; some, if there was none.
   */
  public int unexecuted() {
    queue.step(
        () ->
            unexecuted =
                replicas.values().stream()
                    .filter(each -> each.stopped() == null && each.kept().executes())
                    .mapToInt(each -> each.kept().unexecuted())
                    .sum());
    return unexecuted;
  }

  /** Returns the numbers of what has happened here. */
  public JanusCounts counts() {
    return coordinators.counts();
  }

  /** Returns how many coordinators here have taken over. */
  public long takeOvers() {
    return coordinators.takeOvers();
  }

  /** Calls back with the values of all items at the replica here, on the queue. */
  public void look(int shard, Consumer<SortedMap<ActorId, byte[]>> seen) {
    queue.step(
        () -> {
          ReplicaDriver driver = replicas.get(shard);
          seen.accept(driver == null ? new TreeMap<>() : driver.items());
        });
  }

  /** Calls back with the value of an item at the replica here, on the queue. */
  public void look(int shard, ActorId item, Consumer<byte[]> seen) {
    queue.step(
        () -> {
          ReplicaDriver driver = replicas.get(shard);
          if (driver != null) {
            seen.accept(driver.value(item));
          }
        });
  }

  /** Calls back with the number of transactions that are not forgotten here, on the queue. */
  public void open(Consumer<Integer> seen) {
    queue.step(
        () ->
            seen.accept(
                coordinators.coordinating()
                    + replicas.values().stream()
                        .mapToInt(each -> each.machine().kept().open())
                        .sum()));
  }

  // --- messages ---

  void ask(int shard, int to, Message message) {
    if (message instanceof Message.Inquire) {
      coordinators.inquired();
    }
    mail.ask(List.of(shard), to, message);
  }

  JanusMessages mail() {
    return mail;
  }

  /**
   * Takes a message that another host's link has carried. The bytes are read before this returns.
   */
  public void received(int from, Decoder in) {
    mail.received(from, in);
  }

  /** The host as it takes messages, on the queue of machines. */
  private final class Taker implements JanusMessages.Taker {
    @Override
    public void replica(int from, int shard, Message message) {
      ReplicaDriver driver = replicas.get(shard);
      if (driver != null && !closed) {
        driver.on(new Event.Received<>(new Address.Replica(from, shard), message));
      }
    }

    @Override
    public void coordinators(int from, int shard, Message message) {
      if (closed) {
        return;
      }
      Message inner = message instanceof Message.Within(_, Message its) ? its : message;
      Address sender = new Address.Replica(from, shard);
      switch (inner) {
        case Message.ConflictsReply(long number, _) ->
            readers.on(number, new Event.Received<>(sender, message));
        case Message.Value(long number, _) ->
            readers.on(number, new Event.Received<>(sender, message));
        default ->
            message
                .answersTo()
                .ifPresent(id -> coordinators.on(id, new Event.Received<>(sender, message)));
      }
    }

    /** Tells the keys that a replica has, if its answers count: else it may lack some. */
    @Override
    public void asked(int from, int shard, KeyQuestion.Asked question) {
      ReplicaDriver driver = replicas.get(shard);
      if (driver != null && !closed && driver.kept().decides()) {
        List<String> keys = driver.keys(question.type(), question.after(), question.most());
        Configuration its = driver.kept().configuration();
        mail.tellKeys(shard, from, question.told(keys, its.number(), its.majority()));
      }
    }

    @Override
    public void transferred(int from, int shard, Decoder part) {
      ReplicaDriver driver = replicas.get(shard);
      if (driver != null && !closed) {
        MessageBatcher.reading(
            from, "a part of shard " + shard, () -> driver.transferred(from, part));
      }
    }

    @Override
    public void snapshot(int from, int shard, SnapshotMessage message) {
      if (closed) {
        return;
      }
      if (message instanceof SnapshotMessage.Seen seen) {
        snapshots.seen(seen);
      } else {
        keeper.received(from, shard, message);
      }
    }

    @Override
    public void told(int from, int shard, KeyQuestion.Told answer) {
      questions.told(shard, from, answer);
    }
  }
}
