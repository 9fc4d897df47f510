package tutti.simulator.fault.injector;

import java.util.function.BooleanSupplier;
import java.util.random.RandomGenerator;
import tutti.simulator.client.SimulatedClient;
import tutti.simulator.cluster.Cluster;
import tutti.simulator.cluster.RunContext;
import tutti.simulator.fault.FaultKind;
import tutti.simulator.report.CoveragePoint;
import tutti.simulator.world.SimulatedHeap;

/** Fills the heap of one node after another for a while, and gives its room back. */
public final class MemoryFiller {
  /** The share of the heap that lives when the memory has come back: nothing is refused. */
  private static final double ROOM = 0.6;

  private final Cluster cluster;
  private final SimulatedClient hand;
  private final RunContext run;
  private final RandomGenerator random;
  private final long calmNanos;
  private final long lastsNanos;

  /**
   * @param hand the client that fills memory
   */
  public MemoryFiller(Cluster cluster, SimulatedClient hand, RunContext run) {
    this.cluster = cluster;
    this.hand = hand;
    this.run = run;
    this.random = run.faults().random(FaultKind.MEMORY_FULL);
    this.calmNanos = 4_000_000L << random.nextInt(9);
    this.lastsNanos = 1_000_000L << random.nextInt(10);
  }

  /** Fills one heap after another until {@code over}; each has room when this returns. */
  public void fill(BooleanSupplier over) {
    while (!over.getAsBoolean()) {
      hand.pause(1 + random.nextLong(calmNanos));
      if (over.getAsBoolean()) {
        return;
      }
      SimulatedHeap heap = run.world().heap(random.nextInt(cluster.nodes().size()));
      run.faults().happened(FaultKind.MEMORY_FULL);
      run.reached().add(CoveragePoint.MEMORY_FULL);
      heap.alive(0.86 + 0.1 * random.nextDouble(), run.world().nanos());
      hand.pause(1 + random.nextLong(lastsNanos));
      // What comes back may be so little that writes are refused still.
      if (random.nextInt(4) == 0) {
        heap.alive(0.85, run.world().nanos());
        hand.pause(1 + random.nextLong(lastsNanos));
      }
      heap.alive(ROOM * random.nextDouble(), run.world().nanos());
    }
  }
}
