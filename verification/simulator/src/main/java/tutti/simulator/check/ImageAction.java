package tutti.simulator.check;

import java.util.List;
import tutti.engine.relational.WriteAction;
import tutti.engine.storage.rows.RowChanges;
import tutti.model.Action;
import tutti.model.ActorState;
import tutti.model.ActorType;
import tutti.model.Call;
import tutti.model.Evaluation;
import tutti.model.Surroundings;

/**
 * The row changes of a transaction's procedures at one actor, applied to a {@link RowsImage}: the
 * engine's own action would change the rows that it keeps.
 */
record ImageAction(ActorType type, RowChanges changes) implements Action {

  /** The call, or a call with equal effect on states that were copied. */
  static Call of(Call call) {
    RowChanges changes = WriteAction.of(call);
    return changes == null
        ? call
        : new Call(call.target(), new ImageAction(call.action().type(), changes), call.arguments());
  }

  @Override
  public String name() {
    return "write rows";
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
    return RowsImage.of(1, RowsImage.in(state).with(changes));
  }
}
