package tutti.engine.bank;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tutti.model.Action;
import tutti.model.ActorId;
import tutti.model.ActorState;
import tutti.model.ActorType;
import tutti.model.Call;
import tutti.model.Evaluation;
import tutti.model.Field;
import tutti.model.Surroundings;

/**
 * An actor type in plain Java for tests, with one field, whose actions are lambdas. Its third
 * stage, if it has one, is final.
 */
public final class PlainType implements ActorType {
  private static final int FINAL = 2;

  private final String name;
  private final List<String> stages;
  private final List<Field> fields;
  private final List<Action> actions = new ArrayList<>();

  PlainType(String name, List<String> stages, Field field) {
    this.name = name;
    this.stages = stages;
    this.fields = List.of(field);
  }

  /** The effect of an action. */
  @FunctionalInterface
  public interface Rule {
    Evaluation evaluate(ActorState state, List<Object> arguments, Surroundings around);
  }

  /** Adds an action. */
  public void add(String action, Rule rule) {
    actions.add(new Event(action, this, actions.size(), rule));
  }

  /** A call of an action that there is. */
  public Call call(String key, String action, Object... arguments) {
    Action found = action(action);
    if (found == null) {
      throw new IllegalArgumentException(name + " has no " + action);
    }
    return new Call(new ActorId(name, key), found, List.of(arguments));
  }

  @Override
  public String name() {
    return name;
  }

  @Override
  public List<String> stages() {
    return stages;
  }

  @Override
  public List<Field> fields() {
    return fields;
  }

  @Override
  public List<Action> actions() {
    return actions;
  }

  @Override
  public @Nullable Action action(String wanted) {
    return actions.stream().filter(a -> a.name().equals(wanted)).findFirst().orElse(null);
  }

  @Override
  public ActorState blank(String key) {
    if (key.isBlank()) {
      throw new IllegalArgumentException("a key is not blank");
    }
    return new ActorState(0, new Object[1]);
  }

  @Override
  public boolean finalized(ActorState state) {
    return state.stage() == FINAL;
  }

  private record Event(String name, ActorType type, int index, Rule rule) implements Action {
    @Override
    public Evaluation evaluate(ActorState state, List<Object> arguments, Surroundings around) {
      return rule.evaluate(state, arguments, around);
    }

    @Override
    public ActorState apply(ActorState state, List<Object> arguments, Surroundings around) {
      return ((Evaluation.Accepted) evaluate(state, arguments, around)).next();
    }

    @Override
    public String toString() {
      return name;
    }
  }
}
