package tutti.engine.integrated.janus;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.IntPredicate;
import org.jspecify.annotations.Nullable;
import tutti.engine.history.History;
import tutti.engine.integrated.ClientDeadline;
import tutti.engine.integrated.ItemExecution;
import tutti.engine.integrated.ItemExecution.Difference;
import tutti.engine.integrated.SlowSteps;
import tutti.engine.integrated.VirtualHosts;
import tutti.engine.integrated.janus.Transfers.Transfer;
import tutti.engine.replication.HostLog;
import tutti.engine.replication.ReplicaHost;
import tutti.engine.replication.ReplicaLink;
import tutti.engine.runtime.Scheduler;
import tutti.model.ActorId;
import tutti.model.Decoder;
import tutti.protocol.integrated.janus.Message;
import tutti.protocol.integrated.janus.Outcome;
import tutti.protocol.integrated.janus.Settings;

/** Three hosts of Janus in virtual time, which run {@link Transfers}. */
final class JanusHosts extends VirtualHosts {
  static final int ACCOUNTS = 3;
  private static final int MOST_IN_FLIGHT = 64;

  /** The shortest wait for a fast quorum. */
  static final long FAST = 5 * MILLI;

  /** The wait for a coordinator that says nothing, in milliseconds. */
  static final int RECOVER_AFTER = 100;

  private static final Settings SETTINGS =
      new Settings(FAST, 20 * MILLI, RECOVER_AFTER * MILLI, 100, 1000);

  final List<Host> hosts = new ArrayList<>();
  final List<Paid> begun = new ArrayList<>();

  /** The time that each step of a host's machines takes. */
  long nanosOfAStep;

  JanusHosts(long seed) {
    this(seed, SEGMENT_BYTES);
  }

  /** Hosts whose logs have segments of that size: records of many items need longer ones. */
  JanusHosts(long seed, int segmentBytes) {
    super(seed, segmentBytes);
    ALL.forEach(number -> hosts.add(new Host(number)));
    begin();
  }

  @Override
  protected VirtualHost host(int number) {
    return hosts.get(number);
  }

  /** Lets links tell that a host is down, or cut off. */
  void letLinksTell() {
    linksTell = true;
  }

  /** The hosts whose executions come to another end, and those that were told so. */
  final Set<Integer> odd = new HashSet<>();

  final List<Integer> diverged = new ArrayList<>();
  final List<Difference> differences = new ArrayList<>();

  /** Whether a first execution on a host fails, and the hosts that end by that. */
  IntPredicate failing = _ -> false;

  /** Whether all executions on a host fail, those on a deep stack, too. */
  IntPredicate hopeless = _ -> false;

  /** Whether executions have no end. */
  boolean endless;

  /** The executions on all hosts so far. */
  int executions;

  final List<Integer> failed = new ArrayList<>();

  /** The transfers of a host, which may not be deterministic. */
  private final class Execution implements ItemExecution {
    private final Host host;
    private final Transfers transfers = new Transfers();

    Execution(Host host) {
      this.host = host;
    }

    @Override
    public void execute(
        byte[] action, SortedMap<ActorId, byte[]> values, boolean again, Listener listener) {
      executions++;
      if (endless) {
        return;
      }
      if (!again && failing.test(host.number) || hopeless.test(host.number)) {
        listener.failed(new StackOverflowError("a test"));
        return;
      }
      End end = transfers.end(action, values);
      SortedMap<ActorId, byte[]> writes = new TreeMap<>(end.writes());
      if (odd.contains(host.number)) {
        byte[] odd = ByteBuffer.allocate(Long.BYTES).putLong(host.number).array();
        writes.replaceAll((item, value) -> odd);
      }
      listener.ended(new End(end.refused(), end.output(), writes));
    }

    @Override
    public End barred(byte[] action) {
      return transfers.barred(action);
    }

    @Override
    public Optional<Named> name(byte[] action) {
      return Optional.of(Transfers.name(action));
    }

    @Override
    public void failed(byte[] action) {
      failed.add(host.number);
    }

    @Override
    public void diverged(byte[] action, Difference what, Runnable reported) {
      diverged.add(host.number);
      differences.add(what);
      reported.run();
    }
  }

  /** A host, through its crashes. */
  final class Host extends VirtualHost {
    @Nullable JanusHost janus;

