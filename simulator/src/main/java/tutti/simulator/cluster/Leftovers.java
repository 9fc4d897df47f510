package tutti.simulator.cluster;

import java.util.List;
import org.jspecify.annotations.Nullable;
import tutti.engine.node.ActorView;

/**
 * Entries that requests must not leave in a node once all of them have ended: it would grow for
 * ever.
 */
final class Leftovers {
  private static final int NAMED = 5;

  private Leftovers() {}

  /**
   * Describes the keys that no limit of age or number will ever remove; null if there are none.
   *
   * @param known the number of keys that the node knows, with those of requests that run
   * @param kept the number of keys that are removed when they are too old, or too many
   */
  static @Nullable String keys(int known, long kept) {
    return known <= kept
        ? null
        : known + " idempotency keys, and only " + kept + " of them are kept for a time";
  }

  /**
   * Describes the remembered votes of other nodes that no node will ask for any more; null if there
   * are none.
   */
  static @Nullable String witnesses(int transactions) {
    return transactions == 0 ? null : "the votes of " + transactions + " transactions in memory";
  }

  /**
   * Describes the actors to which nothing has happened and that nothing uses; null if there are
   * none.
   */
  static @Nullable String actors(List<ActorView> all) {
    List<ActorView> blank =
        all.stream()
            .filter(each -> each.version() == 0 && each.state().stage() == 0)
            .filter(each -> each.uses().isEmpty())
            .toList();
    return blank.isEmpty()
        ? null
        : blank.size()
            + " actors to which nothing has happened, "
            + blank.stream().limit(NAMED).map(ActorView::actor).toList()
            + " among them";
  }
}
