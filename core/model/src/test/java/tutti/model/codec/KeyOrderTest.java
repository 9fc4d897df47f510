package tutti.model.codec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import tutti.model.Decoder;
import tutti.model.Encoder;
import tutti.model.testing.Effort;

/** Keys as bytes compare as keys do. */
class KeyOrderTest {
  enum Size {
    LARGE,
    SMALL
  }

  record Part(String text, Optional<Integer> number) {}

  record Keys(
      boolean truth,
      byte tiny,
      short small,
      char letter,
      int number,
      long big,
      String text,
      BigDecimal decimal,
      BigInteger integer,
      Instant instant,
      LocalDate date,
      LocalDateTime time,
      Duration duration,
      UUID id,
      Size size,
      Optional<String> perhaps,
      Part part) {}

  private static Keys keys(Random random) {
    return new Keys(
        random.nextBoolean(),
        (byte) random.nextInt(),
        (short) random.nextInt(),
        (char) random.nextInt(),
        random.nextInt(),
        random.nextLong() >> random.nextInt(64),
        RecordCodecTest.text(random),
        random.nextInt(4) == 0
            ? new BigDecimal(
                List.of("0", "-0.0", "1", "1.0", "1e1", "-1", "9.9").get(random.nextInt(7)))
            : RecordCodecTest.decimal(random),
        new BigInteger(random.nextInt(70), random)
            .multiply(BigInteger.valueOf(random.nextInt(3) - 1)),
        Instant.ofEpochSecond(random.nextInt(), random.nextInt(1000)),
        LocalDate.ofEpochDay(random.nextInt(10) - 5),
        LocalDateTime.ofEpochSecond(random.nextInt(4) - 2, random.nextInt(5), ZoneOffset.UTC),
        Duration.ofSeconds(random.nextInt(4) - 2, random.nextInt(5)),
        new UUID(random.nextLong(), random.nextLong()),
        Size.values()[random.nextInt(2)],
        random.nextBoolean() ? Optional.empty() : Optional.of(RecordCodecTest.text(random)),
        new Part(RecordCodecTest.text(random), Optional.of(random.nextInt())));
  }

  private static <T> byte[] bytes(TypeCodec<T> codec, T value) {
    Encoder out = new Encoder();
    codec.encodeKey(value, out);
    return out.toByteArray();
  }

  @Test
  void bytesCompareAsValuesDo() {
    Effort.seeds(5, KeyOrderTest::bytesCompareAsValuesDo);
  }

  private static void bytesCompareAsValuesDo(int seed) {
    Random random = new Random(seed);
    RecordCodec<Keys> codec = RecordCodec.of(Keys.class);
    List<Keys> all = new ArrayList<>();
    for (int i = 0; i < 200; i++) {
      all.add(keys(random));
    }
    for (int c = 0; c < codec.size(); c++) {
      ColumnCodec<Keys> column = codec.column(c);
      for (Keys a : all) {
        byte[] bytes = bytes(column.codec(), column.get(a));
        Decoder in = new Decoder(bytes);
        assertThat(in.remaining()).isPositive();
        assertThat(column.codec().decodeKey(in)).isEqualTo(column.codec().canonical(column.get(a)));
        assertThat(in.remaining()).isZero();
        for (Keys b : all) {
          int difference = Integer.signum(column.codec().compare(column.get(a), column.get(b)));
          assertThat(Integer.signum(column.compare(a, b))).isEqualTo(difference);
          assertThat(Integer.signum(column.compareTo(a, column.get(b)))).isEqualTo(difference);
          assertThat(
                  Integer.signum(
                      Arrays.compareUnsigned(bytes, bytes(column.codec(), column.get(b)))))
              .as(column + ": " + column.get(a) + " and " + column.get(b))
              .isEqualTo(difference);
        }
      }
    }
    Keys a = all.get(0);
    assertThat(codec.decodeKey(new Decoder(bytes(codec, a)))).isEqualTo(codec.canonical(a));
  }

  @Test
  void takesDecimalsThatDifferInTrailingZerosAsOneKey() {
    record Row(BigDecimal value) {}
    RecordCodec<Row> codec = RecordCodec.of(Row.class);
    Row one = new Row(new BigDecimal("100"));
    Row other = new Row(new BigDecimal("100.00"));
    assertThat(codec.compare(one, other)).isZero();
    assertThat(bytes(codec, one)).isEqualTo(bytes(codec, other));
    assertThat(codec.canonical(one)).isEqualTo(codec.canonical(other));
  }

  @Test
  void keepsTheBytesOfAKeyThatIsWidened() {
    record Narrow(short value) {}
    record Wide(long value) {}
    assertThat(bytes(RecordCodec.of(Narrow.class), new Narrow((short) -7)))
        .isEqualTo(bytes(RecordCodec.of(Wide.class), new Wide(-7)));
  }

  @Test
  void saysWhyATypeIsNoKey() {
    record Rounded(double value) {}
    record Many(List<String> values) {}
    record None() {}
    assertThat(RecordCodec.of(Rounded.class).noKey())
        .isEqualTo(
            "has the component value, which is rounded, and a rounded number finds nothing: use"
                + " BigDecimal or long");
    assertThat(RecordCodec.of(Many.class).noKey())
        .isEqualTo(
            "has the component values, which has no order: use its size or a component of its own");
    assertThat(RecordCodec.of(None.class).noKey()).isEqualTo("has no components: give it one");
    assertThatThrownBy(() -> bytes(RecordCodec.of(Rounded.class), new Rounded(1)))
        .isInstanceOf(UnsupportedOperationException.class)
        .hasMessageContaining("is rounded");
  }
}
