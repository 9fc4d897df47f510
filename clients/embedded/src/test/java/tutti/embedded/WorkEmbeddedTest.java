package tutti.embedded;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import tutti.model.actor.Actor;
import tutti.model.actor.JavaApplication;
import tutti.model.actor.Procedure;
import tutti.model.actor.Query;
import tutti.model.relation.Relation;

/** Queries that go through many rows and pairs end at the deadline, or after too many of them. */
class WorkEmbeddedTest {
  private static final AtomicLong SEEN = new AtomicLong();

  public static final class Table extends Actor {
    public record Row(long id, long same) {}

    public final Relation<Long, Row> rows = relation("rows", Row.class, Row::id);
  }

  public record Fill(long rows) implements Procedure<Table, Void> {
    @Override
    public Void run(Table table) {
      for (long i = 0; i < rows; i++) {
        table.rows.insert(new Table.Row(i, 0));
      }
      return null;
    }
  }

  /** Counts the pairs of a join in which each row has each as its partner. */
  public record Pairs() implements Query<Table, Long> {
    @Override
    public Long run(Table table) {
      return table
          .rows
          .select()
          .join(table.rows)
          .on(Table.Row::same, Table.Row::same)
          .where(pair -> SEEN.incrementAndGet() > 0)
          .count();
    }
  }

  /** Shows one row at the end of many, again and again, by a single scan each. */
  public record Last(long times) implements Query<Table, Long> {
    @Override
    public Long run(Table table) {
      long found = 0;
      for (long i = 0; i < times; i++) {
        found += table.rows.select().where(Table.Row::same).greaterThan(0L).count();
        SEEN.incrementAndGet();
      }
      return found;
    }
  }

  private static Tutti open() {
    SEEN.set(0);
    return Tutti.inMemory(
        JavaApplication.named("tables")
            .actor("Table", Table::new)
            .procedures(Fill.class, Pairs.class, Last.class)
            .build());
  }

  @Test
  void endAtTheDeadlineWithinAJoin() {
    try (Tutti tutti = open()) {
      tutti.actor(Table.class, "1").call(new Fill(15_000));
      // A busy machine may begin one behind its deadline.
      while (SEEN.get() == 0) {
        assertThatThrownBy(
                () ->
                    tutti.within(Duration.ofMillis(100)).actor(Table.class, "1").call(new Pairs()))
            .isInstanceOfSatisfying(
                AbortedException.class, e -> assertThat(e.code()).isEqualTo("deadline"));
      }
      assertThat(SEEN.get()).isLessThan(15_000L * 15_000);
    }
  }

  @Test
  void endAfterTooManySteps() {
    try (Tutti tutti = open()) {
      tutti.actor(Table.class, "1").call(new Fill(7_200));
      assertThatThrownBy(
              () -> tutti.within(Duration.ofMinutes(2)).actor(Table.class, "1").call(new Pairs()))
          .isInstanceOfSatisfying(
              RefusedException.class, e -> assertThat(e.code()).isEqualTo("too-much-work"));
      assertThat(SEEN.get()).isBetween(49_000_000L, 50_000_000L);
      assertThat(tutti.actor(Table.class, "1").call(new Last(10))).isZero();
    }
  }
}
