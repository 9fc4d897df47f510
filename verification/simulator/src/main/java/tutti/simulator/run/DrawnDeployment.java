package tutti.simulator.run;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.UnaryOperator;
import java.util.random.RandomGenerator;
import tutti.engine.container.Placement;
import tutti.engine.deployment.ControlKind;
import tutti.engine.deployment.ControlKinds;
import tutti.engine.deployment.Deployment;
import tutti.engine.deployment.Deployment.Durability;
import tutti.engine.deployment.Deployment.Isolation;
import tutti.engine.deployment.Deployment.Router;
import tutti.engine.deployment.DeploymentBuilder;
import tutti.engine.deployment.NodeAddress;
import tutti.model.ActorId;
import tutti.model.Call;
import tutti.simulator.application.SimulatedApplication;
import tutti.simulator.application.Turn;
import tutti.simulator.fault.FaultKind;
import tutti.simulator.fault.Faults;
import tutti.simulator.world.Seeds;

/** A deployment that the seed chooses: small sizes, so that every limit is met soon. */
public final class DrawnDeployment {
  /** The largest number of nodes: a larger one finds little that this one does not. */
  private static final int MOST_NODES = 4;

  private static final int LOOKS_FOR_KEYS = 60;

  /** The segment of an integrated protocol's log, which is the least that it takes. */
  private static final long OF_INTEGRATED = 256L << 10;

  /** The longest {@code idempotency.keep} of a deployment file. */
  private static final Duration LONGEST_IN_FILE = Duration.ofDays(3650);

  /** The shortest {@code idempotency.keep} of a deployment file. */
  private static final Duration SHORTEST_IN_FILE = Duration.ofSeconds(1);

  /**
   * The time for which keys are kept where a node's clock is far from the others': hosts without
   * leaders look for older ones in each run, and no run lasts as long.
   */
  private static final Duration KEPT_WHERE_CLOCKS_DIFFER = Duration.ofMinutes(11);

  private DrawnDeployment() {}

  /**
   * The settings that are drawn first, since faults depend on them.
   *
   * @param nodes the number of nodes; if it is not fixed, a protocol that needs more has more
   * @param chosen whether the number of nodes is fixed
   */
  public record Size(int containers, long segment, long ranges, int nodes, boolean chosen) {
    /**
     * @param nodes the number of nodes, or 0 for the seed to choose
     */
    public static Size draw(RandomGenerator random, int nodes) {
      int containers = 1 + random.nextInt(4);
      long segment = 16_384L << random.nextInt(4);
      long ranges = random.nextLong();
      boolean single = random.nextInt(3) == 0;
      int drawn = 2 + random.nextInt(MOST_NODES - 1);
      boolean chosen = nodes > 0;
      return new Size(containers, segment, ranges, chosen ? nodes : single ? 1 : drawn, chosen);
    }

    /** Returns this size with so many nodes at least, if their number is not fixed. */
    Size atLeast(int least) {
      return chosen ? this : new Size(containers, segment, ranges, Math.max(least, nodes), false);
    }

    /** Returns the largest number of nodes that a protocol may need here. */
    int mostNodes() {
      return chosen ? nodes : MOST_NODES;
    }

    boolean single() {
      return nodes == 1;
    }
  }

