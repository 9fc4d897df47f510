package tutti.model.actor;

import org.jspecify.annotations.Nullable;
import tutti.model.Action;
import tutti.model.schema.ProcedureSchema;

/** Finds procedures for the actions of a declarative application that have them as partners. */
@FunctionalInterface
public interface ProcedureFinder {
  /** Where there are no actors in Java. */
  ProcedureFinder NONE = (type, procedure) -> null;

  /**
   * What was found.
   *
   * @param action makes it part of a transaction: its one argument is the procedure's record
   */
  record Found(Action action, ProcedureType procedure) {}

  /**
   * A procedure, if it is there with these parameters.
   *
   * @param type the name of its actor type
   */
  @Nullable Found find(String type, ProcedureSchema procedure);
}
