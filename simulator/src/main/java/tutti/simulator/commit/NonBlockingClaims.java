package tutti.simulator.commit;

import java.util.List;

/**
 * The claims of a protocol that takes silence for a crash: a node that has been up all the time
 * waits for no node that is down. A node that was down may have to ask.
 */
class NonBlockingClaims implements Claims {
  @Override
  public List<Rule> rules(Laws laws) {
    return List.of();
  }

  @Override
  public final boolean endsAlone(World world, int node) {
    return !world.site(node).crashed;
  }
}