  /**
   * @param commit the protocol that the run begins with
   * @param scenario the scenario whose actors may be placed by ranges of their keys
   * @param fixed applies the settings that are not drawn: they have the last word
   * @param faults that the run uses
   */
  public static Deployment draw(
      RandomGenerator random,
      Size size,
      DrawnCommit commit,
      SimulatedApplication.Scenario scenario,
      Faults faults,
      UnaryOperator<Deployment> fixed) {
    int containers = size.containers;
    boolean integrated = DrawnReplication.integrated(fixed).isIntegrated();
    long segment = integrated ? OF_INTEGRATED : size.segment;
    // There even a read waits for a flush.
    int hurried = integrated ? 1_000 : 15;
    // The draws for one part must not depend on fixed settings of another.
    RandomGenerator inRanges = Seeds.stream(size.ranges, "ranges");
    int count =
        size.chosen || size.single() ? size.nodes : Math.max(commit.leastNodes(fixed), size.nodes);
    List<NodeAddress> addresses = count == 1 ? List.of() : NodeAddress.inOneProcess(count);
    long alone = segment * (1 + random.nextInt(4));
    long among = 512L << random.nextInt(7);
    long checkpoint = count == 1 ? alone : among;
    Deployment hashed =
        withMechanisms(random, Deployment.DEFAULT, containers)
            .durability(faults.uses(FaultKind.NO_DISK) ? Durability.OFF : Durability.SYNC)
            .placement(new Placement.Hash())
            .journal(new Deployment.JournalSettings(segment, checkpoint, Duration.ZERO))
            .admission(new Deployment.Admission(admitted(faults), 0, Duration.ofMillis(1)))
            .idempotency(
                integrated
                    ? meaningless(keys(faults), Seeds.stream(size.ranges, "max-keys"))
                    : keys(faults))
            .transactionTimeout(Duration.ofMillis(random.nextInt(4) == 0 ? hurried : 5_000))
            .nodes(addresses)
            .commit(commit.first())
            .commitment(
                commit.commitment().acceptingLoss(faults.uses(FaultKind.NO_DISK) && count > 1))
            .questions(
                new Deployment.Questions(
                    one(Seeds.stream(size.ranges, "ask"), Deployment.Ask.values()),
                    Duration.ofMillis(1L << random.nextInt(9))))
            .build();
    Deployment result = fix(hashed, fixed);
    int parts = result.nodeCount() * result.containers();
    return parts > 1 && result.placement() instanceof Placement.Hash && inRanges.nextInt(3) == 0
        ? fix(
            with(result, ranges(inRanges, parts, scenario), result.journal(), result.idempotency()),
            fixed)
        : result;
  }

  /**
   * Applies the fixed settings. Nodes checkpoint more often than a deployment file may ask for, and
   * keep keys for longer; a caller that fixes another setting need not know this.
   */
  private static Deployment fix(Deployment drawn, UnaryOperator<Deployment> fixed) {
    Deployment asked = asFile(drawn);
    Deployment result = fixed.apply(asked);
    return with(
        result,
        result.placement(),
        result.journal().equals(asked.journal()) ? drawn.journal() : result.journal(),
        result.idempotency().equals(asked.idempotency())
            ? drawn.idempotency()
            : result.idempotency());
  }

  /** Returns the deployment with values that a deployment file may have. */
  public static Deployment asFile(Deployment drawn) {
    Deployment.JournalSettings journal = drawn.journal();
    Deployment.IdempotencySettings keys = drawn.idempotency();
    return with(
        drawn,
        drawn.placement(),
        new Deployment.JournalSettings(
            journal.segmentBytes(),
            Math.max(journal.checkpointBytes(), journal.segmentBytes()),
            journal.flushPadding()),
        new Deployment.IdempotencySettings(inFile(keys.keep()), keys.maxKeys()));
  }

  private static Duration inFile(Duration keep) {
    return keep.compareTo(LONGEST_IN_FILE) > 0
        ? LONGEST_IN_FILE
        : keep.compareTo(SHORTEST_IN_FILE) < 0 ? SHORTEST_IN_FILE : keep;
  }

  private static Deployment with(
      Deployment deployment,
      Placement placement,
      Deployment.JournalSettings journal,
      Deployment.IdempotencySettings keys) {
    return deployment.toBuilder().placement(placement).journal(journal).idempotency(keys).build();
  }

  /** Draws a number of keys for hosts of an integrated protocol, on which it has no effect. */
  private static Deployment.IdempotencySettings meaningless(
      Deployment.IdempotencySettings keys, RandomGenerator random) {
    return new Deployment.IdempotencySettings(
        keys.keep(), Math.min(keys.maxKeys(), 1 << random.nextInt(6)));
  }

