package tutti.model.schema;

import java.util.List;
import org.jspecify.annotations.Nullable;
import tutti.model.Decoder;
import tutti.model.Encoder;
import tutti.model.MalformedData;

/**
 * A procedure as data: what its results look like, which a data folder keeps for those who ask
 * again, and what its calls look like, which nodes send each other.
 *
 * @param query whether it only reads
 * @param parameters its record's components
 * @param result what it returns, or null if nothing
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
   * Reads what {@link #encode(ValueType, Encoder)} wrote.
   *
   * @throws MalformedData if the bytes are not that
   */
  public static ValueType decodeType(Decoder in) {
    Schema one = Schema.decode(in);
    if (one.columns().size() != 1) {
      throw new MalformedData("a type has one value, not " + one);
    }
    return one.columns().getFirst().type();
  }
}
