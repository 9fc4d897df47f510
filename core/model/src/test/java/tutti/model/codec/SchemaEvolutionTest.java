package tutti.model.codec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import tutti.model.Decoder;
import tutti.model.Encoder;
import tutti.model.MalformedData;
import tutti.model.schema.Default;
import tutti.model.schema.Dropped;
import tutti.model.schema.Formerly;

class SchemaEvolutionTest {

  private static <A extends Record, B extends Record> B read(A old, Class<B> today) {
    @SuppressWarnings("unchecked")
    RecordCodec<A> codec = RecordCodec.of((Class<A>) old.getClass());
    SchemaEvolution<B> evolution =
        SchemaEvolution.of(codec.schema(), RecordCodec.of(today), "Shop.items");
    assertThat(evolution.obstacles()).isEmpty();
    Encoder out = new Encoder();
    codec.encode(old, out);
    Decoder in = new Decoder(out.toByteArray());
    B read = evolution.reader().apply(in);
    assertThat(in.remaining()).isZero();
    return read;
  }

  private static List<String> obstacles(
      Class<? extends Record> old, Class<? extends Record> today) {
    SchemaEvolution<?> evolution =
        SchemaEvolution.of(RecordCodec.of(old).schema(), RecordCodec.of(today), "Shop.items");
    if (!evolution.obstacles().isEmpty()) {
      assertThatThrownBy(() -> evolution.reader().apply(new Decoder(new byte[9])))
          .isInstanceOf(MalformedData.class);
    }
    return evolution.obstacles();
  }

  record One(long id, String name) {}

  @Test
  void findsComponentsByNameInAnyOrder() {
    record Two(String name, long id) {}
    assertThat(read(new One(7, "x"), Two.class)).isEqualTo(new Two("x", 7));
  }

  enum Grade {
    LOW,
    HIGH
  }

  @Test
  void givesNewComponentsTheirDefaults() {
    record Two(
        long id,
        String name,
        boolean flag,
        byte tiny,
        short small,
        int number,
        float rough,
        double finer,
        BigDecimal price,
        BigInteger whole,
        Duration duration,
        String text,
        Optional<Instant> seen,
        List<String> list,
        Set<String> set,
        Map<String, Long> map) {}
    assertThat(read(new One(7, "x"), Two.class))
        .isEqualTo(
            new Two(
                7,
                "x",
                false,
                (byte) 0,
                (short) 0,
                0,
                0f,
                0d,
                BigDecimal.ZERO,
                BigInteger.ZERO,
                Duration.ZERO,
                "",
                Optional.empty(),
                List.of(),
                Set.of(),
                Map.of()));
  }

  @Test
  void givesNewComponentsWhatTheySay() {
    record Two(
        long id,
        String name,
        @Default("12.50") BigDecimal price,
        @Default("HIGH") Grade grade,
        @Default("2026-01-31") LocalDate day,
        @Default("2026-01-31T12:00:00Z") Instant instant,
        @Default("true") boolean flag,
        @Default("9") Optional<Integer> perhaps,
        @Default("x") char letter) {}
    assertThat(read(new One(7, "x"), Two.class))
        .isEqualTo(
            new Two(
                7,
                "x",
                new BigDecimal("12.50"),
                Grade.HIGH,
                LocalDate.of(2026, 1, 31),
                Instant.parse("2026-01-31T12:00:00Z"),
                true,
                Optional.of(9),
                'x'));
  }

  @Test
  void asksForAValueOfANewComponentThatHasNoUsualOne() {
    record Inner(long id) {}
    record Two(long id, String name, Instant at, Grade grade, Inner inner) {}
    assertThat(obstacles(One.class, Two.class))
        .containsExactly(
            "Shop.items.at is new and must have a value, but what was written before has none, and"
                + " type instant has no usual one: give it a @Default(\"…\"), or make it an"
                + " Optional",
            "Shop.items.grade is new and must have a value, but what was written before has none,"
                + " and type enum Grade(LOW, HIGH) has no usual one: give it a @Default(\"…\"), or"
                + " make it an Optional",
            "Shop.items.inner is new and must have a value, but what was written before has none,"
                + " and type Inner(id: long) has no usual one: give it a @Default(\"…\"), or make"
                + " it an Optional");
  }

