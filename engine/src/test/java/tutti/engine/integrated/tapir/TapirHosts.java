package tutti.engine.integrated.tapir;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import tutti.engine.history.History;
import tutti.engine.journal.ForgetfulDisk;
import tutti.engine.journal.ManualScheduler;
import tutti.engine.journal.SegmentedJournal;
import tutti.engine.replication.HostLog;
import tutti.engine.replication.HostScheduler;
import tutti.engine.replication.ReplicaHost;
import tutti.model.ActorId;
import tutti.model.Decoder;
import tutti.protocol.integrated.tapir.Effect;
import tutti.protocol.integrated.tapir.Entry;
import tutti.protocol.integrated.tapir.Kept;
import tutti.protocol.integrated.tapir.Message;
import tutti.protocol.integrated.tapir.Part;
import tutti.protocol.integrated.tapir.Settings;
import tutti.protocol.replication.Timing;

/**
 * Three hosts in virtual time, each with a replica of two shards, a log on a disk that forgets what
 * was not forced, and a network that a test cuts.
 */
final class TapirHosts {
  static final long MILLI = 1_000_000;

  /** The time that a message takes. */
  static final long WAY = MILLI / 2;

  static final List<Integer> SHARDS = List.of(0, 1);
  private static final List<Integer> ALL = List.of(0, 1, 2);
  private static final Timing TIMING = Timing.of(100 * MILLI);
  private static final Settings SETTINGS =
      new Settings(true, 5 * MILLI, 20 * MILLI, 100 * MILLI, 40, 1 << 20, 100);

  /** The log after which an image is made. */
  static final long IMAGE_BYTES = 1 << 14;

  private static final SegmentedJournal.Settings LOG =
      new SegmentedJournal.Settings(1 << 16, 0, Duration.ZERO);

  final ManualScheduler scheduler = new ManualScheduler();
  final Random random;
  final List<Host> hosts = new ArrayList<>();
  final Set<Integer> cutOff = new HashSet<>();

  private final List<Increment> increments = new ArrayList<>();

  /** The share of messages between TAPIR's machines that are lost, and that come twice. */
  double loss;

  TapirHosts(long seed) {
    random = new Random(seed);
    ALL.forEach(number -> hosts.add(new Host(number)));
    hosts.forEach(Host::start);
    pass(300);
  }

  /** A host, through its crashes. */
  final class Host {
    final int number;
    ForgetfulDisk disk = new ForgetfulDisk();
    @Nullable TapirHost tapir;
    private @Nullable ReplicaHost registers;
    private @Nullable HostScheduler own;

    Host(int number) {
      this.number = number;
    }

    void start() {
      try {
        own = new HostScheduler(scheduler, 1);
        HostMemory memory = new HostMemory(number, true);
        HostLog log = HostLog.open(disk, LOG, own, memory);
        registers =
            new ReplicaHost(
                log, own, random, (to, bytes, length) -> carry(number, to, true, bytes, length));
        tapir =
            new TapirHost(
                new TapirHost.Parts(
                    number,
                    log,
                    own,
                    random,
                    (to, bytes, length) -> carry(number, to, false, bytes, length),
                    IMAGE_BYTES,
                    History.NONE),
                SETTINGS,
                SHARDS.stream().collect(Collectors.toMap(shard -> shard, shard -> ALL)));
        for (int shard : SHARDS) {
          tapir.start(shard, memory, registers, TIMING);
        }
      } catch (IOException e) {
        throw new AssertionError(e);
      }
    }

    boolean isUp() {
      return tapir != null;
    }

    void crash() {
      own.crash();
      disk = disk.crash(random);
      tapir = null;
      registers = null;
    }

    /** Takes the disk of a host away that is down. */
    void loseDisk() {
      disk = new ForgetfulDisk();
    }

    /** Returns how many images came from other hosts in this life. */
    long installed() {
      return SHARDS.stream().mapToLong(shard -> tapir.glance(shard).installed()).sum();
    }

    /** Returns how many bytes of log the disk has. */
    long logBytes() throws IOException {
      return disk.logBytes();
    }

    /** Returns the memory of a replica as it is now. */
    Kept memory(int shard) {
      List<Kept> seen = new ArrayList<>();
      tapir.look(shard, seen::add);
      scheduler.runAll();
      return seen.getFirst();
    }

    int coordinators() {
      return tapir.coordinating();
    }
  }

  private void carry(int from, int to, boolean register, byte[] bytes, int length) {
    if (cutOff.contains(from) || (!register && random.nextDouble() < loss)) {
      return;
    }
    byte[] copy = Arrays.copyOf(bytes, length);
    int times = !register && random.nextDouble() < loss ? 2 : 1;
    for (int i = 0; i < times; i++) {
      scheduler.after(
          WAY,
          scheduler.newStepQueue("network"),
          () -> {
            Host host = hosts.get(to);
            if (host.isUp() && !cutOff.contains(to)) {
              if (register) {
                host.registers.received(from, new Decoder(copy));
              } else {
                host.tapir.received(from, new Decoder(copy));
              }
            }
          });
    }
  }

  /** Lets so many milliseconds pass. */
  void pass(int millis) {
    scheduler.runAll();
    for (int each = 0; each < 4 * millis; each++) {
      quarter();
    }
  }

  /** Lets a quarter of a millisecond pass. */
  void quarter() {
    scheduler.advance(MILLI / 4);
    scheduler.runAll();
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
    Effect.@Nullable Ended end;
    long beganAt;
    long endedAt;

    Increment(Host host) {
      this.host = host;
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
          told -> {
            end = told;
            endedAt = scheduler.nanos();
          });
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
    loss = 0;
    cutOff.clear();
    hosts.stream().filter(host -> !host.isUp()).forEach(Host::start);
    for (int tries = 0; tries < 100; tries++) {
      pass(100);
      List<Object> open = new ArrayList<>();
      each(
          (host, shard) -> {
            Kept memory = host.memory(shard);
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
              ALL.forEach(to -> hosts.getFirst().tapir.ask(shard, to, new Message.End(view))));
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

  void eachHost(Consumer<Host> what) {
    hosts.forEach(what);
  }
}
