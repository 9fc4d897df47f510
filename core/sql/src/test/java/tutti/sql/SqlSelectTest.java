package tutti.sql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tutti.model.Abort;
import tutti.model.ActorId;
import tutti.model.footprint.Item;
import tutti.model.memory.MemoryWorld;

class SqlSelectTest {
  private final MemoryWorld world = new MemoryWorld(Shop.APPLICATION);

  @BeforeEach
  void fill() {
    world.run(Shop.class, "1", new Shop.Fill());
  }

  private SqlAnswer ask(String sql) {
    return world.run(Shop.class, "1", new SqlQuery(sql, SqlSelect.explains(sql)));
  }

  /** The rows as one text: cells by commas, rows by semicolons. */
  private String rows(String sql) {
    return String.join(";", ask(sql).rows().stream().map(row -> String.join(",", row)).toList());
  }

  private String plan(String sql) {
    return ask("explain " + sql).plan();
  }

  private void refuses(String code, String sql) {
    assertThatThrownBy(() -> ask(sql))
        .isInstanceOfSatisfying(
            Abort.class, refused -> assertThat(refused.code()).as(sql).isEqualTo(code));
  }

  /** Nine hundred rows have 810,000 pairs: a client has no right to that much of a heap. */
  @Test
  void whatAQueryKeepsIsBounded() {
    world.run(Shop.class, "1", new Shop.FillMore(900, 1));
    String pairs = " from orders a join orders b on a.gift = b.gift";
    refuses("too-much-work", "select a.id, b.id, count(*)" + pairs + " group by a.id, b.id");
    refuses("too-much-work", "select distinct a.id, b.id" + pairs + " order by 1 limit 1");
    refuses("too-much-work", "select a.id" + pairs + " order by b.id limit 5 offset 999999999");
    assertThat(rows("select count(*)" + pairs + " where a.id >= 100 and b.id >= 100"))
        .isEqualTo("810000");
    assertThat(rows("select a.id" + pairs + " order by b.id desc, a.id limit 1")).isEqualTo("1");
  }

  @Test
  void distinctTotalsAreComparedByValue() {
    assertThat(rows("select distinct sum(value) from orders where id in (3, 5) group by id"))
        .isEqualTo("5.00");
    assertThat(rows("select distinct min(value) from orders where id in (3, 5) group by id"))
        .isEqualTo("5.00");
  }

  /** A cell is made as text once the ones before it have had room in the answer. */
  @Test
  void theTextOfAnAnswerIsBoundedAsItIsMade() {
    world.run(Shop.class, "1", new Shop.FillMore(200, 5_000));
    refuses("too-large", "select note" + ", note".repeat(200) + " from orders");
  }

