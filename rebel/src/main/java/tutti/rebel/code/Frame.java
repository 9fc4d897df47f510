package tutti.rebel.code;

import java.util.List;
import org.jspecify.annotations.Nullable;
import tutti.model.ActorState;
import tutti.model.Surroundings;

/**
 * The data of one evaluation. A frame is made for each evaluation and used by its thread alone; a
 * function's body runs in a frame of its own.
 */
public final class Frame {
  private static final @Nullable Object[] NONE = {};

  public final ActorState state;
  public final List<Object> arguments;
  public final Surroundings around;

  /**
   * The variables of comprehensions and quantifiers, which come after the parameters in a function.
   */
  final @Nullable Object[] locals;

  /** The fields after the event, as far as its effects are computed. */
  public @Nullable Object[] next = NONE;

  /** The life-cycle state after the event. */
  public int nextStage;

  /** The rule that is being evaluated, for the refusal. */
  public @Nullable Rule rule;

  public Frame(ActorState state, List<Object> arguments, Surroundings around, int locals) {
    this.state = state;
    this.arguments = arguments;
    this.around = around;
    this.locals = locals == 0 ? NONE : new Object[locals];
    this.nextStage = state.stage();
  }

  /** The value of a local, which is set because the checker allows no other to be read. */
  @SuppressWarnings("NullAway")
  Object local(int slot) {
    return locals[slot];
  }
}
