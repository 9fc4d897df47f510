package tutti.engine.deployment;

import java.time.Duration;
import java.util.Collections;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.SortedMap;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import tutti.engine.commit.CommitKind;
import tutti.engine.commit.CommitKinds;
import tutti.engine.container.Placement;
import tutti.engine.replication.CatchUp;
import tutti.engine.replication.Reads;
import tutti.protocol.commit.Assumption;
import tutti.protocol.commit.CommitProtocol;

/**
 * The settings by which an application runs (docs/rulings.md#contracts). {@link #DEFAULT} is a
 * deployment without a file.
 *
 * @param concurrencyControl the algorithm that isolates transactions
 * @param isolation the promise about their order
 * @param durability the promise of an acknowledgement
 * @param containers the containers of each node, at least 1
 * @param executors the executors in all containers of the node together, at least one per
 *     container; 0 means half as many as the machine has cores, and one per container at least
 * @param router chooses the executor of a container that runs a transaction
 * @param placement chooses the node, and the container of the node, in which an actor lives
 * @param pathSensitive {@code path-sensitive.*}
 * @param versioning {@code versioning.*}
 * @param journal {@code journal.*}
 * @param admission {@code admission.*}
 * @param idempotency {@code idempotency.*}
 * @param transactionTimeout the timeout of a request that sets none
 * @param nodes the nodes that the application runs on, in the order of their numbers; a list of
 *     none or one is a single node
 * @param commit the protocol by which several nodes come to one decision about a transaction
 * @param questions how nodes ask each other
 * @param commitment {@code assume.*} and further settings of some commit protocols
 * @param replication {@code replication}, {@code integrated} and {@code shards.*}
 * @param tapir {@code tapir.*}
 * @param janus {@code janus.*}
 * @param executorsPinned whether each executor stays on a core of its own, where the platform
 *     allows it
 * @param spans {@code spans.*}
 * @param ablation {@code ablation.*}
 */
