package tutti.engine.procedure;

import java.util.List;
import org.jspecify.annotations.Nullable;
import tutti.engine.transaction.seam.Procedures.Happened;
import tutti.model.Call;
import tutti.model.actor.Promise;

/** The result of an event, which has happened, or failed its transaction, when the call returns. */
final class EventPromise implements Promise<@Nullable Object> {
  private final ProcedureExecution execution;
  private final Call call;
  private final int number;
  private Happened happened = new Happened(null, List.of());

  /**
   * @param number of the event among those that its caller makes happen
   */
  EventPromise(ProcedureExecution execution, Call call, int number) {
    this.execution = execution;
    this.call = call;
    this.number = number;
  }

  void happened(Happened now) {
    happened = now;
  }

  /** Returns what has happened; it is empty if the event has failed. */
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
  public boolean equals(@Nullable Object other) {
    return this == other;
  }

  @Override
  public int hashCode() {
    return 31 * call.target().hashCode() + number;
  }

  @Override
  public String toString() {
    return call.target() + "." + call.action().name();
  }
}
