package tutti.engine.relational;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tutti.engine.storage.Cell;
import tutti.engine.storage.rows.ActorRows;
import tutti.engine.storage.rows.RowChanges;
import tutti.model.Action;
import tutti.model.ActorState;
import tutti.model.ActorType;
import tutti.model.Call;
import tutti.model.Field;
import tutti.model.actor.JavaApplication;
import tutti.model.actor.ProcedureType;
import tutti.model.actor.RelationalType;

/**
 * A type of actor with relations, in the form in which the engine has all actors: the state is one
 * field, the {@link ActorRows}, and the stage shows whether the actor has ever had a row. The
 * actions are first the {@link WriteAction}, which contains the writes of procedures, then the
 * type's procedures. Thread-safe, immutable.
 */
public final class RelationalActorType implements ActorType {
  private static final List<String> STAGES = List.of("unused", "used");
  private static final List<Field> FIELDS = List.of(new Field("rows", "rows"));

  private final RelationalType type;
  private final List<Action> actions = new ArrayList<>();
  private final Map<String, Action> byName = new HashMap<>();

  RelationalActorType(JavaApplication application, RelationalType type) {
    this.type = type;
    actions.add(new WriteAction(this));
    for (ProcedureType procedure : type.procedures()) {
      Action action = new ProcedureAction(application, this, procedure, actions.size());
      actions.add(action);
      byName.put(action.name(), action);
    }
  }

  /** The type as its application has it. */
  public RelationalType relational() {
    return type;
  }

  @Override
  public String name() {
    return type.name();
  }

  @Override
  public List<String> stages() {
    return STAGES;
  }

  @Override
  public List<Field> fields() {
    return FIELDS;
  }

  @Override
  public List<Action> actions() {
    return List.copyOf(actions);
  }

  /** Returns the procedure with this name; null if there is none. */
  @Override
  public @Nullable Action action(String name) {
    return byName.get(name);
  }

  @Override
  public ActorState blank(String key) {
    if (key.isEmpty()) {
      throw new IllegalArgumentException("the key of " + name() + " is empty");
    }
    return new ActorState(0, new @Nullable Object[] {new ActorRows(name(), type.relations())});
  }

  /** The state of an actor that has, or has had, rows. */
  public static ActorState used(ActorState state) {
    return state.stage() == 1 ? state : new ActorState(1, state.copyFields());
  }

  @Override
  public boolean finalized(ActorState state) {
    return false;
  }

  /** Returns that state without its rows, which go elsewhere. */
  public ActorState withoutRows(ActorState state) {
    return new ActorState(
        state.stage(), new @Nullable Object[] {new ActorRows(name(), type.relations())});
  }

  /** Returns the call that makes these changes of an actor's rows. */
  public static Call write(Cell actor, RowChanges changes) {
    return new Call(actor.id(), actor.type().actions().getFirst(), List.of(changes));
  }

  @Override
  public String toString() {
    return name();
  }
}
