package tutti.model.schema;

import java.util.List;
import org.jspecify.annotations.Nullable;
import tutti.model.Decoder;
import tutti.model.Encoder;
import tutti.model.MalformedData;

/**
 * A procedure as data: the schema of its results, which a data folder keeps for clients that repeat
 * a request, and the schema of its calls, which nodes send each other.
 *
 * @param query whether the procedure only reads
 * @param parameters the components of the procedure's record
 * @param result the type of the procedure's result; null if it returns nothing
 */
public record ProcedureSchema(
    String name, boolean query, Schema parameters, @Nullable ValueType result) {

  void encode(Encoder out) {
    out.putString(name).putBoolean(query);
    parameters.encode(out);
    out.putBoolean(result != null);
    if (result != null) {
      encode(result, out);
    }
  }

  static ProcedureSchema decode(Decoder in) {
    return new ProcedureSchema(
        in.getString(),
        in.getBoolean(),
        Schema.decode(in),
        in.getBoolean() ? decodeType(in) : null);
  }

  /** Writes the type of one value. */
  public static void encode(ValueType type, Encoder out) {
    new Schema(List.of(new Column("result", type))).encode(out);
  }

  /**
   * Reads a type that {@link #encode(ValueType, Encoder)} wrote.
   *
   * @throws MalformedData if the bytes are not a type
   */
  public static ValueType decodeType(Decoder in) {
    Schema one = Schema.decode(in);
    if (one.columns().size() != 1) {
      throw new MalformedData("a type has one value, not " + one);
    }
    return one.columns().getFirst().type();
  }
}
