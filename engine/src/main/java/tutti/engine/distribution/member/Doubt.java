package tutti.engine.distribution.member;

import java.time.Instant;
import java.time.temporal.ChronoUnit;
import org.jspecify.annotations.Nullable;
import tutti.engine.distribution.peer.Peers;

/** The words that say that a member does not know how its transaction has ended. */
final class Doubt {
  private Doubt() {}

  /**
   * @param since when the member voted; null if before this node started
   * @param coordinator the node that the member waits for
   */
  static String inWords(@Nullable Instant since, int coordinator, Peers peers) {
    return "in doubt since "
        + (since == null ? "before this node started" : since.truncatedTo(ChronoUnit.MILLIS))
        + ": waits for "
        + peers.name(coordinator)
        + (peers.connected(coordinator) ? "" : ", unreachable");
  }
}
