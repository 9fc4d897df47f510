package tutti.model.codec;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.UUID;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import tutti.model.Decoder;
import tutti.model.Encoder;
import tutti.model.MalformedData;
import tutti.model.schema.Kind;
import tutti.model.schema.ValueType;

/** The codecs of scalar types, by the Java class; a primitive has its box's. */
final class Scalars {
  private static final Map<Class<?>, TypeCodec<?>> ALL = new HashMap<>();
  private static final Map<Kind, TypeCodec<?>> KINDS = new EnumMap<>(Kind.class);

  static {
    integral(Kind.BYTE, Byte.class, byte.class, Long::byteValue, Byte.MIN_VALUE, Byte.MAX_VALUE);
    integral(
        Kind.SHORT, Short.class, short.class, Long::shortValue, Short.MIN_VALUE, Short.MAX_VALUE);
    integral(
        Kind.INT, Integer.class, int.class, Long::intValue, Integer.MIN_VALUE, Integer.MAX_VALUE);
    integral(Kind.LONG, Long.class, long.class, Long::longValue, Long.MIN_VALUE, Long.MAX_VALUE);
    put(
        Boolean.class,
        boolean.class,
        new ScalarCodec<>(
            Kind.BOOLEAN,
            (value, out) -> out.putBoolean(value),
            Decoder::getBoolean,
            (value, out) -> out.putBoolean(value),
            Decoder::getBoolean));
    put(
        Character.class,
        char.class,
        new ScalarCodec<>(
            Kind.CHAR,
            (value, out) -> out.putVarLong(value),
            in -> (char) in.getCount(Character.MAX_VALUE),
            (value, out) -> out.putByte(value >> 8).putByte(value),
            in -> (char) (in.getByte() << 8 | in.getByte())));
    put(
        Float.class,
        float.class,
        new ScalarCodec.Floating<>(
            Kind.FLOAT,
            (value, out) -> out.putLong(Double.doubleToRawLongBits(value)),
            in -> (float) Double.longBitsToDouble(in.getLong())));
    put(
        Double.class,
        double.class,
        new ScalarCodec.Floating<>(
            Kind.DOUBLE,
            (value, out) -> out.putLong(Double.doubleToRawLongBits(value)),
            in -> Double.longBitsToDouble(in.getLong())));
    put(
        String.class,
        null,
        new ScalarCodec<>(Kind.STRING, Texts::put, Texts::get, Texts::putKey, Texts::getKey));
    put(BigDecimal.class, null, new ScalarCodec.OfDecimal());
    put(BigInteger.class, null, new ScalarCodec.OfWhole());
    times();
  }

  private Scalars() {}

  private static void times() {
    put(
        Instant.class,
        null,
        new ScalarCodec<>(
            Kind.INSTANT,
            (value, out) -> out.putSigned(value.getEpochSecond()).putVarLong(value.getNano()),
            in -> Instant.ofEpochSecond(in.getSigned(), in.getCount(999_999_999)),
            (value, out) -> putKey(value.getEpochSecond(), value.getNano(), out),
            in -> Instant.ofEpochSecond(getKey(in), getKey(in))));
    put(
        LocalDate.class,
        null,
        new ScalarCodec<>(
            Kind.DATE,
            (value, out) -> out.putSigned(value.toEpochDay()),
            in -> LocalDate.ofEpochDay(in.getSigned()),
            (value, out) -> putKey(value.toEpochDay(), out),
            in -> LocalDate.ofEpochDay(getKey(in))));
    put(
        LocalDateTime.class,
        null,
        new ScalarCodec<>(
            Kind.DATE_TIME,
            (value, out) ->
                out.putSigned(value.toEpochSecond(ZoneOffset.UTC)).putVarLong(value.getNano()),
            in -> dateTime(in.getSigned(), in.getCount(999_999_999)),
            (value, out) -> putKey(value.toEpochSecond(ZoneOffset.UTC), value.getNano(), out),
            in -> dateTime(getKey(in), (int) getKey(in))));
    put(
        Duration.class,
        null,
        new ScalarCodec<>(
            Kind.DURATION,
            (value, out) -> out.putSigned(value.getSeconds()).putVarLong(value.getNano()),
            in -> Duration.ofSeconds(in.getSigned(), in.getCount(999_999_999)),
            (value, out) -> putKey(value.getSeconds(), value.getNano(), out),
            in -> Duration.ofSeconds(getKey(in), getKey(in))));
    // UUID.compareTo compares the halves as signed numbers, and these bytes compare in the same
    // way.
    put(
        UUID.class,
        null,
        new ScalarCodec<>(
            Kind.UUID,
            (value, out) ->
                out.putLong(value.getMostSignificantBits())
                    .putLong(value.getLeastSignificantBits()),
            in -> new UUID(in.getLong(), in.getLong()),
            (value, out) ->
                putKey(value.getMostSignificantBits(), value.getLeastSignificantBits(), out),
            in -> new UUID(getKey(in), getKey(in))));
  }

  /** The codec of this class, or null if the class is no scalar. */
  static @Nullable TypeCodec<?> of(Class<?> type) {
    return ALL.get(type);
  }

  /** Returns the codec of this kind. */
  @SuppressWarnings("unchecked") // every value that reaches it is of its type
  static TypeCodec<Object> of(Kind kind) {
    return (TypeCodec<Object>) Objects.requireNonNull(KINDS.get(kind));
  }

  private static LocalDateTime dateTime(long second, int nano) {
    return LocalDateTime.ofEpochSecond(second, nano, ZoneOffset.UTC);
  }

  /**
   * Appends the key bytes of a whole number, which do not depend on its type, so that a key can be
   * widened.
   */
  private static void putKey(long value, Encoder out) {
    out.putLong(value ^ Long.MIN_VALUE);
  }

  private static void putKey(long first, long second, Encoder out) {
    putKey(first, out);
    putKey(second, out);
  }

  private static long getKey(Decoder in) {
    return in.getLong() ^ Long.MIN_VALUE;
  }

  private static <T extends Comparable<T>> void integral(
      Kind kind, Class<T> box, Class<T> primitive, Function<Long, T> narrow, long low, long high) {
    Function<Long, T> checked =
        value -> {
          if (value < low || value > high) {
            throw new MalformedData(value + " is no " + kind);
          }
          return narrow.apply(value);
        };
    put(
        box,
        primitive,
        new ScalarCodec<T>(
            kind,
            (value, out) -> out.putSigned(((Number) (Object) value).longValue()),
            in -> checked.apply(in.getSigned()),
            (value, out) -> putKey(((Number) (Object) value).longValue(), out),
            in -> checked.apply(getKey(in))));
  }

  private static <T> void put(Class<T> type, @Nullable Class<T> primitive, TypeCodec<T> codec) {
    ALL.put(type, codec);
    if (codec.type() instanceof ValueType.Scalar(Kind kind)) {
      KINDS.put(kind, codec);
    }
    if (primitive != null) {
      ALL.put(primitive, codec);
    }
  }
}
