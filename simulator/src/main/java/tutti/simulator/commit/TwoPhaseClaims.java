package tutti.simulator.commit;

import java.util.List;

/**
 * The claims of two-phase commit: a node that has promised waits for the coordinator (its card,
 * <i>Blocks</i>).
 */
final class TwoPhaseClaims implements Claims {
  @Override
  public List<Rule> rules(Laws laws) {
    return List.of();
  }

  @Override
  public boolean endsAlone(World world, int node) {
    return world.site(0).up;
  }
}
