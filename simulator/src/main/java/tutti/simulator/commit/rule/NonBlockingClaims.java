package tutti.simulator.commit.rule;

import java.util.List;
import tutti.simulator.commit.state.GlobalState;
import tutti.simulator.commit.step.TransitionRelation;

/**
 * The claims of a protocol that takes silence for a crash: a node that has been up all the time
 * waits for no node that is down. A node that was down may have to ask.
 */
public class NonBlockingClaims implements Claims {
  @Override
  public List<Rule> rules(TransitionRelation laws) {
    return List.of();
  }

  @Override
  public final boolean endsAlone(GlobalState world, int node) {
    return !world.site(node).crashed;
  }
}
