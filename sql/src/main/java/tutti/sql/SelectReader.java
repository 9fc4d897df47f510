package tutti.sql;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import net.sf.jsqlparser.expression.Expression;
import net.sf.jsqlparser.expression.LongValue;
import net.sf.jsqlparser.statement.select.Join;
import net.sf.jsqlparser.statement.select.PlainSelect;
import org.jspecify.annotations.Nullable;
import tutti.model.relation.Condition;
import tutti.model.relation.RelationDefinition;

/**
 * Reads one query. This class reads the parts that choose rows, FROM, WHERE and LIMIT; {@link
 * ItemReader} reads the parts that make the answer of them.
 */
final class SelectReader {
  private final PlainSelect select;
  private final Places places;
  private final Scope scope;

  SelectReader(String sql, List<RelationDefinition<?, ?>> relations) throws BadSql {
    SelectText text = new SelectText(sql);
    this.places = text.places();
    this.select = text.select();
    this.scope = new Scope(places, relations);
  }

  SqlSelect.Parts read() throws BadSql {
    JoinReader joining = new JoinReader(places, scope);
    scope.add(select.getFromItem());
    List<Input.Join> joins = new ArrayList<>();
    if (select.getJoins() != null) {
      for (Join join : select.getJoins()) {
        joins.add(joining.read(join));
      }
    }
    List<List<Condition<Record>>> conditions = new ArrayList<>();
    scope.tables.forEach(table -> conditions.add(new ArrayList<>()));
    List<Test> rest = new ArrayList<>();
    if (select.getWhere() != null) {
      split(
          new ConditionReader(places, scope).read(select.getWhere(), false),
          joining.perhaps,
          conditions,
          rest);
    }
    ItemReader items = new ItemReader(places, scope, select);
    items.read();
    return new SqlSelect.Parts(
        new Input(List.copyOf(scope.tables), joins, conditions),
        rest,
        items.items,
        items.names,
        items.keys,
        select.getDistinct() != null,
        items.sort,
        offset(),
        limit());
  }

  // --- conditions

  /**
   * Gives each selection the conditions that it can test, possibly by an index; the other
   * conditions are tested afterwards.
   */
  private static void split(
      Test test, Set<Integer> perhaps, List<List<Condition<Record>>> conditions, List<Test> rest) {
    if (test instanceof Test.Two(Test first, boolean and, Test second) && and) {
      split(first, perhaps, conditions, rest);
      split(second, perhaps, conditions, rest);
      return;
    }
    Set<Integer> tables = test.tables();
    int table = tables.iterator().next();
    Condition<Record> condition =
        tables.size() > 1 || perhaps.contains(table) ? null : test.condition();
    if (condition == null) {
      rest.add(test);
    } else {
      conditions.get(table).add(condition);
    }
  }

  // --- which of the rows

  private long limit() throws BadSql {
    if (select.getLimit() == null) {
      return Long.MAX_VALUE;
    }
    if (select.getLimit().getByExpressions() != null) {
      throw places.at("limit", "LIMIT BY is not supported");
    }
    return number(select.getLimit().getRowCount(), "LIMIT");
  }

  private long offset() throws BadSql {
    Expression inLimit = select.getLimit() == null ? null : select.getLimit().getOffset();
    if (inLimit != null) {
      return number(inLimit, "LIMIT");
    }
    return select.getOffset() == null ? 0 : number(select.getOffset().getOffset(), "OFFSET");
  }

  private long number(@Nullable Expression expression, String what) throws BadSql {
    if (expression instanceof LongValue number && number.getStringValue().length() <= 18) {
      return number.getValue();
    }
    throw places.at(
        what.toLowerCase(Locale.ROOT), what + " takes a whole number, as in " + what + " 10");
  }
}
