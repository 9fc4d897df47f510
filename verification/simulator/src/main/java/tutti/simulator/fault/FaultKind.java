package tutti.simulator.fault;

import java.util.Arrays;
import java.util.Collections;
import java.util.EnumSet;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Collectors;
import tutti.protocol.commit.Assumption;

/**
 * A kind of fault. A run may use any of the kinds that its options allow, and draws those that it
 * does use: a fault that always comes hides the effects of the others.
 */
public enum FaultKind {
  /** Some messages take much longer than most. */
  DELAY(Where.MESSAGES, 0.7),
  /** Messages of a session overtake each other. */
  REORDER(Where.MESSAGES, 0.6),
  /** Messages arrive twice. */
  DUPLICATE(Where.MESSAGES, 0.6),
  /** Messages never arrive. */
  LOSS(Where.MESSAGES, 0.6),
  /** Messages of one session arrive in a later one, also after a restart of either side. */
  STALE(Where.MESSAGES, 0.5),
  /** Messages arrive with some of their bits changed. */
  CORRUPTION(Where.MESSAGES, 0.4),
  /** The network reports congestion long before there is any. */
  CONGESTION(Where.MESSAGES, 0.25),
  /** Messages have a few hundred bytes at most, as if requests and answers were large. */
  SHORT_MESSAGES(Where.MESSAGES, 0.2),
  /**
   * All messages of a node share a link on which they take time by their size, as if they were
   * large; short ones go ahead of long ones.
   */
  SLOW_LINK(Where.MESSAGES, 0.2),
  /** A node's messages do not reach another node, for a while. */
  CUT_ONE_WAY(Where.NODES, 0.6),
  /** Two nodes do not reach each other, for a while. */
  CUT_BOTH_WAYS(Where.NODES, 0.6),
  /** A node reaches no other one, for a while. */
  ISOLATE(Where.NODES, 0.6),
  /** A node reaches no other one for longer than any deadline. */
  LONG_CUT(Where.NODES, 0.3),
  /** The session of two nodes ends; they begin another. */
  BREAK_SESSION(Where.NODES, 0.6),
  /** A node stands still for a while, as in a long garbage collection. */
  PAUSE(Where.NODES, 0.6),
  /**
   * The heap of a node is full after a collection, for a while: what may grow is refused, and all
   * else goes on.
   */
  MEMORY_FULL(Where.NODES, 0.25),
  /**
   * Values under way have a few hundred bytes to a few thousand at most, together, on each host of
   * an integrated protocol, as if they were large and its heap small.
   */
  FEW_BYTES(Where.NODES, 0.2),
  /** A node crashes, at some moment. */
  CRASH(Where.NODES, 0.8),
  /** A node crashes between the append of a decision or a vote and its flush. */
  CRASH_AFTER_APPEND(Where.NODES, 0.7),
  /** A node of several crashes just after it has sent a message. */
  CRASH_AFTER_MESSAGE(Where.NODES, 0.5),
  /** A node crashes between two operations on its disk. */
  CRASH_IN_DISK_OPERATION(Where.NODES, 0.7),
  /**
   * Messages that a node sends stay in its process for a while, as long as its IO thread is busy,
   * and a crash loses them: also where nodes only crash.
   */
  CRASH_LOSES_UNSENT(Where.MESSAGES, 0.3),
  /** A node crashes while it recovers. */
  CRASH_IN_RECOVERY(Where.NODES, 0.5),
  /** Nodes keep nothing; a node that crashes starts again with nothing. */
  NO_DISK(Where.NODES, 0.1),
  /** A crash undoes some of the writes that were not flushed; without this fault, none. */
  LOST_WRITES(Where.DISKS, 0.9),
  /** A crash leaves a part of the last write. */
  TORN_WRITES(Where.DISKS, 0.8),
  /** A disk takes no writes any more, until the node's restart. */
  WRITE_FAILURE(Where.DISKS, 0.4),
  /** A disk's flushes fail, until the node's restart. */
  FORCE_FAILURE(Where.DISKS, 0.4),
  /** A disk's flushes do not end, for a while that may be longer than any deadline. */
  HUNG_DISK(Where.DISKS, 0.3),
  /**
   * A read of the disk on a thread of machines of replicas does not end, for a while that may be
   * longer than any deadline: nothing of these machines goes on.
   */
  HUNG_READ(Where.DISKS, 0.25),
  /** A disk runs out of room; the node is started again before there is more, or after. */
  FULL_DISK(Where.DISKS, 0.4),
  /** Everything that a disk does takes long. */
  SLOW_DISK(Where.DISKS, 0.3),
  /** Now and then a flush takes a good part of a second. */
  SLOW_FLUSH(Where.DISKS, 0.3),
  /** Records of the log have a few hundred bytes at most, as if the written data were large. */
  SHORT_RECORDS(Where.DISKS, 0.2),
  /**
   * Bits are flipped in the data that a disk has kept; never in the newest flushed part of the log.
   */
  BIT_FLIP(Where.DISKS, 0.3),
  /** Bytes that were written at one place are found at another, over other bytes. */
  MISDIRECTED_WRITE(Where.DISKS, 0.3),
  /**
   * A node is started with an empty disk, or an old copy of its own, before it gets its own; a host
   * with replicas is started with that of another host, or gets the one back that it has lost, once
   * it has rejoined from another one.
   */
  WRONG_DISK(Where.DISKS, 0.3),
  /**
   * A node of several is started with a copy of its disk that was made while it ran, before it gets
   * its own.
   */
  OLDER_COPY(Where.DISKS, 0.4),
  /**
   * A node's folder is taken over by another process while the node uses it, as where locks of
   * files do not hold: the node's next start goes on with the data as they were at that moment.
   */
  TAKEN_OVER(Where.DISKS, 0.2),
  /**
   * Restored hosts with replicas are started on the disks of the original, or of another restore of
   * the backup, by mistake, and then on their own. Where a backup is restored.
   */
  OTHER_WORLD(Where.DISKS, 0.5),
  /** A host with replicas of shards loses its disk while it is down. */
  LOSE_DISK(Where.DISKS, 0.5),
  /** A host that leads a shard stands still for longer than its followers wait to hear it. */
  LEADER_PAUSE(Where.NODES, 0.5),
  /** Some of the hosts with replicas of shards reach each other, and some do not. */
  PARTIAL_PARTITION(Where.NODES, 0.5),
  /** A node's clock is wrong, always by the same amount. */
  CLOCK_SKEW(Where.CLOCKS, 0.5),
  /** A node's wall clock jumps, forwards or backwards, by up to years. */
  CLOCK_JUMP(Where.CLOCKS, 0.4),
  /**
   * The wall clock of one node of several is minutes to days ahead or behind from its start on, and
   * jumps; the others differ by what {@link #CLOCK_SKEW} and {@link #CLOCK_JUMP} say.
   */
  CLOCK_APART(Where.CLOCKS, 0.35),
  /**
   * The monotonic clock of a host that relies on leases runs fast or slow, as much as is assumed,
   * and its timers ring late.
   */
  CLOCK_DRIFT(Where.CLOCKS, 0.8),
  /** Some of a node's threads are slow for a while. */
  SLOW_EXECUTOR(Where.NODES, 0.4),
  /** A task holds each executor of a node, for a while that may be longer than any deadline. */
  HELD_EXECUTOR(Where.NODES, 0.3),
  /** A client has little time: its deadline comes at any moment while its request runs. */
  HURRY(Where.CLIENTS, 0.9),
  /** A client that was not answered never comes back, or one hangs in the middle of a block. */
  VANISH(Where.CLIENTS, 0.8),
  /** A client asks again although it was answered, just before or long ago. */
  REPEAT(Where.CLIENTS, 0.9),
  /** A client uses a key again for another request, after a commit or after a refusal. */
  KEY_REUSE(Where.CLIENTS, 0.5),
  /**
   * Nodes keep few keys, or keep them for a short time: a request that is repeated later runs anew.
   */
  KEY_EXPIRY(Where.CLIENTS, 0.15),
  /** Nodes remember the outcomes of few transactions: they answer that older ones have expired. */
  FEW_OUTCOMES(Where.CLIENTS, 0.25),
  /** Nodes admit very few requests at a time. */
  OVERLOAD(Where.CLIENTS, 0.2),
  /** Many more clients than nodes admit ask at the same time, for a while. */
  BURST(Where.CLIENTS, 0.3),
  /**
   * Two to four times as many clients as a service does for come to its door, and a quarter after
   * that; they go away after a while, and come again.
   */
  CROWDED_DOOR(Where.CLIENTS, 0.1),
  /** A client hangs up while its request runs; mostly it comes back, and asks again. */
  HANG_UP(Where.CLIENTS, 0.5),
  /**
   * Clients send batches: independent requests at once, under a key for the whole or under none,
   * some of which cannot be read. They leave in the middle, and come back with all, a part, or a
   * changed item.
   */
  BATCHES(Where.CLIENTS, 0.25),
  /** An operator ends parts of transactions in doubt by hand, as their coordinators have chosen. */
  BY_HAND(Where.CLIENTS, 0.4),
  /** Backups that are taken while clients continue; at the end of a run the newest is restored. */
  BACKUP(Where.CLIENTS, 0.25),
  /** The end of all nodes, by a crash or in order, which come back with another deployment. */
  REDEPLOY(Where.NODES, 0.25),
  /**
   * The end of all nodes, which come back with the next version of the application: by a crash, and
   * of hosts with replicas in order.
   */
  NEW_VERSION(Where.NODES, 0.25),
  /**
   * Hosts with replicas have other values of the settings that may differ from host to host:
   * shorter segments of the log, so that entries of others are longer than they take, and another
   * election timeout.
   */
  UNEQUAL_SETTINGS(Where.NODES, 0.25),
  /**
   * Any effect of any step of a machine throws: of a replica, a configuration log, a coordinator or
   * a member of a commitment. The node must end before anything else leaves it.
   */
  STEP_FAILS(Where.CODE, 0.25),
  /**
   * An execution at one of the replicas of a shard comes to an error of the virtual machine, as of
   * a stack that overflows: the node ends, and all replicas agree whether the transaction happens.
   */
  EXECUTION_FAILS(Where.CODE, 0.4),
  /**
   * A replica comes to another end of a transaction than the others, so that it has to take their
   * memory; once in a run, in which no disk is lost or damaged.
   */
  EXECUTION_DIFFERS(Where.CODE, 0.4),
  /**
   * Clients put in what no log can write: keys that name nothing, and requests whose procedures
   * throw or return a null inside of a value. Each is refused, and nothing of it stays.
   */
  ODD_VALUES(Where.CLIENTS, 0.4),
  /**
   * All actors have unusual keys, and requests have unusual idempotency keys, all of which are
   * valid: what has them commits, and lasts.
   */
  ODD_KEYS(Where.CLIENTS, 0.12),
  /** Code takes unlikely turns: see {@link tutti.engine.runtime.FaultPoint}. */
  PROVOCATION(Where.CODE, 0.6);

