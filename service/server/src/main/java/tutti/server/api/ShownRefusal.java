package tutti.server.api;

import java.util.Map;
import tutti.engine.transaction.submission.Reason;
import tutti.model.ActorId;
import tutti.model.Refusal;
import tutti.server.access.Entrant;

/** Refusals as clients are told them who may not read all that a rule has looked at. */
final class ShownRefusal {
  private ShownRefusal() {}

  /**
   * Returns a refusal without what a client may not read: the values that the rule has looked at,
   * unless he may read all of the actor and the rule looks at no other, and the state that the
   * actor is in.
   */
  static Refusal to(Entrant by, Reason.Refused refused) {
    Refusal refusal = refused.refusal();
    ActorId actor = refused.actor();
    if (by.mayKnowOfOthers() || by.fields(actor) == null && looksAtItselfOnly(refusal)) {
      return refusal;
    }
    String rule = refusal.rule();
    String message =
        rule != null
            ? "the " + refusal.code() + " \"" + rule + "\" does not hold"
            : refusal.code().equals("state")
                ? refused.action() + " is not possible in the state that it is in"
                : refusal.message();
    return new Refusal.Told(
        refusal.code(), message, refusal.documentation(), rule, refusal.path(), Map.of());
  }

  /** Returns whether a rule looks at its own actor: others are written with a key in brackets. */
  private static boolean looksAtItselfOnly(Refusal refusal) {
    return refusal.values().keySet().stream().noneMatch(each -> each.indexOf('[') >= 0);
  }
}
