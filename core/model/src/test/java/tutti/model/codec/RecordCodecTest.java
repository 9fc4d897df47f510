package tutti.model.codec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.ZonedDateTime;
import java.util.ArrayList;
import java.util.Date;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Random;
import java.util.Set;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tutti.model.Decoder;
import tutti.model.Encoder;
import tutti.model.MalformedData;
import tutti.model.schema.Default;
import tutti.model.schema.Schema;

class RecordCodecTest {
  enum Colour {
    RED,
    GREEN
  }

  record Inner(String name, Optional<BigDecimal> price) {}

  record Everything(
      boolean truth,
      byte tiny,
      short small,
      char letter,
      int number,
      long big,
      float rough,
      double finer,
      Long boxed,
      Boolean boxedTruth,
      String text,
      BigDecimal decimal,
      BigInteger integer,
      Instant instant,
      LocalDate date,
      LocalDateTime time,
      Duration duration,
      UUID id,
      Colour colour,
      Inner inner,
      Optional<Inner> perhaps,
      List<Inner> list,
      Set<Colour> set,
      Map<String, List<Long>> map) {}

  static Everything random(Random random) {
    return new Everything(
        random.nextBoolean(),
        (byte) random.nextInt(),
        (short) random.nextInt(),
        (char) random.nextInt(),
        random.nextInt() >> random.nextInt(32),
        random.nextLong() >> random.nextInt(64),
        Float.intBitsToFloat(random.nextInt()),
        random.nextGaussian(),
        random.nextLong(),
        random.nextBoolean(),
        text(random),
        decimal(random),
        new BigInteger(1 + random.nextInt(200), random).negate(),
        Instant.ofEpochSecond(random.nextInt(), random.nextInt(1_000_000_000)),
        LocalDate.ofEpochDay(random.nextInt(1_000_000) - 500_000),
        LocalDateTime.ofEpochSecond(
            random.nextInt(), random.nextInt(1_000_000_000), java.time.ZoneOffset.UTC),
        Duration.ofSeconds(random.nextInt(), random.nextInt(1_000_000_000)),
        new UUID(random.nextLong(), random.nextLong()),
        Colour.values()[random.nextInt(2)],
        new Inner(text(random), Optional.of(decimal(random))),
        random.nextBoolean() ? Optional.empty() : Optional.of(new Inner("", Optional.empty())),
        List.of(new Inner(text(random), Optional.empty()), new Inner("b", Optional.empty())),
        random.nextBoolean() ? Set.of() : Set.of(Colour.GREEN, Colour.RED),
        Map.of("a" + text(random), List.of(random.nextLong()), "b", List.of()));
  }

  static String text(Random random) {
    StringBuilder text = new StringBuilder();
    for (int i = random.nextInt(6); i > 0; i--) {
      switch (random.nextInt(4)) {
        case 0 -> text.append((char) random.nextInt(3));
        case 1 -> text.append((char) ('a' + random.nextInt(3)));
        case 2 -> text.append((char) random.nextInt());
        default -> text.appendCodePoint(0x1F600 + random.nextInt(9));
      }
    }
    return text.toString();
  }

  static BigDecimal decimal(Random random) {
    return new BigDecimal(
        new BigInteger(1 + random.nextInt(90), random).subtract(BigInteger.valueOf(1 << 20)),
        random.nextInt(30) - 10);
  }