  /** The part of the system that a fault befalls. */
  public enum Where {
    MESSAGES,
    NODES,
    DISKS,
    CLOCKS,
    CLIENTS,
    CODE
  }

  private final Where where;
  private final double share;

  FaultKind(Where where, double share) {
    this.where = where;
    this.share = share;
  }

  public Where where() {
    return where;
  }

  /** Returns the share of the runs that may use this kind and do use it: 0 to 1. */
  double share() {
    return share;
  }

  /** Returns the name in flags and results. */
  public String label() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  /**
   * Returns whether a deployment that makes this assumption may meet the fault. Where nodes only
   * crash, messages between those that are up arrive in time, and the work that they ask for is
   * done in time.
   */
  public boolean isPossible(Assumption assumed) {
    return assumed == Assumption.ASYNCHRONOUS
        || switch (this) {
          case DELAY, LOSS, STALE, CORRUPTION, CONGESTION, SLOW_LINK -> false;
          case CUT_ONE_WAY, CUT_BOTH_WAYS, ISOLATE, LONG_CUT, BREAK_SESSION, PAUSE -> false;
          // A node that keeps nothing has not crashed and come back, but is another one.
          case NO_DISK, WRONG_DISK, OLDER_COPY -> false;
          case WRITE_FAILURE, FORCE_FAILURE, FULL_DISK, SLOW_DISK, SLOW_FLUSH -> false;
          case HUNG_DISK, HUNG_READ, HELD_EXECUTOR -> false;
          case TAKEN_OVER -> false;
          case SLOW_EXECUTOR -> false;
          default -> true;
        };
  }

