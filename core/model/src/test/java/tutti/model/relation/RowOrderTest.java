package tutti.model.relation;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import tutti.model.ActorId;
import tutti.model.Encoder;
import tutti.model.memory.MemoryRows;
import tutti.model.relation.store.Binding;
import tutti.model.relation.store.KeyRange;

/** Ranges between bounds mean the same by comparison of rows and by comparison of their bytes. */
class RowOrderTest {
  enum Few {
    ONE,
    TWO
  }

  record Pair(long first, byte second) {}

  record Row(
      long id,
      boolean flag,
      byte tiny,
      short small,
      int number,
      long big,
      BigDecimal decimal,
      BigInteger huge,
      char sign,
      String text,
      Instant at,
      LocalDate day,
      LocalDateTime local,
      Duration time,
      UUID uuid,
      Few few,
      Optional<Long> maybe,
      Pair pair) {}

  record LongByte(long big, byte tiny) {}

  record ByteUuid(byte tiny, UUID uuid) {}

  record MaybeFew(Optional<Long> maybe, Few few) {}

  private static final Instant NOW = Instant.parse("2026-11-28T12:00:00Z");

  /** Rows with the least and the greatest value of each type, and one of values between. */
  private static final List<Row> ROWS =
      List.of(
          new Row(
              Long.MIN_VALUE,
              false,
              Byte.MIN_VALUE,
              Short.MIN_VALUE,
              Integer.MIN_VALUE,
              Long.MIN_VALUE,
              new BigDecimal("-1e37"),
              BigInteger.TEN.pow(37).negate(),
              '\0',
              "",
              Instant.EPOCH,
              LocalDate.of(1, 1, 1),
              LocalDateTime.of(1, 1, 1, 0, 0),
              Duration.ofSeconds(-9),
              new UUID(Long.MIN_VALUE, Long.MIN_VALUE),
              Few.ONE,
              Optional.empty(),
              new Pair(Long.MIN_VALUE, (byte) -128)),
          new Row(
              7,
              false,
              (byte) 1,
              (short) 1,
              1,
              1L,
              BigDecimal.ONE,
              BigInteger.ONE,
              'a',
              "a\0",
              NOW,
              LocalDate.EPOCH,
              LocalDateTime.of(2026, 1, 1, 0, 0),
              Duration.ZERO,
              new UUID(1, 1),
              Few.ONE,
              Optional.of(0L),
              new Pair(0, (byte) 0)),
          new Row(
              Long.MAX_VALUE,
              true,
              Byte.MAX_VALUE,
              Short.MAX_VALUE,
              Integer.MAX_VALUE,
              Long.MAX_VALUE,
              new BigDecimal("1e37"),
              BigInteger.TEN.pow(37),
              '\uFFFF',
              "\uFFFF\uFFFF",
              Instant.MAX,
              LocalDate.MAX,
              LocalDateTime.MAX,
              Duration.ofSeconds(Long.MAX_VALUE),
              new UUID(Long.MAX_VALUE, Long.MAX_VALUE),
              Few.TWO,
              Optional.of(Long.MAX_VALUE),
              new Pair(Long.MAX_VALUE, (byte) 127)));

  private final Binding binding = new Binding("Test");
  private final RelationDefinition<Long, Row> definition =
      new RelationDefinition<>(0, "rows", Row.class, Row::id);
  private final Relation<Long, Row> rows = new Relation<>(binding, definition);
  private final Index<Long, Row> byBig = rows.index(Row::big);

  RowOrderTest() {
    rows.index(Row::flag);
    rows.index(Row::tiny);
    rows.index(Row::small);
    rows.index(Row::number);
    rows.index(Row::decimal);
    rows.index(Row::huge);
    rows.index(Row::sign);
    rows.index(Row::text);
    rows.index(Row::at);
    rows.index(Row::day);
    rows.index(Row::local);
    rows.index(Row::time);
    rows.uniqueIndex(Row::uuid);
    rows.index(Row::few);
    rows.index(Row::maybe);
    rows.index(Row::pair);
    rows.index(LongByte.class);
    rows.uniqueIndex(ByteUuid.class);
    rows.index(MaybeFew.class);
    assertThat(definition.mistakes()).isEmpty();
  }

  @Test
  void keepsARangeByBytesWhateverItsBounds() {
    int ranges = 0;
    for (RowOrder<Row> order : definition.orders()) {
      List<Object[]> bounds = bounds(order);
      for (Object[] low : bounds) {
        for (Object[] high : bounds) {
          for (int inclusive = 0; inclusive < 4; inclusive++) {
            check(order, new KeyRange(low, (inclusive & 1) == 0, high, (inclusive & 2) == 0));
            ranges++;
          }
        }
      }
    }
    assertThat(ranges).isGreaterThan(2_000);
  }

  /** No bound, and the values of each row in the order's first columns, one or more. */
  private static List<Object[]> bounds(RowOrder<Row> order) {
    List<Object[]> bounds = new ArrayList<>();
    bounds.add(new Object[0]);
    for (Row row : ROWS) {
      for (int columns = 1; columns <= order.positions().length; columns++) {
        bounds.add(
            Arrays.stream(order.positions(), 0, columns)
                .mapToObj(position -> definitionValue(row, position))
                .toArray());
      }
    }
    return bounds;
  }

  private static Object definitionValue(Row row, int position) {
    try {
      return Row.class.getRecordComponents()[position].getAccessor().invoke(row);
    } catch (ReflectiveOperationException e) {
      throw new AssertionError(e);
    }
  }

  private static void check(RowOrder<Row> order, KeyRange range) {
    byte[] from = order.from(range);
    byte[] until = order.until(range);
    for (Row row : ROWS) {
      Encoder place = new Encoder();
      order.encode(row, place);
      byte[] bytes = place.toByteArray();
      boolean byBytes =
          Arrays.compareUnsigned(bytes, from) >= 0
              && (until.length == 0 || Arrays.compareUnsigned(bytes, until) < 0);
      assertThat(byBytes)
          .as("%s, %s: %s", order, range, row)
          .isEqualTo(!order.below(row, range) && !order.above(row, range));
    }
  }

  @Test
  void findsNothingAfterTheGreatestKey() {
    binding.bind(new MemoryRows(new ActorId("Test", "1"), List.of(definition)));
    ROWS.forEach(rows::insert);
    assertThat(rows.scan().after(Long.MAX_VALUE).count()).isZero();
    assertThat(rows.scan().after(Long.MAX_VALUE).descending().list()).isEmpty();
    assertThat(byBig.scan().after(Long.MAX_VALUE).list()).isEmpty();
    assertThat(rows.select().where(Row::id).greaterThan(Long.MAX_VALUE).count()).isZero();
    assertThat(
            rows.select()
                .where(Row::uuid)
                .greaterThan(new UUID(Long.MAX_VALUE, Long.MAX_VALUE))
                .count())
        .isZero();
    assertThat(rows.select().where(Row::big).greaterThan(Long.MAX_VALUE - 1).count()).isOne();
    assertThat(rows.scan().before(Long.MIN_VALUE).count()).isZero();
    assertThat(rows.scan().from(Long.MIN_VALUE).to(Long.MAX_VALUE).count()).isEqualTo(3);
  }
}
