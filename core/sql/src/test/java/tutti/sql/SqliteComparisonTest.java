package tutti.sql;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;
import tutti.model.actor.Actor;
import tutti.model.actor.JavaApplication;
import tutti.model.actor.Procedure;
import tutti.model.memory.MemoryWorld;
import tutti.model.relation.Relation;

/** Random queries have the answers that SQLite has, on the same rows. */
class SqliteComparisonTest {
  private static final int QUERIES = 3_000;
  private static final long MOST = Long.MAX_VALUE;

  public record R(long id, Optional<Long> a, long b, String s, Optional<String> n, boolean f) {}

  public record U(long v, Optional<Long> w, long x, String t) {}

  /** An actor to ask. */
  public static final class Tables extends Actor {
    public final Relation<Long, R> rs = relation("r", R.class, R::id);
    public final Relation<Long, U> us = relation("u", U.class, U::v);

    {
      rs.index(R::a);
      rs.index(R::b);
      us.index(U::w);
      us.uniqueIndex(U::v);
    }
  }

  /** Writes the rows. */
  public record Fill() implements Procedure<Tables, Void> {
    @Override
    public Void run(Tables tables) {
      rs().forEach(tables.rs::insert);
      us().forEach(tables.us::insert);
      return null;
    }
  }

  private static List<R> rs() {
    Random random = new Random(1);
    List<R> rows = new ArrayList<>();
    for (int i = 0; i < 12; i++) {
      rows.add(
          new R(
              i == 11 ? MOST : i,
              random.nextInt(3) == 0 ? Optional.empty() : Optional.of(value(random)),
              value(random),
              text(random),
              random.nextInt(3) == 0 ? Optional.empty() : Optional.of(text(random)),
              random.nextBoolean()));
    }
    return rows;
  }

  private static List<U> us() {
    Random random = new Random(2);
    List<U> rows = new ArrayList<>();
    for (int i = 0; i < 7; i++) {
      rows.add(
          new U(
              i == 6 ? MOST : i,
              random.nextInt(3) == 0 ? Optional.empty() : Optional.of(value(random)),
              value(random),
              text(random)));
    }
    return rows;
  }

  private static long value(Random random) {
    return random.nextInt(8) == 0 ? MOST : random.nextInt(5);
  }

  private static String text(Random random) {
    return List.of("", "a", "ab", "b", "it's", "(", "--").get(random.nextInt(7));
  }

  @Test
  void answersAsSqliteDoes() throws SQLException {
    MemoryWorld world =
        new MemoryWorld(
            SqlQuery.in(
                JavaApplication.named("tables")
                    .actor("Tables", Tables::new)
                    .procedures(Fill.class)
                    .build()));
    world.run(Tables.class, "1", new Fill());
    Random random = new Random(44);
    int rows = 0;
    try (Connection connection = DriverManager.getConnection("jdbc:sqlite::memory:");
        Statement sqlite = connection.createStatement()) {
      fill(sqlite);
      for (int i = 0; i < QUERIES; i++) {
        Drawn query = new Drawn(random);
        List<String> expected = ask(sqlite, query.sql);
        List<String> found =
            new ArrayList<>(
                world.run(Tables.class, "1", new SqlQuery(query.sql, false)).rows().stream()
                    .map(row -> String.join("|", row))
                    .toList());
        if (!query.sorted) {
          Collections.sort(expected);
          Collections.sort(found);
        }
        assertThat(found).as(query.sql).isEqualTo(expected);
        rows += found.size();
      }
    }
    assertThat(rows).as("rows in all answers").isGreaterThan(QUERIES);
  }

  private static void fill(Statement sqlite) throws SQLException {
    sqlite.execute("pragma case_sensitive_like = 1");
    sqlite.execute("create table r (id integer, a integer, b integer, s text, n text, f boolean)");
    sqlite.execute("create table u (v integer, w integer, x integer, t text)");
    for (R r : rs()) {
      insert(sqlite, "r", r.id, r.a.orElse(null), r.b, r.s, r.n.orElse(null), r.f);
    }
    for (U u : us()) {
      insert(sqlite, "u", u.v, u.w.orElse(null), u.x, u.t);
    }
  }

  private static void insert(Statement sqlite, String table, Object... values) throws SQLException {
    List<String> texts = new ArrayList<>();
    for (Object value : values) {
      texts.add(value instanceof String text ? literal(text) : String.valueOf(value));
    }
    sqlite.execute("insert into " + table + " values (" + String.join(", ", texts) + ")");
  }

  private static String literal(String text) {
    return "'" + text.replace("'", "''") + "'";
  }

