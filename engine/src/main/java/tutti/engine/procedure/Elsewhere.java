package tutti.engine.procedure;

import tutti.engine.transaction.Reason;
import tutti.model.Refusal;

/** Calls of actors of other nodes. */
final class Elsewhere implements Performer {
  private final ProcedureExecution execution;

  Elsewhere(ProcedureExecution execution) {
    this.execution = execution;
  }

  @Override
  public void perform(SubTransaction<?> call) {
    execution.doom(
        new Reason.Refused(
            call.actor(),
            call.procedure(),
            Refusal.of(
                "other-node",
                call.actor()
                    + " lives on another node, and procedures call actors of their own node"
                    + " only")));
  }
}
