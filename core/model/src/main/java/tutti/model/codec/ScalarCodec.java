package tutti.model.codec;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.DateTimeException;
import java.util.function.BiConsumer;
import java.util.function.Function;
import tutti.model.Decoder;
import tutti.model.Encoder;
import tutti.model.MalformedData;
import tutti.model.schema.Kind;
import tutti.model.schema.ValueType;

/** The codec of a type whose natural order is the order of keys. */
class ScalarCodec<T extends Comparable<? super T>> extends TypeCodec<T> {
  private final Kind kind;
  private final BiConsumer<T, Encoder> put;
  private final Function<Decoder, T> get;
  private final BiConsumer<T, Encoder> putKey;
  private final Function<Decoder, T> getKey;

  ScalarCodec(
      Kind kind,
      BiConsumer<T, Encoder> put,
      Function<Decoder, T> get,
      BiConsumer<T, Encoder> putKey,
      Function<Decoder, T> getKey) {
    super(new ValueType.Scalar(kind));
    this.kind = kind;
    this.put = put;
    this.get = get;
    this.putKey = putKey;
    this.getKey = getKey;
  }

  @Override
  public TypeShape shape() {
    return new TypeShape.Scalar(kind);
  }

  @Override
  public void encode(T value, Encoder out) {
    put.accept(value, out);
  }

  @Override
  public T decode(Decoder in) {
    return read(get, in);
  }

  @Override
  public int compare(T a, T b) {
    return a.compareTo(b);
  }

  @Override
  public void encodeKey(T value, Encoder out) {
    putKey.accept(value, out);
  }

  @Override
  public T decodeKey(Decoder in) {
    return read(getKey, in);
  }

  private T read(Function<Decoder, T> reader, Decoder in) {
    try {
      return reader.apply(in);
    } catch (DateTimeException | ArithmeticException e) {
      throw new MalformedData("not a value of type " + type(), e);
    }
  }

  /** A decimal number: numbers that differ in trailing zeros alone are one key. */
  static final class OfDecimal extends ScalarCodec<BigDecimal> {
    OfDecimal() {
      super(Kind.DECIMAL, Decimals::put, Decimals::get, Decimals::putKey, Decimals::getKey);
    }

    @Override
    public boolean hasLongNumbers() {
      return true;
    }

    @Override
    public void checkNumbers(BigDecimal value) {
      if (!NumberLimits.fits(value)) {
        throw new NumberTooLong();
      }
    }

    @Override
    public void encodeMeaning(BigDecimal value, Encoder out) {
      encode(value.signum() == 0 ? BigDecimal.ZERO : value.stripTrailingZeros(), out);
    }

    @Override
    public BigDecimal canonical(BigDecimal value) {
      return value.stripTrailingZeros();
    }

    @Override
    public boolean canonicalizes() {
      return true;
    }
  }

  /** A whole number without bounds. */
  static final class OfWhole extends ScalarCodec<BigInteger> {
    OfWhole() {
      super(
          Kind.BIG_INTEGER,
          (value, out) -> out.putBytes(value.toByteArray()),
          Decimals::getInteger,
          (value, out) -> Decimals.putKey(new BigDecimal(value), out),
          in -> Decimals.getKey(in).toBigIntegerExact());
    }

    @Override
    public boolean hasLongNumbers() {
      return true;
    }

    @Override
    public void checkNumbers(BigInteger value) {
      if (!NumberLimits.fits(value)) {
        throw new NumberTooLong();
      }
    }
  }

  /**
   * A floating-point number, ordered as {@link Double#compare} does, but no key, because equality
   * of computed results is unreliable.
   */
  static final class Floating<T extends Comparable<? super T>> extends ScalarCodec<T> {
    Floating(Kind kind, BiConsumer<T, Encoder> put, Function<Decoder, T> get) {
      super(kind, put, get, put, get);
    }

    @Override
    public String noKey() {
      return "is rounded, and a rounded number finds nothing: use BigDecimal or long";
    }

    @Override
    public void encodeKey(T value, Encoder out) {
      throw new UnsupportedOperationException(type() + " " + noKey());
    }

    @Override
    public T decodeKey(Decoder in) {
      throw new UnsupportedOperationException(type() + " " + noKey());
    }
  }
}
