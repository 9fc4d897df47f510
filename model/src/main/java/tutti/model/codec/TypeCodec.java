package tutti.model.codec;

import java.util.Comparator;
import org.jspecify.annotations.Nullable;
import tutti.model.Decoder;
import tutti.model.Encoder;
import tutti.model.MalformedData;
import tutti.model.schema.ValueType;

/**
 * The operations on the values of one type: bytes, order, bytes that sort in that order.
 * Thread-safe, immutable.
 *
 * <p>The order is total and the same everywhere: numbers by value ({@code 1.0} and {@code 1.00} are
 * one key), text by UTF-16 units as {@link String#compareTo} does, enums by declaration, records
 * component by component, an empty Optional first.
 */
public abstract class TypeCodec<T> implements Comparator<T> {
  private final ValueType type;

  TypeCodec(ValueType type) {
    this.type = type;
  }

  public final ValueType type() {
    return type;
  }

  /** Returns this codec, for values whose type is known to fit. */
  @SuppressWarnings("unchecked") // every value that reaches a codec is of its type
  final TypeCodec<Object> untyped() {
    return (TypeCodec<Object>) this;
  }

  /** The parts of the type. */
  public abstract TypeShape shape();

  /** Appends the value; it must not be null, nor hold a null. */
  public abstract void encode(T value, Encoder out);

  /**
   * Reads a value that {@link #encode} wrote.
   *
   * @throws MalformedData if the bytes are not a value of this type
   */
  public abstract T decode(Decoder in);

  /**
   * Returns an immutable form of the value: collections are copied, unless they are immutable
   * already; any other value is returned itself.
   *
   * @throws NullPointerException if the value is or holds a null
   */
  public T freeze(T value) {
    return java.util.Objects.requireNonNull(value);
  }

  /** Whether {@link #freeze} may return another object than its argument. */
  public boolean copies() {
    return false;
  }

  /**
   * The reason why values of this type have no order, in words that follow "it"; null if they have
   * one.
   */
  public @Nullable String unordered() {
    return null;
  }

  /** The reason why this type cannot be a key, in words that follow "it"; null if it can. */
  public @Nullable String noKey() {
    return unordered();
  }

  /**
   * @throws UnsupportedOperationException if the type is {@link #unordered}
   */
  @Override
  @SuppressWarnings("UnusedVariable") // A type without an order compares nothing.
  public int compare(T a, T b) {
    throw new UnsupportedOperationException(type + " " + unordered());
  }

  /**
   * Returns the one value that stands for all values that are equal to it as keys, to be hashed and
   * compared.
   */
  public T canonical(T value) {
    return value;
  }

  /** Whether {@link #canonical} may return another object than its argument. */
  public boolean canonicalizes() {
    return false;
  }

  /**
   * Appends bytes that compare, unsigned, as the values do. No value's bytes are a prefix of
   * another's, so keys of several parts are their parts' bytes one after the other.
   *
   * @throws UnsupportedOperationException if the type is {@link #noKey}
   */
  public void encodeKey(T value, Encoder out) {
    throw new UnsupportedOperationException(type + " " + noKey());
  }

  /** Reads the canonical value from the bytes that {@link #encodeKey} wrote. */
  public T decodeKey(Decoder in) {
    throw new UnsupportedOperationException(type + " " + noKey());
  }
}
