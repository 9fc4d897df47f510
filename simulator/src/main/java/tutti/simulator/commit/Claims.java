package tutti.simulator.commit;

import java.util.List;

/** What a protocol claims beyond {@link Agreement}. */
interface Claims {
  /** The rules of its own. */
  List<Rule> rules(Laws laws);

  /**
   * Whether the nodes that are up come to their ends, though no node that is down starts again:
   * what makes a protocol non-blocking, and when.
   */
  boolean endsAmongTheLiving(World world);
}
