package tutti.simulator.fault.injector;

import java.util.ArrayList;
import java.util.List;
import java.util.function.BooleanSupplier;
import java.util.random.RandomGenerator;
import tutti.simulator.client.SimulatedClient;
import tutti.simulator.cluster.Cluster;
import tutti.simulator.cluster.NodeUnderTest;
import tutti.simulator.cluster.RunContext;
import tutti.simulator.fault.FaultKind;
import tutti.simulator.network.SimulatedNetwork;
import tutti.simulator.report.CoveragePoint;

/**
 * The troubles of hosts with replicas that aim at leaders, each long enough for another leader to
 * come: a leader crashes, stands still, or reaches some of the other hosts only.
 */
public final class LeaderFaults {
  private static final List<FaultKind> KINDS =
      List.of(FaultKind.CRASH, FaultKind.LEADER_PAUSE, FaultKind.PARTIAL_PARTITION);

  /** The largest number of troubles of a run, about. */
  private static final int MOST = 10;

  private final Cluster cluster;
  private final SimulatedClient hand;
  private final RandomGenerator random;
  private final RunContext run;
  private final long electionNanos;
  private final List<FaultKind> kinds;

  /**
   * @param hand the client that makes the troubles
   * @param electionNanos the time after which a leader that is not heard is taken for lost
   */
  public LeaderFaults(
      Cluster cluster,
      SimulatedClient hand,
      RandomGenerator random,
      RunContext run,
      long electionNanos) {
    this.cluster = cluster;
    this.hand = hand;
    this.random = random;
    this.run = run;
    this.electionNanos = electionNanos;
    this.kinds = KINDS.stream().filter(run.faults()::uses).toList();
  }

  /** Makes one trouble after another until {@code over}; each is over when this returns. */
  public void rage(BooleanSupplier over) {
    // A run without other troubles is soon over.
    long calmNanos = 1_000_000L << random.nextInt(6);
    int left = kinds.isEmpty() ? 0 : 2 + random.nextInt(MOST);
    for (; left > 0 && !over.getAsBoolean(); left--) {
      hand.pause(1 + random.nextLong(calmNanos));
      calmNanos = 4 * electionNanos;
      if (!over.getAsBoolean() && run.faults().granted()) {
        trouble(kinds.get(random.nextInt(kinds.size())));
      }
    }
  }

  private void trouble(FaultKind kind) {
    int leader = cluster.nodeOf(random.nextInt(cluster.nodes().size()));
    long lasts = electionNanos / 2 + random.nextLong(4 * electionNanos);
    NodeUnderTest node = cluster.node(leader);
    if (!node.open()) {
      return;
    }
    run.faults().happened(kind);
    switch (kind) {
      case CRASH -> node.crash();
      case LEADER_PAUSE -> {
        node.pause(true);
        hand.pause(lasts);
        node.pause(false);
      }
      case PARTIAL_PARTITION -> {
        List<int[]> links = links(leader);
        run.reached().add(CoveragePoint.PARTIALLY_CUT_OFF);
        SimulatedNetwork network = cluster.network();
        links.forEach(link -> network.cut(link[0], link[1]));
        hand.pause(lasts);
        links.forEach(link -> network.heal(link[0], link[1]));
      }
      default -> throw new IllegalStateException("nothing of leaders: " + kind);
    }
  }

  /**
   * Draws the links to cut: those between a leader and all others but one, in one direction or in
   * both; or those between all others.
   */
  private List<int[]> links(int leader) {
    int count = cluster.nodes().size();
    boolean others = random.nextInt(4) == 0;
    int spared = (leader + 1 + random.nextInt(count - 1)) % count;
    int directions = 1 + random.nextInt(3);
    List<int[]> links = new ArrayList<>();
    for (int one = 0; one < count; one++) {
      for (int other = 0; other < count; other++) {
        boolean from = one == leader && other != spared && (directions & 1) != 0;
        boolean to = other == leader && one != spared && (directions & 2) != 0;
        boolean among = one != leader && other != leader;
        if (one != other && (others ? among : from || to)) {
          links.add(new int[] {one, other});
        }
      }
    }
    return links;
  }
}