  private static int admitted(Faults faults) {
    if (faults.uses(FaultKind.OVERLOAD)) {
      return 3;
    }
    return faults.uses(FaultKind.BURST) ? 6 + faults.random(FaultKind.BURST).nextInt(30) : 10_000;
  }

  /**
   * Returns settings that keep keys by the wall clock. Where the clocks of all nodes jump, keys are
   * kept beyond every jump; where one node's clock is far from the others', for longer than a run
   * lasts, and no longer.
   */
  private static Deployment.IdempotencySettings keys(Faults faults) {
    Deployment.IdempotencySettings usual = Deployment.DEFAULT.idempotency();
    if (faults.uses(FaultKind.KEY_EXPIRY)) {
      RandomGenerator draw = faults.random(FaultKind.KEY_EXPIRY);
      boolean few = draw.nextBoolean();
      return new Deployment.IdempotencySettings(
          few ? usual.keep() : Duration.ofMillis(1L << draw.nextInt(12)),
          few ? 1 << draw.nextInt(6) : usual.maxKeys());
    }
    if (faults.uses(FaultKind.CLOCK_JUMP)) {
      return new Deployment.IdempotencySettings(Duration.ofDays(100 * 365), usual.maxKeys());
    }
    return faults.uses(FaultKind.CLOCK_APART)
        ? new Deployment.IdempotencySettings(KEPT_WHERE_CLOCKS_DIFFER, usual.maxKeys())
        : usual;
  }

  /**
   * Draws a deployment that the same nodes may run as after a restart, with the data on their
   * disks.
   */
  static Deployment change(
      RandomGenerator random,
      Deployment before,
      DrawnCommit commit,
      UnaryOperator<Deployment> fixed) {
    boolean byHash = before.placement() instanceof Placement.Hash;
    int containers = byHash ? 1 + random.nextInt(4) : before.containers();
    DeploymentBuilder changed = withMechanisms(random, before, containers);
    return fix(changed.commit(commit.second()).build(), fixed);
  }

  /** Draws the mechanisms of nodes with so many containers, which a restart may exchange. */
  private static DeploymentBuilder withMechanisms(
      RandomGenerator random, Deployment base, int containers) {
    return base.toBuilder()
        .concurrencyControl(one(random, ControlKinds.all().toArray(ControlKind[]::new)))
        .isolation(one(random, Isolation.values()))
        .containers(containers)
        .executors(containers + random.nextInt(3))
        .router(one(random, Router.values()))
        .pathSensitive(
            new Deployment.PathSensitive(
                1 + random.nextInt(12), random.nextBoolean(), 1 << random.nextInt(11)));
  }

  /** Splits some of the types at keys that the clients use. */
  private static Placement ranges(
      RandomGenerator random, int parts, SimulatedApplication.Scenario scenario) {
    Map<String, TreeSet<String>> keys = new TreeMap<>();
    for (List<Call> opening : scenario.opening()) {
      opening.forEach(call -> add(keys, call.target()));
    }
    for (int i = 0; i < LOOKS_FOR_KEYS; i++) {
      add(keys, scenario.target(random, new Turn(i % 6, i / 6)));
    }
    Map<String, List<String>> splits = new TreeMap<>();
    keys.forEach(
        (type, some) -> {
          if (some.size() >= parts - 1 && random.nextInt(4) > 0) {
            splits.put(type, some(random, some, parts - 1));
          }
        });
    return new Placement.Range(splits);
  }

  private static void add(Map<String, TreeSet<String>> keys, ActorId actor) {
    TreeSet<String> some = keys.computeIfAbsent(actor.type(), type -> new TreeSet<>());
    some.add(actor.key());
    if (ActorId.keyFault(actor.key() + "~") == null) {
      some.add(actor.key() + "~");
    }
  }

  private static List<String> some(RandomGenerator random, TreeSet<String> keys, int count) {
    List<String> left = new ArrayList<>(keys);
    while (left.size() > count) {
      left.remove(random.nextInt(left.size()));
    }
    return Collections.unmodifiableList(left);
  }

  private static <T> T one(RandomGenerator random, T[] all) {
    return all[random.nextInt(all.length)];
  }
}
