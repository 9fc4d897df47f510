package tutti.engine.procedure;

import java.util.function.Consumer;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import tutti.engine.relational.RelationalApplication;
import tutti.engine.runtime.Scheduler;
import tutti.engine.transaction.outcome.ResultSize;
import tutti.engine.transaction.request.Directory;
import tutti.engine.transaction.seam.Procedures;
import tutti.model.ActorId;
import tutti.model.Application;
import tutti.model.actor.Actor;
import tutti.model.actor.ActorContext;
import tutti.model.actor.RelationalType;
import tutti.model.relation.store.RowStore;

/** Runs the procedures of one application on one node. Thread-safe. */
public final class ProcedureRunner implements Procedures {
  private final RelationalApplication application;
  private final ResultSize sizes;
  private final Directory directory;
  private final Scheduler scheduler;
  private final boolean inlineCalls;
  private final Watched watched;

  /** Takes errors of procedures that other replicas run, too; null if this node alone does. */
  private final @Nullable Consumer<VirtualMachineError> errors;

  /**
   * The stand-ins of what procedures work on, for measurements.
   *
   * @param rows returns the stand-in of an actor's rows
   * @param actors returns the stand-in of an actor, with its calls of others
   */
  public record Watched(UnaryOperator<RowStore> rows, UnaryOperator<ActorContext> actors) {
    /** No stand-ins. */
    public static final Watched NOTHING =
        new Watched(UnaryOperator.identity(), UnaryOperator.identity());
  }

  private ProcedureRunner(
      RelationalApplication application,
      Directory directory,
      Scheduler scheduler,
      boolean inlineCalls,
      Watched watched,
      @Nullable Consumer<VirtualMachineError> errors) {
    this.errors = errors;
    this.application = application;
    this.sizes = new ResultSize(application.codec());
    this.directory = directory;
    this.scheduler = scheduler;
    this.inlineCalls = inlineCalls;
    this.watched = watched;
  }

  /**
   * Returns the procedures of an application of any kind.
   *
   * @param inlineCalls whether calls within a container run in their callers' tasks
   * @param watched gives what procedures work on instead of an actor's rows, and of an actor
   */
  public static Procedures of(
      Application application,
      Directory directory,
      Scheduler scheduler,
      boolean inlineCalls,
      Watched watched) {
    return application instanceof RelationalApplication relational
        ? new ProcedureRunner(relational, directory, scheduler, inlineCalls, watched, null)
        : Procedures.NONE;
  }

  /**
   * Returns the procedures of an application of any kind where each replica runs them by itself.
   * They are bounded by {@link ExecutionBounds#REPLICATED}; and an error of the virtual machine is
   * no refusal, since it need not happen on the other replicas. A thrown exception is described
   * alike at all replicas.
   *
   * @param errors is called with such errors, which fail the transaction here
   */
  public static Procedures replicated(
      Application application,
      Directory directory,
      Scheduler scheduler,
      Consumer<VirtualMachineError> errors) {
    return application instanceof RelationalApplication relational
        ? new ProcedureRunner(relational, directory, scheduler, true, Watched.NOTHING, errors)
        : Procedures.NONE;
  }

  /** Describes what a procedure has thrown. */
  String described(Throwable thrown) {
    return errors == null ? Thrown.text(thrown) : Thrown.alike(thrown);
  }

  /** Returns the taker of errors of procedures that other replicas run, too, or null. */
  @Nullable Consumer<VirtualMachineError> errors() {
    return errors;
  }

  @Override
  public Execution begin(Host host) {
    return new ProcedureExecution(this, host);
  }

  boolean inlineCalls() {
    return inlineCalls;
  }

  RowStore watched(RowStore rows) {
    return watched.rows().apply(rows);
  }

  /** Returns an actor as procedures see it: usually the given one. */
  ActorContext watched(ActorContext actor) {
    return watched.actors().apply(actor);
  }

  /** Makes an object for an actor with procedures. */
  Actor actorObject(ActorId id) {
    RelationalType type = application.java().type(id.type());
    if (type == null) {
      throw new IllegalArgumentException(id + " is no actor with procedures");
    }
    return type.supplier().get();
  }

  /** The sizes of results. */
  ResultSize sizes() {
    return sizes;
  }

  RelationalApplication application() {
    return application;
  }

  Directory directory() {
    return directory;
  }

  Scheduler scheduler() {
    return scheduler;
  }
}
