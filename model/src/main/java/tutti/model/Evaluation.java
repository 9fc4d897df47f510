package tutti.model;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What an {@link Action} says of one state. Two evaluations are the same plan if they are equal.
 */
public sealed interface Evaluation {

  /**
   * The action may happen.
   *
   * @param next the state after it
   * @param partners the actions that must happen with it, in the order of the application's text
   * @param result what the action returns, or null
   */
  record Accepted(ActorState next, List<Call> partners, @Nullable Object result)
      implements Evaluation {}

  /** The action may not happen in this state. */
  record Refused(Refusal refusal) implements Evaluation {}
}
