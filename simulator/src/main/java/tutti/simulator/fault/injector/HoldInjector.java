package tutti.simulator.fault.injector;

import java.util.List;
import java.util.function.BooleanSupplier;
import java.util.random.RandomGenerator;
import tutti.simulator.client.SimulatedClient;
import tutti.simulator.cluster.Cluster;
import tutti.simulator.cluster.NodeUnderTest;
import tutti.simulator.cluster.RunContext;
import tutti.simulator.fault.FaultKind;

/**
 * The failures that are no crashes: a disk whose flushes do not end, and executors that a task
 * holds. The node goes on otherwise, and other nodes hear it. Each may last longer than the
 * deadlines of requests, and is over, or the node has crashed, when its time is.
 */
public final class HoldInjector {
  private static final List<FaultKind> KINDS =
      List.of(FaultKind.HUNG_DISK, FaultKind.HELD_EXECUTOR);

  /** The largest number of them in a run. */
  private static final int MOST = 4;

  private final Cluster cluster;
  private final SimulatedClient hand;
  private final RandomGenerator random;
  private final RunContext run;
  private final List<FaultKind> kinds;
  private final long longestNanos;

  /**
   * @param hand the client that makes the troubles
   * @param timeoutNanos the usual time of a transaction
   */
  public HoldInjector(
      Cluster cluster,
      SimulatedClient hand,
      RandomGenerator random,
      RunContext run,
      long timeoutNanos) {
    this.cluster = cluster;
    this.hand = hand;
    this.random = random;
    this.run = run;
    this.kinds = KINDS.stream().filter(run.faults()::uses).toList();
    this.longestNanos = 2 * timeoutNanos + 5_000_000_000L;
  }

  /** Holds one node after another until {@code over}. */
  public void rage(BooleanSupplier over) {
    int left = kinds.isEmpty() ? 0 : 1 + random.nextInt(MOST);
    for (; left > 0 && !over.getAsBoolean(); left--) {
      // A run without other troubles is soon over.
      hand.pause(1 + random.nextLong(1_000_000L << random.nextInt(8)));
      if (!over.getAsBoolean() && run.faults().granted()) {
        hold(kinds.get(random.nextInt(kinds.size())));
      }
    }
  }

  private void hold(FaultKind kind) {
    NodeUnderTest node = cluster.node(random.nextInt(cluster.nodes().size()));
    long lasts = 1 + random.nextLong(longestNanos >> random.nextInt(6));
    if (!node.open()) {
      return;
    }
    run.faults().happened(kind);
    node.hold(kind, true);
    hand.pause(lasts);
    node.hold(kind, false);
  }
}
