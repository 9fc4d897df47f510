package tutti.sql;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import net.sf.jsqlparser.schema.Column;
import net.sf.jsqlparser.schema.Table;
import net.sf.jsqlparser.statement.select.FromItem;
import tutti.model.relation.RelationDefinition;

/** The relations that a query names, and the meanings of the names in it. Not thread-safe. */
final class Scope {
  private final Places places;
  private final List<RelationDefinition<?, ?>> relations;
  final List<Joined> tables = new ArrayList<>();

  /**
   * @param name the relation's alias, or its own name
   */
  record Joined(String name, RelationDefinition<?, Record> relation) {}

  Scope(Places places, List<RelationDefinition<?, ?>> relations) {
    this.places = places;
    this.relations = relations;
  }

  /** Adds the relation behind FROM or JOIN. */
  @SuppressWarnings("unchecked") // its rows are records
  void add(FromItem item) throws BadSql {
    if (!(item instanceof Table table)) {
      throw places.bad(
          item, "a query reads relations of this actor, not other queries: " + known());
    }
    if (table.getNameParts().stream().filter(part -> part != null).count() > 1) {
      throw places.bad(
          table, "relations have no schema before their name: write " + table.getUnquotedName());
    }
    String name = table.getUnquotedName();
    RelationDefinition<?, ?> found = null;
    for (RelationDefinition<?, ?> relation : relations) {
      if (relation.name().equals(name) || found == null && relation.name().equalsIgnoreCase(name)) {
        found = relation;
      }
    }
    if (found == null) {
      throw places.bad(table, "there is no relation " + name + "; " + known());
    }
    String alias = table.getAlias() == null ? found.name() : table.getAlias().getUnquotedName();
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
  int table(Table named) throws BadSql {
    String name = named.getUnquotedName();
    for (int i = 0; i < tables.size(); i++) {
      if (tables.get(i).name().equalsIgnoreCase(name)) {
        return i;
      }
    }
    throw places.bad(
        named,
        name
            + " is not in this query; it reads "
            + tables.stream().map(Joined::name).collect(Collectors.joining(", ")));
  }

  /** Returns the column that a name means. */
  ColumnRef column(Column column) throws BadSql {
    String name = column.getUnquotedColumnName();
    if (column.getArrayConstructor() != null) {
      throw places.bad(column, "elements of lists cannot be asked for: ask for the column");
    }
    List<ColumnRef> found = new ArrayList<>();
    Table qualifier = column.getTable();
    boolean qualified = qualifier != null && qualifier.getUnquotedName() != null;
    int only = qualified ? table(qualifier) : -1;
    for (int i = 0; i < tables.size(); i++) {
      if (!qualified || i == only) {
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
      throw places.bad(column, "there is no column " + name + "; " + columns(only));
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
