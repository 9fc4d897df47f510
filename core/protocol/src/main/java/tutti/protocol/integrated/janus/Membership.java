package tutti.protocol.integrated.janus;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import tutti.protocol.integrated.janus.membership.Configuration;
import tutti.protocol.integrated.janus.membership.ConfigurationCommand;

/**
 * The part of a replica's durable state that records the replica's role in its shard's
 * configuration. A new disk in place of a lost one counts as a disk that was never in a
 * configuration. Confined to one thread.
 */
final class Membership {
  private static final Configuration NONE = new Configuration(0, new TreeSet<>(), new TreeSet<>());

  /** The host, unless the shard has its replicas for good. */
  private final int self;

  private final boolean fixed;
  private long disk;
  private Configuration configuration = NONE;
  private final SortedMap<Integer, Long> disks = new TreeMap<>();
  private boolean closed = true;

  /** True if the durable state lacks nothing that was forgotten elsewhere. */
  private boolean current;

  private long executedIn;

  private Membership(int self, boolean fixed) {
    this.self = self;
    this.fixed = fixed;
  }

  /** A replica of a shard that has its replicas for good. */
  static Membership fixed() {
    return new Membership(0, true);
  }

  /**
   * Returns the role of the replica on the host {@code self} before it has learnt of a
   * configuration.
   */
  static Membership none(int self) {
    return new Membership(self, false);
  }

  void name(long name) {
    disk = name;
  }

  void close() {
    closed = true;
  }

  /** A configuration begins. A replica that has missed one before may lack a part of its graph. */
  void open(ConfigurationCommand.Open open) {
    long before = configuration.number();
    executedIn = current ? before : executedIn;
    configuration = open.configuration();
    disks.clear();
    disks.putAll(open.disks());
    closed = false;
    boolean misses = configuration.number() > before + 1;
    // No replica has witnessed anything before the first configuration.
    current = isIn() && !misses && (current || configuration.number() == 1);
  }

  /** Notes that the replica does not know how that configuration has come about. */
  void miss(ConfigurationCommand.Open open) {
    open(open);
    current = false;
  }

  /**
   * Notes that the durable state is not that of most replicas: the state of a voter has to replace
   * it.
   */
  void lose() {
    executedIn = executedIn();
    current = false;
  }

  /** The last configuration in which the replica has executed; 0 if that is not known. */
  long executedIn() {
    return current ? configuration.number() : executedIn;
  }

  /** Notes that the durable state is now that of a voter. */
  void copied() {
    current = isIn();
  }

  private boolean isIn() {
    return disk != 0 && configuration.executes(self) && Objects.equals(disks.get(self), disk);
  }

  /** The facts that make this of the membership of a blank replica. */
  List<Record> image() {
    List<Record> facts = new ArrayList<>();
    if (disk != 0) {
      facts.add(new Record.Disk(disk));
    }
    if (number() > 0) {
      ConfigurationCommand.Open open = open();
      facts.add(current ? new Record.Opened(open) : new Record.Missed(open));
      if (closed) {
        facts.add(new Record.Closed(number()));
      }
    }
    if (current) {
      facts.add(new Record.Copied());
    }
    return facts;
  }

  /** Returns the Open command with which the configuration began. The command's graph is empty. */
  ConfigurationCommand.Open open() {
    return new ConfigurationCommand.Open(configuration, disks, List.of());
  }

  int self() {
    return self;
  }

  boolean isFixed() {
    return fixed;
  }

  /** The name of the disk; 0 if it is blank. */
  long disk() {
    return disk;
  }

  /** The name of a host's disk in the configuration; 0 if it is not in it. */
  long disk(int host) {
    return disks.getOrDefault(host, 0L);
  }

  Configuration configuration() {
    return configuration;
  }

  /** The number of the configuration; 0 before the first. */
  long number() {
    return configuration.number();
  }

  boolean isClosed() {
    return closed;
  }

  boolean isCurrent() {
    return current;
  }

  /** Whether the replica executes; if not, it may lack anything, and answers nothing. */
  boolean executes() {
    return fixed || current;
  }

  boolean isVoter() {
    return fixed || current && configuration.voters().contains(self);
  }

  /** Whether the replica's answers count. */
  boolean decides() {
    return fixed || isVoter() && !closed;
  }
}
