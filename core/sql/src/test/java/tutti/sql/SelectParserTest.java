package tutti.sql;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Whatever a client writes is read in linear time, and is a query or a {@link BadSql}. */
class SelectParserTest {
  /** The bound on characters and tokens that are looked at, for each character of a query. */
  private static final int STEPS = 40;

  private static final List<String> PARTS =
      List.of(
          "select",
          "from",
          "where",
          "and",
          "or",
          "not",
          "in",
          "is",
          "null",
          "between",
          "like",
          "(",
          ")",
          "((((",
          "[",
          "[[[[",
          "]",
          "{",
          "array[",
          "case when a = 1 then",
          "'",
          "''",
          "\"",
          "`",
          "--",
          "/*",
          "*/",
          "//",
          "\n",
          "\r\n",
          "\t",
          " ",
          ",",
          ".",
          "..",
          ";",
          "*",
          "=",
          "<",
          "< ",
          "<>",
          "! =",
          "^",
          "~",
          "||",
          "&&",
          "&",
          "+",
          "-",
          "- -",
          "/",
          "%",
          "?",
          ":x",
          "@",
          "#",
          "$",
          "\\",
          "1",
          "1.",
          ".5",
          "1e9",
          "1e",
          "1e99999999999",
          "0x1F",
          "99999999999999999",
          "a",
          "b.c",
          "orders",
          "value",
          "count(",
          "count(*)",
          "sum(distinct a)",
          "group by",
          "order by",
          "having",
          "limit",
          "offset",
          "join",
          "left join",
          "outer",
          "on",
          "as",
          "distinct",
          "union",
          "true",
          "false",
          "date '2026-01-01'",
          "timestamp",
          "explain",
          "N'x'",
          "é",
          "\u0000",
          "\uD800",
          "\uDC00",
          "\uD83D\uDE00",
          "\u200D",
          "\u00A0",
          "\uFEFF",
          "ſelect");

  private static final String[] QUERIES = {
    "select a from t where a in (1, 2) and b = 'it''s' or not c is null order by a desc limit 3, 4",
    "select o.id, count(*) n from orders o left join w x on o.a = x.b group by o.id offset 2 rows;",
    "explain select distinct \"a\" as b, t.* from t -- all\n where a between -1.5e3 and (4) /* x */",
  };

  /** Parses a text; returns the error, or an empty text. */
  private static String parse(String sql) {
    SelectParser parser = new SelectParser(sql);
    String error = "";
    try {
      parser.parse();
    } catch (BadSql bad) {
      error = String.valueOf(bad.getMessage());
      long lines = 1 + sql.chars().filter(c -> c == '\n').count();
      if (bad.line() < 0 || bad.line() > lines || bad.column() > sql.length() + 1) {
        throw new AssertionError(error + " has a place outside of " + sql);
      }
    }
    if (parser.steps() > STEPS * (sql.length() + 10L)) {
      throw new AssertionError(parser.steps() + " steps for " + sql);
    }
    return error;
  }

  @Test
  void readsAnyTextInLinearTime() {
    Random random = new Random(44);
    int queries = 0;
    for (int i = 0; i < 100_000; i++) {
      queries += parse(i % 2 == 0 ? drawn(random) : mutated(random)).isEmpty() ? 1 : 0;
    }
    assertThat(queries).as("texts that are queries, of 100,000").isBetween(5_000, 50_000);
  }

  private static String drawn(Random random) {
    StringBuilder sql = new StringBuilder(random.nextInt(3) == 0 ? "" : "select a from t where ");
    int parts = random.nextInt(random.nextInt(20) == 0 ? 300 : 12);
    for (int i = 0; i < parts; i++) {
      sql.append(PARTS.get(random.nextInt(PARTS.size())));
      sql.append(random.nextInt(4) == 0 ? "" : " ");
    }
    return sql.toString();
  }

