package tutti.sql;

import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Reads the parts of a query that make the answer of its rows: columns, GROUP BY and ORDER BY. */
final class ItemReader {
  private static final Set<String> NUMBERS =
      Set.of("byte", "short", "int", "long", "float", "double", "decimal", "big-integer");

  private final Places places;
  private final QueryScope scope;
  private final Syntax.Select select;
  final List<SelectedColumn> items = new ArrayList<>();

  /** The places of the items, by position. */
  private final List<Integer> written = new ArrayList<>();

  /** The names of the answer's columns; further items are used only for sorting. */
  final List<String> names = new ArrayList<>();

  final List<SqlSelect.Sort> sort = new ArrayList<>();
  @Nullable List<ColumnRef> keys;

  ItemReader(Places places, QueryScope scope, Syntax.Select select) {
    this.places = places;
    this.scope = scope;
    this.select = select;
  }

  void read() throws BadSql {
    for (Syntax.Selected item : select.columns()) {
      add(item);
    }
    if (select.groups() != null) {
      keys = keys(select.groups());
    }
    for (Syntax.Sorted order : select.order()) {
      order(order);
    }
    boolean aggregates = items.stream().anyMatch(item -> item instanceof SelectedColumn.Aggregate);
    if (keys == null && aggregates) {
      keys = List.of();
    }
    if (keys != null) {
      grouped(keys);
    }
  }

  private void add(Syntax.Selected item) throws BadSql {
    if (item.column() instanceof Syntax.Star star) {
      Syntax.Qualifier only = star.qualifier();
      int first = only == null ? 0 : scope.table(only);
      int last = only == null ? scope.tables.size() - 1 : first;
      for (int table = first; table <= last; table++) {
        scope
            .all(table)
            .forEach(column -> add(star, new SelectedColumn.Plain(column), column.shown()));
      }
    } else {
      SelectedColumn read = item(item.column());
      String name =
          read instanceof SelectedColumn.Plain(ColumnRef of) ? of.column().name() : read.toString();
      add(item.column(), read, item.alias() == null ? name : item.alias());
    }
  }

  private void add(Syntax where, SelectedColumn item, String name) {
    items.add(item);
    written.add(where.at());
    names.add(name);
  }

  private SelectedColumn item(Syntax written) throws BadSql {
    if (written instanceof Syntax.Name name) {
      return new SelectedColumn.Plain(scope.column(name));
    }
    if (written instanceof Syntax.Call call) {
      return aggregate(call);
    }
    throw places.bad(
        written,
        "'"
            + places.text(written)
            + "' is not supported: name a column, or count, sum, avg, min or max of one");
  }

  private SelectedColumn aggregate(Syntax.Call call) throws BadSql {
    SelectedColumn.Function which = null;
    for (SelectedColumn.Function function : SelectedColumn.Function.values()) {
      which = function.name().equalsIgnoreCase(call.name()) ? function : which;
    }
    if (which == null || call.arguments().size() != 1) {
      throw places.bad(
          call,
          "there is no function "
              + places.text(call)
              + ": there are count, sum, avg, min and max of one column");
    }
    Syntax of = call.arguments().getFirst();
    String name = which.name().toLowerCase(Locale.ROOT);
    if (of instanceof Syntax.Star && which == SelectedColumn.Function.COUNT && !call.distinct()) {
      return new SelectedColumn.Aggregate(which, null, false, "count(*)");
    }
    if (!(of instanceof Syntax.Name column)) {
      throw places.bad(call, name + " takes a column" + (name.equals("count") ? ", or *" : ""));
    }
    ColumnRef ref = scope.column(column);
    String type = ref.codec().type().toString();
    boolean adds = which == SelectedColumn.Function.SUM || which == SelectedColumn.Function.AVG;
    if (adds && !NUMBERS.contains(type)) {
      throw places.bad(call, ref + " has the type " + type + ", which cannot be added up");
    }
    boolean compares = which == SelectedColumn.Function.MIN || which == SelectedColumn.Function.MAX;
    if (compares && ref.codec().unordered() != null) {
      throw places.bad(
          call, ref + " has no " + name + ": its type " + type + " " + ref.codec().unordered());
    }
    return new SelectedColumn.Aggregate(
        which, ref, call.distinct(), name + "(" + (call.distinct() ? "distinct " : "") + ref + ")");
  }

  private List<ColumnRef> keys(List<Syntax> groups) throws BadSql {
    List<ColumnRef> columns = new ArrayList<>();
    for (Syntax group : groups) {
      if (!(group instanceof Syntax.Name column)) {
        throw places.bad(group, "GROUP BY takes columns, not '" + places.text(group) + "'");
      }
      ColumnRef ref = scope.column(column);
      if (ref.codec().unordered() != null) {
        throw places.bad(
            group, "rows cannot be grouped by " + ref + ": its type " + ref.codec().unordered());
      }
      columns.add(ref);
    }
    return columns;
  }

  /** Checks that the columns of a grouped query are keys of the groups or aggregates. */
  private void grouped(List<ColumnRef> columns) throws BadSql {
    for (int i = 0; i < items.size(); i++) {
      if (items.get(i) instanceof SelectedColumn.Plain(ColumnRef column)
          && !columns.contains(column)) {
        throw places.bad(
            written.get(i),
            column
                + " differs within a group: put it into GROUP BY, or take its count, sum, avg, min"
                + " or max");
      }
    }
  }

  private void order(Syntax.Sorted order) throws BadSql {
    int item = sortedBy(order.by());
    String why = items.get(item).unordered();
    if (why != null) {
      throw places.bad(
          order.by(), "rows cannot be sorted by " + items.get(item) + ": its type " + why);
    }
    sort.add(new SqlSelect.Sort(item, order.descending()));
  }

  private int sortedBy(Syntax by) throws BadSql {
    if (by instanceof Syntax.Constant(int _, int _, Object tree)
        && tree instanceof BigInteger position) {
      if (position.signum() <= 0 || position.compareTo(BigInteger.valueOf(names.size())) > 0) {
        throw places.bad(by, "the answer has no column " + places.text(by) + " to sort by");
      }
      return position.intValue() - 1;
    }
    if (by instanceof Syntax.Name column && column.qualifier() == null) {
      int alias = names.indexOf(column.name());
      if (alias >= 0) {
        return alias;
      }
    }
    SelectedColumn item = item(by);
    int known = items.indexOf(item);
    if (known >= 0) {
      return known;
    }
    if (select.distinct()) {
      throw places.bad(
          by, "with DISTINCT, rows are sorted by what is selected: select " + item + " too");
    }
    items.add(item);
    written.add(by.at());
    return items.size() - 1;
  }
}
