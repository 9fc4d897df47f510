package tutti.rebel.value;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import tutti.model.Decoder;
import tutti.model.Encoder;
import tutti.model.MalformedData;
import tutti.rebel.form.RebelCodec;

class RebelCodecTest {
  private final RebelCodec codec = new RebelCodec();

  private byte[] bytes(Object value) {
    Encoder out = new Encoder();
    codec.encode(value, out);
    return out.toByteArray();
  }

  @Test
  void readsBackWhatItWrote() {
    for (int seed = 0; seed < 3000; seed++) {
      RandomValues random = new RandomValues(seed);
      Object value = random.value(random.type(2));
      Decoder in = new Decoder(bytes(value));
      assertThat(codec.decode(in)).as("seed %s", seed).isEqualTo(value);
      assertThat(in.remaining()).isZero();
    }
  }

  @Test
  void writesSetsInOneOrder() {
    assertThat(bytes(SetValue.of(List.of(3L, 1L, 2L, 1L))))
        .isEqualTo(bytes(SetValue.of(List.of(2L, 3L, 1L))));
  }

  @Test
  void keepsNothingAsNothing() {
    Encoder out = new Encoder();
    codec.encode(null, out);
    assertThat(codec.decode(new Decoder(out.toByteArray()))).isNull();
  }

  @Test
  void refusesSetsOutOfOrder() {
    byte[] set = bytes(SetValue.of(List.of(1L, 2L)));
    byte last = set[set.length - 1];
    set[set.length - 1] = set[set.length - 3];
    set[set.length - 3] = last;
    assertThatThrownBy(() -> codec.decode(new Decoder(set))).isInstanceOf(MalformedData.class);
  }

  @Test
  void refusesEndlessNesting() {
    byte[] nested = new byte[400];
    for (int i = 0; i < nested.length; i += 2) {
      nested[i] = 20;
      nested[i + 1] = 1;
    }
    assertThatThrownBy(() -> codec.decode(new Decoder(nested)))
        .isInstanceOf(MalformedData.class)
        .hasMessageContaining("nested");
  }

  /** Whatever the bytes: a value that has these very bytes, or the one exception. */
  @Test
  void damagedBytesAreMalformedOrAValueThatHasThem() {
    int read = 0;
    for (int seed = 0; seed < 20_000; seed++) {
      SplittableRandom random = new SplittableRandom(seed);
      RandomValues values = new RandomValues(seed);
      byte[] bytes = bytes(values.value(values.type(2)));
      for (int i = random.nextInt(4); i >= 0; i--) {
        bytes[random.nextInt(bytes.length)] = (byte) random.nextInt(256);
      }
      Decoder in = new Decoder(bytes);
      try {
        Object value = codec.decode(in);
        read++;
        if (value != null) {
          byte[] again = bytes(value);
          assertThat(codec.decode(new Decoder(again))).as("seed %s", seed).isEqualTo(value);
        }
      } catch (MalformedData expected) {
        assertThat(in.position()).isLessThanOrEqualTo(bytes.length);
      }
    }
    assertThat(read).isPositive();
  }
}
