package tutti.engine.integrated;

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
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import tutti.engine.journal.ForgetfulDisk;
import tutti.engine.journal.ManualScheduler;
import tutti.engine.journal.SegmentedJournal;
import tutti.engine.replication.HostLog;
import tutti.engine.replication.HostScheduler;
import tutti.engine.replication.ReplicaHost;
import tutti.engine.replication.ReplicaLink;
import tutti.engine.runtime.Scheduler;
import tutti.model.Decoder;
import tutti.protocol.replication.Timing;

/**
 * Three hosts of an integrated protocol in virtual time, each with a replica of two shards, a log
 * on a disk that forgets what was not forced, and a network that a test cuts.
 */
public abstract class VirtualHosts {
  public static final long MILLI = 1_000_000;

  /** The time that a message takes. */
  public static final long WAY = MILLI / 2;

  public static final List<Integer> SHARDS = List.of(0, 1);
  protected static final List<Integer> ALL = List.of(0, 1, 2);
  protected static final Map<Integer, List<Integer>> GROUPS =
      SHARDS.stream().collect(Collectors.toMap(shard -> shard, shard -> ALL));
  protected static final Timing TIMING = Timing.of(100 * MILLI);

  /**
   * The session with a host that stands still ends after so long: a tenth of the usual time, as all
   * times here.
   */
  private static final long SILENCE = 500 * MILLI;

  private static final long NEVER = Long.MAX_VALUE / 2;

  /** The log after which an image is made. */
  protected static final long IMAGE_BYTES = 1 << 14;

  /** The usual length of a part of a log. */
  protected static final int SEGMENT_BYTES = 1 << 16;

  public final ManualScheduler scheduler = new ManualScheduler();
  public final Random random;
  public final Set<Integer> cutOff = new HashSet<>();

  /** The hosts whose configuration logs neither send nor hear anything. */
  public final Set<Integer> configurationLogsCutOff = new HashSet<>();

  /** The hosts whose configuration logs alone send and hear anything. */
  public final Set<Integer> machinesCutOff = new HashSet<>();

  /** How much longer messages take to and from a host. */
  public final Map<Integer, Long> far = new HashMap<>();

  /** The bytes by whose parts the bounds of what is under way are reckoned. */
  public long underWay = Long.MAX_VALUE;

  /** The share of messages between machines that are lost, and that come twice. */
  public double loss;

  /**
   * How much longer messages between configuration logs take: then a configuration lasts longer.
   */
  public long configurationLag;

  /** The messages between machines so far, each as it comes once more; null if none is kept. */
  private @Nullable List<Runnable> kept;

  private final SegmentedJournal.Settings settings;

  protected VirtualHosts(long seed, int segmentBytes) {
    random = new Random(seed);
    settings = new SegmentedJournal.Settings(segmentBytes, 0, Duration.ZERO);
  }

  protected abstract VirtualHost host(int number);

  /** Starts all hosts, and waits until they act. */
  protected final void begin() {
    mend();
    pass(300);
  }

  /** Starts what is down, and connects all. */
  protected final void mend() {
    loss = 0;
    cutOff.clear();
    configurationLogsCutOff.clear();
    machinesCutOff.clear();
    ALL.stream().map(this::host).filter(host -> !host.isUp()).forEach(VirtualHost::start);
  }

  /** A host, through its crashes. */
  public abstract class VirtualHost {
    public final int number;
    private ForgetfulDisk disk = new ForgetfulDisk();
    private @Nullable ReplicaHost configurationLogs;
    private @Nullable HostScheduler own;
    private long pausedAt = NEVER;

    protected VirtualHost(int number) {
      this.number = number;
    }

    /** Returns the blank memory, which the log fills. */
    protected abstract HostLog.Integrated memory();

    /** Starts the machines, with the memory that was filled. */
    protected abstract void start(
        HostLog log, Scheduler scheduler, ReplicaLink link, ReplicaHost with);

    /** Forgets the machines: the host has crashed. */
    protected abstract void gone();

    protected abstract void received(int from, Decoder in);

