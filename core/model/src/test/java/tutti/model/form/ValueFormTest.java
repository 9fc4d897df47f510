package tutti.model.form;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tutti.model.Encoder;
import tutti.model.codec.NumberLimits;
import tutti.model.codec.NumberTooLong;
import tutti.model.codec.RecordCodec;

class ValueFormTest {
  enum Colour {
    RED,
    BLUE
  }

  record Point(int x, Optional<String> label) {
    Point {
      if (x < 0) {
        throw new IllegalArgumentException("x must not be negative");
      }
      switch (x) {
        case 91 -> throw new Error("an error");
        case 92 -> throw new StackOverflowError();
        case 93 -> throw new NoClassDefFoundError("gone");
        case 94 ->
            throw new IllegalStateException() {
              private static final long serialVersionUID = 1;

              @Override
              public String getMessage() {
                throw new UnsupportedOperationException();
              }
            };
        default -> {}
      }
    }
  }

  record All(
      boolean flag,
      byte tiny,
      short small,
      int number,
      long large,
      float rough,
      double rate,
      char letter,
      String text,
      BigDecimal value,
      BigInteger huge,
      Instant at,
      LocalDate day,
      LocalDateTime time,
      Duration length,
      UUID id,
      Colour colour,
      Point point,
      Optional<Integer> stars,
      List<Point> points,
      Set<Long> numbers,
      Map<Colour, Integer> counts,
      Map<Point, String> names) {}

  private static final ValueForm FORM = ValueForm.of(RecordCodec.of(All.class));

  private static All all() {
    return new All(
        true,
        (byte) -1,
        (short) 2,
        3,
        Long.MAX_VALUE,
        0.1f,
        Double.NaN,
        'x',
        "a\"b",
        new BigDecimal("12.500"),
        BigInteger.TWO.pow(120),
        Instant.parse("2026-01-31T12:30:00.5Z"),
        LocalDate.of(2026, 1, 31),
        LocalDateTime.of(2026, 1, 31, 12, 30),
        Duration.ofMinutes(90),
        new UUID(1, 2),
        Colour.BLUE,
        new Point(1, Optional.of("p")),
        Optional.empty(),
        List.of(new Point(2, Optional.empty())),
        Set.of(3L, 1L, 2L),
        Map.of(Colour.RED, 1, Colour.BLUE, 2),
        Map.of(new Point(5, Optional.empty()), "five"));
  }

  @SuppressWarnings("unchecked")
  private static Map<String, Object> tree() {
    return new LinkedHashMap<>((Map<String, Object>) FORM.write(all()));
  }

  @Test
  void readsWhatItWrote() throws BadValue {
    assertThat(FORM.read(tree())).isEqualTo(all());
    assertThat(((All) FORM.read(tree())).value().scale()).isEqualTo(3);
  }

  @Test
  void readsItsOwnExample() throws BadValue {
    assertThat(FORM.write(FORM.read(FORM.example()))).isInstanceOf(Map.class);
  }

  @Test
  void writesAsPeopleReadIt() {
    assertThat(tree())
        .containsEntry("large", Long.MAX_VALUE)
        .containsEntry("rough", 0.1)
        .containsEntry("rate", "NaN")
        .containsEntry("at", "2026-01-31T12:30:00.500Z")
        .containsEntry("length", "PT1H30M")
        .containsEntry("colour", "BLUE")
        .containsEntry("stars", null)
        .containsEntry("numbers", List.of(1L, 2L, 3L))
        .containsEntry("counts", Map.of("RED", 1L, "BLUE", 2L));
    assertThat(tree().get("names").toString()).isEqualTo("[{key={x=5, label=null}, value=five}]");
  }

  @ParameterizedTest
  @CsvSource({
    "large, 9223372036854775807, 9223372036854775807",
    "value, 0.10, 0.10",
    "huge, 12345678901234567890, 12345678901234567890",
    "number, 7, 7",
    "rate, 1.5, 1.5"
  })
  void readsNumbersFromStringsToo(String name, String given, String written) throws BadValue {
    Map<String, Object> tree = tree();
    tree.put(name, given);
    @SuppressWarnings("unchecked")
    Map<String, Object> again = (Map<String, Object>) FORM.write(FORM.read(tree));
    assertThat(String.valueOf(again.get(name))).isEqualTo(written);
  }

  @Test
  void leavesOutWhatIsOptional() throws BadValue {
    Map<String, Object> tree = tree();
    tree.remove("stars");
    assertThat(FORM.read(tree)).isEqualTo(all());
  }

  @Test
  void numbersHaveTheBoundsOfTheirTypes() {
    refused("rough", new BigDecimal("1e300"), "/rough", "32 bits", "1E+300");
    refused("rate", new BigDecimal("1e400"), "/rate", "64 bits", "1E+400");
    refused("huge", new BigDecimal("1e38"), "/huge", "38 digits", "1E+38");
    refused("value", new BigDecimal("1e38"), "/value", "38 digits", "1E+38");
    refused("value", new BigDecimal("1e-77"), "/value", "38 digits", "1E-77");
    refused("at", "2016-12-31T23:59:60Z", "/at", "a moment", "59:60Z");
    refused("number", "\u0665", "/number", "a whole number", "\u0665");
    for (String fits : List.of("1e37", "-1e37", "1e-76", "0.1")) {
      assertThat(NumberLimits.fits(new BigDecimal(fits))).as(fits).isTrue();
    }
    BigInteger most = BigInteger.TEN.pow(38).subtract(BigInteger.ONE);
    for (BigInteger fits : List.of(most, most.negate(), BigInteger.TEN.pow(37))) {
      assertThat(NumberLimits.fits(fits)).isTrue();
    }
    assertThat(NumberLimits.fits(most.add(BigInteger.ONE))).isFalse();
    assertThat(NumberLimits.fits(most.add(BigInteger.ONE).negate())).isFalse();
  }

