package tutti.simulator.commit;

import java.util.List;

/**
 * A protocol that takes silence for a crash: whoever has been up all the time waits for nobody who
 * is down. Who was down may have to ask.
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
