package tutti.simulator.commit.rule;

import java.util.List;
import tutti.simulator.commit.state.GlobalState;
import tutti.simulator.commit.step.TransitionRelation;

/** The claims of a protocol beyond {@link Agreement}. */
@FunctionalInterface
public interface ProtocolClaims {
  /**
   * The claims of two-phase commit: a node that has promised waits for the coordinator (its card,
   * <i>Blocks</i>).
   */
  ProtocolClaims TWO_PHASE = (world, node) -> world.site(0).up;

  /**
   * The claims of a protocol that takes silence for a crash: a node that has been up all the time
   * waits for no node that is down. A node that was down may have to ask.
   */
  ProtocolClaims NON_BLOCKING = (world, node) -> !world.site(node).crashed;

  /** The protocol's own rules. */
  default List<Rule> rules(TransitionRelation laws) {
    return List.of();
  }

  /**
   * Whether a node that is up comes to its end though no node that is down starts again. This says
   * whether, and when, a protocol is non-blocking.
   */
  boolean endsAlone(GlobalState world, int node);
}
