package tutti.engine.integrated.tapir;

import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import tutti.engine.history.History;
import tutti.engine.integrated.ClientDeadline;
import tutti.engine.integrated.VirtualHosts;
import tutti.engine.replication.HostLog;
import tutti.engine.replication.ReplicaHost;
import tutti.engine.replication.ReplicaLink;
import tutti.engine.runtime.Scheduler;
import tutti.model.ActorId;
import tutti.model.Decoder;
import tutti.protocol.integrated.tapir.Coordinator;
import tutti.protocol.integrated.tapir.DurableState;
import tutti.protocol.integrated.tapir.Entry;
import tutti.protocol.integrated.tapir.Message;
import tutti.protocol.integrated.tapir.Part;
import tutti.protocol.integrated.tapir.Settings;

/** Three hosts of TAPIR in virtual time, which increment counters. */
final class TapirHosts extends VirtualHosts {
  static final int MOST_IN_FLIGHT = 50;

  final List<Host> hosts = new ArrayList<>();
  private final List<Increment> increments = new ArrayList<>();

  private final Settings settings;

  /** The time for which keys of requests are kept; null for ever. */
  private @Nullable Duration keep;

  private boolean held;

  TapirHosts(long seed) {
    this(seed, true);
  }

  TapirHosts(long seed, boolean strict) {
    this(
        seed,
        new Settings(strict, 5 * MILLI, 20 * MILLI, 100 * MILLI, 40, 1 << 20, 100),
        SEGMENT_BYTES);
  }

  TapirHosts(long seed, Settings settings, int segmentBytes) {
    super(seed, segmentBytes);
    this.settings = settings;
    ALL.forEach(number -> hosts.add(new Host(number)));
    begin();
  }

  /** Links tell from now on which hosts are down or cut off. */
  void tellOfCuts() {
    linksTell = true;
  }

  @Override
  protected VirtualHost host(int number) {
    return hosts.get(number);
  }

  /** A host, through its crashes. */
  final class Host extends VirtualHost {
    @Nullable TapirHost tapir;
    private @Nullable HostMemory found;

    Host(int number) {
      super(number);
    }

    @Override
    protected HostLog.Integrated memory() {
      found = new HostMemory(number, settings.strict());
      return found;
    }

    @Override
    protected void start(
        HostLog log, Scheduler own, ReplicaLink link, ReplicaHost configurationLogs) {
      tapir =
          new TapirHost(
              new TapirHost.Parts(
                  number, log, own, random, link, MOST_IN_FLIGHT, IMAGE_BYTES, History.NONE),
              settings,
              GROUPS);
      for (int shard : SHARDS) {
        tapir.start(shard, found, configurationLogs, TIMING);
      }
      if (keep != null) {
        tapir.keepKeys(keep);
        tapir.holdKeys(held);
      }
    }

    @Override
    protected void gone() {
      tapir = null;
    }

    @Override
    protected void received(int from, Decoder in) {
      tapir.received(from, in);
    }

    @Override
    public boolean isUp() {
      return tapir != null;
    }

    /** Returns how many images came from other hosts in this life. */
    long installed() {
      return SHARDS.stream().mapToLong(shard -> tapir.status(shard).installed()).sum();
    }

    /** Returns the memory of a replica as it is now. */
    DurableState memory(int shard) {
      List<DurableState> seen = new ArrayList<>();
      tapir.look(shard, seen::add);
      scheduler.runAll();
      return seen.getFirst();
    }

    int coordinators() {
      return tapir.coordinating();
    }
  }

  /** Crashes a host, which loses its disk sometimes, if all replicas act. */
  void crash(Host host) {
    boolean mayLose = allAct();
    host.crash();
    if (mayLose && random.nextInt(3) == 0) {
      host.loseDisk();
    }
  }

  static ActorId counter(int shard) {
    return new ActorId("Counter", "of shard " + shard);
  }

  static long number(Part.@Nullable Value value) {
    return value == null || value.bytes().length == 0
        ? 0
        : ByteBuffer.wrap(value.bytes()).getLong();
  }

  /** The transaction that adds one to the counter of each shard, and what is known of it. */
  final class Increment {
    private final Map<Integer, Part> accesses = new TreeMap<>();
    final Host host;
    private final long deadlineNanos;
    Coordinator.Output.@Nullable Ended end;
    long beganAt;
    long endedAt;

    Increment(Host host) {
      this(host, ClientDeadline.NEVER);
    }

