package tutti.model;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The result of an {@link Action} in one state. Two evaluations are the same plan if they are
 * equal.
 */
public sealed interface Evaluation {

  /**
   * The action may happen.
   *
   * @param next the state after the action
   * @param partners the actions that must happen with this one, in the order of the application's
   *     text
   * @param result what the action returns, or null
   */
  record Accepted(ActorState next, List<Call> partners, @Nullable Object result)
      implements Evaluation {}

  /** The action may not happen in this state. */
  record Refused(Refusal refusal) implements Evaluation {}
}
