package tutti.model.codec;

import java.util.Arrays;
import java.util.Collection;
import java.util.function.BiConsumer;
import tutti.model.Encoder;

/** Bytes of things that have no order, in an order that hangs on the bytes alone. */
final class NamedBytes {
  private NamedBytes() {}

  /** Appends the bytes of each of these, sorted by the bytes. */
  static <T> void sorted(Collection<T> all, BiConsumer<T, Encoder> encode, Encoder out) {
    all.stream()
        .map(
            each -> {
              Encoder bytes = new Encoder();
              encode.accept(each, bytes);
              return bytes.toByteArray();
            })
        .sorted(Arrays::compareUnsigned)
        .forEach(bytes -> out.putBytes(bytes));
  }
}
