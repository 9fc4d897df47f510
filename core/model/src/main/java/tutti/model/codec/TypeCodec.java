package tutti.model.codec;

import java.util.Comparator;
import org.jspecify.annotations.Nullable;
import tutti.model.Decoder;
import tutti.model.Encoder;
import tutti.model.EncoderFull;
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
  /** The most bytes that a result with records may take. */
  static final int MOST_BYTES = 1 << 26;

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

  /** Returns the parts of the type. */
  public abstract TypeShape shape();

  /** Appends the value; it must not be null, nor hold a null. */
  public abstract void encode(T value, Encoder out);

  /**
   * Appends bytes by which values are compared: those of equal decimal numbers are equal, whatever
   * zeros they end with.
   */
  public void encodeMeaning(T value, Encoder out) {
    encode(value, out);
  }

  /**
   * Appends bytes by which values of different versions of the type are compared: values of equal
   * meaning have equal bytes, whatever the order and the names of the components and constants,
   * provided that a changed name declares its {@linkplain tutti.model.schema.Formerly former}
   * names.
   *
   * <p>For example, {@code RED} of {@code {RED, BLUE}} and {@code @Formerly("RED") CRIMSON} of
   * {@code {BLUE, CRIMSON}}.
   */
  public void encodeNamed(T value, Encoder out) {
    encodeMeaning(value, out);
  }

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
   * @throws MissingValue if the value is or holds a null, at any depth, with the place
   * @throws ValueTooLarge if it has too many elements, or too long a text
   */
  public final T freeze(T value) {
    return freeze(value, copies() ? new ValueBound() : ValueBound.OF_ONE_TEXT);
  }

  /** Freezes a value, or a part of one, and counts what it has. */
  T freeze(T value, ValueBound bound) {
    bound.text(present(value, "it"));
    return value;
  }

  /** Returns the value, which the place does not have if it is null. */
  static <V> V present(@Nullable V value, String place) {
    if (value == null) {
      throw new MissingValue(place + " is null");
    }
    return value;
  }

  /**
   * Whether {@link #freeze} has more to do than to refuse a null: values of this type have parts
   * that may be null or may change.
   */
  public boolean hasParts() {
    return false;
  }

  /**
   * Whether {@link #encode} may fail for a frozen value: its type has records, whose accessors are
   * code of the application.
   */
  public boolean runsCode() {
    return false;
  }

  /**
   * Returns whether values of this type may contain a number of unbounded length, such as a {@code
   * BigInteger} or a {@code BigDecimal}.
   */
  public boolean hasLongNumbers() {
    return false;
  }

  /**
   * Refuses a frozen value with a number that is too long for an argument or a result.
   *
   * @throws NumberTooLong if it has one, at any depth
   */
  @SuppressWarnings("UnusedVariable") // Most types have no such numbers.
  public void checkNumbers(T value) {}

  /**
   * Returns the frozen value, after checking that it can be written.
   *
   * @throws NumberTooLong if it contains a number that is too long
   * @throws ValueTooLarge as {@link #freeze}, or if it takes more bytes than {@value #MOST_BYTES}
   * @throws RuntimeException if code of the application throws it
   */
  public final T writable(T value) {
    T frozen = freeze(value);
    if (hasLongNumbers()) {
      checkNumbers(frozen);
    }
    if (runsCode()) {
      try {
        encode(frozen, new Encoder(64).atMost(MOST_BYTES));
      } catch (EncoderFull full) {
        throw new ValueTooLarge("it takes more than " + full.most() + " bytes");
      }
    }
    return frozen;
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
   * Returns the canonical form of the value, which is equal for all values that are equal as keys,
   * to be hashed and compared.
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
