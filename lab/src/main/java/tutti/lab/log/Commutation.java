package tutti.lab.log;

import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import tutti.engine.transaction.Seen;
import tutti.lab.log.LoggedTransactions.Version;
import tutti.model.ActorState;
import tutti.model.Call;
import tutti.model.Evaluation;
import tutti.model.Unobserved;

/**
 * How far back an effect depends on none of those before it: path-sensitive control lets actions
 * that commute come in any order, on each actor in another one, and nobody can tell. By the
 * application's own rules, not by what the engine made of them.
 */
final class Commutation {
  /**
   * What is farther back is said to be a dependency though it need not be one. Four times the usual
   * {@code path-sensitive.max-in-progress}; a deployment with more than this may be found fault
   * with for nothing.
   */
  private static final int REACH = 32;

  private Commutation() {}

  /**
   * The newest version of an actor that another one must come after; 0 is none.
   *
   * @param versions all before it
   */
  static long follows(List<Version> versions, Version it) {
    int after = versions.size();
    while (after > 0 && versions.size() - after < REACH && commute(versions.get(after - 1), it)) {
      after--;
    }
    return after;
  }

  /**
   * Whether in the state before the former both are accepted in either order, with the same
   * partners, results and state, and neither changes what the other has looked at.
   */
  private static boolean commute(Version former, Version later) {
    ActorState state = former.before();
    Evaluation.Accepted formerFirst = accepted(former, state);
    Evaluation.Accepted laterFirst = accepted(later, state);
    if (formerFirst == null || laterFirst == null) {
      return false;
    }
    Evaluation.Accepted laterThen = accepted(later, formerFirst.next());
    Evaluation.Accepted formerThen = accepted(former, laterFirst.next());
    return laterThen != null
        && formerThen != null
        && samePlan(laterThen, laterFirst)
        && samePlan(formerThen, formerFirst)
        && formerThen.next().equals(laterThen.next())
        && unseen(former, state, laterFirst.next())
        && unseen(later, state, formerFirst.next());
  }

  private static Evaluation.@Nullable Accepted accepted(Version version, ActorState state) {
    Call call = version.call();
    try {
      return call.action().evaluate(state, call.arguments(), version.seen())
              instanceof Evaluation.Accepted accepted
          ? accepted
          : null;
    } catch (Unobserved unforeseen) {
      return null;
    }
  }

  private static boolean samePlan(Evaluation.Accepted one, Evaluation.Accepted other) {
    return one.partners().equals(other.partners()) && Objects.equals(one.result(), other.result());
  }

  private static boolean unseen(Version version, ActorState before, ActorState after) {
    for (Seen.Fact fact : version.looked()) {
      if (!Objects.equals(fact.what().in(before), fact.what().in(after))) {
        return false;
      }
    }
    return true;
  }
}
