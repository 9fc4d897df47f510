package tutti.engine.integrated.janus;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import tutti.engine.history.History;
import tutti.engine.integrated.ItemExecution;
import tutti.engine.integrated.janus.Transfers.Transfer;
import tutti.engine.journal.ForgetfulDisk;
import tutti.engine.journal.ManualScheduler;
import tutti.engine.journal.SegmentedJournal;
import tutti.engine.replication.HostLog;
import tutti.engine.replication.HostScheduler;
import tutti.model.ActorId;
import tutti.model.Decoder;
import tutti.protocol.integrated.janus.Effect.Outcome;
import tutti.protocol.integrated.janus.Settings;

/**
 * Three hosts in virtual time, each with a replica of two shards, a log on a disk that forgets what
 * was not forced, and a network that a test cuts. They run {@link Transfers}.
 */
final class JanusHosts {
  static final long MILLI = 1_000_000;

  /** The time that a message takes. */
  static final long WAY = MILLI / 2;

  static final List<Integer> SHARDS = List.of(0, 1);
  static final int ACCOUNTS = 3;
  private static final List<Integer> ALL = List.of(0, 1, 2);
  private static final int MOST_IN_FLIGHT = 64;

  /** The shortest wait for a fast quorum. */
  static final long FAST = 5 * MILLI;

  private static final Settings SETTINGS = new Settings(FAST, 20 * MILLI, 100 * MILLI, 100, 1000);

  /** The log after which an image is made. */
  private static final long IMAGE_BYTES = 1 << 14;

  private static final SegmentedJournal.Settings LOG =
      new SegmentedJournal.Settings(1 << 16, 0, Duration.ZERO);

  final ManualScheduler scheduler = new ManualScheduler();
  final Random random;
  final List<Host> hosts = new ArrayList<>();
  final Set<Integer> cutOff = new HashSet<>();
  final List<Paid> begun = new ArrayList<>();

  /** How much longer messages take to and from a host. */
  final Map<Integer, Long> far = new HashMap<>();

  /** The share of messages that are lost, and that come twice. */
  double loss;

  JanusHosts(long seed) {
    random = new Random(seed);
    ALL.forEach(number -> hosts.add(new Host(number)));
    hosts.forEach(Host::start);
    pass(1);
  }

  /** The hosts whose executions come to another end, and those that were told so. */
  final Set<Integer> odd = new HashSet<>();

  final List<Integer> diverged = new ArrayList<>();

  /** The transfers of a host, which may not be deterministic. */
  private final class Execution implements ItemExecution {
    private final Host host;
    private final Transfers transfers = new Transfers();

    Execution(Host host) {
      this.host = host;
    }

    @Override
    public void execute(byte[] action, SortedMap<ActorId, byte[]> values, Consumer<End> done) {
      transfers.execute(
          action,
          values,
          end -> {
            SortedMap<ActorId, byte[]> writes = new TreeMap<>(end.writes());
            if (odd.contains(host.number)) {
              writes.replaceAll((item, value) -> new byte[Long.BYTES]);
            }
            done.accept(new End(end.refused(), end.output(), writes));
          });
    }

    @Override
    public void diverged(byte[] action) {
      diverged.add(host.number);
    }
  }

  /** A host, through its crashes. */
  final class Host {
    final int number;
    private ForgetfulDisk disk = new ForgetfulDisk();
    @Nullable JanusHost janus;
    private @Nullable HostScheduler own;

    Host(int number) {
      this.number = number;
    }

    void start() {
      try {
        own = new HostScheduler(scheduler, 1);
        HostMemory memory = new HostMemory(SETTINGS);
        HostLog log = HostLog.open(disk, LOG, own, memory);
        janus =
            new JanusHost(
                new JanusHost.Parts(
                    number,
                    log,
                    own,
                    random,
                    (to, bytes, length) -> carry(number, to, bytes, length),
                    MOST_IN_FLIGHT,
                    IMAGE_BYTES,
                    History.NONE),
                SETTINGS,
                SHARDS.stream().collect(Collectors.toMap(shard -> shard, shard -> ALL)));
        for (int shard : SHARDS) {
          janus.start(shard, memory, new Execution(this));
        }
      } catch (IOException e) {
        throw new AssertionError(e);
      }
    }

    boolean isUp() {
      return janus != null;
    }

    void crash() {
      own.crash();
      disk = disk.crash(random);
      janus = null;
    }

    byte[] value(int shard, ActorId item) {
      List<byte[]> seen = new ArrayList<>();
      janus.look(shard, item, seen::add);
      scheduler.runAll();
      return seen.getFirst();
    }

    long logBytes() throws IOException {
      return disk.logBytes();
    }

