package tutti.model;

import org.jspecify.annotations.Nullable;

/**
 * Bytes for the values of an application's fields and arguments. The bytes are self-describing:
 * decoding needs no type. Thread-safe.
 */
public interface ValueCodec {

  void encode(@Nullable Object value, Encoder out);

  /**
   * Appends bytes by which requests are compared: those of two arguments with one meaning are
   * equal, such as those of {@code 12.50} and {@code 12.5}.
   */
  default void encodeMeaning(@Nullable Object value, Encoder out) {
    encode(value, out);
  }

  /**
   * @throws MalformedData if the bytes are not a value
   */
  @Nullable Object decode(Decoder in);
}
