package tutti.engine.integrated.tapir;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.function.BiConsumer;
import java.util.function.BiFunction;
import java.util.function.Consumer;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import tutti.engine.concurrency.BranchKey;
import tutti.engine.history.History;
import tutti.engine.integrated.AnswerTimes;
import tutti.engine.integrated.ClientDeadline;
import tutti.engine.integrated.ItemReplicaStatus;
import tutti.engine.integrated.KeyQuestion;
import tutti.engine.integrated.KeyQuestions;
import tutti.engine.integrated.MessageBatcher;
import tutti.engine.integrated.PassOverOrder;
import tutti.engine.integrated.StepGuard;
import tutti.engine.integrated.StepGuards;
import tutti.engine.integrated.expiry.KeySweepers;
import tutti.engine.integrated.tapir.TapirCounts.Kind;
import tutti.engine.replication.HostLog;
import tutti.engine.replication.ReplicaHost;
import tutti.engine.replication.ReplicaLink;
import tutti.engine.replication.StoppedShard;
import tutti.engine.runtime.Scheduler;
import tutti.engine.runtime.StepQueue;
import tutti.model.ActorId;
import tutti.model.Decoder;
import tutti.model.Encoder;
import tutti.protocol.integrated.tapir.Clock;
import tutti.protocol.integrated.tapir.Coordinator;
import tutti.protocol.integrated.tapir.DurableState;
import tutti.protocol.integrated.tapir.Entry;
import tutti.protocol.integrated.tapir.Message;
import tutti.protocol.integrated.tapir.Output;
import tutti.protocol.integrated.tapir.Part;
import tutti.protocol.integrated.tapir.Replica;
import tutti.protocol.integrated.tapir.Settings;
import tutti.protocol.integrated.tapir.Timestamp;
import tutti.protocol.integrated.tapir.Transaction;
import tutti.protocol.integrated.tapir.Vote;
import tutti.protocol.machine.Address;
import tutti.protocol.machine.Event;
import tutti.protocol.replication.Group;
import tutti.protocol.replication.Timing;

/**
 * The replicas of one host, and the coordinators that run on it. All their machines run on one
 * queue. Thread-safe.
 */
public final class TapirHost {
  private static final Logger LOG = LoggerFactory.getLogger(TapirHost.class);

  /**
   * The parts of the host.
   *
   * @param self the host's number
   * @param log the host's only log, which contains the configuration logs of its shards, too
   * @param entropy draws the names of starts; used on one thread at a time
   * @param link the link to other hosts, which pass its messages to {@link #received}
   * @param mostInFlight no transaction begins here while this many are undecided, and no read while
   *     twice as many reads are open
   * @param imageBytes the size of the log after which a replica makes an image of its durable state
   * @param history is called for all that commits
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

  private final Parts parts;
  private final StepGuards guards;
  private final Settings settings;
  private final Map<Integer, List<Integer>> groups;
  private final StepQueue queue;
  private final TapirMessages mail;
  private final Map<Integer, ShardDriver> replicas = new ConcurrentSkipListMap<>();
  private final Map<Timestamp, CoordinatorDriver> coordinators = new HashMap<>();
  private volatile int coordinating;

  /** The transactions that began here and are not decided. */
  private int undecided;

  private final TapirCounts counts = new TapirCounts();
  private final LeftOutReplicas leftOut;
  private final AnswerTimes times;
  private final Clock clock;

  /**
   * The highest timestamp that a refusal asked for, or up to which a shard remembers nothing: a
   * clock that is far behind costs an attempt.
   */
  private Timestamp above = Timestamp.NONE;

  private final KeyQuestions questions;

  /** The readers of each item that are not answered yet. */
  private final Map<ActorId, List<Consumer<Message.Version>>> readers = new HashMap<>();

  private final KeySweepers sweepers;
  private boolean closed;

