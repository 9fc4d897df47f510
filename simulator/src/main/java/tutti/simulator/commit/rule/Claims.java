package tutti.simulator.commit.rule;

import java.util.List;
import tutti.simulator.commit.state.GlobalState;
import tutti.simulator.commit.step.TransitionRelation;

/** The claims of a protocol beyond {@link Agreement}. */
public interface Claims {
  /** The protocol's own rules. */
  List<Rule> rules(TransitionRelation laws);

  /**
   * Whether a node that is up comes to its end though no node that is down starts again. This says
   * whether, and when, a protocol is non-blocking.
   */
  boolean endsAlone(GlobalState world, int node);
}
