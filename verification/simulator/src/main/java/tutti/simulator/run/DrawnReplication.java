package tutti.simulator.run;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.UnaryOperator;
import java.util.random.RandomGenerator;
import tutti.engine.commit.CommitKind;
import tutti.engine.commit.CommitKinds;
import tutti.engine.container.Placement;
import tutti.engine.deployment.Deployment;
import tutti.engine.deployment.Deployment.Commitment;
import tutti.engine.deployment.Deployment.ConcurrencyControlKind;
import tutti.engine.deployment.Deployment.Durability;
import tutti.engine.deployment.Deployment.Replication;
import tutti.engine.deployment.DeploymentBuilder;
import tutti.engine.deployment.Integrated.Janus;
import tutti.engine.deployment.Integrated.Tapir;
import tutti.engine.deployment.NodeAddress;
import tutti.engine.replication.CatchUp;
import tutti.engine.replication.Reads;
import tutti.protocol.commit.Assumption;
import tutti.simulator.world.Seeds;

/**
 * The replicas of a run's shards: in a share of all runs on several nodes the nodes are hosts of
 * replicas. The choice must not depend on anything else that is drawn.
 */
public final class DrawnReplication {
  /** The fewest hosts. */
  static final int LEAST_NODES = 3;

  /** The most hosts on which settings are tried. */
  private static final int MOST_NODES = 9;

  /** Shards have replicas in one of so many runs that may have them. */
  private static final int RUNS = 6;

  /** The bounds of clocks' rates that leases rely on, one of which is drawn. */
  private static final double[] DRIFTS = {0.0005, 0.02, 0.1};

  /** Leaders rely on leases in one of so many runs with replicas. */
  private static final int LEASED_RUNS = 3;

  /** The replicas of a shard where there are more than three. */
  private static final int MANY_REPLICAS = 5;

  private static final Duration SHORTEST_ELECTION = Duration.ofMillis(30);

  /** A segment of the log that takes what any other deployment has written. */
  private static final long LONG_SEGMENT = 256L << 10;

  private static final Duration SHORTEST_RECOVERY = Duration.ofMillis(100);

  private DrawnReplication() {}

  /**
   * Returns the settings that are not drawn otherwise: the given ones, and in some runs those of
   * replicas, with mechanisms that go with them.
   *
   * @param nodes the number of nodes, or 0 for the seed to choose
   * @param fixed applies the settings that are not drawn: they have the last word
   */
  static UnaryOperator<Deployment> draw(long seed, int nodes, UnaryOperator<Deployment> fixed) {
    if (nodes == 1 || nodes == 2) {
      return fixed;
    }
    RandomGenerator random = Seeds.stream(seed, "replication");
    boolean drawn = random.nextInt(RUNS) == 0;
    Replication replication = replication(random, nodes);
    Optional<Deployment> asked = several(fixed);
    int least =
        Math.max(replication.replicas(), asked.map(Deployment::nodeCount).orElse(LEAST_NODES));
    UnaryOperator<Deployment> having =
        asked.filter(Deployment::integrated).isPresent()
            ? integrated(Seeds.stream(seed, "tapir"), replication, least, fixed)
            : deployment -> fixed.apply(with(deployment, replication, least));
    boolean has =
        asked
            .filter(
                each ->
                    each.replication().active()
                        || (drawn && suits(each) && having.apply(small()).replication().active()))
            .isPresent();
    return has ? having : fixed;
  }

  /** Returns the settings of hosts of an integrated protocol, which has no leases. */
  private static UnaryOperator<Deployment> integrated(
      RandomGenerator random, Replication replication, int least, UnaryOperator<Deployment> fixed) {
    boolean strict = random.nextInt(3) > 0;
    Duration recovery = SHORTEST_RECOVERY.multipliedBy(1L << random.nextInt(3));
    return deployment ->
        fixed.apply(
            with(deployment, replication.with(Reads.READ_INDEX), least).toBuilder()
                .tapir(new Tapir(strict, recovery))
                .janus(new Janus(recovery))
                .build());
  }

  /** Returns the integrated protocol of hosts with these settings; none of other nodes. */
  static Replication.Protocol integrated(UnaryOperator<Deployment> fixed) {
    return several(fixed)
        .filter(Deployment::integrated)
        .map(asked -> asked.replication().protocol())
        .orElse(Replication.Protocol.NONE);
  }

  /** Returns whether nodes are hosts of replicas with these settings. */
  static boolean isActive(int nodes, UnaryOperator<Deployment> fixed) {
    return nodes != 1
        && nodes != 2
        && several(fixed).filter(asked -> asked.replication().active()).isPresent();
  }

