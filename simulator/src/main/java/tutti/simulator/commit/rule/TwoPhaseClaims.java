package tutti.simulator.commit.rule;

import java.util.List;
import tutti.simulator.commit.state.GlobalState;
import tutti.simulator.commit.step.TransitionRelation;

/**
 * The claims of two-phase commit: a node that has promised waits for the coordinator (its card,
 * <i>Blocks</i>).
 */
public final class TwoPhaseClaims implements Claims {
  @Override
  public List<Rule> rules(TransitionRelation laws) {
    return List.of();
  }

  @Override
  public boolean endsAlone(GlobalState world, int node) {
    return world.site(0).up;
  }
}