  private static List<String> ask(Statement sqlite, String sql) throws SQLException {
    List<String> rows = new ArrayList<>();
    try (ResultSet found = sqlite.executeQuery(sql)) {
      int columns = found.getMetaData().getColumnCount();
      while (found.next()) {
        List<String> cells = new ArrayList<>();
        for (int i = 1; i <= columns; i++) {
          boolean truth = found.getMetaData().getColumnName(i).equals("f");
          String text = found.getString(i);
          cells.add(
              text == null
                  ? "null"
                  : truth
                      ? String.valueOf(text.equals("1"))
                      : found.getObject(i) instanceof String ? '"' + text + '"' : text);
        }
        rows.add(String.join("|", cells));
      }
    }
    return rows;
  }

  /** A random query. */
  private static final class Drawn {
    private final Random random;
    private final boolean joined;
    final boolean sorted;
    final String sql;

    Drawn(Random random) {
      this.random = random;
      this.joined = random.nextInt(3) == 0;
      StringBuilder text = new StringBuilder("select ");
      boolean grouped = random.nextInt(4) == 0;
      boolean distinct = !grouped && random.nextInt(4) == 0;
      List<String> columns = new ArrayList<>(List.of(column(), column()));
      List<String> shown = new ArrayList<>(columns);
      if (grouped) {
        shown.add(aggregate());
        shown.add("count(*)");
      }
      text.append(distinct ? "distinct " : "").append(String.join(", ", shown));
      text.append(" from r");
      if (joined) {
        text.append(pick(" join u on ", " left join u on ", " inner join u on "));
        text.append(pick("r.a = u.w", "(u.w = r.a)", "r.b = u.v", "r.id = (u.x)", "r.s = u.t"));
      }
      if (random.nextInt(6) > 0) {
        text.append(" where ").append(condition(3));
      }
      if (grouped) {
        text.append(" group by ").append(String.join(", ", columns));
      }
      sorted = random.nextInt(3) == 0;
      if (sorted) {
        order(
            text,
            grouped || distinct ? columns : List.of(column(), "r.id", joined ? "u.v" : "r.id"));
      }
      sql = text.toString();
    }

    private void order(StringBuilder text, List<String> by) {
      List<String> parts = new ArrayList<>();
      by.forEach(column -> parts.add(column + pick("", " asc", " desc")));
      text.append(" order by ").append(String.join(", ", parts));
      if (random.nextBoolean()) {
        text.append(" limit ").append(random.nextInt(5));
        text.append(random.nextBoolean() ? " offset " + random.nextInt(3) : "");
      }
    }

    private String pick(String... of) {
      return of[random.nextInt(of.length)];
    }

    private String number() {
      return joined
          ? pick("r.id", "r.a", "r.b", "u.v", "u.w", "u.x")
          : pick("id", "a", "r.b", "r.a");
    }

    private String string() {
      return joined ? pick("r.s", "r.n", "u.t") : pick("s", "n");
    }

    private String column() {
      return switch (random.nextInt(5)) {
        case 0 -> "r.f";
        case 1, 2 -> string();
        default -> number();
      };
    }

    private String aggregate() {
      return pick(
          "count(" + column() + ")",
          "count(distinct " + number() + ")",
          "min(" + string() + ")",
          "max(" + number() + ")",
          "min(" + number() + ")");
    }

    private String constant() {
      return String.valueOf(value(random) - random.nextInt(2));
    }

    private String condition(int deep) {
      switch (random.nextInt(deep == 0 ? 1 : 6)) {
        case 1 -> {
          return condition(deep - 1) + " and " + condition(deep - 1);
        }
        case 2 -> {
          return condition(deep - 1) + " or " + condition(deep - 1);
        }
        case 3 -> {
          return "(" + condition(deep - 1) + ")";
        }
        case 4 -> {
          return pick("not ", "not not ", "not (").equals("not (")
              ? "not (" + condition(deep - 1) + ")"
              : "not " + condition(deep - 1);
        }
        default -> {
          return test();
        }
      }
    }

    private String test() {
      String not = pick("", "", "not ");
      return switch (random.nextInt(9)) {
        case 0 -> number() + pick(" = ", " <> ", " < ", " <= ", " > ", " >= ", "!=") + constant();
        case 1 -> constant() + pick(" = ", " <> ", " < ", " <= ", " > ", " >= ") + number();
        case 2 -> number() + pick(" = ", " < ", " >= ") + number();
        case 3 -> number() + " " + not + "in (" + constant() + ", " + constant() + ")";
        case 4 -> number() + " " + not + "between " + constant() + " and " + constant();
        case 5 -> number() + " is " + not + "null";
        case 6 -> string() + pick(" = ", " <> ", " > ", " <= ") + literal(text(random));
        case 7 -> string() + " " + not + "like " + literal(text(random) + "%");
        default -> pick("r.f", "r.f = true", "r.f <> true");
      };
    }
  }
}
