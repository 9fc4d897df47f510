package tutti.lab.simulation.rows;

import java.util.List;
import java.util.function.Predicate;
import tutti.lab.simulation.rows.RowActor.Purse;
import tutti.sql.SqlQuery;

/**
 * Selections and queries as text on a shelf's rows, whose answers are compared with plain loops
 * over the same rows: ranges above the greatest key, joins of rows without a value, conditions in
 * all orders.
 */
record Selections(RowActor shelf, Inventory<?> stock) {
  /** The number of different checks. */
  static final int CHECKS = 4;

  private static final String TOP = String.valueOf(Long.MAX_VALUE);

  /**
   * Asks one of the selections.
   *
   * @param which its number, below {@link #CHECKS}
   * @param number a number in its conditions
   * @throws IllegalStateException if the answer is wrong
   */
  void check(int which, int number) {
    switch (which) {
      case 0 -> ranges();
      case 1 -> joins();
      case 2 ->
          asks(
              "id in (0, 2) and not cents > " + number + " or not not id = 1",
              purse -> purse.id() % 2 == 0 && purse.cents() <= number || purse.id() == 1);
      default ->
          asks(
              "not (id = 1 or missing < " + number + ") and (id) between 0 and (9)",
              purse -> purse.id() != 1 && purse.missing().filter(it -> it >= number).isPresent());
    }
  }

  private void ranges() {
    check(stock.items().scan().after(Long.MAX_VALUE).list().isEmpty(), "above the greatest key");
    check(stock.byGroup().scan().after(Long.MAX_VALUE).count() == 0, "above the greatest group");
    check(rows("select id from purses where id > " + TOP).isEmpty(), "above, as text");
    check(rows("select id from purses where id >= -1").size() == all().size(), "from -1");
  }

  private void joins() {
    List<Purse> all = all();
    long pairs = 0;
    for (Purse left : all) {
      pairs +=
          all.stream()
              .filter(right -> left.missing().isPresent() && left.missing().equals(right.missing()))
              .count();
    }
    long alone = all.stream().filter(purse -> purse.missing().isEmpty()).count();
    var selection = stock.purses().select();
    long found = selection.join(stock.purses()).on(Purse::missing, Purse::missing).count();
    long left = selection.join(stock.purses()).leftOn(Purse::missing, Purse::missing).count();
    String text = "select p.id, q.id from purses p left join purses q on p.missing = q.missing";
    check(found == pairs, "a join has " + found + " pairs, not " + pairs);
    check(left == pairs + alone, "a left join has " + left + " pairs, not " + (pairs + alone));
    check(rows(text).size() == left, "a left join as text has other pairs");
  }

  private void asks(String where, Predicate<Purse> plain) {
    List<String> expected =
        all().stream().filter(plain).map(purse -> String.valueOf(purse.id())).toList();
    List<String> found = rows("select id from purses where " + where + " order by id");
    check(found.equals(expected), where + " gave " + found + ", not " + expected);
  }

  private List<Purse> all() {
    return stock.purses().scan().list();
  }

  private List<String> rows(String sql) {
    return new SqlQuery(sql, false).run(shelf).rows().stream().map(List::getFirst).toList();
  }

  private static void check(boolean right, String wrong) {
    if (!right) {
      throw new IllegalStateException(wrong);
    }
  }
}