  @Dropped({"inner", "perhaps", "list", "set", "map", "price"})
  record Less(long id, String name) {}

  @Test
  void dropsWhatIsDropped() {
    record Inner(String a, Grade b) {}
    record Old(
        Inner inner,
        long id,
        Optional<Inner> perhaps,
        List<Inner> list,
        Set<Long> set,
        Map<String, Inner> map,
        BigDecimal price,
        String name) {}
    Inner inner = new Inner("a", Grade.LOW);
    assertThat(
            read(
                new Old(
                    inner,
                    7,
                    Optional.of(inner),
                    List.of(inner, inner),
                    Set.of(1L, 2L),
                    Map.of("k", inner),
                    BigDecimal.TEN,
                    "x"),
                Less.class))
        .isEqualTo(new Less(7, "x"));
    assertThat(obstacles(Old.class, One.class))
        .hasSize(6)
        .contains(
            "Shop.items.perhaps is gone, and its values would be lost: say at its successor what it"
                + " was called, with @Formerly(\"perhaps\"), or, if they may go,"
                + " @Dropped(\"perhaps\") at the record One");
  }

  /** A component that was renamed without a word looks like one that is gone beside a new one. */
  @Test
  void aComponentThatIsRenamedWithoutAWordIsAnObstacle() {
    record Two(long id, String title) {}
    assertThat(obstacles(One.class, Two.class))
        .singleElement()
        .asString()
        .startsWith("Shop.items.name is gone");
  }

  @Test
  void anOldNameHasOneSuccessor() {
    record Two(long id, @Formerly("name") String title, @Formerly("name") String text) {}
    assertThat(obstacles(One.class, Two.class))
        .containsExactly(
            "Shop.items: the components title and text both say @Formerly(\"name\"), but the data"
                + " can go to one: remove it at all but one of them");
    record Three(@Formerly({"id", "name"}) Optional<String> all) {}
    assertThat(obstacles(One.class, Three.class))
        .anyMatch(each -> each.contains("all says @Formerly for id and name"));
  }

  @Test
  void aClaimWithoutEffectIsAnObstacle() {
    record Swapped(@Formerly("b") String a, @Formerly("a") String b) {}
    record Texts(String a, String b) {}
    assertThat(obstacles(Texts.class, Swapped.class))
        .hasSize(2)
        .allMatch(each -> each.contains("take each other's names by @Formerly"));
    record Wrong(@Formerly("b") String a, String b, int c) {}
    assertThat(obstacles(Texts.class, Wrong.class))
        .singleElement()
        .asString()
        .contains("@Formerly(\"b\") at the component a has no effect");
  }

  interface Colours {
    enum Old {
      RED,
      CRIMSON,
      BLUE
    }

    record OldRow(Old colour, Map<Old, Integer> map) {}

    @Dropped("BLUE")
    enum New {
      @Formerly({"RED", "CRIMSON"})
      SCARLET
    }

    record NewRow(New colour, Map<New, Integer> map) {}

    enum Twice {
      @Formerly("RED")
      A,
      @Formerly("RED")
      B,
      CRIMSON,
      BLUE
    }

    record TwiceRow(Twice colour, Map<Twice, Integer> map) {}
  }

  @Test
  void constantsMayBecomeOneButKeysOfAMapMayNot() {
    assertThat(read(new Colours.OldRow(Colours.Old.RED, Map.of()), Colours.NewRow.class))
        .isEqualTo(new Colours.NewRow(Colours.New.SCARLET, Map.of()));
    assertThat(obstacles(Colours.OldRow.class, Colours.TwiceRow.class))
        .anyMatch(each -> each.contains("A and B both say @Formerly(\"RED\")"));
    assertThatThrownBy(
            () ->
                read(
                    new Colours.OldRow(
                        Colours.Old.RED, Map.of(Colours.Old.RED, 1, Colours.Old.CRIMSON, 2)),
                    Colours.NewRow.class))
        .isInstanceOf(MalformedData.class)
        .hasMessageContaining("SCARLET")
        .hasMessageContaining("with the values 1 and 2");
    assertThatThrownBy(
            () -> read(new Colours.OldRow(Colours.Old.BLUE, Map.of()), Colours.NewRow.class))
        .isInstanceOf(MalformedData.class)
        .hasMessageContaining("Shop.items.colour is BLUE, which is @Dropped");
  }

