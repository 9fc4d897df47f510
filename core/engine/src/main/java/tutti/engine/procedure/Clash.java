package tutti.engine.procedure;

import org.jspecify.annotations.Nullable;
import tutti.engine.transaction.submission.Reason;
import tutti.model.ActorId;
import tutti.model.Refusal;

/**
 * Two calls of one transaction on one actor, neither of which is before the other.
 *
 * @param first the one that stands first in the program
 */
record Clash(ActiveCall first, ActiveCall second) {
  static final String CODE = "active-set";

  /** Returns the clash of two calls, given in any order. */
  static Clash of(ActiveCall one, ActiveCall other) {
    return one.before(other) ? new Clash(one, other) : new Clash(other, one);
  }

  /** Returns the clash that stands first in the program, in whatever order they are found. */
  static @Nullable Clash first(@Nullable Clash one, @Nullable Clash other) {
    if (one == null || other == null) {
      return one == null ? other : one;
    }
    boolean earlier =
        isSame(one.second, other.second)
            ? one.first.before(other.first)
            : one.second.before(other.second);
    return earlier ? one : other;
  }

  private static boolean isSame(ActiveCall one, ActiveCall other) {
    return !one.before(other) && !other.before(one);
  }

  /** Returns the reason for which the transaction is refused. */
  Reason reason() {
    ActorId actor = second.actor();
    return new Reason.Refused(
        actor,
        second.procedure(),
        Refusal.of(
            CODE,
            "two calls of one transaction are on "
                + actor
                + " and neither is over before the other begins: "
                + first.path()
                + " and "
                + second.path()
                + "; take the promise of one before the other is called"));
  }

  /** Returns the reason to refuse a call that comes back to an actor above it. */
  static Reason cycle(ActiveCall above, ActiveCall back) {
    return new Reason.Refused(
        back.actor(),
        back.procedure(),
        Refusal.of(
            CODE,
            back.path()
                + " comes back to "
                + back.actor()
                + " while "
                + above.path()
                + " still runs there: an actor does one thing at a time"));
  }
}