  /** The footprint is declared: to analyse the bytecode would take seconds of a first query. */
  @Test
  void touchesItsActorAlone() {
    ActorId shop = new ActorId("Shop", "1");
    SqlQuery query = new SqlQuery("select id from orders", false);
    assertThat(Shop.APPLICATION.footprint(shop, query).accesses())
        .singleElement()
        .satisfies(access -> assertThat(access.item()).isEqualTo(new Item.Known(shop)));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      textBlock =
          """
          id = 3                                  | 3
          3 = id                                  | 3
          id <> 3                                 | 1,2,4,5
          id < 3                                  | 1,2
          3 > id                                  | 1,2
          id >= 4                                 | 4,5
          id between 2 and 3                      | 2,3
          id not between 2 and 3                  | 1,4,5
          id in (5, 1, 9)                         | 1,5
          id not in (5, 1)                        | 2,3,4
          value = 5                               | 3,5
          value > 10.00                           | 2,4
          state = 'PAID'                          | 2,4
          state > 'OPEN' and wallet = 7           | 2
          wallet = 7 and state = 'OPEN'           | 1,5
          wallet = 7 or state = 'PAID'            | 1,2,4,5
          not (wallet = 7 or state = 'PAID')      | 3
          gift                                    | 3
          not gift and id > 3                     | 4,5
          gift = true                             | 3
          gift <> false                           | 3
          at >= '2026-01-04T00:00:00Z'            | 4,5
          rate = 1.5                              | 3
          note is null                            | 2,4
          note is not null                        | 1,3,5
          note like 'fr%'                         | 1,3
          not note like 'fr%'                     | 5
          note = 'x'                              | 5
          note <> 'x'                             | 1,3
          not (note = 'x')                        | 1,3
          stars < 4                               | 1,4
          stars <= 3                              | 1,4
          stars > 1                               | 1,2
          stars in (1, 5)                         | 2,4
          stars not in (1, 5)                     | 1
          not stars is null                       | 1,2,4
          id <= -1                                | ``
          id in (1, 2) and wallet = 7             | 1,2
          id in (1, 2) or wallet = 8              | 1,2,3
          not id in (1, 2) and wallet = 7         | 5
          (id in (1, 2)) and (wallet) = (7)       | 1,2
          id in (1, 2) and wallet in (7, 8) or id in (4) | 1,2,4
          id in ((1), -2, +3)                     | 1,3
          not not id = 1                          | 1
          not not not id = 1                      | 2,3,4,5
          not id = 1 and id < 3                   | 2
          not (id = 1) or id = 1 and gift         | 2,3,4,5
          id = 1 or id = 2 and gift               | 1
          (id = 1 or id = 2) and not gift         | 1,2
          !gift && id > 3                         | 4,5
          (((id))) between ((2)) and (3)          | 2,3
          id between 2 and 3 and not gift         | 2
          id != 1 and id ^= 2 and id < > 3        | 4,5
          note isnull                             | 2,4
          note notnull                            | 1,3,5
          note not null                           | 1,3,5
          note not like 'fr%' and id in (5)       | 5
          note <> 'it''s (' and note <> '--'      | 1,3,5
          "id" = 1 or `id` = 2                    | 1,2
          id = 1 -- or id = 2                     | 1
          id /* = 2 or id */ = 1                  | 1
          value = .5e1 or value = 20.50           | 2,3,5
          value = 3e+1                            | 4
          at = timestamp '2026-01-04T00:00:00Z'   | 4
          1 < id and 3 >= id                      | 2,3
          note = N'x'                             | 5
          """)
  void findsRows(String where, String ids) {
    assertThat(rows("select id from orders where " + where).replace(';', ',')).isEqualTo(ids);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      textBlock =
          """
          select id, value v from orders order by value desc, id limit 2 offset 1 | 2,20.5;1,10
          select id from orders order by 1 desc limit 1, 2                        | 4;3
          select "id" from ORDERS o where O.Wallet = 7;                           | 1;5;2
          select count(*), sum(value), avg(items) from orders                     | 5,70.50,3
          select min(at), max(note), count(note) from orders where id < 3         | "2026-01-01T00:00:00Z","fragile",1
          select count(distinct wallet), sum(rate), sum(items) from orders        | 3,7.5,15
          select sum(value), count(*) from orders where id = 99                   | null,0
          select wallet, count(*) n from orders group by wallet order by n desc, 1 | 7,3;8,1;9,1
          select wallet, state from orders group by wallet, state order by max(id) | 7,"PAID";8,"OPEN";9,"PAID";7,"OPEN"
          select distinct state from orders order by state desc                   | "PAID";"OPEN"
          select distinct value from orders                                       | 10;20.5;5.00;30
          select o.id, w.owner from orders o join wallets w on o.wallet = w.id where w.country = 'UK' and o.state = 'OPEN' | 1,"ada";5,"ada"
          select o.id, w.owner from orders o left join wallets w on o.wallet = w.id where w.owner is null | 4,null
          select w.id, c.name from wallets w left join countries c on c.code = w.country order by w.id desc | 8,"Netherlands";7,"Kingdom";6,null
          select c.name, count(*) from orders o join wallets w on o.wallet = w.id join countries c on w.country = c.code group by c.name order by 2 | "Netherlands",1;"Kingdom",3
          select id from orders where ((((((((((id = 1))))))))))                  | 1
          select all id as "the id" from orders as o where o.id = 1 ; ;           | 1
          select o.*, w.owner from wallets o inner join wallets w on (o.id = (w.id)) where o.id = 7 | 7,"ada","UK","ada"
          select wallet, state from orders group by (wallet, state) order by max(id) desc limit 1 | 7,"OPEN"
          select id from orders order by id offset 1 rows limit 2                 | 2;3
          select count(all note) from orders                                      | 3
          """)
  void answers(String sql, String rows) {
    assertThat(rows(sql)).isEqualTo(rows);
  }

