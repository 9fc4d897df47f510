package tutti.sql;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import tutti.model.relation.Condition;
import tutti.model.relation.RelationDefinition;

/**
 * Reads one query. This class reads the parts that choose rows, FROM and WHERE; {@link ItemReader}
 * reads the parts that make the answer of them.
 */
final class SelectReader {
  private final Syntax.Select select;
  private final Places places;
  private final QueryScope scope;

  SelectReader(String sql, List<RelationDefinition<?, ?>> relations) throws BadSql {
    SelectParser parser = new SelectParser(sql);
    this.places = parser.places();
    this.select = parser.parse();
    this.scope = new QueryScope(places, relations);
  }

  SqlSelect.Parts read() throws BadSql {
    JoinReader joining = new JoinReader(places, scope);
    scope.add(select.from());
    List<Input.Join> joins = new ArrayList<>();
    for (Syntax.Joined join : select.joins()) {
      joins.add(joining.read(join));
    }
    List<List<Condition<Record>>> conditions = new ArrayList<>();
    scope.tables.forEach(table -> conditions.add(new ArrayList<>()));
    List<Test> rest = new ArrayList<>();
    if (select.where() != null) {
      split(
          new ConditionReader(places, scope).read(select.where(), false),
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
        select.distinct(),
        items.sort,
        select.window().offset(),
        select.window().limit());
  }

  /**
   * Adds each selection's conditions, which it may test by an index; the other conditions are
   * tested afterwards.
   */
  private static void split(
      Test test, Set<Integer> perhaps, List<List<Condition<Record>>> conditions, List<Test> rest) {
    if (test instanceof Test.Combined(boolean and, List<Test> parts) && and) {
      for (Test part : parts) {
        split(part, perhaps, conditions, rest);
      }
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
}
