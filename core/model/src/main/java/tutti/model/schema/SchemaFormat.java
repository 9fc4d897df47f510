package tutti.model.schema;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import tutti.model.Decoder;
import tutti.model.Encoder;
import tutti.model.MalformedData;
import tutti.model.schema.ValueType.Enumeration;
import tutti.model.schema.ValueType.ListOf;
import tutti.model.schema.ValueType.MapOf;
import tutti.model.schema.ValueType.Nested;
import tutti.model.schema.ValueType.OptionalOf;
import tutti.model.schema.ValueType.Scalar;
import tutti.model.schema.ValueType.SetOf;

/** Schemas as bytes: a tag for each type, then its parts. */
final class SchemaFormat {
  private static final int SCALAR = 0;
  private static final int ENUMERATION = 1;
  private static final int NESTED = 2;
  private static final int OPTIONAL = 3;
  private static final int LIST = 4;
  private static final int SET = 5;
  private static final int MAP = 6;

  /**
   * The greatest depth of nesting, more than any record has, so that hostile bytes do not exhaust
   * the stack.
   */
  private static final int DEEPEST = 64;

  private static final Kind[] KINDS = Kind.values();

  private SchemaFormat() {}

  static void put(Schema schema, Encoder out) {
    out.putVarLong(schema.columns().size());
    for (Column column : schema.columns()) {
      out.putString(column.name());
      put(column.type(), out);
    }
  }

  static Schema schema(Decoder in, int depth) {
    return new Schema(list(in, from -> new Column(from.getString(), type(from, depth))));
  }

  static void put(ValueType type, Encoder out) {
    switch (type) {
      case Scalar(Kind kind) -> out.putByte(SCALAR).putByte(kind.ordinal());
      case Enumeration(String name, List<String> constants) -> {
        putNames(constants, out.putByte(ENUMERATION).putString(name));
      }
      case Nested(String name, Schema schema) -> {
        out.putByte(NESTED).putString(name);
        put(schema, out);
      }
      case OptionalOf(ValueType of) -> put(of, out.putByte(OPTIONAL));
      case ListOf(ValueType of) -> put(of, out.putByte(LIST));
      case SetOf(ValueType of) -> put(of, out.putByte(SET));
      case MapOf(ValueType key, ValueType value) -> {
        put(key, out.putByte(MAP));
        put(value, out);
      }
    }
  }

  static ValueType type(Decoder in, int depth) {
    if (depth > DEEPEST) {
      throw new MalformedData("a type nested more than " + DEEPEST + " deep");
    }
    int tag = in.getByte();
    return switch (tag) {
      case SCALAR -> new Scalar(kind(in.getByte()));
      case ENUMERATION -> new Enumeration(in.getString(), names(in));
      case NESTED -> new Nested(in.getString(), schema(in, depth + 1));
      case OPTIONAL -> new OptionalOf(type(in, depth + 1));
      case LIST -> new ListOf(type(in, depth + 1));
      case SET -> new SetOf(type(in, depth + 1));
      case MAP -> new MapOf(type(in, depth + 1), type(in, depth + 1));
      default -> throw new MalformedData(tag + " is no type at offset " + (in.position() - 1));
    };
  }

  private static Kind kind(int ordinal) {
    if (ordinal >= KINDS.length) {
      throw new MalformedData(ordinal + " is no kind of value");
    }
    return KINDS[ordinal];
  }

  static void putNames(List<String> names, Encoder out) {
    out.putVarLong(names.size());
    names.forEach(out::putString);
  }

  static List<String> names(Decoder in) {
    return list(in, Decoder::getString);
  }

  /** Reads the number of parts, then the parts. */
  static <T> List<T> list(Decoder in, Function<Decoder, T> part) {
    int count = in.getCount(in.remaining());
    List<T> parts = new ArrayList<>(count);
    for (int i = 0; i < count; i++) {
      parts.add(part.apply(in));
    }
    return parts;
  }
}