  /**
   * @param groups the hosts of each shard, also of those that have no replica here
   */
  public TapirHost(Parts parts, Settings settings, Map<Integer, List<Integer>> groups) {
    this(parts, new StepGuards(parts.scheduler(), "TAPIR replica"), settings, groups);
  }

  /**
   * @param guards of the machines' steps
   * @param groups the hosts of each shard, also of those that have no replica here
   */
  public TapirHost(
      Parts parts, StepGuards guards, Settings settings, Map<Integer, List<Integer>> groups) {
    this.guards = guards;
    this.parts = parts;
    this.settings = settings;
    this.groups = Map.copyOf(groups);
    this.queue = parts.scheduler().newMachineQueue("tapir");
    this.sweepers = new KeySweepers(parts.self(), this.groups, parts.scheduler(), queue);
    this.mail =
        new TapirMessages(
            parts.self(),
            queue,
            parts.link(),
            this::nonce,
            new Taking(),
            parts.scheduler().heap()::underWay);
    this.times =
        new AnswerTimes(
            parts.self(),
            parts.link(),
            groups,
            new AnswerTimes.Waits(settings.fastNanos(), settings.retryNanos()),
            settings.recoverNanos() / 2);
    this.leftOut = new LeftOutReplicas(this, this.groups);
    this.clock = new Clock(nonce());
    this.questions = new KeyQuestions(groups, parts.scheduler(), queue, nonce(), mail::askKeys);
  }

  Parts parts() {
    return parts;
  }

  StepQueue queue() {
    return queue;
  }

  /** Returns whether transactions are strictly serializable. */
  boolean isStrict() {
    return settings.strict();
  }