  /** Returns whether the fault may befall nodes with replicas of shards, or nodes without. */
  public boolean suits(boolean replicas) {
    return switch (this) {
      case UNEQUAL_SETTINGS, LOSE_DISK, LEADER_PAUSE, PARTIAL_PARTITION, CLOCK_DRIFT -> replicas;
      case EXECUTION_FAILS, EXECUTION_DIFFERS, FEW_BYTES, OTHER_WORLD -> replicas;
      // Other nodes read while they start, and on the threads of the log and of checkpoints alone.
      case HUNG_READ -> replicas;
      // Entries of a shard's log are longer than such messages.
      case SHORT_MESSAGES -> !replicas;
      // Replicas keep all they say on disk.
      case NO_DISK -> !replicas;
      default -> true;
    };
  }

  /**
   * Returns whether the fault may befall hosts of an integrated protocol, as far as it suits hosts.
   */
  public boolean suitsIntegrated() {
    return switch (this) {
      // There are no parts in doubt that a person could end, and nothing to exchange.
      case BY_HAND, REDEPLOY -> false;
      // The settings that may differ change nothing that such a host does.
      case UNEQUAL_SETTINGS -> false;
      // The log of a shard, which is not there, takes shorter records.
      case SHORT_RECORDS -> false;
      default -> true;
    };
  }

