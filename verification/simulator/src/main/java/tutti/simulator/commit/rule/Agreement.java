package tutti.simulator.commit.rule;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import tutti.protocol.commit.Invariants;
import tutti.protocol.commit.Meaning;
import tutti.protocol.commit.RecordKind;
import tutti.protocol.machine.InvariantBroken;
import tutti.simulator.commit.state.GlobalState;
import tutti.simulator.commit.state.InFlightMessage;
import tutti.simulator.commit.state.NodeOutcome;
import tutti.simulator.commit.state.NodeState;
import tutti.simulator.explorer.world.Finding;

/** The rules of every commit protocol. */
public final class Agreement {
  private Agreement() {}

  /** The rules for a transaction that changes something on these nodes. */
  public static List<Rule> rules(Set<Integer> changers) {
    return List.of(Agreement::agreement, Agreement::promise, world -> unanimous(world, changers));
  }

  /**
   * Checks that no node commits while another aborts, and that the client hears nothing else. A
   * commit counts even if a crash took it: others may have seen it. A commit that only the
   * coordinator's node knows of may be taken back: all that can have seen it is behind it in the
   * same log.
   */
  static @Nullable Finding agreement(GlobalState world) {
    boolean commit = world.ledger.toldCommit() || world.ledger.shown();
    boolean abort = world.ledger.toldAbort();
    for (NodeState site : world.sites) {
      commit |= site.outcome.hasCommitted();
      abort |= site.outcome.hasAborted();
    }
    return commit && abort ? split(world) : null;
  }

  private static Finding split(GlobalState world) {
    List<String> commits = new ArrayList<>();
    List<String> aborts = new ArrayList<>();
    for (int node = 0; node < world.nodes(); node++) {
      NodeOutcome outcome = world.site(node).outcome;
      if (outcome.hasCommitted()) {
        commits.add("node " + node + " has committed");
      }
      if (outcome.hasAborted()) {
        aborts.add("node " + node + " has aborted");
      }
    }
    if (world.ledger.toldCommit()) {
      commits.add("the client was told of a commit");
    }
    if (world.ledger.shown() && commits.isEmpty()) {
      commits.add("a participant had committed, which others may have seen, and a crash took it");
    }
    if (world.ledger.toldAbort()) {
      aborts.add("the client was told of an abort");
    }
    return new Finding(
        "agreement", String.join(", ", commits) + ", but " + String.join(", ", aborts));
  }

  /** Checks that a Yes is durable before it is said (docs/rulings.md#ruling-2). */
  private static @Nullable Finding promise(GlobalState world) {
    for (InFlightMessage wire : world.wires) {
      try {
        boolean isDurable = world.site(wire.from()).ofMember.has(RecordKind.VOTE);
        Invariants.promise(wire.message().meaning(), isDurable);
      } catch (InvariantBroken broken) {
        return new Finding(broken.invariant(), "node " + wire.from() + ": " + broken.getMessage());
      }
    }
    return null;
  }

  /**
   * Checks that a commit is sent, to the client or to a node that still has its part open, only
   * when the parts of all nodes are in their logs for good. Other nodes may be sent the outcome
   * that is presumed of a forgotten transaction.
   */
  private static @Nullable Finding unanimous(GlobalState world, Set<Integer> changers) {
    boolean said = world.ledger.toldCommit();
    for (InFlightMessage wire : world.wires) {
      said |=
          wire.message().meaning() == Meaning.COMMIT
              && world.site(wire.to()).outcome == NodeOutcome.OPEN;
    }
    for (int node : changers) {
      if (said && !world.site(node).ofMember.hasPart()) {
        return new Finding(
            "unanimous", "a commit is said, and what node " + node + " did is not durable");
      }
    }
    return null;
  }
}
