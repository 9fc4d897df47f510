package tutti.engine.distribution;

import java.time.Instant;
import java.time.temporal.ChronoUnit;
import org.jspecify.annotations.Nullable;

/** That somebody does not know how its transaction has ended, in words. */
final class Doubt {
  private Doubt() {}

  /**
   * @param since when it voted; null if before this node started
   * @param coordinator for which it waits
   */
  static String inWords(@Nullable Instant since, int coordinator, Peers peers) {
    return "in doubt since "
        + (since == null ? "before this node started" : since.truncatedTo(ChronoUnit.MILLIS))
        + ": waits for "
        + peers.name(coordinator)
        + (peers.connected(coordinator) ? "" : ", unreachable");
  }
}
