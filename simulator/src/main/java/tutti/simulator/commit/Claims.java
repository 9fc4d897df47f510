package tutti.simulator.commit;

import java.util.List;

/** The claims of a protocol beyond {@link Agreement}. */
interface Claims {
  /** The protocol's own rules. */
  List<Rule> rules(Laws laws);

  /**
   * Whether a node that is up comes to its end though no node that is down starts again. This says
   * whether, and when, a protocol is non-blocking.
   */
  boolean endsAlone(World world, int node);
}