  @Test
  void givesAllColumnsWithTheirTypes() {
    SqlAnswer answer = ask("select * from orders where id = 1");
    assertThat(answer.columns())
        .containsExactly(
            "id", "wallet", "state", "value", "items", "rate", "gift", "at", "note", "stars",
            "tags");
    assertThat(answer.types())
        .containsExactly(
            "long",
            "long",
            "enum State(OPEN, PAID)",
            "decimal",
            "int",
            "double",
            "boolean",
            "instant",
            "string",
            "int",
            "list<string>");
    assertThat(answer.rows().getFirst())
        .containsExactly(
            "1",
            "7",
            "\"OPEN\"",
            "10",
            "1",
            "0.5",
            "false",
            "\"2026-01-01T00:00:00Z\"",
            "\"fragile\"",
            "3",
            "[\"t1\"]");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      textBlock =
          """
          select 1 from orders                          | 1 |  8 | name a column
          select id + 1 from orders                     | 1 |  8 | name a column
          select upper(note) from orders                | 1 |  8 | there are count, sum
          select id from order                          | 1 | 16 | it has orders, wallets, countries
          select id from orders where nothing = 1       | 1 | 29 | orders has id, wallet
          select id from orders where wallet = 'seven'  | 1 | 29 | expected a whole number
          select id from orders where value ~ 5         | 1 | 35 | compare a column by =
          select id from orders where at > now()        | 1 | 34 | functions, arithmetic
          select id from orders where id = items        | 1 | 29 | only columns of one type
          select id from orders where id = null         | 1 | 29 | is null
          select id from orders where id = (select 1)   | 1 | 34 | other queries
          select id from orders where note like '%x'    | 1 | 29 | begins with
          select id from orders having count(*) > 1     | 1 | 23 | HAVING
          select id from orders union select id from wallets | 1 | 23 | UNION is not supported
          delete from orders                            | 1 |  1 | changes nothing
          select id from orders; delete from orders     | 1 | 24 | one query
          select id from orders for update              | 1 | 23 | not supported
          select top 5 id from orders                   | 1 | 12 | where FROM should
          select id from orders fetch first 5 rows only | 1 | 23 | not supported
          select id from (select id from orders) x      | 1 | 16 | not other queries
          select id from orders, wallets                | 1 | 24 | joined by JOIN
          select o.id from orders o right join wallets w on o.wallet = w.id | 1 | 27 | LEFT JOIN
          select o.id from orders o join wallets w on o.wallet = w.id and o.id = w.id | 1 | 45 | into WHERE
          select id from orders o join wallets w on o.wallet = w.id | 1 | 8 | o.id or w.id
          select c.name from orders o left join wallets w on o.wallet = w.id join countries c on w.country = c.code | 1 | 88 | may be missing
          select * from orders limit 'x'                | 1 | 28 | whole number
          select sum(state) from orders                 | 1 |  8 | cannot be added up
          select id, count(*) from orders               | 1 |  8 | GROUP BY
          select id from orders where                   | 1 | 28 | a column or a constant should
          """)
  void refusesWithPlaceAndRemedy(String sql, int line, int column, String remedy) {
    assertThatThrownBy(() -> SqlSelect.read(sql, Shop.APPLICATION.type("Shop").relations()))
        .isInstanceOfSatisfying(
            BadSql.class,
            bad -> {
              assertThat(bad).hasMessageContaining(remedy);
              assertThat(bad.line() + ":" + bad.column()).isEqualTo(line + ":" + column);
            });
  }

  @Test
  void abortsTheQueryThatCannotBeRead() {
    assertThatThrownBy(() -> ask("select\n  nothing from orders"))
        .isInstanceOf(Abort.class)
        .hasMessage(
            "line 2, column 3: there is no column nothing; orders has id, wallet, state, value,"
                + " items, rate, gift, at, note, stars, tags");
  }

  @Test
  void boundsTheParenthesesInEachOther() {
    String where = "select id from orders where ";
    assertThat(rows(where + "(".repeat(100) + "id = 1" + ")".repeat(100))).isEqualTo("1");
    assertThatThrownBy(() -> ask(where + "(".repeat(101) + "id = 1" + ")".repeat(101)))
        .hasMessageContaining("line 1, column 129: a query has at most 100 parentheses");
    assertThatThrownBy(() -> ask(where + "f(".repeat(3_000)))
        .hasMessageContaining("at most 100 parentheses");
    assertThat(rows(where + "note = '" + ")".repeat(200) + "'")).isEmpty();
  }

  @Test
  void readsAsManyConditionsAsATextCanHold() {
    String where = "select id from orders where ";
    assertThat(rows(where + "id=9 or ".repeat(1_200) + "id=1")).isEqualTo("1");
    assertThat(rows(where + "id<9 and ".repeat(1_100) + "id=1")).isEqualTo("1");
    assertThat(rows(where + "not ".repeat(2_400) + "id=1")).isEqualTo("1");
    assertThat(rows(where + "id in (" + "9,".repeat(4_900) + "1)")).isEqualTo("1");
    assertThat(rows(where + "id = " + "- ".repeat(4_900) + "1")).isEqualTo("1");
    assertThatThrownBy(() -> ask(where + "id = 1" + " ".repeat(10_000)))
        .hasMessageContaining("at most 10000 characters");
  }

  @Test
  void usesIndexesAndSaysSo() {
    assertThat(plan("select id from orders where wallet = 7 and state = 'OPEN' order by id desc"))
        .isEqualTo("orders: range of index (wallet, state) [wallet = 7, state = OPEN] descending");
    assertThat(plan("select count(*) from orders where id > 3"))
        .isEqualTo("orders: range of primary key (id) [id > 3]\n  all rows: count(*)");
    assertThat(plan("select distinct state from orders limit 5"))
        .isEqualTo("orders: all rows by primary key (id)\n  distinct\n  limit 5");
    assertThat(
            plan(
                "select w.owner, sum(o.value) from orders o join wallets w on o.wallet = w.id"
                    + " where w.country = 'UK' and o.id <> w.id group by w.owner order by 2"))
        .isEqualTo(
            """
            join on orders.wallet = wallets.id
              orders: all rows by primary key (id)
              wallets: lookup by primary key (id) for each left row
                filter: country = "UK"
              filter: o.id <> w.id
              group by w.owner: sum(o.value)
              sort: sum(o.value)""");
  }

  @Test
  void changesNothing() {
    String before = rows("select * from orders");
    rows("select * from orders order by value desc");
    assertThat(rows("select * from orders")).isEqualTo(before);
    assertThat(Shop.APPLICATION.type("Shop").procedure(SqlQuery.NAME).query()).isTrue();
  }
}
