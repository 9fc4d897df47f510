package tutti.rebel.code;

import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tutti.model.ActorId;
import tutti.model.ActorState;
import tutti.model.Caller;
import tutti.model.Observation;
import tutti.model.Surroundings;
import tutti.rebel.value.ValueRefused;
import tutti.rebel.value.Values;

/**
 * The data of one evaluation. A frame is made for each evaluation and used by its thread alone; a
 * function's body runs in a frame of its own.
 */
public final class Frame {
  /** The code of a refusal for an evaluation of more than {@link #MOST_STEPS}. */
  public static final String TOO_MUCH_WORK = "too-much-work";

  /**
   * The greatest number of steps of one evaluation, some tenths of a second. A step is an element
   * that a quantifier, a comprehension or an operation on sets, maps and long texts goes through,
   * or a call of a function. The number is the same in every deployment, and the clock has no part
   * in it: so replicas that execute by themselves refuse the same events.
   */
  static final int MOST_STEPS = 10_000_000;

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
  public @Nullable RefusalRule rule;

  /** The frame of the whole evaluation, which counts the steps of all frames. */
  private final Frame whole;

  /** The number of steps that are left; only of the whole. */
  private int stepsLeft;

  public Frame(ActorState state, List<Object> arguments, Surroundings around, int locals) {
    this(state, arguments, around, locals, MOST_STEPS);
  }

  /** Returns the frame of a value that reads nothing but the time. */
  public static Frame ofConstant(Instant now) {
    return new Frame(NO_STATE, List.of(), new TimeAlone(now), 0);
  }

  private static final ActorState NO_STATE = new ActorState(0, new Object[0]);

  /** Surroundings that have only the time. */
  public record TimeAlone(Instant now) implements Surroundings {
    @Override
    public Caller caller() {
      throw new IllegalStateException("only the request is known here, and not its caller");
    }

    @Override
    public @Nullable Object observe(ActorId other, Observation what) {
      throw new IllegalStateException("only the request is known here, and not " + other);
    }
  }

  /** Makes the frame of an evaluation that may take at most {@code steps} steps. */
  Frame(ActorState state, List<Object> arguments, Surroundings around, int locals, int steps) {
    this.whole = this;
    this.stepsLeft = steps;
    this.state = state;
    this.arguments = arguments;
    this.around = around;
    this.locals = locals == 0 ? NONE : new Object[locals];
    this.nextStage = state.stage();
  }

  /** Makes a frame of a part of an evaluation, on a state that may be another. */
  public Frame(Frame of, ActorState state, int locals) {
    this.whole = of.whole;
    this.state = state;
    this.arguments = of.arguments;
    this.around = of.around;
    this.locals = locals == 0 ? NONE : new Object[locals];
    this.nextStage = state.stage();
  }

  /**
   * Counts steps.
   *
   * @throws ValueRefused {@code too-much-work} if the evaluation takes more steps than it may
   */
  void steps(int steps) {
    Frame counter = whole;
    counter.stepsLeft -= steps;
    if (counter.stepsLeft < 0) {
      counter.stepsLeft = 0;
      throw new ValueRefused(
          TOO_MUCH_WORK,
          () ->
              "the evaluation takes more than "
                  + MOST_STEPS
                  + " steps: quantify over smaller sets, or fewer of them within each other");
    }
  }

  /** Counts the steps of an operation that goes through a value once, and returns the value. */
  Object through(Object value) {
    int size = Values.size(value);
    if (size > 1) {
      steps(size);
    }
    return value;
  }

  /** The value of a local, which is set because the checker allows no other to be read. */
  @SuppressWarnings("NullAway")
  Object local(int slot) {
    return locals[slot];
  }
}
