package tutti.sql;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import net.sf.jsqlparser.expression.Expression;
import net.sf.jsqlparser.expression.Function;
import net.sf.jsqlparser.expression.LongValue;
import net.sf.jsqlparser.expression.operators.relational.ExpressionList;
import net.sf.jsqlparser.schema.Column;
import net.sf.jsqlparser.statement.select.AllColumns;
import net.sf.jsqlparser.statement.select.AllTableColumns;
import net.sf.jsqlparser.statement.select.GroupByElement;
import net.sf.jsqlparser.statement.select.OrderByElement;
import net.sf.jsqlparser.statement.select.PlainSelect;
import net.sf.jsqlparser.statement.select.SelectItem;
import org.jspecify.annotations.Nullable;

/** Reads the parts of a query that make the answer of its rows: columns, GROUP BY and ORDER BY. */
final class ItemReader {
  private static final Set<String> NUMBERS =
      Set.of("byte", "short", "int", "long", "float", "double", "decimal", "big-integer");

  private final Places places;
  private final Scope scope;
  private final PlainSelect select;
  final List<Item> items = new ArrayList<>();

  /** The names of the answer's columns; further items are used only for sorting. */
  final List<String> names = new ArrayList<>();

  final List<SqlSelect.Sort> sort = new ArrayList<>();
  @Nullable List<ColumnRef> keys;

  ItemReader(Places places, Scope scope, PlainSelect select) {
    this.places = places;
    this.scope = scope;
    this.select = select;
  }

  void read() throws BadSql {
    for (SelectItem<?> item : select.getSelectItems()) {
      add(item);
    }
    if (select.getGroupBy() != null) {
      keys = keys(select.getGroupBy());
    }
    if (select.getOrderByElements() != null) {
      for (OrderByElement order : select.getOrderByElements()) {
        order(order);
      }
    }
    boolean aggregates = items.stream().anyMatch(item -> item instanceof Item.Aggregate);
    if (keys == null && aggregates) {
      keys = List.of();
    }
    if (keys != null) {
      grouped(keys);
    }
  }

  private void add(SelectItem<?> item) throws BadSql {
    Expression expression = item.getExpression();
    if (expression instanceof AllTableColumns all) {
      scope.all(scope.table(all.getTable())).forEach(this::add);
    } else if (expression instanceof AllColumns) {
      for (int table = 0; table < scope.tables.size(); table++) {
        scope.all(table).forEach(this::add);
      }
    } else {
      Item read = item(expression);
      items.add(read);
      names.add(
          item.getAlias() != null
              ? item.getAlias().getUnquotedName()
              : read instanceof Item.Plain(ColumnRef column)
                  ? column.column().name()
                  : read.toString());
    }
  }

  private void add(ColumnRef column) {
    items.add(new Item.Plain(column));
    names.add(column.shown());
  }

  private Item item(Expression expression) throws BadSql {
    return switch (expression) {
      case Column column -> new Item.Plain(scope.column(column));
      case Function function -> aggregate(function);
      default ->
          throw places.bad(
              expression,
              "'"
                  + expression
                  + "' is not supported: name a column, or count, sum, avg, min or max of one");
    };
  }

  private Item aggregate(Function function) throws BadSql {
    Item.Function which = null;
    for (Item.Function each : Item.Function.values()) {
      which = each.name().equalsIgnoreCase(function.getName()) ? each : which;
    }
    ExpressionList<?> parameters = function.getParameters();
    if (which == null || parameters == null || parameters.size() != 1) {
      throw places.bad(
          function,
          "there is no function "
              + function
              + ": there are count, sum, avg, min and max of one column");
    }
    Expression of = parameters.getFirst();
    Function known = new Function().withName(function.getName()).withParameters(of);
    known.setDistinct(function.isDistinct());
    if (!known.toString().equals(function.toString())) {
      throw places.bad(function, "'" + function + "' is not supported: leave out what is special");
    }
    String name = which.name().toLowerCase(Locale.ROOT);
    if (of instanceof AllColumns && which == Item.Function.COUNT && !function.isDistinct()) {
      return new Item.Aggregate(which, null, false, "count(*)");
    }
    if (!(of instanceof Column column)) {
      throw places.bad(function, name + " takes a column" + (name.equals("count") ? ", or *" : ""));
    }
    ColumnRef ref = scope.column(column);
    String type = ref.codec().type().toString();
    boolean adds = which == Item.Function.SUM || which == Item.Function.AVG;
    if (adds && !NUMBERS.contains(type)) {
      throw places.bad(function, ref + " has the type " + type + ", which cannot be added up");
    }
    boolean compares = which == Item.Function.MIN || which == Item.Function.MAX;
    if (compares && ref.codec().unordered() != null) {
      throw places.bad(
          function, ref + " has no " + name + ": its type " + type + " " + ref.codec().unordered());
    }
    return new Item.Aggregate(
        which,
        ref,
        function.isDistinct(),
        name + "(" + (function.isDistinct() ? "distinct " : "") + ref + ")");
  }

  private List<ColumnRef> keys(GroupByElement group) throws BadSql {
    if (group.getGroupingSets() != null && !group.getGroupingSets().isEmpty()
        || group.isMysqlWithRollup()) {
      throw places.at("group", "GROUP BY takes columns only");
    }
    List<ColumnRef> columns = new ArrayList<>();
    for (Object each : group.getGroupByExpressionList()) {
      if (!(each instanceof Column column)) {
        throw places.bad(each, "GROUP BY takes columns, not '" + each + "'");
      }
      ColumnRef ref = scope.column(column);
      if (ref.codec().unordered() != null) {
        throw places.bad(
            each, "rows cannot be grouped by " + ref + ": its type " + ref.codec().unordered());
      }
      columns.add(ref);
    }
    return columns;
  }

  /** Checks that the columns of a grouped query are keys of the groups or aggregates. */
  private void grouped(List<ColumnRef> columns) throws BadSql {
    for (Item item : items) {
      if (item instanceof Item.Plain(ColumnRef column) && !columns.contains(column)) {
        throw places.at(
            column.column().name(),
            column
                + " differs within a group: put it into GROUP BY, or take its count, sum, avg, min"
                + " or max");
      }
    }
  }

  private void order(OrderByElement order) throws BadSql {
    if (order.getNullOrdering() != null || order.isMysqlWithRollup()) {
      throw places.at(
          "order", "NULLS FIRST and LAST are not supported: nulls come first, with DESC last");
    }
    int item = sortedBy(order.getExpression());
    String why = items.get(item).unordered();
    if (why != null) {
      throw places.bad(
          order.getExpression(),
          "rows cannot be sorted by " + items.get(item) + ": its type " + why);
    }
    sort.add(new SqlSelect.Sort(item, !order.isAsc()));
  }

  private int sortedBy(Expression by) throws BadSql {
    if (by instanceof LongValue position) {
      if (position.getStringValue().length() > 4
          || position.getValue() < 1
          || position.getValue() > names.size()) {
        throw places.at("order", "the answer has no column " + position + " to sort by");
      }
      return (int) position.getValue() - 1;
    }
    if (by instanceof Column column && column.getTable() == null) {
      int alias = names.indexOf(column.getUnquotedColumnName());
      if (alias >= 0) {
        return alias;
      }
    }
    Item item = item(by);
    int known = items.indexOf(item);
    if (known >= 0) {
      return known;
    }
    if (select.getDistinct() != null) {
      throw places.bad(
          by, "with DISTINCT, rows are sorted by what is selected: select " + item + " too");
    }
    items.add(item);
    return items.size() - 1;
  }
}
