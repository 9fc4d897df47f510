package tutti.engine.procedure;

import org.jspecify.annotations.Nullable;
import tutti.model.actor.Promise;

/** The result of an event, which has happened, or failed its transaction, when the call returns. */
final class EventPromise implements Promise<@Nullable Object> {
  private final ProcedureExecution execution;
  private @Nullable Object result;

  EventPromise(ProcedureExecution execution) {
    this.execution = execution;
  }

  void gives(@Nullable Object value) {
    result = value;
  }

  /** What it gave, when it has happened. */
  @Nullable Object given() {
    return result;
  }

  @Override
  @SuppressWarnings("NullAway") // the promise is of a nullable value
  public @Nullable Object get() {
    execution.step();
    return result;
  }

  @Override
  public boolean isDone() {
    return true;
  }
}
