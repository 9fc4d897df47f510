package tutti.engine.relational;

import org.jspecify.annotations.Nullable;

/**
 * The result of a procedure, among the results of a transaction. Compared by value.
 *
 * @param type the name of the actor type
 * @param procedure the name of the procedure
 * @param value the returned value, or null
 */
public record ProcedureResult(String type, String procedure, @Nullable Object value) {}