  /**
   * Starts the replica of a shard, and the replica of its configuration log; once for each shard.
   *
   * @param found the memories that the host's log had when it was opened
   */
  public void start(int shard, HostMemory found, ReplicaHost configurationLogs, Timing timing) {
    Group group = new Group(parts.self(), groups.getOrDefault(shard, List.of()));
    ShardDriver driver =
        new ShardDriver(
            shard,
            new Replica(shard, group, settings, found.memory(shard)),
            this,
            group,
            configurationLogs,
            guards.of(shard));
    queue.step(
        () -> {
          replicas.put(shard, driver);
          String broken = found.broken(shard);
          if (broken == null) {
            driver.on(new Event.Started<>(nonce()));
          } else {
            driver.stop(broken);
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

  /**
   * Begins to remove idempotency keys that were used longer ago than {@code keep}, in the shards of
   * the replicas that were started here. Call this once.
   */
  public void keepKeys(Duration keep) {
    sweepers.begin(replicas, driver -> new ReplicaKeys(driver, this), keep);
  }

  /** Stops ({@code on}) or resumes the removal of keys by this host, for simulations. */
  public void holdKeys(boolean on) {
    sweepers.hold(on);
  }

  /** Returns the state of the replica of a shard as it was a moment ago; null if none is here. */
  public @Nullable ItemReplicaStatus status(int shard) {
    ShardDriver driver = replicas.get(shard);
    return driver == null ? null : driver.status();
  }

  /** Returns how much longer is waited for records than with a fast disk. */
  long longerNanos() {
    return replicas.values().stream().mapToLong(ShardDriver::longerNanos).max().orElse(0);
  }

  /** Returns how many replicas there are here. */
  int replicas() {
    return replicas.size();
  }

  Settings settings() {
    return settings;
  }

  /** Returns why the replica of a shard is stopped; null if it is not. */
  public @Nullable StoppedShard stopped(int shard) {
    ShardDriver driver = replicas.get(shard);
    return driver == null ? null : driver.stopped();
  }

  /**
   * Calls {@code seen} on the queue with the transaction at which the replica of a shard is
   * stopped; with an empty {@code Optional} if the replica is not stopped at that place.
   */
  public void stoppedAt(int shard, long place, Consumer<Optional<byte[]>> seen) {
    queue.step(
        () -> {
          ShardDriver driver = replicas.get(shard);
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
          ShardDriver driver = replicas.get(shard);
          if (driver == null) {
            written.accept(false);
          } else {
            driver.configurationLog().append(order.encode(new Encoder()), written);
          }
        });
  }

  /** Returns a number that no other start of anything has. */
  long nonce() {
    return parts.entropy().nextLong(1, Long.MAX_VALUE);
  }

  /** Ends all machines; what they have written is in the log. */
  public void close() {
    queue.step(
        () -> {
          closed = true;
          sweepers.end();
          replicas.values().forEach(ShardDriver::halt);
          coordinators.values().forEach(CoordinatorDriver::halt);
        });
  }

  // --- transactions ---

  /**
   * Runs the first coordinator of a transaction, which gets its id here.
   *
   * @param shards the shards that the transaction accesses, the home shard first
   * @param accesses the transaction's accesses in each of its shards
   * @param attempt identifies the transaction for listeners; null if they do not need it
   * @param deadlineNanos in the scheduler's nanoseconds: after this the transaction is given up if
   *     some shard does not answer; {@link ClientDeadline#NEVER} if its end is always waited for
   * @param ended is called with the outcome, on the queue of the machines; must be short. Never
   *     called if the host ends first
   * @param full is run instead if too many transactions are under way: this one has not begun
   */
  public void begin(
      List<Integer> shards,
      Map<Integer, Part> accesses,
      @Nullable BranchKey attempt,
      long deadlineNanos,
      Consumer<Coordinator.Output.Ended> ended,
      Runnable full) {
    queue.step(
        () -> {
          boolean writes = accesses.values().stream().anyMatch(part -> !part.writes().isEmpty());
          if (undecided >= (writes ? 1L : 2L) * parts.mostInFlight()) {
            full.run();
            return;
          }
          undecided++;
          // What it has read is the newest of what it writes: a lower name would be refused.
          accesses.values().forEach(part -> part.reads().values().forEach(this::learn));
          replicas.values().forEach(driver -> learn(driver.machine().memory().floor()));
          Instant now = parts.scheduler().now();
          long micros = now.getEpochSecond() * 1_000_000 + now.getNano() / 1_000;
          Transaction transaction = new Transaction(clock.next(micros, above), shards);
          if (attempt != null) {
            parts.history().named(attempt, transaction.id().toString());
          }
          run(
              transaction,
              writes ? Kind.UPDATES : Kind.READS,
              Coordinator.first(parts.self(), transaction, waits(shards), groups, accesses),
              deadlineNanos,
              end -> {
                undecided--;
                learn(end.refusal());
                ended.accept(end);
              });
        });
  }

  /** Returns the settings of a coordinator that waits as long as replicas take to answer. */
  private Settings waits(List<Integer> shards) {
    AnswerTimes.Waits waits = times.asked(shards, parts.scheduler().nanos());
    return settings.waiting(waits.fastNanos(), waits.retryNanos());
  }

  /** Returns the hosts of a shard that are near, as far as that is known. */
  List<Integer> near(List<Integer> hosts) {
    return hosts.contains(parts.self()) ? List.of(parts.self()) : times.near(hosts);
  }

  private void learn(Vote refusal) {
    if (refusal.verdict() == Vote.Verdict.RETRY) {
      learn(refusal.met());
    }
  }

  private void learn(Timestamp least) {
    above = above.isBelow(least) ? least : above;
  }

  /** Returns whether a replica here is stopped at that transaction. */
  private boolean isStoppedAt(Transaction transaction) {
    for (int shard : transaction.shards()) {
      ShardDriver driver = replicas.get(shard);
      StoppedShard at = driver == null ? null : driver.stopped();
      if (at != null && at.entry() == TapirPlace.number(transaction)) {
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
      ShardDriver driver = replicas.get(shard);
      if (driver != null && driver.stopped() == null) {
        driver.coordinatorFailed(transaction, cause);
        return;
      }
    }
    // No replica here asks for it again: it is gone with the process.
    throw guards.of(StepGuard.OF_COORDINATORS).ended(cause);
  }

  /** A replica here thinks that a coordinator is gone. */
  void takeOver(Output.TakeOver what) {
    if (isStoppedAt(what.transaction())) {
      return;
    }
    if (!coordinators.containsKey(what.transaction().id())) {
      counts.tookOver();
    }
    run(
        what.transaction(),
        Kind.TAKES_OVER,
        Coordinator.takingOver(parts.self(), what.transaction(), what.above(), settings, groups),
        ClientDeadline.NEVER,
        end -> LOG.debug("{} was taken over, and is {}", end.transaction(), end.outcome()));
  }

  private void run(
      Transaction transaction,
      Kind kind,
      Coordinator machine,
      long deadlineNanos,
      Consumer<Coordinator.Output.Ended> ended) {
    if (closed || coordinators.containsKey(transaction.id())) {
      return;
    }
    CoordinatorDriver driver =
        new CoordinatorDriver(
            transaction,
            machine,
            kind,
            new ClientDeadline(deadlineNanos),
            this,
            end -> {
              if (end.outcome() == Entry.Outcome.COMMITTED) {
                parts.history().committed(transaction.id().toString());
              }
              ended.accept(end);
            });
    coordinators.put(transaction.id(), driver);
    coordinating = coordinators.size();
    driver.on(new Event.Started<>(nonce()));
  }

  /** Returns how many replicas lack what coordinators of this host have settled without them. */
  public int leftOut() {
    return leftOut.count();
  }

  /** Replicas have not noted an outcome that the others have in that view. */
  void leftOut(Coordinator.Output.LeftOut what) {
    leftOut.add(what.shard(), what.view(), what.hosts());
  }

  boolean isClosed() {
    return closed;
  }

  boolean isConnected(int other) {
    return other == parts.self() || parts.link().isConnected(other);
  }

  void done(Transaction transaction) {
    coordinators.remove(transaction.id());
    coordinating = coordinators.size();
  }

  /**
   * Asks one replica for the newest version of an item that it has executed.
   *
   * @param at the host of the replica
   * @param seen is called with the version on the queue of the machines, once for each call; must
   *     be short. Never called if the replica does not answer: the caller then asks another replica
   */
  public void read(int shard, int at, ActorId item, Consumer<Message.Version> seen) {
    queue.step(() -> ask(shard, at, item, seen));
  }

  /** Asks as {@link #read} does. Call this only on the queue. */
  void ask(int shard, int at, ActorId item, Consumer<Message.Version> seen) {
    List<Consumer<Message.Version>> waiting = readers.computeIfAbsent(item, _ -> new ArrayList<>());
    if (!waiting.contains(seen)) {
      waiting.add(seen);
    }
    ask(shard, at, new Message.Read(item));
  }

  /** Removes a reader of an item. Call this only on the queue. */
  void forget(ActorId item, Consumer<Message.Version> seen) {
    readers.computeIfPresent(
        item,
        (of, waiting) -> {
          waiting.remove(seen);
          return waiting.isEmpty() ? null : waiting;
        });
  }

  /** Returns the questions for keys that this host asks. */
  KeyQuestions questions() {
    return questions;
  }

  /** Calls back with the durable state of the replica of a shard, on the queue: for tests. */
  public void look(int shard, Consumer<DurableState> seen) {
    queue.step(
        () -> {
          ShardDriver driver = replicas.get(shard);
          if (driver != null) {
            seen.accept(driver.machine().memory());
          }
        });
  }

  /**
   * Rewrites some items of the replica of a shard.
   *
   * @param after the item after which they begin; null from the first on
   * @param value returns the new value of an item; the array that it got, if the value is to stay
   * @param done is called with the last of the items, or null, and with whether any has changed, or
   *     will; never if no replica of the shard runs here
   */
  public void renew(
      int shard,
      @Nullable ActorId after,
      BiFunction<ActorId, byte[], byte[]> value,
      BiConsumer<@Nullable ActorId, Boolean> done) {
    queue.step(
        () -> {
          ShardDriver driver = replicas.get(shard);
          if (driver != null) {
            driver.renew(after, value, done);
          }
        });
  }

  /**
   * Calls back with the fence of the replica of a shard, on the queue; never if no replica of the
   * shard runs here.
   */
  public void fence(int shard, Consumer<ShardFence> seen) {
    ShardDriver driver = replicas.get(shard);
    if (driver != null) {
      driver.step(() -> seen.accept(driver.fence()));
    }
  }

  /** Returns the numbers of what has happened here. */
  public TapirCounts counts() {
    return counts;
  }

  /** Returns the number of coordinators that run here. */
  public int coordinating() {
    return coordinating;
  }

  // --- messages ---

  /** Returns the way of this host's machines to those of other hosts. */
  TapirMessages mail() {
    return mail;
  }

  /** Asks the replica of a shard on a host, which may be this one. */
  void ask(int shard, int to, Message message) {
    mail.ask(shard, to, message);
  }

  /**
   * Takes a message that another host's link has carried. The bytes are read before this returns.
   */
  public void received(int from, Decoder in) {
    mail.received(from, in);
  }

  /** Returns the transaction whose coordinators a message is for; none has the lowest name. */
  private static Timestamp transactionOf(Message message) {
    return switch (message) {
      case Message.PrepareReply told -> told.entry().transaction().id();
      case Message.Confirmed confirmed -> confirmed.id();
      case Message.OutcomeLogged noted -> noted.id();
      case Message.Read _,
          Message.Version _,
          Message.Prepare _,
          Message.CoordinatorChange _,
          Message.Finalize _,
          Message.Decide _,
          Message.DoViewChange _,
          Message.RequestViewChange _ ->
          Timestamp.NONE;
    };
  }

  /** The part that takes messages, on the queue. */
  private final class Taking implements TapirMessages.Taker {

    @Override
    public void replica(int from, int shard, Message message) {
      ShardDriver driver = closed ? null : replicas.get(shard);
      if (message instanceof Message.Prepare(Transaction transaction, Part _)) {
        // Hosts whose clocks are behind follow those that are ahead, also without a refusal.
        learn(transaction.id());
      }
      if (driver != null) {
        driver.received(from, message);
      }
    }

    @Override
    public void coordinators(int from, int shard, Message message) {
      if (closed) {
        return;
      }
      if (message instanceof Message.Version version) {
        List<Consumer<Message.Version>> waiting = readers.remove(version.item());
        if (waiting != null) {
          waiting.forEach(each -> each.accept(version));
        }
        return;
      }
      CoordinatorDriver driver = coordinators.get(transactionOf(message));
      if (driver != null) {
        if (message instanceof Message.PrepareReply) {
          times.answered(from, driver.began(), parts.scheduler().nanos());
        }
        driver.on(new Event.Received<>(new Address.Replica(from, shard), message));
      }
    }

    @Override
    public void transferred(int from, int shard, Decoder part) {
      ShardDriver driver = replicas.get(shard);
      if (driver != null && !closed) {
        MessageBatcher.reading(
            from, "a part of shard " + shard, () -> driver.transferred(from, part));
      }
    }

    /** Tells the keys that a replica has, if it acts: else it may lack some. */
    @Override
    public void asked(int from, int shard, KeyQuestion.Asked asked) {
      ShardDriver driver = replicas.get(shard);
      if (driver != null && !closed && driver.machine().memory().acts()) {
        DurableState memory = driver.machine().memory();
        List<String> keys = memory.keys(asked.type(), asked.after(), asked.most());
        mail.tellKeys(shard, from, asked.told(keys, 0, 0));
      }
    }

    @Override
    public void told(int from, int shard, KeyQuestion.Told answer) {
      questions.told(shard, from, answer);
    }

    @Override
    public void floor(Timestamp floor) {
      learn(floor);
    }
  }
}