  /**
   * Returns a small deployment on several nodes with the settings that are not drawn; none if these
   * do not go with lost and late messages, as the settings of replicas do.
   */
  public static Optional<Deployment> several(UnaryOperator<Deployment> fixed) {
    // More replicas or shards than usual need more nodes.
    for (int nodes = LEAST_NODES; nodes <= MOST_NODES; nodes++) {
      try {
        return Optional.of(fixed.apply(small().withNodes(NodeAddress.inOneProcess(nodes))));
      } catch (RuntimeException refused) {
        // Settings that are refused in any case are refused where they are used.
      }
    }
    return Optional.empty();
  }

  private static Deployment small() {
    return Deployment.DEFAULT.toBuilder()
        .nodes(NodeAddress.inOneProcess(LEAST_NODES))
        .commitment(Deployment.DEFAULT.commitment().acceptingLoss(true))
        .build();
  }

  private static Replication replication(RandomGenerator random, int nodes) {
    Replication usual = Replication.NONE.with(Replication.Protocol.MULTIPAXOS);
    Duration election = SHORTEST_ELECTION.multipliedBy(1L << random.nextInt(6));
    boolean many = nodes >= MANY_REPLICAS && random.nextBoolean();
    boolean leases = random.nextInt(LEASED_RUNS) == 0;
    Reads.Kind kind = leases ? Reads.Kind.LEASE : Reads.Kind.READ_INDEX;
    double drift = DRIFTS[random.nextInt(DRIFTS.length)];
    return new Replication(
        usual.protocol(),
        usual.count(),
        many ? MANY_REPLICAS : usual.replicas(),
        usual.leaders(),
        usual.layout(),
        election,
        new Reads(kind, Duration.ZERO, drift),
        CatchUp.values()[random.nextInt(CatchUp.values().length)]);
  }

  /**
   * Draws a deployment of any kind and number of nodes that may go on with the data of another one.
   *
   * @param few whether a single node may keep fewer keys of requests than the data has
   */
  static Deployment moved(RandomGenerator random, Deployment from, boolean few) {
    int nodes = LEAST_NODES + random.nextInt(2);
    int kind = Math.max(0, random.nextInt(6) - 1);
    DeploymentBuilder plain =
        from.toBuilder()
            .nodes(kind == 0 ? List.of() : NodeAddress.inOneProcess(nodes - (kind == 1 ? 1 : 0)))
            .replication(Replication.NONE)
            .placement(new Placement.Hash())
            .commit(CommitKinds.usual())
            .transactionTimeout(Deployment.DEFAULT.transactionTimeout())
            .journal(
                new Deployment.JournalSettings(
                    LONG_SEGMENT, LONG_SEGMENT, from.journal().flushPadding()));
    int many = Deployment.DEFAULT.idempotency().maxKeys();
    plain.idempotency(
        new Deployment.IdempotencySettings(
            from.idempotency().keep(),
            kind == 0 && few && random.nextInt(4) > 0 ? 2 << random.nextInt(4) : many));
    Replication.Protocol protocol =
        switch (kind) {
          case 0, 1 -> Replication.Protocol.NONE;
          case 2 -> Replication.Protocol.MULTIPAXOS;
          case 3 -> Replication.Protocol.TAPIR;
          default -> Replication.Protocol.JANUS;
        };
    return protocol == Replication.Protocol.NONE
        ? plain.build()
        : with(plain.build(), Replication.NONE.with(protocol), LEAST_NODES);
  }

  /** Returns whether the mechanisms of a deployment go with replicas. */
  private static boolean suits(Deployment deployment) {
    return deployment.durability() == Durability.SYNC
        && isAsynchronous(deployment.commit())
        && deployment.commitment().assume() == Assumption.ASYNCHRONOUS
        && deployment.concurrencyControl() != ConcurrencyControlKind.TL2;
  }

  private static boolean isAsynchronous(CommitKind commit) {
    return commit.protocol().traits().safeUnder().contains(Assumption.ASYNCHRONOUS);
  }

  /**
   * Returns a deployment with replicas, on so many nodes at least, and with mechanisms that go with
   * them.
   */
  private static Deployment with(Deployment deployment, Replication replication, int least) {
    boolean few = deployment.nodeCount() < least;
    DeploymentBuilder builder =
        (few ? deployment.withNodes(NodeAddress.inOneProcess(least)) : deployment)
            .toBuilder()
                .replication(replication)
                .commitment(
                    new Commitment(
                        Assumption.ASYNCHRONOUS,
                        Deployment.DEFAULT.commitment().delayBound(),
                        deployment.commitment().paxosFailures()));
    if (!isAsynchronous(deployment.commit())) {
      builder.commit(CommitKinds.usual());
    }
    if (deployment.concurrencyControl() == ConcurrencyControlKind.TL2) {
      builder.concurrencyControl(ConcurrencyControlKind.OPTIMISTIC);
    }
    return builder.build();
  }
}
