package tutti.lab.node;

import java.util.List;
import tutti.engine.relational.ProcedureAction;
import tutti.engine.relational.RelationalApplication;
import tutti.engine.transaction.submission.TransactionRequest;
import tutti.model.Action;
import tutti.model.ActorId;
import tutti.model.ActorType;
import tutti.model.actor.Procedure;

/** A maker of requests for one procedure of an actor in Java. */
public final class ProcedureRequest {
  private static final long TIMEOUT_NANOS = 60_000_000_000L;

  private ProcedureRequest() {}

  /**
   * Returns a request for a procedure.
   *
   * @throws IllegalStateException if the application has no such procedure
   */
  public static TransactionRequest of(
      RelationalApplication application, ActorId actor, Procedure<?, ?> procedure) {
    ActorType type = application.type(actor.type());
    Action action = type == null ? null : type.action(procedure.getClass().getSimpleName());
    if (!(action instanceof ProcedureAction known)) {
      throw new IllegalStateException("no procedure " + procedure);
    }
    return new TransactionRequest(List.of(known.call(actor, procedure)), null, TIMEOUT_NANOS);
  }
}
