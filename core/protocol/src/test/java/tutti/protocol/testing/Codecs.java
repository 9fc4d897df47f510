package tutti.protocol.testing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.BiConsumer;
import java.util.function.Function;
import tutti.model.Decoder;
import tutti.model.Encoder;
import tutti.model.MalformedData;

/** The checks of formats. */
public final class Codecs {
  private Codecs() {}

  /**
   * Requires that each value is read as it was written, and that no first part of its bytes is.
   *
   * @param all one value at least of each kind
   */
  public static <T> void readsWhatItWrites(
      List<? extends T> all,
      Class<T> kind,
      BiConsumer<T, Encoder> write,
      Function<Decoder, T> read) {
    Set<Class<?>> kinds = new HashSet<>();
    for (T each : all) {
      kinds.add(each.getClass());
      Encoder out = new Encoder();
      write.accept(each, out);
      Decoder in = new Decoder(out.toByteArray());
      assertThat(read.apply(in)).isEqualTo(each);
      assertThat(in.remaining()).isZero();
      for (int length = 0; length < out.size(); length++) {
        byte[] cut = Arrays.copyOf(out.array(), length);
        assertThatThrownBy(() -> read.apply(new Decoder(cut))).isInstanceOf(MalformedData.class);
      }
    }
    assertThat(kinds).hasSameSizeAs(kind.getPermittedSubclasses());
    assertThatThrownBy(() -> read.apply(new Decoder(new byte[] {99})))
        .isInstanceOf(MalformedData.class);
  }
}
