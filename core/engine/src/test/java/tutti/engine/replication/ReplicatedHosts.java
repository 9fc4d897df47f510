package tutti.engine.replication;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import tutti.engine.journal.ForgetfulDisk;
import tutti.engine.journal.Journal;
import tutti.engine.journal.ManualScheduler;
import tutti.engine.journal.SegmentedJournal;
import tutti.model.Decoder;
import tutti.protocol.replication.Ballot;
import tutti.protocol.replication.Command;
import tutti.protocol.replication.Group;
import tutti.protocol.replication.LogEntry;
import tutti.protocol.replication.Timing;

/** Three hosts in virtual time, each with a disk that forgets what was not forced. */
final class ReplicatedHosts {
  static final long MILLI = 1_000_000;
  static final Timing TIMING = Timing.of(100 * MILLI);

  private final Timing timing;
  private final ManualScheduler scheduler = new ManualScheduler();
  private final Random random = new Random(7);
  final List<Host> hosts = new ArrayList<>();

  /** The hosts that no message reaches or leaves. */
  final Set<Integer> cutOff = new HashSet<>();

  /** The ways that no message takes, from the first to the second host. */
  final Set<List<Integer>> cutWays = new HashSet<>();

  /** A host, and what its replica of shard 0 has told. */
  final class Host implements ShardListener {
    final int number;
    final double rate;
    int segmentBytes = 1 << 14;
    ForgetfulDisk disk = new ForgetfulDisk();
    @Nullable HostLog log;
    @Nullable ReplicaHost replicas;
    @Nullable HostScheduler own;
    final List<LogEntry> chosen = new ArrayList<>();
    @Nullable ShardJournal term;
    long terms;
    int offers;

    Host(int number, double rate) {
      this.number = number;
      this.rate = rate;
    }

    void start() {
      try {
        own = new HostScheduler(scheduler, rate);
        chosen.clear();
        term = null;
        log =
            HostLog.open(disk, new SegmentedJournal.Settings(segmentBytes, 0, Duration.ZERO), own);
        replicas =
            new ReplicaHost(
                log, own, random, (to, bytes, length) -> carry(number, to, bytes, length));
        List<Integer> all = IntStream.range(0, hosts.size()).boxed().toList();
        replicas.start(0, new Group(number, all), timing, this);
      } catch (IOException e) {
        throw new AssertionError(e);
      }
    }

    void crash() {
      own.crash();
      disk = disk.crash(random);
      term = null;
      replicas = null;
    }

    boolean leads() {
      return term != null && !term.failed();
    }

    ReplicaStatus view() {
      return replicas.view(0);
    }

    /** The commands that were chosen, as text. */
    List<String> commands() {
      return chosen.stream()
          .filter(entry -> entry.content() instanceof Command)
          .map(entry -> new String(((Command) entry.content()).bytes(), StandardCharsets.UTF_8))
          .toList();
    }

    /** Appends, and gives what its waiter is told. */
    Told append(String command) {
      byte[] bytes = command.getBytes(StandardCharsets.UTF_8);
      Told told = new Told();
      told.position = term.append(bytes, 0, bytes.length);
      term.whenDurable(told.position, told);
      return told;
    }

    /** Asks for what is current. */
    Told read() {
      Told told = new Told();
      term.whenCurrent(term.end(), told);
      return told;
    }

    @Override
    public void chosen(long position, List<LogEntry> entries) {
      chosen.addAll(entries);
    }

    @Override
    public void opened(Ballot ballot, long count, ShardJournal journal) {
      term = journal;
      terms = count;
    }

    @Override
    public void steppedDown(Ballot ballot) {}

    @Override
    public void follows(Ballot ballot) {}

    @Override
    public void offer(int host) {
      offers++;
    }
  }

  /** An answer that may come. */
  static final class Told implements Journal.DurableCallback {
    long position;
    @Nullable Boolean answer;

    @Override
    public void done(boolean durable) {
      answer = durable;
    }
  }

  private ReplicatedHosts(Timing timing) {
    this.timing = timing;
  }

  /** Three hosts, of which the first leads shard 0. */
  static ReplicatedHosts led() {
    return led(TIMING, 1, 1);
  }

  /**
   * Three hosts, of which the first leads shard 0.
   *
   * @param first the rate of its clock
   * @param others the rate of the others' clocks
   */
  static ReplicatedHosts led(Timing timing, double first, double others) {
    ReplicatedHosts all = new ReplicatedHosts(timing);
    for (int number = 0; number < 3; number++) {
      all.hosts.add(all.new Host(number, number == 0 ? first : others));
    }
    all.hosts.forEach(Host::start);
    all.pass(50);
    if (!all.hosts.getFirst().leads()) {
      throw new AssertionError(all.hosts.getFirst().view());
    }
    return all;
  }

  private void carry(int from, int to, byte[] bytes, int length) {
    if (cutOff.contains(from) || cutWays.contains(List.of(from, to))) {
      return;
    }
    byte[] copy = Arrays.copyOf(bytes, length);
    scheduler.after(
        MILLI / 2,
        scheduler.newStepQueue("network"),
        () -> {
          ReplicaHost replicas = hosts.get(to).replicas;
          if (replicas != null && !cutOff.contains(to)) {
            replicas.received(from, new Decoder(copy));
          }
        });
  }

  /** Lets so many milliseconds pass. */
  void pass(int millis) {
    scheduler.runAll();
    for (int each = 0; each < 4 * millis; each++) {
      scheduler.advance(MILLI / 4);
      scheduler.runAll();
    }
  }

  Host leader() {
    return hosts.stream()
        .filter(host -> host.replicas != null && host.leads() && !cutOff.contains(host.number))
        .findFirst()
        .orElseThrow(() -> new AssertionError("no host leads"));
  }
}
