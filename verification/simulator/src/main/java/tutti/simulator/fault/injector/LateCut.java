package tutti.simulator.fault.injector;

import java.util.ArrayList;
import java.util.List;
import java.util.random.RandomGenerator;
import tutti.engine.runtime.FaultPoint;
import tutti.engine.runtime.Promise;
import tutti.simulator.client.SimulatedClient;
import tutti.simulator.cluster.Cluster;
import tutti.simulator.cluster.NodeUnderTest;
import tutti.simulator.cluster.RunContext;
import tutti.simulator.fault.FaultKind;
import tutti.simulator.report.CoveragePoint;
import tutti.simulator.world.SimulatedNode;

/**
 * Cuts a coordinator off from all others just when it is provoked to be late: what it has yet to
 * ask them for is not heard before any deadline, and its client must not wait for it.
 */
public final class LateCut {
  /** One of so many occasions is taken. */
  private static final int ONE_OF = 4;

  /** The largest number of such cuts in a run. */
  private static final int MOST = 2;

  /** Longer than a usual deadline, and what an answer may be late, in nanoseconds. */
  private static final long LEAST_NANOS = 9_000_000_000L;

  private static final long MOST_NANOS = 14_000_000_000L;

  private final Cluster cluster;
  private final SimulatedClient hand;
  private final RandomGenerator random;
  private final RunContext run;
  private final List<Promise<Boolean>> cuts = new ArrayList<>();

  /**
   * @param hand heals what was cut
   */
  public LateCut(Cluster cluster, SimulatedClient hand, RandomGenerator random, RunContext run) {
    this.cluster = cluster;
    this.hand = hand;
    this.random = random;
    this.run = run;
  }

  /** A node is provoked, in the middle of what it does. */
  public void provoked(SimulatedNode machine, FaultPoint place) {
    if (place != FaultPoint.DEADLINE_BEFORE_DECISION
        || cuts.size() == MOST
        || random.nextInt(ONE_OF) != 0
        || !run.faults().granted()) {
      return;
    }
    for (NodeUnderTest node : cluster.nodes()) {
      if (node.runsOn(machine)) {
        cut(node.number());
      }
    }
  }

  private void cut(int node) {
    Promise<Boolean> healed = new Promise<>();
    cuts.add(healed);
    run.faults().happened(FaultKind.LONG_CUT);
    run.reached().add(CoveragePoint.NODE_CUT_OFF);
    cluster.network().isolate(node);
    hand.later(
        random.nextLong(LEAST_NANOS, MOST_NANOS),
        () -> {
          cluster.network().rejoin(node);
          healed.complete(true);
        });
  }

  /** Waits until all is healed, and cuts nothing any more. In a task only. */
  public void end() {
    for (int i = 0; i < cuts.size(); i++) {
      cuts.get(i).await();
    }
  }
}
