package tutti.model.actor;

import org.jspecify.annotations.Nullable;
import tutti.model.Action;
import tutti.model.schema.ProcedureSchema;

/** Finds procedures for the actions of a declarative application that have them as partners. */
@FunctionalInterface
public interface ProcedureFinder {
  /** The finder of an application without actors in Java, which finds no procedure. */
  ProcedureFinder NONE = (type, procedure) -> null;

  /**
   * A procedure that was found.
   *
   * @param action the action that makes the procedure part of a transaction: its one argument is
   *     the procedure's record
   */
  record Found(Action action, ProcedureType procedure) {}

  /**
   * Finds a procedure, if there is one with these parameters.
   *
   * @param type the name of the procedure's actor type
   */
  @Nullable Found find(String type, ProcedureSchema procedure);
}
