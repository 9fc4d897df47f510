package tutti.engine.node;

import tutti.engine.container.Placement;
import tutti.engine.container.Placements;
import tutti.model.ActorId;

/** Accounts by where they live, if actors are placed by hash. */
final class Homes {
  private Homes() {}

  /** One that lives on a node of so many. */
  static String accountOn(int node, int nodes) {
    return accountOn("k", node, nodes);
  }

  /**
   * @param begin how its key begins
   */
  static String accountOn(String begin, int node, int nodes) {
    Placements placements = new Placements(new Placement.Hash(), nodes, 1);
    int i = 0;
    while (placements.nodeOf(new ActorId("Account", begin + i)) != node) {
      i++;
    }
    return begin + i;
  }
}
