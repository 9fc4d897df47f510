package tutti.simulator.commit.rule;

import java.util.Set;
import org.jspecify.annotations.Nullable;
import tutti.simulator.commit.state.GlobalState;
import tutti.simulator.commit.state.NodeState;
import tutti.simulator.commit.state.OutsideOperation;
import tutti.simulator.explorer.world.Finding;

/**
 * The rule of irrevocable operations (docs/rulings.md#ruling-10): an operation happens once at
 * most, when the parts of all nodes are durable and nothing can abort the transaction any more, and
 * the transaction commits only if its operation has happened.
 *
 * @param changers the nodes on which the transaction changes something
 */
public record OnceAtMost(Set<Integer> changers) implements Rule {

  @Override
  public @Nullable Finding broken(GlobalState world) {
    OutsideOperation operation = world.site(0).operation;
    if (!operation.hasHappened()) {
      return committed(world) ? found("the transaction commits, and has not acted") : null;
    }
    if (operation.times() > 1) {
      return found("the operation happens twice");
    }
    if (world.ledger.toldAbort()) {
      return found("the operation has happened, and the client is told of an abort");
    }
    if (!world.site(0).ofMember.hasPart()) {
      return found("the operation happens, and what node 0 did is not durable");
    }
    for (int node = 0; node < world.nodes(); node++) {
      NodeState site = world.site(node);
      if (site.outcome.hasAborted()) {
        return found("the operation has happened, and node " + node + " aborts");
      }
      if (changers.contains(node) && !site.ofMember.hasPart()) {
        return found("the operation happens, and what node " + node + " did is not durable");
      }
    }
    return null;
  }

  private static boolean committed(GlobalState world) {
    boolean committed = world.ledger.toldCommit() || world.ledger.shown();
    for (NodeState site : world.sites) {
      committed |= site.outcome.hasCommitted();
    }
    return committed;
  }

  private static Finding found(String text) {
    return new Finding("operation", text);
  }
}