  /** Returns all kinds. */
  public static Set<FaultKind> all() {
    return Collections.unmodifiableSet(EnumSet.allOf(FaultKind.class));
  }

  /** Returns no kinds: nothing goes wrong. */
  public static Set<FaultKind> none() {
    return Collections.unmodifiableSet(EnumSet.noneOf(FaultKind.class));
  }

  /**
   * Reads {@code all}, {@code none}, or labels with commas between them.
   *
   * @throws IllegalArgumentException with a message for a person, if that is none of these
   */
  public static Set<FaultKind> parse(String text) {
    return switch (text.strip()) {
      case "all" -> all();
      case "none" -> none();
      default -> {
        EnumSet<FaultKind> kinds = EnumSet.noneOf(FaultKind.class);
        for (String label : text.split(",", -1)) {
          kinds.add(of(label.strip()));
        }
        yield Collections.unmodifiableSet(kinds);
      }
    };
  }

  /** Returns the shortest text that {@link #parse} reads as these kinds. */
  public static String text(Set<FaultKind> kinds) {
    if (kinds.isEmpty()) {
      return "none";
    }
    return kinds.size() == values().length
        ? "all"
        : Arrays.stream(values())
            .filter(kinds::contains)
            .map(FaultKind::label)
            .collect(Collectors.joining(","));
  }

  private static FaultKind of(String label) {
    for (FaultKind kind : values()) {
      if (kind.label().equals(label)) {
        return kind;
      }
    }
    throw new IllegalArgumentException(
        "there is no fault '%s'; there are all, none, or some of %s"
            .formatted(
                label,
                Arrays.stream(values()).map(FaultKind::label).collect(Collectors.joining(", "))));
  }
}