    /**
     * @param deadlineNanos the time until which somebody waits for its end
     */
    Increment(Host host, long deadlineNanos) {
      this.host = host;
      this.deadlineNanos = deadlineNanos;
      increments.add(this);
      SHARDS.forEach(shard -> read(shard, host.number));
    }

    private void read(int shard, int at) {
      host.tapir.read(
          shard,
          at,
          counter(shard),
          version -> {
            if (accesses.containsKey(shard)) {
              return;
            }
            byte[] next =
                ByteBuffer.allocate(Long.BYTES).putLong(number(version.value()) + 1).array();
            accesses.put(
                shard,
                new Part(
                    new TreeMap<>(Map.of(counter(shard), version.version())),
                    new TreeMap<>(Map.of(counter(shard), new Part.Value(next)))));
            if (accesses.size() == SHARDS.size()) {
              begin();
            }
          });
    }

    private void begin() {
      beganAt = scheduler.nanos();
      host.tapir.begin(
          SHARDS,
          accesses,
          null,
          deadlineNanos,
          told -> {
            end = told;
            endedAt = scheduler.nanos();
          },
          () -> {});
    }

    boolean committed() {
      return end != null && end.outcome() == Entry.Outcome.COMMITTED;
    }
  }

  /** Returns whether all hosts are up, and all their replicas act: so one may lose its disk. */
  boolean allAct() {
    return hosts.stream()
        .allMatch(
            host -> host.isUp() && SHARDS.stream().allMatch(shard -> host.memory(shard).acts()));
  }

  /** Returns how many increments were told to have committed. */
  long committed() {
    return increments.stream().filter(Increment::committed).count();
  }

  /** Returns the counters of all replicas: one number, if all have it. */
  Set<Long> numbers() {
    Set<Long> all = new HashSet<>();
    each((host, shard) -> all.add(number(host.memory(shard).value(counter(shard)))));
    return all;
  }

  private interface Each {
    void of(Host host, int shard);
  }

  private void each(Each each) {
    hosts.forEach(host -> SHARDS.forEach(shard -> each.of(host, shard)));
  }

  /** Starts what is down, connects all, and waits until nothing is left to do. */
  void settle() {
    mend();
    for (int tries = 0; tries < 100; tries++) {
      pass(100);
      List<Object> open = new ArrayList<>();
      each(
          (host, shard) -> {
            DurableState memory = host.memory(shard);
            if (!memory.acts()) {
              open.add(host.number + " does not act in shard " + shard);
            }
            memory.record().stream()
                .filter(entry -> entry.stage() != Entry.Stage.SETTLED)
                .forEach(open::add);
          });
      if (open.isEmpty()
          && IntStream.range(0, hosts.size())
              .allMatch(each -> hosts.get(each).coordinators() == 0)) {
        sync();
        return;
      }
    }
    throw new AssertionError("something does not come to its end");
  }

  /** Ends all views: the next ones bring each replica what it has missed. */
  private void sync() {
    Map<Integer, Long> before = new TreeMap<>();
    SHARDS.forEach(shard -> before.put(shard, hosts.getFirst().memory(shard).view()));
    for (int tries = 0; tries < 20; tries++) {
      before.forEach(
          (shard, view) ->
              ALL.forEach(
                  to ->
                      hosts.getFirst().tapir.ask(shard, to, new Message.RequestViewChange(view))));
      pass(100);
      boolean[] all = {true};
      each(
          (host, shard) ->
              all[0] &= host.memory(shard).acts() && host.memory(shard).view() > before.get(shard));
      if (all[0]) {
        return;
      }
    }
    throw new AssertionError("a view does not end");
  }

  /** Returns the time of the hosts' clocks, in microseconds. */
  long micros() {
    return scheduler.now().getEpochSecond() * 1_000_000 + scheduler.now().getNano() / 1_000;
  }

  static Map<Integer, List<Integer>> groups() {
    return GROUPS;
  }

  /** Sends a message to all replicas of shard 0, as a host that hears of no answer. */
  void toReplicas(Message message) {
    ALL.forEach(to -> hosts.getLast().tapir.ask(0, to, message));
    scheduler.runAll();
  }

  /** Lets keys of requests be forgotten after a time, from now on. */
  void keepKeys(Duration time) {
    keep = time;
    hosts.forEach(host -> host.tapir.keepKeys(time));
  }

  /** Lets no key be forgotten for a while, to look at all replicas; or ends that. */
  void holdKeys(boolean on) {
    held = on;
    hosts.stream().filter(Host::isUp).forEach(host -> host.tapir.holdKeys(on));
  }

  void eachHost(Consumer<Host> what) {
    hosts.forEach(what);
  }
}