  private static byte[] bytes(Everything value) {
    Encoder out = new Encoder();
    RecordCodec.of(Everything.class).encode(value, out);
    return out.toByteArray();
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3})
  void readsWhatItWrote(long seed) {
    Random random = new Random(seed);
    RecordCodec<Everything> codec = RecordCodec.of(Everything.class);
    for (int i = 0; i < 2000; i++) {
      Everything value = random(random);
      byte[] bytes = bytes(value);
      Decoder in = new Decoder(bytes);
      Everything read = codec.decode(in);
      assertThat(in.remaining()).isZero();
      assertThat(bytes(read)).isEqualTo(bytes);
      if (!Float.isNaN(value.rough())) {
        assertThat(read).isEqualTo(value);
      }
    }
  }

  @Test
  void refusesDamagedBytesAsMalformed() {
    Random random = new Random(5);
    RecordCodec<Everything> codec = RecordCodec.of(Everything.class);
    int refused = 0;
    for (int i = 0; i < 5000; i++) {
      byte[] bytes = bytes(random(random));
      bytes[random.nextInt(bytes.length)] = (byte) random.nextInt();
      byte[] part = java.util.Arrays.copyOf(bytes, random.nextInt(bytes.length + 1));
      try {
        codec.decode(new Decoder(part));
      } catch (MalformedData e) {
        refused++;
      }
    }
    assertThat(refused).isGreaterThan(2500);
  }

  @Test
  void writesEqualCollectionsAsEqualBytes() {
    record Row(Set<String> set, Map<Colour, Integer> map) {}
    RecordCodec<Row> codec = RecordCodec.of(Row.class);
    Encoder one = new Encoder();
    Encoder other = new Encoder();
    codec.encode(new Row(Set.of("a", "b", "c"), Map.of(Colour.RED, 1, Colour.GREEN, 2)), one);
    Map<Colour, Integer> map = new HashMap<>();
    map.put(Colour.GREEN, 2);
    map.put(Colour.RED, 1);
    codec.encode(new Row(new HashSet<>(List.of("c", "b", "a")), map), other);
    assertThat(one.toByteArray()).isEqualTo(other.toByteArray());
  }

  @Test
  void freezesWhatCouldChange() {
    record Row(long id, List<List<String>> lists, Set<String> set, Map<String, Set<Long>> map) {}
    RecordCodec<Row> codec = RecordCodec.of(Row.class);
    List<String> inner = new ArrayList<>(List.of("a"));
    Set<String> set = new HashSet<>(List.of("z", "y"));
    Map<String, Set<Long>> map = new HashMap<>(Map.of("k", Set.of(2L, 1L)));
    Row frozen = codec.freeze(new Row(1, new ArrayList<>(List.of(inner)), set, map));
    inner.add("b");
    set.clear();
    map.clear();
    assertThat(frozen)
        .isEqualTo(
            new Row(1, List.of(List.of("a")), Set.of("y", "z"), Map.of("k", Set.of(1L, 2L))));
    assertThat(frozen.set()).containsExactly("y", "z");
    assertThat(codec.freeze(frozen)).isSameAs(frozen);
    assertThatThrownBy(() -> frozen.set().add("x"))
        .isInstanceOf(UnsupportedOperationException.class);
    assertThatThrownBy(() -> frozen.map().remove("k"))
        .isInstanceOf(UnsupportedOperationException.class);
    assertThatThrownBy(() -> frozen.lists().getFirst().add("x"))
        .isInstanceOf(UnsupportedOperationException.class);
  }

  @Test
  void keepsARowWithoutCollectionsAsItIs() {
    Inner row = new Inner("a", Optional.of(BigDecimal.ONE));
    assertThat(RecordCodec.of(Inner.class).freeze(row)).isSameAs(row);
  }

  @Test
  void refusesNullNamingTheComponent() {
    assertThatThrownBy(() -> RecordCodec.of(Inner.class).freeze(new Inner(null, Optional.empty())))
        .isInstanceOf(NullPointerException.class)
        .hasMessage("Inner.name is null: make it an Optional");
  }

  @Test
  void writesItsSchemaAsTextAndBytes() {
    Schema schema = RecordCodec.of(Everything.class).schema();
    Encoder out = new Encoder();
    schema.encode(out);
    assertThat(Schema.decode(new Decoder(out.toByteArray()))).isEqualTo(schema);
    assertThat(schema)
        .hasToString(
            "(truth: boolean, tiny: byte, small: short, letter: char, number: int, big: long,"
                + " rough: float, finer: double, boxed: long, boxedTruth: boolean, text: string,"
                + " decimal: decimal, integer: big-integer, instant: instant, date: date, time:"
                + " date-time, duration: duration, id: uuid, colour: enum Colour(RED, GREEN),"
                + " inner: Inner(name: string, price: optional<decimal>), perhaps:"
                + " optional<Inner(name: string, price: optional<decimal>)>, list: list<Inner(name:"
                + " string, price: optional<decimal>)>, set: set<enum Colour(RED, GREEN)>, map:"
                + " map<string, list<long>>)");
  }

  @Test
  void refusesBytesThatAreNoSchema() {
    assertThatThrownBy(() -> Schema.decode(new Decoder(new byte[] {1, 1, 'a', 9})))
        .isInstanceOf(MalformedData.class)
        .hasMessage("9 is no type at offset 3");
    byte[] deep = new byte[200];
    deep[0] = 1;
    deep[1] = 0;
    java.util.Arrays.fill(deep, 2, 200, (byte) 4);
    assertThatThrownBy(() -> Schema.decode(new Decoder(deep)))
        .isInstanceOf(MalformedData.class)
        .hasMessage("a type nested more than 64 deep");
  }

  record Bad<T>(T value) {}

  record Node(long id, List<Node> children) {}

  record Wrong(
      Date date,
      ZonedDateTime zoned,
      LocalTime time,
      byte[] bytes,
      Object any,
      List raw,
      ArrayList<String> list,
      HashMap<String, String> map,
      OptionalInt perhaps,
      List<?> wild,
      Set<List<String>> lists,
      Map<List<String>, Long> keys,
      @Default("many") int count,
      @Default("PURPLE") Colour colour,
      Bad<String> bad,
      Node node) {}

  @Test
  void namesEveryMistakeWithItsRemedy() {
    assertThat(RecordCodec.read(Wrong.class).mistakes())
        .containsExactly(
            w("date has the type java.util.Date, which cannot be kept: use Instant"),
            w("zoned has the type java.time.ZonedDateTime, which cannot be kept: use Instant"),
            w(
                "time has the type java.time.LocalTime, which cannot be kept: use LocalDate,"
                    + " LocalDateTime or Duration"),
            w("bytes has the type byte[], which cannot be kept: use List or Set"),
            w(
                "any has the type java.lang.Object, which cannot be kept: use a record, an enum, a"
                    + " number, a text, a time, or Optional, List, Set or Map of these"),
            w(
                "raw has the type java.util.List, which cannot be kept: say of what, as in"
                    + " List<String>"),
            w("list has the type java.util.ArrayList, which cannot be kept: use List or Set"),
            w("map has the type java.util.HashMap, which cannot be kept: use Map"),
            w("perhaps has the type java.util.OptionalInt, which cannot be kept: use Optional"),
            w("wild has the type ?: name a concrete type"),
            w(
                "lists: the elements of a Set are kept in order, but list<string> has no order: use"
                    + " its size or a component of its own"),
            w(
                "keys: the keys of a Map are kept in order, but list<string> has no order: use its"
                    + " size or a component of its own"),
            w("count: @Default(\"many\") is no value of type int: write it as its toString would"),
            w(
                "colour: @Default(\"PURPLE\") is no value of type enum Colour(RED, GREEN): write it"
                    + " as its toString would"),
            w(
                "bad has the type tutti.model.codec.RecordCodecTest$Bad, which cannot be kept:"
                    + " use a record, an enum, a number, a text, a time, or Optional, List, Set or"
                    + " Map of these"),
            "RecordCodecTest.Node.children makes RecordCodecTest.Node contain itself: refer to"
                + " other rows by their key");
    assertThat(RecordCodec.read(Bad.class).mistakes())
        .containsExactly(
            "RecordCodecTest.Bad has type parameters, so its bytes have no one form: make it"
                + " concrete");
    assertThatThrownBy(() -> RecordCodec.of(Node.class))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("contain itself");
  }

  private static String w(String rest) {
    return "RecordCodecTest.Wrong." + rest;
  }

  @Test
  void passesOnWhatTheConstructorThrows() {
    record Positive(int value) {
      Positive {
        if (value <= 0) {
          throw new IllegalArgumentException("not positive");
        }
      }
    }
    assertThatThrownBy(() -> RecordCodec.of(Positive.class).make(new Object[] {0}))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("not positive");
  }
}
