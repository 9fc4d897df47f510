package tutti.lab.log;

import java.util.List;
import tutti.lab.log.LoggedTransactions.Version;
import tutti.simulator.check.Commuting;

/**
 * The order of effects that commute: how far back the effects are on which an effect depends.
 * Path-sensitive control permits actions that commute in any order, in a different one on each
 * actor, and no client can see it. Commuting follows the application's own rules, not the engine's
 * reading of them.
 */
final class Commutation {
  /**
   * The largest distance. An effect farther back counts as a dependency though it need not be one.
   * Four times the usual {@code path-sensitive.max-in-progress}; a deployment with more than this
   * may be found fault with for nothing.
   */
  private static final int REACH = 32;

  private Commutation() {}

  /**
   * Returns the newest version of an actor that another one must come after; 0 is none.
   *
   * @param versions all before it
   */
  static long follows(List<Version> versions, Version it) {
    int after = versions.size();
    while (after > 0 && versions.size() - after < REACH && commutes(versions.get(after - 1), it)) {
      after--;
    }
    return after;
  }

  private static boolean commutes(Version former, Version later) {
    return Commuting.commute(former, later, former.before());
  }
}