  @Test
  void findsRenamedComponents() {
    record Two(@Formerly({"key", "id"}) long number, @Formerly("name") String title) {}
    assertThat(read(new One(7, "x"), Two.class)).isEqualTo(new Two(7, "x"));
  }

  @Test
  void letsAnOldNameBeGivenToANewComponent() {
    record Two(long id, @Formerly("name") String title, @Default("new") String name) {}
    assertThat(read(new One(7, "x"), Two.class)).isEqualTo(new Two(7, "x", "new"));
    assertThat(read(new Two(8, "t", "n"), Two.class)).isEqualTo(new Two(8, "t", "n"));
  }

  @Test
  void widens() {
    record Old(
        byte a, short b, int c, int d, long e, BigInteger f, float g, short h, int i, long j) {}
    record Two(
        short a,
        int b,
        long c,
        BigDecimal d,
        BigDecimal e,
        BigDecimal f,
        double g,
        BigInteger h,
        Optional<Integer> i,
        Optional<BigDecimal> j) {}
    assertThat(
            read(
                new Old((byte) -1, (short) 2, 3, 4, 5, BigInteger.TEN, 0.5f, (short) 8, 9, 10),
                Two.class))
        .isEqualTo(
            new Two(
                (short) -1,
                2,
                3,
                new BigDecimal(4),
                new BigDecimal(5),
                BigDecimal.TEN,
                0.5,
                BigInteger.valueOf(8),
                Optional.of(9),
                Optional.of(BigDecimal.TEN)));
  }

  @Test
  void refusesWhatCouldLoseSomething() {
    record Old(long a, double b, String c, Optional<String> d, List<String> e, BigDecimal f) {}
    record Two(int a, float b, long c, String d, Set<String> e, long f) {}
    assertThat(obstacles(Old.class, Two.class))
        .containsExactly(
            changed("a", "long", "int"),
            changed("b", "double", "float"),
            changed("c", "string", "long"),
            changed("d", "optional<string>", "string"),
            changed("e", "list<string>", "set<string>"),
            changed("f", "decimal", "long"));
  }

  private static String changed(String name, String from, String to) {
    return "Shop.items."
        + name
        + " was of type "
        + from
        + " and is now of type "
        + to
        + ": keep the type, or give the new component another name";
  }

  interface Before {
    enum State {
      OPEN,
      SHUT
    }

    record Inner(int a, String gone) {}

    record Row(
        State state, Inner inner, List<Inner> list, Map<State, Inner> map, Set<Integer> set) {}
  }

  interface After {
    enum State {
      NEW,
      @Formerly("SHUT")
      CLOSED,
      OPEN
    }

    @Dropped("gone")
    record Inner(long a, @Default("b") String added) {}

    record Row(State state, Inner inner, List<Inner> list, Map<State, Inner> map, Set<Long> set) {}
  }

  interface Never {
    enum State {
      OPEN
    }

    @Dropped({"inner", "list", "map", "set"})
    record Row(State state) {}
  }

  @Test
  void evolvesInside() {
    Before.Inner inner = new Before.Inner(1, "g");
    Before.Row old =
        new Before.Row(
            Before.State.SHUT,
            inner,
            List.of(inner),
            Map.of(Before.State.OPEN, inner, Before.State.SHUT, inner),
            Set.of(1, 2));
    After.Inner now = new After.Inner(1, "b");
    After.Row read = read(old, After.Row.class);
    assertThat(read)
        .isEqualTo(
            new After.Row(
                After.State.CLOSED,
                now,
                List.of(now),
                Map.of(After.State.OPEN, now, After.State.CLOSED, now),
                Set.of(1L, 2L)));
    assertThat(read.map().keySet()).containsExactly(After.State.CLOSED, After.State.OPEN);
  }

  @Test
  void refusesToLoseAConstant() {
    assertThat(obstacles(Before.Row.class, Never.Row.class))
        .containsExactly(
            "Shop.items.state: the constant SHUT of State is gone, but may have been written: keep"
                + " it, or say at its successor what it was called, with @Formerly(\"SHUT\"), or,"
                + " if no row has it any more, @Dropped(\"SHUT\") at the enum");
  }
}
