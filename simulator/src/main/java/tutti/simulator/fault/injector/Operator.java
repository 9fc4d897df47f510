package tutti.simulator.fault.injector;

import java.util.EnumSet;
import java.util.List;
import java.util.function.BooleanSupplier;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;
import tutti.engine.distribution.Order;
import tutti.engine.distribution.Underway;
import tutti.engine.node.Commitments.OnNode;
import tutti.engine.transaction.Resolution;
import tutti.simulator.check.EpochOracle;
import tutti.simulator.check.EpochOracle.Choice;
import tutti.simulator.check.Findings;
import tutti.simulator.client.SimulatedClient;
import tutti.simulator.cluster.Cluster;
import tutti.simulator.cluster.NodeUnderTest;
import tutti.simulator.fault.FaultKind;
import tutti.simulator.fault.Faults;
import tutti.simulator.invariant.Inspector;
import tutti.simulator.report.CoveragePoint;

/**
 * An operator of several nodes, who looks at transactions that are in doubt while their coordinator
 * cannot be reached, and ends them by hand as the coordinator has chosen. Such an order must change
 * nothing but the time: every rule holds as if the coordinator had been heard, and no node says
 * that the order and the decision differ.
 */
public final class Operator {
  /** The protocol under which a coordinator that ends without a decision has aborted. */
  private static final String PRESUMES_ABORT = "two-phase";

  private final Cluster cluster;
  private final SimulatedClient hand;
  private final EpochOracle ledger;
  private final @Nullable Inspector inspector;
  private final Findings findings;
  private final EnumSet<CoveragePoint> reached;
  private final Faults faults;
  private final RandomGenerator random;

  /**
   * @param hand the client that gives the orders
   * @param inspector is told of each order, or null
   */
  public Operator(
      Cluster cluster,
      SimulatedClient hand,
      EpochOracle ledger,
      @Nullable Inspector inspector,
      Findings findings,
      EnumSet<CoveragePoint> reached,
      Faults faults) {
    this.cluster = cluster;
    this.hand = hand;
    this.ledger = ledger;
    this.inspector = inspector;
    this.findings = findings;
    this.reached = reached;
    this.faults = faults;
    this.random = faults.random(FaultKind.BY_HAND);
  }

  /** Looks at the nodes again and again until {@code over}. In a task only. */
  public void work(BooleanSupplier over) {
    long pauseNanos = 1_000_000L << random.nextInt(8);
    while (!over.getAsBoolean()) {
      hand.pause(1 + random.nextLong(pauseNanos));
      NodeUnderTest at = over.getAsBoolean() ? null : cluster.open(random);
      if (at != null) {
        List<OnNode> all = at.underway();
        for (int node = 0; node < all.size(); node++) {
          for (Underway part : all.get(node).underway()) {
            end(at, node, all.get(node).node(), part);
          }
        }
      }
    }
  }

  private void end(NodeUnderTest at, int node, String name, Underway part) {
    if (!part.inDoubt() || part.byHand() || part.endsAlone()) {
      return;
    }
    Choice choice =
        ledger.chosen(
            part.key(),
            part.protocol().equals(PRESUMES_ABORT),
            (coordinator, life, lsn) -> cluster.node(coordinator).hasLogged(life, lsn));
    if (choice == Choice.OPEN) {
      return;
    }
    boolean commit = choice == Choice.COMMIT;
    Order order = new Order(commit, true, "operator", "its coordinator is away");
    if (inspector != null) {
      inspector.ordered(part.key(), node, commit);
    }
    if (at.resolve(part.key().id(), name, order)) {
      faults.happened(FaultKind.BY_HAND);
      reached.add(commit ? CoveragePoint.COMMITTED_BY_HAND : CoveragePoint.ABORTED_BY_HAND);
    }
  }

  /** Checks the results of the orders, once all nodes have met again. In a task only. */
  public void check() {
    for (OnNode there : cluster.node(0).underway()) {
      for (Resolution part : there.resolved()) {
        Resolution.State right =
            part.commit() ? Resolution.State.COMMIT : Resolution.State.ROLLBACK;
        if (part.state() != right) {
          findings.add(
              "by-hand",
              "transaction "
                  + part.key().id()
                  + " was ended by hand on "
                  + there.node()
                  + " as its coordinator has chosen, and is said to be "
                  + part.state());
        }
      }
    }
  }
}
