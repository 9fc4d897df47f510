package tutti.engine.relational;

import java.time.Instant;
import java.util.List;
import tutti.model.Action;
import tutti.model.ActorId;
import tutti.model.ActorState;
import tutti.model.ActorType;
import tutti.model.Call;
import tutti.model.Evaluation;
import tutti.model.Surroundings;
import tutti.model.actor.JavaApplication;
import tutti.model.actor.Procedure;
import tutti.model.actor.ProcedureType;
import tutti.model.footprint.FootprintBuilder;
import tutti.model.footprint.HasFootprint;

/**
 * A procedure as requests name it: its one argument is the {@link Procedure}, a record. The engine
 * runs it; it is never evaluated. Thread-safe, immutable.
 */
public final class ProcedureAction implements Action, HasFootprint {
  private final JavaApplication application;
  private final RelationalActorType type;
  private final ProcedureType procedure;
  private final int index;

  ProcedureAction(
      JavaApplication application, RelationalActorType type, ProcedureType procedure, int index) {
    this.application = application;
    this.type = type;
    this.procedure = procedure;
    this.index = index;
  }

  /** The procedure as its application has it. */
  public ProcedureType procedure() {
    return procedure;
  }

  /**
   * Returns whether it may run dry: its code reaches nothing beyond its arguments and actors, or
   * its author says so.
   */
  public boolean isPure() {
    return application.findings(procedure).impurity() == null;
  }

  /** Returns whether its author declares the actors that it calls. */
  public boolean declares() {
    return application.declares(procedure);
  }

  /** Returns a call of the procedure. */
  public Call call(ActorId target, Procedure<?, ?> arguments) {
    return new Call(target, this, List.of(arguments));
  }

  @Override
  public boolean internal() {
    return procedure().internal();
  }

  @Override
  public String name() {
    return procedure.name();
  }

  @Override
  public ActorType type() {
    return type;
  }

  @Override
  public int index() {
    return index;
  }

  @Override
  public Evaluation evaluate(ActorState state, List<Object> arguments, Surroundings around) {
    throw new IllegalStateException(this + " is code to be run, not a rule to be evaluated");
  }

  @Override
  public ActorState apply(ActorState state, List<Object> arguments, Surroundings around) {
    throw new IllegalStateException(this + " is code to be run, not a rule to be applied");
  }

  @Override
  public void footprint(
      ActorId target, List<Object> arguments, Instant now, FootprintBuilder into) {
    application.footprint(target, (Procedure<?, ?>) arguments.getFirst(), into);
  }

  @Override
  public String toString() {
    return type + "." + name();
  }
}
