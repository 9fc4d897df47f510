package tutti.model;

import org.jspecify.annotations.Nullable;

/**
 * Bytes for the values of an application's fields and arguments. The bytes are self-describing:
 * decoding needs no type. Thread-safe.
 */
public interface ValueCodec {

  void encode(@Nullable Object value, Encoder out);

  /**
   * @throws MalformedData if the bytes are not a value
   */
  @Nullable Object decode(Decoder in);
}
