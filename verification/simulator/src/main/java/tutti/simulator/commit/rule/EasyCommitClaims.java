package tutti.simulator.commit.rule;

import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import tutti.protocol.commit.Meaning;
import tutti.protocol.commit.RecordKind;
import tutti.simulator.commit.state.GlobalState;
import tutti.simulator.commit.state.InFlightMessage;
import tutti.simulator.commit.state.NodeOutcome;
import tutti.simulator.commit.state.NodeState;
import tutti.simulator.commit.step.TransitionRelation;
import tutti.simulator.explorer.world.Finding;

/**
 * The claims of EasyCommit: Figure 7, the states of two nodes that go together. A decision counts
 * as delivered when it is sent, and nodes that have ever crashed are left out
 * (docs/rulings.md#ruling-12). So are nodes that undid their parts before they promised anything:
 * they are in their initial state for ever.
 */
public final class EasyCommitClaims implements ProtocolClaims {

  private enum Place {
    UNDECIDED,
    TRANSMIT_A,
    TRANSMIT_C,
    ABORT,
    COMMIT;

    private boolean goesWith(Place other) {
      return switch (this) {
        case UNDECIDED -> other != ABORT && other != COMMIT;
        case TRANSMIT_A -> other != TRANSMIT_C && other != COMMIT;
        case TRANSMIT_C -> other != TRANSMIT_A && other != ABORT;
        case ABORT -> other == TRANSMIT_A || other == ABORT;
        case COMMIT -> other == TRANSMIT_C || other == COMMIT;
      };
    }
  }

  @Override
  public List<Rule> rules(TransitionRelation laws) {
    return List.of(world -> matrix(laws, world));
  }

  @Override
  public boolean endsAlone(GlobalState world, int node) {
    return NON_BLOCKING.endsAlone(world, node);
  }

  private static @Nullable Finding matrix(TransitionRelation laws, GlobalState world) {
    Set<Place> taken = EnumSet.noneOf(Place.class);
    for (int node : laws.changers()) {
      for (Place place : places(laws, world, node)) {
        for (Place other : taken) {
          if (!place.goesWith(other)) {
            return new Finding(
                "matrix", "node " + node + " is in " + place + " beside one in " + other);
          }
        }
      }
      taken.addAll(places(laws, world, node));
    }
    return null;
  }

  /**
   * Returns the place of a node in the figure: two places if the node gets two outcomes, none if
   * the node is left out.
   */
  private static Set<Place> places(TransitionRelation laws, GlobalState world, int node) {
    NodeState site = world.site(node);
    boolean promised = node == 0 || site.ofMember.has(RecordKind.VOTE);
    if (site.crashed || site.outcome == NodeOutcome.ABORTED && !promised) {
      return EnumSet.noneOf(Place.class);
    }
    if (site.outcome != NodeOutcome.OPEN) {
      return EnumSet.of(site.outcome.hasCommitted() ? Place.COMMIT : Place.ABORT);
    }
    Set<Place> told = EnumSet.noneOf(Place.class);
    for (InFlightMessage wire : world.wires) {
      if (wire.to() == node && wire.message().meaning() == Meaning.COMMIT) {
        told.add(Place.TRANSMIT_C);
      } else if (wire.to() == node && wire.message().meaning() == Meaning.ABORT) {
        told.add(Place.TRANSMIT_A);
      }
    }
    String phase = site.member == NodeState.NONE ? "" : laws.phase(site.member);
    if (phase.equals("transmit_c")) {
      told.add(Place.TRANSMIT_C);
    } else if (phase.equals("transmit_a")) {
      told.add(Place.TRANSMIT_A);
    }
    return told.isEmpty() ? EnumSet.of(Place.UNDECIDED) : told;
  }
}
