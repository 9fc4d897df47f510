package tutti.rebel.compile;

import java.util.List;
import org.jspecify.annotations.Nullable;
import tutti.model.ActorState;
import tutti.model.Surroundings;

/**
 * What one evaluation works on. Made for each, confined to its thread; a function's body runs in a
 * frame of its own.
 */
final class Frame {
  private static final @Nullable Object[] NONE = {};

  final ActorState state;
  final List<Object> arguments;
  final Surroundings around;

  /** Variables of comprehensions and quantifiers, in a function after its parameters. */
  final @Nullable Object[] locals;

  /** The fields after the event, as far as its effects are computed. */
  @Nullable Object[] next = NONE;

  /** The life-cycle state after the event. */
  int nextStage;

  /** The rule that is being looked at, for the refusal. */
  @Nullable Rule rule;

  Frame(ActorState state, List<Object> arguments, Surroundings around, int locals) {
    this.state = state;
    this.arguments = arguments;
    this.around = around;
    this.locals = locals == 0 ? NONE : new Object[locals];
    this.nextStage = state.stage();
  }

  /** A local that is set: the checker lets no other be read. */
  @SuppressWarnings("NullAway")
  Object local(int slot) {
    return locals[slot];
  }
}