    public abstract boolean isUp();

    public final void start() {
      try {
        own = new HostScheduler(scheduler, 1);
        own.underWay = () -> underWay;
        HostLog log = HostLog.open(disk, settings, own, memory());
        configurationLogs =
            new ReplicaHost(
                log, own, random, (to, bytes, length) -> carry(number, to, true, bytes, length));
        start(log, own, new Link(number), configurationLogs);
      } catch (IOException e) {
        throw new AssertionError(e);
      }
    }

    public final void crash() {
      own.crash();
      disk = disk.crash(random);
      configurationLogs = null;
      gone();
    }

    /**
     * Lets the whole process stand still. What is sent to it waits for it, until its sessions end;
     * what comes then is lost.
     */
    public final void pause() {
      pausedAt = scheduler.nanos();
      own.pause();
    }

    public final void goOn() {
      pausedAt = NEVER;
      own.goOn();
    }

    private boolean hasSession() {
      return scheduler.nanos() < pausedAt + SILENCE;
    }

    /** Lets the wall clock be wrong from now on, until the host starts anew. */
    public final void clockAhead(Duration by) {
      own.ahead = by;
    }

    /** Takes the disk of a host away that is down. */
    public final void loseDisk() {
      disk = new ForgetfulDisk();
    }

    /** Returns how many bytes of log the disk has. */
    public final long logBytes() throws IOException {
      return disk.logBytes();
    }
  }

  /** Whether links tell that a host is down or cut off: else all seem to be connected. */
  protected boolean linksTell;

  /** The way of a host to others. */
  private final class Link implements ReplicaLink {
    private final int from;

    Link(int from) {
      this.from = from;
    }

    @Override
    public void send(int to, byte[] bytes, int length) {
      carry(from, to, false, bytes, length);
    }

    @Override
    public boolean isConnected(int to) {
      return !linksTell || host(to).isUp() && !cutOff.contains(from) && !cutOff.contains(to);
    }
  }

  private void carry(int from, int to, boolean configurationLog, byte[] bytes, int length) {
    if (cutOff.contains(from) || (!configurationLog && random.nextDouble() < loss)) {
      return;
    }
    byte[] copy = Arrays.copyOf(bytes, length);
    int times = !configurationLog && random.nextDouble() < loss ? 2 : 1;
    Runnable arrives = () -> arrive(from, to, configurationLog, copy);
    if (kept != null && !configurationLog) {
      kept.add(arrives);
    }
    for (int i = 0; i < times; i++) {
      scheduler.after(
          WAY
              + (configurationLog ? configurationLag : 0)
              + far.getOrDefault(from, 0L)
              + far.getOrDefault(to, 0L),
          scheduler.newStepQueue("network"),
          arrives);
    }
  }

  private void arrive(int from, int to, boolean configurationLog, byte[] bytes) {
    VirtualHost host = host(to);
    Set<Integer> ofKind = configurationLog ? configurationLogsCutOff : machinesCutOff;
    if (ofKind.contains(from) || ofKind.contains(to)) {
      return;
    }
    if (host.isUp() && host.hasSession() && !cutOff.contains(to)) {
      host.own.run(
          () -> {
            if (configurationLog) {
              host.configurationLogs.received(from, new Decoder(bytes));
            } else {
              host.received(from, new Decoder(bytes));
            }
          });
    }
  }

  /** Keeps the messages between machines from now on. */
  public final void keepMessages() {
    kept = new ArrayList<>();
  }

  /** Lets all messages that were kept come once more, at once and in their order. */
  public final void repeatMessages() {
    List<Runnable> all = List.copyOf(kept);
    kept = null;
    all.forEach(Runnable::run);
  }

  /** Lets so many milliseconds pass. */
  public final void pass(int millis) {
    scheduler.runAll();
    for (int each = 0; each < 4 * millis; each++) {
      quarter();
    }
  }

  /** Lets a quarter of a millisecond pass. */
  public final void quarter() {
    scheduler.advance(MILLI / 4);
    scheduler.runAll();
  }
}
