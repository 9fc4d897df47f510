package tutti.simulator.commit.rule;

import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tutti.protocol.commit.RecordKind;
import tutti.protocol.commit.paxoscommit.Message;
import tutti.protocol.commit.paxoscommit.PaxosDurableState;
import tutti.protocol.commit.paxoscommit.ProposedValue;
import tutti.simulator.commit.state.FaultBudget;
import tutti.simulator.commit.state.GlobalState;
import tutti.simulator.commit.state.InFlightMessage;
import tutti.simulator.commit.state.NodeState;
import tutti.simulator.commit.step.TransitionRelation;
import tutti.simulator.explorer.world.Finding;

/**
 * The claims of Paxos Commit: a node that is up waits for no other as long as most of the witnesses
 * are up, and no node sends anything that a crash could make it forget (its card, I6 and I7).
 */
public final class PaxosCommitClaims implements ProtocolClaims {
  /** The number of witnesses, one on each of the nodes with the lowest numbers: one may be away. */
  private static final int WITNESSES = 3;

  @Override
  public List<Rule> rules(TransitionRelation laws) {
    return List.of(PaxosCommitClaims::forced);
  }

  @Override
  public boolean endsAlone(GlobalState world, int node) {
    return Arrays.stream(world.sites).limit(WITNESSES).filter(site -> site.up).count() * 2
        > WITNESSES;
  }

  /**
   * Checks that everything said is forced. Where no node can crash this makes no difference, and
   * logs are not kept.
   */
  private static @Nullable Finding forced(GlobalState world) {
    if (world.ledger.left(FaultBudget.CRASH) == 0) {
      return null;
    }
    for (InFlightMessage wire : world.wires) {
      if (wire.message() instanceof Message message
          && !isForced(message, wire.from(), world.site(wire.from()))) {
        return new Finding(
            "forced", "node " + wire.from() + " says " + message + ", and may yet forget it");
      }
    }
    return null;
  }

  /**
   * Whether the sender of a message has it in its log. A witness's log need not have anything that
   * the witness said before it forgot on purpose.
   */
  private static boolean isForced(Message message, int from, NodeState site) {
    boolean forgot = site.ofWitness.has(RecordKind.FINISHED);
    return switch (message) {
      case Message.Phase2a(int ballot, var _, var values) when ballot == 0 ->
          values.get(from) != ProposedValue.PREPARED || site.ofMember.has(RecordKind.VOTE);
      case Message.Phase1a(int ballot, var _) ->
          !site.ofMember.has(RecordKind.VOTE)
              || site.ofMember.memory() instanceof PaxosDurableState.Member memory
                  && memory.ballot() >= ballot;
      case Message.Phase1b(int ballot, var _) -> forgot || hasPromised(site, ballot);
      case Message.Phase2b(int ballot, var values) ->
          forgot
              || values.values().stream().allMatch(value -> value == ProposedValue.READ_ONLY)
              || hasPromised(site, ballot) && hasAccepted(site, ballot);
      case Message.Phase2a _, Message.Prepare _, Message.No _, Message.Undo _ -> true;
      case Message.Outcome _, Message.Ack _, Message.Forget _, Message.Refuse _ -> true;
      case Message.Missing _, Message.Unknown _, Message.Inquire _, Message.Gone _ -> true;
    };
  }

  private static boolean hasPromised(NodeState site, int ballot) {
    return site.ofWitness.memory() instanceof PaxosDurableState.Witness memory
        && memory.promised() >= ballot;
  }

  private static boolean hasAccepted(NodeState site, int ballot) {
    return site.ofWitness.memory() instanceof PaxosDurableState.Witness memory
        && (memory.promised() > ballot || !memory.accepted().isEmpty());
  }
}
