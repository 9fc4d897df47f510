package tutti.sql;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import tutti.model.relation.RelationDefinition;

/** The relations that a query names, and the meanings of the names in it. Not thread-safe. */
final class QueryScope {
  private final Places places;
  private final List<RelationDefinition<?, ?>> relations;
  final List<Joined> tables = new ArrayList<>();

  /**
   * @param name the relation's alias, or its own name
   */
  record Joined(String name, RelationDefinition<?, Record> relation) {}

  QueryScope(Places places, List<RelationDefinition<?, ?>> relations) {
    this.places = places;
    this.relations = relations;
  }

  /** Adds the relation behind FROM or JOIN. */
  @SuppressWarnings("unchecked") // its rows are records
  void add(Syntax.Table table) throws BadSql {
    String name = table.name();
    RelationDefinition<?, ?> found = null;
    for (RelationDefinition<?, ?> relation : relations) {
      if (relation.name().equals(name) || found == null && relation.name().equalsIgnoreCase(name)) {
        found = relation;
      }
    }
    if (found == null) {
      throw places.bad(table, "there is no relation " + Places.shorten(name) + "; " + known());
    }
    String alias = table.alias() == null ? found.name() : table.alias();
    if (tables.stream().anyMatch(other -> other.name().equalsIgnoreCase(alias))) {
      throw places.bad(
          table,
          "two relations are called %s here: give one an alias, as in %s other"
              .formatted(alias, alias));
    }
    tables.add(new Joined(alias, (RelationDefinition<?, Record>) found));
  }

  private String known() {
    return relations.isEmpty()
        ? "it has none"
        : "it has "
            + relations.stream().map(RelationDefinition::name).collect(Collectors.joining(", "));
  }

  /** The columns of one table, or of all tables. */
  List<ColumnRef> all(int table) {
    RelationDefinition<?, Record> relation = tables.get(table).relation();
    return Stream.iterate(0, at -> at < relation.codec().size(), at -> at + 1)
        .map(at -> ref(table, at))
        .toList();
  }

  private ColumnRef ref(int table, int at) {
    Joined joined = tables.get(table);
    String name = joined.relation().codec().column(at).name();
    String shown = tables.size() > 1 ? joined.name() + "." + name : name;
    return ColumnRef.of(table, shown, joined.relation(), at);
  }

  /** The position of the table of that name. */
  int table(Syntax.Qualifier named) throws BadSql {
    String name = named.name();
    for (int i = 0; i < tables.size(); i++) {
      if (tables.get(i).name().equalsIgnoreCase(name)) {
        return i;
      }
    }
    throw places.bad(
        named.at(),
        Places.shorten(name)
            + " is not in this query; it reads "
            + tables.stream().map(Joined::name).collect(Collectors.joining(", ")));
  }

  /** Returns the column that a name means. */
  ColumnRef column(Syntax.Name column) throws BadSql {
    String name = column.name();
    List<ColumnRef> found = new ArrayList<>();
    Syntax.Qualifier qualifier = column.qualifier();
    int only = qualifier == null ? -1 : table(qualifier);
    for (int i = 0; i < tables.size(); i++) {
      if (qualifier == null || i == only) {
        find(i, name, found);
      }
    }
    if (found.size() > 1) {
      throw places.bad(
          column,
          name
              + " could be "
              + found.stream().map(ColumnRef::shown).collect(Collectors.joining(" or "))
              + ": write which");
    }
    if (found.isEmpty()) {
      throw places.bad(column, "there is no column " + Places.shorten(name) + "; " + columns(only));
    }
    return found.getFirst();
  }

  private void find(int table, String name, List<ColumnRef> found) {
    ColumnRef alike = null;
    for (ColumnRef column : all(table)) {
      if (column.column().name().equals(name)) {
        found.add(column);
        return;
      }
      if (column.column().name().equalsIgnoreCase(name)) {
        alike = column;
      }
    }
    if (alike != null) {
      found.add(alike);
    }
  }

  private String columns(int only) {
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < tables.size(); i++) {
      if (only < 0 || i == only) {
        text.append(text.isEmpty() ? "" : "; ")
            .append(tables.get(i).name())
            .append(" has ")
            .append(
                all(i).stream()
                    .map(each -> each.column().name())
                    .collect(Collectors.joining(", ")));
      }
    }
    return text.toString();
  }
}
