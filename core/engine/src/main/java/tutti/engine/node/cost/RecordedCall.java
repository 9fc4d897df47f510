package tutti.engine.node.cost;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import tutti.model.ActorId;

/**
 * A call as one run has shown it: what the procedure did on its actor, and the calls that it made,
 * in the order of the program. Not thread-safe while it is recorded; nothing changes it later.
 */
public final class RecordedCall {
  /** The number of the relation that stands for the state of an instance of a specification. */
  static final int STATE = -1;

  private final ActorId actor;
  private final String procedure;
  private final List<Step> steps = new ArrayList<>();
  private boolean taken;

  /** One thing that a procedure does. */
  public sealed interface Step {
    /** A row is looked up by the key of one of its orders. */
    record Read() implements Step {}

    /**
     * Rows are scanned.
     *
     * @param rows how many the scan has shown
     */
    record Scan(int rows) implements Step {}

    /**
     * A row is inserted, updated or deleted.
     *
     * @param relation the number of its relation, or {@link RecordedCall#STATE}
     * @param key its primary key
     */
    record Write(int relation, Object key) implements Step {}

    /** A call of another procedure, or of an event. */
    record Made(RecordedCall call) implements Step {}

    /** The result of a call is taken, for the first time. */
    record Taken(RecordedCall call) implements Step {}
  }

  RecordedCall(ActorId actor, String procedure) {
    this.actor = actor;
    this.procedure = procedure;
  }

  /** Returns the called actor. */
  public ActorId actor() {
    return actor;
  }

  /** Returns the name of the procedure, or of the event. */
  public String procedure() {
    return procedure;
  }

  /** Returns what it did, in the order of the program. */
  public List<Step> steps() {
    return List.copyOf(steps);
  }

  void add(Step step) {
    steps.add(step);
  }

  /** Notes that the result of a call is taken; a result that is taken again is known already. */
  void take(RecordedCall call) {
    if (!call.taken) {
      call.taken = true;
      steps.add(new Step.Taken(call));
    }
  }

  /** Gives this call and all below it, the callers first. */
  void each(Consumer<RecordedCall> sink) {
    sink.accept(this);
    for (Step step : steps) {
      if (step instanceof Step.Made(RecordedCall call)) {
        call.each(sink);
      }
    }
  }

  @Override
  public String toString() {
    return actor + "." + procedure;
  }
}
