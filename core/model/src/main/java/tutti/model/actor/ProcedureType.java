package tutti.model.actor;

import org.jspecify.annotations.Nullable;
import tutti.model.codec.RecordCodec;
import tutti.model.codec.TypeCodec;
import tutti.model.schema.ProcedureSchema;

/**
 * A procedure that can be called by name: its parameters are the components of its record.
 * Thread-safe, immutable.
 *
 * @param name the record's simple name, unique within its actor type
 * @param parameters the codec of the procedure's record, which has its schema and makes it of
 *     values
 * @param result the result's codec, or null if there is none
 * @param query whether the procedure only reads
 */
public record ProcedureType(
    String name,
    RecordCodec<? extends Record> parameters,
    @Nullable TypeCodec<Object> result,
    boolean query) {

  /** The schema of the procedure's calls and results. */
  public ProcedureSchema schema() {
    return new ProcedureSchema(
        name, query, parameters.schema(), result == null ? null : result.type());
  }

  /** The record that carries the arguments. */
  public Class<? extends Record> record() {
    return parameters.record();
  }

  /** Whether the procedure runs for calls of the application only, and no client may call it. */
  public boolean internal() {
    return record().isAnnotationPresent(Internal.class);
  }

  /** Makes a call with these arguments, in the order of the parameters. */
  public Procedure<?, ?> make(Object[] arguments) {
    return (Procedure<?, ?>) parameters.make(arguments);
  }

  /**
   * Returns the call with immutable arguments.
   *
   * @throws tutti.model.codec.MissingValue if an argument is or contains a null; the message names
   *     its place
   * @throws tutti.model.codec.ValueTooLarge if the arguments have too many elements, or too long a
   *     text
   * @throws tutti.model.codec.NumberTooLong if an argument contains a number of more than 38 digits
   */
  @SuppressWarnings("unchecked") // the codec of the procedure's own record
  public Procedure<?, ?> freeze(Procedure<?, ?> call) {
    RecordCodec<Record> codec = (RecordCodec<Record>) parameters;
    Record frozen = codec.freeze((Record) call);
    if (codec.hasLongNumbers()) {
      codec.checkNumbers(frozen);
    }
    return (Procedure<?, ?>) frozen;
  }

  @Override
  public String toString() {
    return name;
  }
}