public record Deployment(
    ControlKind concurrencyControl,
    Isolation isolation,
    Durability durability,
    int containers,
    int executors,
    Router router,
    Placement placement,
    PathSensitive pathSensitive,
    Versioning versioning,
    JournalSettings journal,
    Admission admission,
    IdempotencySettings idempotency,
    Duration transactionTimeout,
    List<NodeAddress> nodes,
    CommitKind commit,
    Questions questions,
    Commitment commitment,
    Replication replication,
    Integrated.Tapir tapir,
    Integrated.Janus janus,
    boolean executorsPinned,
    SpanSettings spans,
    Ablation ablation) {

  public Deployment {
    nodes = List.copyOf(nodes);
  }

  public static final Deployment DEFAULT =
      new Deployment(
          ConcurrencyControlKind.PATH_SENSITIVE,
          Isolation.SERIALIZABLE,
          Durability.SYNC,
          1,
          0,
          Router.AFFINITY,
          new Placement.Hash(),
          new PathSensitive(8, true, 1024),
          new Versioning(64),
          new JournalSettings(64L << 20, 256L << 20, Duration.ZERO),
          new Admission(10_000, 0, Duration.ofMillis(1)),
          new IdempotencySettings(Duration.ofDays(1), 1_000_000),
          Duration.ofSeconds(10),
          List.of(),
          CommitKinds.usual(),
          new Questions(Ask.AUTO, Duration.ofMillis(200)),
          new Commitment(Assumption.ASYNCHRONOUS, Duration.ofSeconds(1), 1, false),
          Replication.NONE,
          Integrated.Tapir.USUAL,
          Integrated.Janus.USUAL,
          false,
          new SpanSettings(0, Duration.ZERO),
          Ablation.NONE);

  /**
   * Returns whether one protocol does the work of concurrency control, commitment and replication:
   * then the settings of those mean nothing.
   */
  public boolean integrated() {
    return replication.protocol().isIntegrated();
  }

  /** Returns the number of nodes, at least 1. */
  public int nodeCount() {
    return Math.max(1, nodes.size());
  }

  /** Returns the number of parts over which actors are spread: nodes, or shards with replicas. */
  public int shardCount() {
    return replication.active() ? replication.shards(nodeCount()) : nodeCount();
  }

  /** Returns the node that runs a part's transactions: with replicas, the preferred leader. */
  public int homeOf(int part) {
    return replication.active() ? replication.hostsOf(part, nodes).getFirst() : part;
  }

  /**
   * Returns the deployment as it is among the leaders of shards with replicas: each shard is a node
   * there, and has no replicas.
   */
  public Deployment ofShards() {
    List<NodeAddress> shards =
        IntStream.range(0, shardCount())
            .mapToObj(shard -> new NodeAddress("shard-" + shard, "localhost", shard + 1))
            .toList();
    return toBuilder().replication(Replication.NONE).nodes(shards).build();
  }

  /**
   * Returns the number of executors of a node, at least one for each container.
   *
   * @param cores how many the node's process may use; {@code auto} takes half of them, because
   *     HTTP, the journal and the collector have to run too
   */
  public int executorCount(int cores) {
    return Math.max(containers, executors == 0 ? Math.max(1, cores / 2) : executors);
  }

  /**
   * Returns a number that nodes compare when they meet: over the settings that must be equal on all
   * of them. These are the names of the nodes in their order, the placement of actors on nodes, the
   * concurrency control, the isolation, the durability, the commit protocol, and the shards and
   * their replicas. Addresses, containers, executors and time limits may differ.
   */
  public long fingerprint() {
    return Fingerprint.of(this);
  }

  /**
   * Returns the settings on which nodes must agree before one may send or store anything for
   * another, by their keys; {@code shards.election-timeout}, in milliseconds, may differ by a
   * factor.
   */
  public SortedMap<String, String> agreed() {
    return Fingerprint.agreed(this);
  }

  /**
   * Returns the placement of actors on nodes as text: if it is equal for two deployments with as
   * many nodes, every actor has one node in both.
   */
  public String nodePlacement() {
    return Fingerprint.nodePlacement(this);
  }

  /** The commit protocol of transactions that begin. */
  public CommitProtocol protocol() {
    return commit.tolerating().apply(commitment.paxosFailures());
  }

  /** Returns whether a transaction asks actors of several other nodes at once. */
  public boolean asksTogether() {
    return switch (questions.ask()) {
      case AUTO -> concurrencyControl.asksTogether();
      case TOGETHER -> true;
      case ONE_BY_ONE -> false;
    };
  }

  /** Returns the number of nodes that the commit protocol needs, if there is more than one node. */
  public int fewestNodes() {
    return protocol().traits().leastNodes();
  }

  /** Returns the reason why there are too few nodes for the commit protocol, or null. */
  public @Nullable String tooFewToCommit() {
    boolean uses = shardCount() > 1 && !integrated();
    return uses && shardCount() < fewestNodes()
        ? ("commit = %s needs %s nodes, and there are %s: add nodes, or take another protocol or a"
                + " lower paxos-commit.f")
            .formatted(commit.longName(), fewestNodes(), shardCount())
        : null;
  }

  /**
   * Returns whether no other node decides a transaction than its coordinator, which may therefore
   * do something irrevocable before it decides.
   */
  public boolean coordinatorDecides() {
    return shardCount() == 1 || protocol().traits().acts();
  }

  /** Makes one that differs in some things. */
  public DeploymentBuilder toBuilder() {
    return new DeploymentBuilder(this);
  }

  /** Returns this deployment with other nodes. */
  public Deployment withNodes(List<NodeAddress> others) {
    return toBuilder().nodes(others).build();
  }

  /** The concurrency controls of the engine, for {@code concurrency-control}. */
  public enum ConcurrencyControlKind implements ControlKind {
    TWO_PHASE_LOCKING("two-phase-locking", "2pl"),
    PATH_SENSITIVE("path-sensitive", "psac") {
      @Override
      public Guarantee guarantee(Isolation isolation) {
        return isolation == Isolation.SERIALIZABLE
            ? Guarantee.STRICTLY_SERIALIZABLE
            : Guarantee.OBJECT;
      }

      @Override
      public boolean asksTogether() {
        return true;
      }
    },
    OPTIMISTIC("optimistic", "occ") {
      @Override
      public boolean inDecisionOrder() {
        return false;
      }
    },
    NO_WAIT("no-wait") {
      @Override
      public boolean asksTogether() {
        return true;
      }
    },
    WAIT_DIE("wait-die") {
      @Override
      public boolean asksTogether() {
        return true;
      }
    },
    WOUND_WAIT("wound-wait") {
      @Override
      public boolean asksTogether() {
        return true;
      }
    },
    TL2("tl2") {
      @Override
      public boolean inDecisionOrder() {
        return false;
      }
    },
    VERSIONING("versioning", "sva"),
    VERSIONING_RW("versioning-rw"),
    EXCLUSIVE_LOCKS("exclusive-locks"),
    READ_WRITE_LOCKS("read-write-locks");

    private final List<String> names;

    ConcurrencyControlKind(String... names) {
      this.names = List.of(names);
    }

    @Override
    public List<String> names() {
      return names;
    }
  }

  public enum Isolation {
    SERIALIZABLE,
    OBJECT
  }

  public enum Durability {
    SYNC,
    ASYNC,
    OFF
  }

  /** The ways in which a transaction asks actors of several other nodes. */
  public enum Ask {
    /** As suits the concurrency control: {@link ControlKind#asksTogether}. */
    AUTO,
    TOGETHER,
    ONE_BY_ONE
  }

  public enum Router {
    ROUND_ROBIN,
    AFFINITY
  }

  /**
   * @param maxInProgress undecided actions at one actor, at least 1; 1 is two-phase locking
   * @param intervals whether linear actions keep their outcomes as an interval
   * @param maxOutcomes how many distinct outcome states may be looked at before an action is
   *     delayed
   */
  public record PathSensitive(int maxInProgress, boolean intervals, int maxOutcomes) {}

  /**
   * The settings of versioning.
   *
   * @param maxSpeculative the most undecided transactions at one actor before one that uses it, at
   *     least 1
   */
  public record Versioning(int maxSpeculative) {}

  /**
   * @param segmentBytes the size of one preallocated log file
   * @param checkpointBytes a checkpoint is made after this much log
   * @param flushPadding added to every flush, for experiments
   */
  public record JournalSettings(long segmentBytes, long checkpointBytes, Duration flushPadding) {}

  /**
   * @param maxInFlight root transactions at a time; more get 503
   * @param attempts of a transaction at most; 0 for as many as its time allows
   * @param pause the first between attempts is drawn below it; the limit doubles with each
   * @param refuseAbove the share of the heap in use after a collection from which on what may grow
   *     gets 503; 1 for never
   */
  public record Admission(int maxInFlight, int attempts, Duration pause, double refuseAbove) {
    /** The usual share of the heap from which on what may grow is refused. */
    public static final double USUAL_SHARE = 0.85;

    /** Limits with the usual share of the heap. */
    public Admission(int maxInFlight, int attempts, Duration pause) {
      this(maxInFlight, attempts, pause, USUAL_SHARE);
    }
  }

  /**
   * @param keep how long keys and outcomes are kept
   * @param maxKeys how many at most; the oldest go first
   */
  public record IdempotencySettings(Duration keep, int maxKeys) {
    /**
     * Returns the settings for keys on their way from one deployment to another: their number is a
     * limit of the way in which a deployment keeps them, not of the keys.
     */
    public IdempotencySettings unlimited() {
      return new IdempotencySettings(keep, Integer.MAX_VALUE);
    }
  }

  /**
   * The settings of spans.
   *
   * @param sample the share of transactions whose phases are timed, from 0 to 1
   * @param slow a transaction that takes longer than this is reported in the log, with its phases;
   *     all transactions are timed for that. Zero for no reports
   */
  public record SpanSettings(double sample, Duration slow) {}

  /** The optimisations that are switched off, to measure their effect. */
  public record Ablation(Set<Optimisation> off) {
    /** Every optimisation is on. */
    public static final Ablation NONE = new Ablation(Set.of());

    public Ablation {
      // The order of the set is equal everywhere.
      Set<Optimisation> sorted = EnumSet.noneOf(Optimisation.class);
      sorted.addAll(off);
      off = Collections.unmodifiableSet(sorted);
    }

    public boolean has(Optimisation optimisation) {
      return !off.contains(optimisation);
    }
  }

  /**
   * @param ask whether a transaction asks actors of several other nodes at once
   * @param retry how long a commit protocol waits for an answer before it asks again; it waits
   *     longer each time
   */
  public record Questions(Ask ask, Duration retry) {}

  /**
   * The assumptions of commit protocols.
   *
   * @param assume the possible faults
   * @param delayBound under {@code SYNCHRONOUS_CRASH} the longest time from the sending of a
   *     message to the end of its receiver's work on it, flushes included
   * @param paxosFailures how many witnesses of Paxos Commit may be away: of twice as many and one
   * @param acceptLoss whether several nodes may run with {@code durability = off}, where a node
   *     that ends loses its part of the data
   */
  public record Commitment(
      Assumption assume, Duration delayBound, int paxosFailures, boolean acceptLoss) {
    /** Assumptions where no node may lose its part. */
    public Commitment(Assumption assume, Duration delayBound, int paxosFailures) {
      this(assume, delayBound, paxosFailures, false);
    }

    /** Returns these assumptions with or without the loss of a node's part. */
    public Commitment acceptingLoss(boolean accepted) {
      return new Commitment(assume, delayBound, paxosFailures, accepted);
    }
  }

  /**
   * The replicas of a deployment's shards, and the hosts that keep them
   * (docs/rulings.md#replication). Each node of the deployment is a host then.
   *
   * @param protocol the protocol by which replicas agree
   * @param count the number of shards; 0 for as many as fit: one for each host, in layout {@link
   *     Layout#APART} one for each group, or in {@link Layout#REGIONS} one for each host of a
   *     region
   * @param replicas the number of replicas of each shard, odd
   * @param leaders the name of the host that is preferred as the leader of every shard; {@link
   *     #SPREAD} to prefer a different host for each shard
   * @param layout which hosts keep a shard
   * @param electionTimeout the silence after which a leader is taken for lost
   * @param reads how a leader makes sure that it still leads when it answers a read
   * @param catchUp how a replica that lags gets what it lacks
   */
  public record Replication(
      Protocol protocol,
      int count,
      int replicas,
      String leaders,
      Layout layout,
      Duration electionTimeout,
      Reads reads,
      CatchUp catchUp) {

    /** The word for leaders that are spread over the hosts. */
    public static final String SPREAD = "spread";

    /** The replication of a deployment that says nothing about it. */
    public static final Replication NONE =
        new Replication(
            Protocol.NONE,
            0,
            3,
            SPREAD,
            Layout.RING,
            Duration.ofSeconds(1),
            Reads.READ_INDEX,
            CatchUp.AUTO);

    /** The protocols by which replicas agree: on a log, or on each transaction. */
    public enum Protocol {
      NONE,
      MULTIPAXOS,
      TAPIR,
      JANUS;

      /** Returns whether it does the work of concurrency control and commitment, too. */
      public boolean isIntegrated() {
        return this == TAPIR || this == JANUS;
      }

      /** Returns its setting in a deployment file. */
      public String setting() {
        return (isIntegrated() ? "integrated = " : "replication = ")
            + name().toLowerCase(Locale.ROOT);
      }
    }

    /** The ways in which shards lie on hosts. */
    public enum Layout {
      /** Shard {@code i} is on host {@code i} and on the hosts that follow, in a ring. */
      RING,
      /** Each host has one shard; the first hosts are the preferred leaders. */
      APART,
      /**
       * Hosts are in as many regions as a shard has replicas, each region a run of as many hosts.
       * Every shard has a replica in each region, on hosts that take turns; the hosts of the first
       * region are the preferred leaders.
       */
      REGIONS
    }

    /** Returns this replication with reads of another kind. */
    public Replication with(Reads others) {
      return new Replication(
          protocol, count, replicas, leaders, layout, electionTimeout, others, catchUp);
    }

    /** Returns whether there are replicas at all. */
    public boolean active() {
      return protocol != Protocol.NONE;
    }

    /** Returns this replication with another protocol. */
    public Replication with(Protocol other) {
      return new Replication(
          other, count, replicas, leaders, layout, electionTimeout, reads, catchUp);
    }

    /**
     * Returns the number of shards.
     *
     * @param hosts how many there are
     */
    public int shards(int hosts) {
      int most = layout == Layout.RING ? hosts : hosts / replicas;
      return count == 0 ? most : count;
    }

    /**
     * Returns the numbers of the hosts that keep a shard, the preferred leader first.
     *
     * @param hosts all hosts, in the order of their numbers
     */
    public List<Integer> hostsOf(int shard, List<NodeAddress> hosts) {
      int shards = shards(hosts.size());
      int region = hosts.size() / replicas;
      List<Integer> places =
          IntStream.range(0, replicas)
              .map(
                  place ->
                      switch (layout) {
                        case RING -> (shard + place) % hosts.size();
                        case APART -> shard + place * shards;
                        case REGIONS -> shard % region + place * region;
                      })
              .boxed()
              .toList();
      int preferred = hosts.stream().map(NodeAddress::name).toList().indexOf(leaders);
      return places.contains(preferred)
          ? IntStream.concat(
                  IntStream.of(preferred),
                  places.stream().mapToInt(place -> place).filter(place -> place != preferred))
              .boxed()
              .toList()
          : places;
    }
  }
}
