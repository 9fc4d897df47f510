package tutti.model.codec;

import java.util.function.Function;
import java.util.function.ToLongFunction;
import org.jspecify.annotations.Nullable;
import tutti.model.Encoder;

/**
 * One component of a record type, with its accessor as compiled code. Thread-safe.
 *
 * <p>A whole number is also read as a {@code long}, so that filters, comparisons and codecs on the
 * hot path box no values.
 */
public final class ColumnCodec<R extends Record> {
  private final String name;
  private final TypeCodec<Object> codec;
  private final Function<R, Object> getter;
  private final @Nullable ToLongFunction<R> whole;

  ColumnCodec(
      String name,
      TypeCodec<Object> codec,
      Function<R, Object> getter,
      @Nullable ToLongFunction<R> whole) {
    this.name = name;
    this.codec = codec;
    this.getter = getter;
    this.whole = whole;
  }

  public String name() {
    return name;
  }

  public TypeCodec<Object> codec() {
    return codec;
  }

  /** The component's value; a primitive comes in its box. */
  public Object get(R row) {
    return getter.apply(row);
  }

  /** Reads a component of type byte, short, int or long that is a primitive; null for others. */
  public @Nullable ToLongFunction<R> whole() {
    return whole;
  }

  /** Compares two rows by this component. */
  public int compare(R a, R b) {
    return whole != null
        ? Long.compare(whole.applyAsLong(a), whole.applyAsLong(b))
        : codec.compare(getter.apply(a), getter.apply(b));
  }

  /** Compares a row's component with a value of its type. */
  public int compareTo(R row, Object value) {
    return whole != null
        ? Long.compare(whole.applyAsLong(row), ((Number) value).longValue())
        : codec.compare(getter.apply(row), value);
  }

  void encode(R row, Encoder out) {
    if (whole != null) {
      out.putSigned(whole.applyAsLong(row));
    } else {
      codec.encode(getter.apply(row), out);
    }
  }

  /** Appends the component's order-preserving bytes. */
  public void encodeKey(R row, Encoder out) {
    codec.encodeKey(getter.apply(row), out);
  }

  /** Whether the component can be null, and must be checked before a row is accepted. */
  boolean reference() {
    return whole == null;
  }

  @Override
  public String toString() {
    return name;
  }
}
