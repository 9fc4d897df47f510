package tutti.engine.procedure;

import java.util.List;
import org.jspecify.annotations.Nullable;
import tutti.engine.transaction.Procedures.Happened;
import tutti.model.actor.Promise;

/** The result of an event, which has happened, or failed its transaction, when the call returns. */
final class EventPromise implements Promise<@Nullable Object> {
  private final ProcedureExecution execution;
  private Happened happened = new Happened(null, List.of());

  EventPromise(ProcedureExecution execution) {
    this.execution = execution;
  }

  void happened(Happened now) {
    happened = now;
  }

  /** What came of it; nothing, if it has failed. */
  Happened happened() {
    return happened;
  }

  @Override
  @SuppressWarnings("NullAway") // the promise is of a nullable value
  public @Nullable Object get() {
    execution.step();
    return happened.result();
  }

  @Override
  public boolean isDone() {
    return true;
  }
}
