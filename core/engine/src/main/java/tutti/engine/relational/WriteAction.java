package tutti.engine.relational;

import java.util.List;
import org.jspecify.annotations.Nullable;
import tutti.engine.storage.rows.ActorRows;
import tutti.engine.storage.rows.RowChanges;
import tutti.model.Action;
import tutti.model.ActorState;
import tutti.model.ActorType;
import tutti.model.Call;
import tutti.model.Evaluation;
import tutti.model.Surroundings;

/**
 * The writes of a transaction's procedures at one actor: rows after the transaction (a physical
 * after-image). Only engines and logs call it. Thread-safe, immutable.
 *
 * <p>Unlike other actions it changes the state that it gets, since rows are changed in place; a
 * second call has no further effect.
 */
public final class WriteAction implements Action {
  private final RelationalActorType type;

  WriteAction(RelationalActorType type) {
    this.type = type;
  }

  @Override
  public String name() {
    return "write rows";
  }

  @Override
  public ActorType type() {
    return type;
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
    ActorRows.of(state).apply(changes(arguments.getFirst()));
    return RelationalActorType.used(state);
  }

  /** Returns the row changes of a call of such an action; null for any other call. */
  public static @Nullable RowChanges of(Call call) {
    return call.action() instanceof WriteAction ? changes(call.arguments().getFirst()) : null;
  }

  private static RowChanges changes(Object argument) {
    return argument instanceof FormerChanges former ? former.changes() : (RowChanges) argument;
  }

  @Override
  public String toString() {
    return type + "." + name();
  }
}