  private static String mutated(Random random) {
    StringBuilder sql = new StringBuilder(QUERIES[random.nextInt(QUERIES.length)]);
    for (int changes = random.nextInt(4); changes >= 0; changes--) {
      int at = random.nextInt(sql.length());
      int end = Math.min(sql.length(), at + random.nextInt(6));
      switch (random.nextInt(4)) {
        case 0 -> sql.delete(at, end);
        case 1 -> sql.insert(at, sql.substring(at, end));
        case 2 -> sql.insert(at, (char) random.nextInt(random.nextBoolean() ? 128 : 0xFFFF));
        default -> sql.insert(at, " " + PARTS.get(random.nextInt(PARTS.size())) + " ");
      }
      if (sql.isEmpty()) {
        break;
      }
    }
    return sql.toString();
  }

  /** The texts that kept the thread that reads requests for seconds, or for ever. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "(",
        "[",
        "{",
        "array[",
        "case when a = 1 then ",
        "not ",
        "! ",
        "- ",
        "-+",
        "a in (",
        "f(",
        "a = (",
        "'",
        "''",
        "\"",
        "/*",
        "--",
        "a.",
        "a and ",
        "a or (",
        "1e",
        "<",
        "< ",
        "a,",
        "select ",
        "((a)",
        "a between ",
        "a is not ",
        "x "
      })
  void readsRepetitionsInLinearTime(String part) {
    for (int times : new int[] {1, 8, 31, 500, 9_900 / part.length()}) {
      parse("select a from t where " + part.repeat(times));
      parse("select " + part.repeat(times));
      parse("select a from t group by " + part.repeat(times));
      parse("select a from t join u on " + part.repeat(times));
      parse(part.repeat(times));
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      textBlock =
          """
          select a from t where a in 1, 2       | line 1, column 28: IN takes a list of values
          select a from t where a = 'x          | line 1, column 27: this text has no end: write '
          select a from t where a = "x          | line 1, column 27: this name has no end: write "
          select a from t where a /* b          | line 1, column 25: this comment has no end
          select a from t where a =             | line 1, column 26: the query ends where a column or a constant should
          select a from t where (a = 1          | line 1, column 29: the query ends where ) should
          select a from t where a = 1)          | line 1, column 28: ')' stands where the query should end
          select a from t where a between 1 or 2 | line 1, column 35: 'or' stands where AND should
          select a from t where a not 1         | line 1, column 29: '1' stands where BETWEEN, IN, LIKE or NULL
          select a from t where a is 1          | line 1, column 28: '1' stands where NULL or NOT NULL
          select a from t where a like 'x' escape '!' | line 1, column 34: ESCAPE is not supported
          select a from t where case when a = 1 then 1 end = 1 | line 1, column 28: 'when' stands
          select a, from t                      | line 1, column 11: 'from' stands where a column or a constant
          select a from t where a = 1e99999999999 | line 1, column 27: 1e99999999999 is too large
          select a from t limit 1 limit 2       | line 1, column 25: LIMIT stands twice
          select a from t limit -1              | line 1, column 23: LIMIT takes a whole number
          select a from t order by a nulls last | line 1, column 28: NULLS FIRST
          select a from s.t                     | line 1, column 15: relations have no schema
          select a from (select b from t)       | line 1, column 15: a query reads relations of this actor
          select a from t left wallets          | line 1, column 22: 'wallets' stands where JOIN should
          select a from t join u using (a)      | line 1, column 24: 'using' stands where ON and one equality
          select a from t where a = 1 § 2       | line 1, column 29: '§' is no word of SQL
          insert into t values (1)              | line 1, column 1: this is not supported here
          """)
  void tellsThePlaceAndWhatWasExpected(String sql, String error) {
    assertThat(parse(sql)).contains(error);
  }

  @Test
  void countsLines() {
    assertThat(parse("select a\nfrom t\r\n where\n  a ==== 1")).startsWith("line 4, column 7: ");
  }
}