  @Test
  void theZeroBelowZeroIsKept() throws BadValue {
    Map<String, Object> tree = tree();
    for (Object zero : List.of(-0.0, "-0.0")) {
      tree.put("rate", zero);
      tree.put("rough", zero);
      All read = (All) FORM.read(tree);
      assertThat(Double.doubleToRawLongBits(read.rate())).isEqualTo(Long.MIN_VALUE);
      assertThat(Float.floatToRawIntBits(read.rough())).isEqualTo(Integer.MIN_VALUE);
    }
  }

  @Test
  void answersAreReadWithoutTheBoundsOfInput() throws BadValue {
    ValueForm answer = ValueForm.ofAnswer(RecordCodec.of(All.class));
    Map<String, Object> tree = tree();
    tree.put("huge", BigInteger.TEN.pow(2000));
    tree.put("value", new BigDecimal("1e-2000"));
    tree.put("numbers", LongStream.range(0, 100_001).boxed().toList());
    All read = (All) answer.read(tree);
    assertThat(read.huge()).isEqualTo(BigInteger.TEN.pow(2000));
    assertThat(read.value()).isEqualTo(new BigDecimal("1e-2000"));
    assertThat(read.numbers()).hasSize(100_001);
    assertThatThrownBy(() -> FORM.read(tree)).isInstanceOf(BadValue.class);
  }

  @Test
  void timesHaveTheirSeconds() {
    assertThat(tree()).containsEntry("time", "2026-01-31T12:30:00");
    assertThat(FORM.schema().toString())
        .contains("huge={type=integer, description=a whole number of at most 38 digits}");
  }

  @Test
  void argumentsAndResultsHaveNoLongerNumbers() {
    RecordCodec<Numbers> codec = RecordCodec.of(Numbers.class);
    BigInteger huge = BigInteger.TEN.pow(38);
    Numbers good = new Numbers(BigDecimal.ONE, List.of(BigInteger.ONE), Map.of(), Optional.empty());
    assertThat(codec.writable(good)).isEqualTo(good);
    for (Numbers bad :
        List.of(
            new Numbers(new BigDecimal("1e-77"), List.of(), Map.of(), Optional.empty()),
            new Numbers(BigDecimal.ONE, List.of(huge), Map.of(), Optional.empty()),
            new Numbers(BigDecimal.ONE, List.of(), Map.of(1, huge), Optional.empty()),
            new Numbers(BigDecimal.ONE, List.of(), Map.of(), Optional.of(huge)))) {
      assertThatThrownBy(() -> codec.writable(bad)).isInstanceOf(NumberTooLong.class);
    }
  }

  record Numbers(
      BigDecimal value,
      List<BigInteger> list,
      Map<Integer, BigInteger> map,
      Optional<BigInteger> maybe) {}

  @Test
  void zerosAtTheEndHaveNoMeaning() {
    RecordCodec<Numbers> codec = RecordCodec.of(Numbers.class);
    assertThat(meaning(codec, "12.50")).isEqualTo(meaning(codec, "12.5"));
    assertThat(meaning(codec, "0.00")).isEqualTo(meaning(codec, "0"));
    assertThat(meaning(codec, "12.50")).isNotEqualTo(meaning(codec, "12.51"));
  }

  private static byte[] meaning(RecordCodec<Numbers> codec, String value) {
    Encoder out = new Encoder();
    codec.encodeMeaning(
        new Numbers(new BigDecimal(value), List.of(), Map.of(), Optional.empty()), out);
    return out.toByteArray();
  }

  @Test
  void pointsAtWhatIsWrong() {
    refused("tiny", 128L, "/tiny", "from -128 to 127", "128");
    refused("large", new BigDecimal("1.5"), "/large", "64 bits", "1.5");
    refused("value", "1E9999", "/value", "12.50", "1E9999");
    refused("text", null, "/text", "a string", "null");
    refused("colour", "GREEN", "/colour", "\"RED\", \"BLUE\"", "\"GREEN\"");
    refused("at", "yesterday", "/at", "2026-01-31T12:30:00Z", "\"yesterday\"");
    refused("points", List.of(Map.of("x", "y")), "/points/0/x", "whole number", "\"y\"");
    refused("point", Map.of("x", 1L, "z", 2L), "/point", "x, label", "\"z\"");
    refused("point", Map.of("x", -1L), "/point", "takes", "x must not be negative");
    refused("point", Map.of("x", 91L), "/point", "takes", "refuses: an error");
    refused("point", Map.of("x", 92L), "/point", "takes", "refuses: StackOverflowError");
    refused("point", Map.of("x", 93L), "/point", "takes", "refuses: gone");
    refused("point", Map.of("x", 94L), "/point", "takes", "refuses: ValueFormTest$");
    refused("numbers", Arrays.asList(1L, 1L), "/numbers/1", "once", "before");
    refused("counts", Map.of("GREEN", 1L), "/counts/GREEN", "RED", "GREEN");
    Map<String, Object> missing = new HashMap<>(tree());
    missing.remove("day");
    assertThatThrownBy(() -> FORM.read(missing)).hasMessageContaining("at /day");
  }

  private static void refused(
      String name, Object tree, String path, String expected, String found) {
    Map<String, Object> all = tree();
    all.put(name, tree);
    assertThatThrownBy(() -> FORM.read(all))
        .isInstanceOfSatisfying(
            BadValue.class,
            bad -> {
              assertThat(bad.path()).isEqualTo(path);
              assertThat(bad.expected()).contains(expected);
              assertThat(bad.found()).contains(found);
            });
  }
}