    /** The messages of other hosts, in words. */
    final List<String> heard = new ArrayList<>();

    private @Nullable HostMemory found;

    Host(int number) {
      super(number);
    }

    @Override
    protected HostLog.Integrated memory() {
      found = new HostMemory(number, SETTINGS);
      return found;
    }

    @Override
    protected void start(
        HostLog log, Scheduler own, ReplicaLink link, ReplicaHost configurationLogs) {
      janus =
          new JanusHost(
              new JanusHost.Parts(
                  number,
                  log,
                  new SlowSteps(own, () -> nanosOfAStep),
                  random,
                  link,
                  MOST_IN_FLIGHT,
                  IMAGE_BYTES,
                  History.NONE),
              SETTINGS,
              GROUPS);
      for (int shard : SHARDS) {
        janus.start(shard, found, configurationLogs, TIMING, new Execution(this));
      }
    }

    @Override
    protected void gone() {
      janus = null;
    }

    @Override
    protected void received(int from, Decoder in) {
      byte[] bytes = in.getRaw(in.remaining());
      heard.addAll(List.of(JanusMessages.inWords(new Decoder(bytes)).split("; ")));
      janus.received(from, new Decoder(bytes));
    }

    @Override
    public boolean isUp() {
      return janus != null;
    }

    byte[] value(int shard, ActorId item) {
      List<byte[]> seen = new ArrayList<>();
      janus.look(shard, item, seen::add);
      scheduler.runAll();
      return seen.getFirst();
    }

    /** Returns how many images were made here in this life. */
    long images() {
      return SHARDS.stream()
          .map(janus::status)
          .mapToLong(status -> status == null ? 0 : status.images())
          .sum();
    }

    /** Returns of how many transactions of a shard the log had the ends at the last start. */
    int remembered(int shard) {
      List<Message> ends = new ArrayList<>();
      found.replica(shard).ends.each(ends::add);
      return ends.size();
    }

    /** Returns how many transactions are not forgotten here. */
    int open() {
      List<Integer> seen = new ArrayList<>();
      janus.open(seen::add);
      scheduler.runAll();
      return seen.getFirst();
    }

    /** Returns how many memories came from other hosts in this life. */
    long installed() {
      return SHARDS.stream().mapToLong(shard -> janus.status(shard).installed()).sum();
    }

    /** Returns whether all replicas here are voters that lack nothing. */
    boolean acts() {
      return SHARDS.stream().allMatch(shard -> janus.status(shard).votes());
    }
  }

  /** Returns whether all hosts are up, and all their replicas act: so one may lose its disk. */
  boolean allAct() {
    return hosts.stream().allMatch(host -> host.isUp() && host.acts());
  }

  /** A transfer that was begun, and what is known of it. */
  final class Paid {
    final Transfer transfer;
    final long beganAt = scheduler.nanos();
    @Nullable Outcome outcome;
    long endedAt;

    Paid(Host host, int from, int account, int other, long amount, long deadlineNanos) {
      transfer = new Transfer(begun.size(), from, account, other, amount);
      begun.add(this);
      host.janus.begin(
          List.of(from, 1 - from),
          transfer.request(),
          deadlineNanos,
          (end, _) -> {
            outcome = end;
            endedAt = scheduler.nanos();
          });
    }
  }

  Paid pay(Host host, int from, int account, int other, long amount) {
    return new Paid(host, from, account, other, amount, ClientDeadline.NEVER);
  }

  /** A transfer for whose end a client waits for so long. */
  Paid payWithin(long nanos, Host host, int from, int account, int other) {
    return new Paid(host, from, account, other, 1, scheduler.nanos() + nanos);
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
    mend();
    int tries = 0;
    while (hosts.stream().anyMatch(host -> host.open() > 0) || !areLevel()) {
      if (tries++ > 100) {
        throw new AssertionError("something does not come to its end");
      }
      pass(100);
    }
  }

  /** Returns whether all replicas act in one configuration. */
  private boolean areLevel() {
    for (int shard : SHARDS) {
      Set<Long> configurations = new HashSet<>();
      hosts.forEach(host -> configurations.add(host.janus.status(shard).configuration()));
      if (configurations.size() > 1) {
        return false;
      }
    }
    return allAct();
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
