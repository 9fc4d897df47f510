package tutti.simulator.fault.injector;

import java.util.List;
import java.util.function.BooleanSupplier;
import java.util.random.RandomGenerator;
import tutti.engine.distribution.message.MemberProgress;
import tutti.engine.distribution.message.ResolutionRequest;
import tutti.engine.node.Commitments.OnNode;
import tutti.engine.transaction.record.Resolution;
import tutti.simulator.check.EpochOracle.Choice;
import tutti.simulator.client.SimulatedClient;
import tutti.simulator.cluster.Cluster;
import tutti.simulator.cluster.NodeUnderTest;
import tutti.simulator.cluster.RunContext;
import tutti.simulator.fault.FaultKind;
import tutti.simulator.report.CoveragePoint;

/**
 * An operator of several nodes, who looks at transactions that are in doubt while their coordinator
 * cannot be reached, and ends them by hand as the coordinator has chosen. Such an order must change
 * nothing but the time: every rule holds as if the coordinator had been heard, and no node says
 * that the order and the decision differ.
 *
 * @param hand the client that gives the orders
 * @param acts whether transactions do irrevocable operations: then a coordinator may commit that
 *     has ended without a decision
 */
public record Operator(Cluster cluster, SimulatedClient hand, RunContext run, boolean acts) {
  /** The protocol under which a coordinator that ends without a decision has aborted. */
  private static final String PRESUMES_ABORT = "two-phase";

  /** Looks at the nodes again and again until {@code over}. In a task only. */
  public void work(BooleanSupplier over) {
    RandomGenerator random = run.faults().random(FaultKind.BY_HAND);
    long pauseNanos = 1_000_000L << random.nextInt(8);
    while (!over.getAsBoolean()) {
      hand.pause(1 + random.nextLong(pauseNanos));
      NodeUnderTest at = over.getAsBoolean() ? null : cluster.open(random);
      if (at != null) {
        List<OnNode> all = at.queries().underway();
        for (int node = 0; node < all.size(); node++) {
          for (MemberProgress part : all.get(node).underway()) {
            end(at, node, all.get(node).node(), part);
          }
        }
      }
    }
  }

  private void end(NodeUnderTest at, int node, String name, MemberProgress part) {
    if (!part.inDoubt() || part.byHand() || part.endsAlone()) {
      return;
    }
    Choice choice =
        run.oracle()
            .chosen(
                part.key(), !acts && part.protocol().equals(PRESUMES_ABORT), cluster::hasLogged);
    if (choice == Choice.OPEN) {
      return;
    }
    boolean commit = choice == Choice.COMMIT;
    ResolutionRequest request =
        new ResolutionRequest(commit, true, "operator", "its coordinator is away");
    if (run.inspector() != null) {
      run.inspector().ordered(part.key(), node, commit);
    }
    if (at.queries().resolve(part.key().id(), name, request)) {
      run.faults().happened(FaultKind.BY_HAND);
      run.reached().add(commit ? CoveragePoint.COMMITTED_BY_HAND : CoveragePoint.ABORTED_BY_HAND);
    }
  }

  /** Checks the results of the orders, once all nodes have met again. In a task only. */
  public void check() {
    for (OnNode there : cluster.node(0).queries().underway()) {
      for (Resolution part : there.resolved()) {
        Resolution.State right =
            part.commit() ? Resolution.State.COMMIT : Resolution.State.ROLLBACK;
        if (part.state() != right) {
          run.found(
              "by-hand",
              "%s was ended by hand on %s as its coordinator has chosen, and is said to be %s"
                  .formatted("transaction " + part.key().id(), there.node(), part.state()));
        }
      }
    }
  }
}
