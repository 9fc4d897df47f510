package tutti.simulator.commit;

import java.util.List;

/** What a protocol claims beyond {@link Agreement}. */
interface Claims {
  /** The rules of its own. */
  List<Rule> rules(Laws laws);

  /**
   * Whether a node that is up comes to its end though no node that is down starts again: what makes
   * a protocol non-blocking, and when.
   */
  boolean endsAlone(World world, int node);
}
