package tutti.lab.zipf;

import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tutti.model.Action;
import tutti.model.ActorId;
import tutti.model.ActorState;
import tutti.model.ActorType;
import tutti.model.Evaluation;
import tutti.model.Field;
import tutti.model.LinearForm;
import tutti.model.Surroundings;
import tutti.model.footprint.Access.Mode;
import tutti.model.footprint.FootprintBuilder;
import tutti.model.footprint.HasFootprint;
import tutti.model.footprint.Item;
import tutti.model.footprint.Shape;
import tutti.model.footprint.Source;

/**
 * The type of a counter, which exists by being named. It counts; in simulations it is set, too, to
 * values that show in which order that happened.
 */
final class Counter implements ActorType {
  static final String NAME = "Counter";

  private final Increment increment = new Increment(this);
  private final Assign set = new Assign(this);
  private final Mistaken mistaken = new Mistaken(this);

  /** Returns the number of increments of a counter in this state. */
  static long value(ActorState state) {
    return state.field(0) instanceof Long value ? value : 0;
  }

  Action increment() {
    return increment;
  }

  Action set() {
    return set;
  }

  /** Returns the action that throws wherever it is evaluated, and never happens. */
  Action mistaken() {
    return mistaken;
  }

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public List<String> stages() {
    return List.of("unused", "used");
  }

  @Override
  public List<Field> fields() {
    return List.of(new Field("value", "Integer"));
  }

  @Override
  public List<Action> actions() {
    return List.of(increment, set, mistaken);
  }

  @Override
  public @Nullable Action action(String name) {
    return actions().stream().filter(action -> action.name().equals(name)).findFirst().orElse(null);
  }

  @Override
  public ActorState blank(String key) {
    return new ActorState(0, new Object[1]);
  }

  @Override
  public boolean finalized(ActorState state) {
    return false;
  }

  private record Increment(Counter type) implements Action, LinearForm, HasFootprint {

    @Override
    public String name() {
      return "increment";
    }

    @Override
    public int index() {
      return 0;
    }

    @Override
    public Evaluation evaluate(ActorState state, List<Object> arguments, Surroundings around) {
      return new Evaluation.Accepted(apply(state, arguments, around), List.of(), null);
    }

    @Override
    public ActorState apply(ActorState state, List<Object> arguments, Surroundings around) {
      return new ActorState(1, new Object[] {Counter.value(state) + 1});
    }

    @Override
    public LinearForm linear() {
      return this;
    }

    /** The first increment changes the stage, which no linear action does. */
    @Override
    public @Nullable Bound bind(ActorState state, List<Object> arguments, Surroundings around) {
      return state.stage() == 0
          ? null
          : new Bound(
              new int[] {0},
              new long[] {1},
              new long[] {Long.MIN_VALUE},
              new long[] {Long.MAX_VALUE},
              List.of());
    }

    @Override
    public Long value(ActorState state, int field) {
      return Counter.value(state);
    }

    @Override
    public void footprint(
        ActorId target, List<Object> arguments, Instant now, FootprintBuilder into) {
      alone(target, into);
    }
  }

  /** Sets the counter to its argument, and tells the former value. */
  private record Assign(Counter type) implements Action, HasFootprint {
    @Override
    public String name() {
      return "set";
    }

    @Override
    public int index() {
      return 1;
    }

    @Override
    public Evaluation evaluate(ActorState state, List<Object> arguments, Surroundings around) {
      return new Evaluation.Accepted(
          apply(state, arguments, around), List.of(), Counter.value(state));
    }

    @Override
    public ActorState apply(ActorState state, List<Object> arguments, Surroundings around) {
      return new ActorState(1, new Object[] {arguments.getFirst()});
    }

    @Override
    public void footprint(
        ActorId target, List<Object> arguments, Instant now, FootprintBuilder into) {
      alone(target, into);
    }
  }

  private record Mistaken(Counter type) implements Action, HasFootprint {
    @Override
    public String name() {
      return "mistaken";
    }

    @Override
    public int index() {
      return 2;
    }

    @Override
    public Evaluation evaluate(ActorState state, List<Object> arguments, Surroundings around) {
      throw new IllegalStateException("a mistake");
    }

    @Override
    public ActorState apply(ActorState state, List<Object> arguments, Surroundings around) {
      throw new IllegalStateException("a mistake that was applied");
    }

    @Override
    public void footprint(
        ActorId target, List<Object> arguments, Instant now, FootprintBuilder into) {
      alone(target, into);
      into.atLeast(Shape.KNOWN_KEYS);
    }
  }

  /** Each action writes its own counter, and touches no other actor. */
  private static void alone(ActorId target, FootprintBuilder into) {
    into.access(
        new Item.Known(target), Mode.WRITE, tutti.model.footprint.Bound.ONCE, Source.REQUEST);
  }
}