    /** Returns how many images were made here in this life. */
    long images() {
      return SHARDS.stream()
          .map(janus::glance)
          .mapToLong(glance -> glance == null ? 0 : glance.images())
          .sum();
    }

    /** Returns how many transactions are not forgotten here. */
    int open() {
      List<Integer> seen = new ArrayList<>();
      janus.open(seen::add);
      scheduler.runAll();
      return seen.getFirst();
    }
  }

  private void carry(int from, int to, byte[] bytes, int length) {
    if (cutOff.contains(from) || random.nextDouble() < loss) {
      return;
    }
    byte[] copy = Arrays.copyOf(bytes, length);
    int times = random.nextDouble() < loss ? 2 : 1;
    for (int i = 0; i < times; i++) {
      scheduler.after(
          WAY + far.getOrDefault(from, 0L) + far.getOrDefault(to, 0L),
          scheduler.newStepQueue("network"),
          () -> {
            Host host = hosts.get(to);
            if (host.isUp() && !cutOff.contains(to)) {
              host.janus.received(from, new Decoder(copy));
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

  /** A transfer that was begun, and what is known of it. */
  final class Paid {
    final Transfer transfer;
    final long beganAt = scheduler.nanos();
    @Nullable Outcome outcome;
    long endedAt;

    Paid(Host host, int from, int account, int other, long amount) {
      transfer = new Transfer(begun.size(), from, account, other, amount);
      begun.add(this);
      host.janus.begin(
          List.of(from, 1 - from),
          transfer.request(),
          (end, _) -> {
            outcome = end;
            endedAt = scheduler.nanos();
          });
    }
  }

  Paid pay(Host host, int from, int account, int other, long amount) {
    return new Paid(host, from, account, other, amount);
  }

  Paid payAnything(Host host) {
    return pay(
        host,
        random.nextInt(2),
        random.nextInt(ACCOUNTS),
        random.nextInt(ACCOUNTS),
        1 + random.nextInt(60));
  }

  /** Reads an account's balance, and returns it once it has come. */
  long read(Host host, int shard, int account) {
    List<Long> seen = new ArrayList<>();
    host.janus.read(
        shard,
        Transfers.account(shard, account),
        true,
        scheduler.nanos() + 60_000 * MILLI,
        value -> seen.add(Transfers.balance(value)));
    for (int quarters = 0; seen.isEmpty(); quarters++) {
      if (quarters > 10_000) {
        throw new AssertionError("no answer to a read");
      }
      quarter();
    }
    return seen.getFirst();
  }

  /** Starts what is down, connects all, and waits until nothing is left to do. */
  void settle() {
    loss = 0;
    cutOff.clear();
    hosts.stream().filter(host -> !host.isUp()).forEach(Host::start);
    int tries = 0;
    while (hosts.stream().anyMatch(host -> host.open() > 0)) {
      if (tries++ > 100) {
        throw new AssertionError("something does not come to its end");
      }
      pass(100);
    }
  }

  /** Returns the transfers that have left a receipt; all replicas agree. */
  Set<Paid> happened() {
    Set<Paid> all = new HashSet<>();
    for (Paid each : begun) {
      int with = 0;
      for (Host host : hosts) {
        with += host.value(each.transfer.from(), each.transfer.receipt()).length > 0 ? 1 : 0;
      }
      if (with > 0 && with < hosts.size()) {
        throw new AssertionError(each.transfer + " happened at " + with + " hosts");
      }
      if (with > 0) {
        all.add(each);
      }
    }
    return all;
  }

  /** Returns the balances that those transfers make of all accounts. */
  static Map<ActorId, Long> expected(Set<Paid> happened) {
    Map<ActorId, Long> balances = new HashMap<>();
    for (int shard : SHARDS) {
      for (int account = 0; account < ACCOUNTS; account++) {
        balances.put(Transfers.account(shard, account), Transfers.BEGINS_WITH);
      }
    }
    for (Paid each : happened) {
      balances.merge(each.transfer.payer(), -each.transfer.amount(), Long::sum);
      balances.merge(each.transfer.payee(), each.transfer.amount(), Long::sum);
    }
    return balances;
  }

  /** Returns the balances of all accounts, which all replicas have. */
  Map<ActorId, Long> balances() {
    Map<ActorId, Long> balances = new TreeMap<>();
    for (Host host : hosts) {
      for (int shard : SHARDS) {
        for (int account = 0; account < ACCOUNTS; account++) {
          ActorId item = Transfers.account(shard, account);
          long own = Transfers.balance(host.value(shard, item));
          Long other = balances.putIfAbsent(item, own);
          if (other != null && other != own) {
            throw new AssertionError(item + " has " + own + " and " + other);
          }
        }
      }
    }
    return balances;
  }
}
