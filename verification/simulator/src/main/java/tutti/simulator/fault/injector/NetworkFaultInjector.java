package tutti.simulator.fault.injector;

import java.util.Collections;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.function.BooleanSupplier;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;
import tutti.simulator.client.SimulatedClient;
import tutti.simulator.cluster.Cluster;
import tutti.simulator.cluster.RunContext;
import tutti.simulator.fault.FaultKind;
import tutti.simulator.network.SimulatedNetwork;
import tutti.simulator.report.CoveragePoint;

/** The troubles between nodes that come and go: cuts, broken sessions, nodes that stand still. */
public final class NetworkFaultInjector {
  private static final Set<FaultKind> KINDS =
      Collections.unmodifiableSet(
          EnumSet.of(
              FaultKind.CUT_ONE_WAY,
              FaultKind.CUT_BOTH_WAYS,
              FaultKind.ISOLATE,
              FaultKind.BREAK_SESSION,
              FaultKind.PAUSE,
              FaultKind.SLOW_EXECUTOR,
              FaultKind.CLOCK_JUMP));

  /**
   * The shortest time of a long cut, in nanoseconds: a usual deadline, and the time by which an
   * answer may be late.
   */
  private static final long LEAST_LONG = 4_000_000_000L;

  /** The longest time of a long cut, in nanoseconds. */
  private static final long MOST_LONG = 14_000_000_000L;

  /** The largest number of long cuts of a run. */
  private static final int MOST_LONG_CUTS = 4;

  /** The faults that can befall a node that is alone. */
  private static final Set<FaultKind> ALONE =
      Collections.unmodifiableSet(
          EnumSet.of(FaultKind.PAUSE, FaultKind.SLOW_EXECUTOR, FaultKind.CLOCK_JUMP));

  private final Cluster cluster;
  private final SimulatedClient hand;
  private final RandomGenerator random;
  private final RunContext run;
  private final List<FaultKind> kinds;
  private final long calmNanos;
  private final long lastsNanos;

  /**
   * @param hand the client that makes the troubles
   */
  public NetworkFaultInjector(
      Cluster cluster, SimulatedClient hand, RandomGenerator random, RunContext run) {
    this.cluster = cluster;
    this.hand = hand;
    this.random = random;
    this.run = run;
    this.kinds = (cluster.several() ? KINDS : ALONE).stream().filter(run.faults()::uses).toList();
    this.calmNanos = 4_000_000L << random.nextInt(9);
    this.lastsNanos = 1_000_000L << random.nextInt(12);
  }

  /** Makes one trouble after another until {@code over}; each is over when this returns. */
  public void rage(BooleanSupplier over) {
    while (!kinds.isEmpty() && !over.getAsBoolean()) {
      hand.pause(1 + random.nextLong(calmNanos));
      if (!over.getAsBoolean()) {
        trouble();
      }
    }
  }

  private void trouble() {
    int nodes = cluster.nodes().size();
    int one = random.nextInt(nodes);
    int other = nodes == 1 ? one : (one + 1 + random.nextInt(nodes - 1)) % nodes;
    long lasts = random.nextLong(1 + random.nextLong(lastsNanos));
    FaultKind kind = kinds.get(random.nextInt(kinds.size()));
    if (!run.faults().granted()) {
      return;
    }
    run.faults().happened(kind);
    switch (kind) {
      case SLOW_EXECUTOR -> {
        cluster.node(one).slow(true);
        hand.pause(lasts);
        cluster.node(one).slow(false);
      }
      case CLOCK_JUMP -> {
        run.reached().add(CoveragePoint.CLOCK_JUMPED);
        cluster.node(one).jump(random);
      }
      case PAUSE -> {
        run.reached().add(CoveragePoint.NODE_STOOD_STILL);
        cluster.node(one).pause(true);
        hand.pause(lasts);
        cluster.node(one).pause(false);
      }
      default -> between(kind, one, other, lasts);
    }
  }

  private void between(FaultKind kind, int one, int other, long lasts) {
    SimulatedNetwork network = cluster.network();
    switch (kind) {
      case CUT_ONE_WAY -> {
        run.reached().add(CoveragePoint.CUT_ONE_WAY);
        network.cut(one, other);
        hand.pause(lasts);
        network.heal(one, other);
      }
      case CUT_BOTH_WAYS -> {
        run.reached().add(CoveragePoint.CUT_BOTH_WAYS);
        network.cut(one, other);
        network.cut(other, one);
        hand.pause(lasts);
        network.heal(one, other);
        network.heal(other, one);
      }
      case ISOLATE -> isolate(one, lasts);
      case BREAK_SESSION -> network.breakSession(one, other);
      default -> throw new IllegalStateException("nothing between nodes: " + kind);
    }
  }

  /** Cuts one node off from all others. */
  private void isolate(int node, long lasts) {
    isolate(node, () -> hand.pause(lasts));
  }

  private void isolate(int node, Runnable whileCut) {
    run.reached().add(CoveragePoint.NODE_CUT_OFF);
    cluster.network().isolate(node);
    whileCut.run();
    cluster.network().rejoin(node);
  }

  /**
   * Cuts nodes off a few times, each for longer than clients wait. In a task only.
   *
   * @param load of clients that ask a host meanwhile; null for none
   */
  public void cutLong(BooleanSupplier over, @Nullable LoadInCut load) {
    RandomGenerator chance = run.faults().random(FaultKind.LONG_CUT);
    for (int left = 1 + chance.nextInt(MOST_LONG_CUTS); left > 0; left--) {
      hand.pause(1 + chance.nextLong(1_000_000L << chance.nextInt(10)));
      if (over.getAsBoolean() || !run.faults().granted()) {
        return;
      }
      run.faults().happened(FaultKind.LONG_CUT);
      int node = chance.nextInt(cluster.nodes().size());
      long lasts = chance.nextLong(LEAST_LONG, MOST_LONG);
      if (load == null) {
        isolate(node, lasts);
      } else {
        isolate(node, () -> load.ask(cluster.node(node), () -> hand.pause(lasts)));
      }
    }
  }
}
