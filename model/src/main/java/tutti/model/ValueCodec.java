package tutti.model;

import org.jspecify.annotations.Nullable;

/**
 * Bytes for the values that an application's fields and arguments have. Self-describing: decoding
 * needs no type. Thread-safe.
 */
public interface ValueCodec {

  void encode(@Nullable Object value, Encoder out);

  /**
   * @throws MalformedData if the bytes are not a value
   */
  @Nullable Object decode(Decoder in);
}
