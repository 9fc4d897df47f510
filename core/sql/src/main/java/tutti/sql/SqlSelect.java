package tutti.sql;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import tutti.model.relation.RelationDefinition;
import tutti.model.relation.store.RowStore;

/** A query that has been parsed and checked, and can run on any actor of its type. Immutable. */
public final class SqlSelect {
  /** The most rows of one answer: a query with more aborts with {@code too-many-rows}. */
  public static final int MOST_ROWS = 10_000;

  /**
   * The parts of a query.
   *
   * @param input the source of the rows
   * @param rest the conditions of WHERE that are tested on the rows, because no selection can test
   *     them
   * @param items the answer's columns, then further columns for sorting
   * @param names the names of the answer's columns alone
   * @param keys the columns by which rows are grouped; null if they are not grouped
   * @param sort the order, by positions in the items
   */
  record Parts(
      Input input,
      List<Test> rest,
      List<SelectedColumn> items,
      List<String> names,
      @Nullable List<ColumnRef> keys,
      boolean distinct,
      List<Sort> sort,
      long offset,
      long limit) {}

  record Sort(int item, boolean descending) {}

  private final Parts parts;

  SqlSelect(Parts parts) {
    this.parts = parts;
  }

  /**
   * Reads a query.
   *
   * @param relations the relations of the actor's type
   * @throws BadSql if the query cannot be answered; the exception has the place and a remedy
   */
  public static SqlSelect read(String sql, List<RelationDefinition<?, ?>> relations) throws BadSql {
    return new SqlSelect(new SelectReader(sql, relations).read());
  }

  /** Whether the text asks for the plan, by {@code EXPLAIN}, instead of the rows. */
  public static boolean explains(String sql) {
    return SelectParser.EXPLAIN.matcher(sql).lookingAt();
  }

  /** Answers the query from one actor's rows. */
  SqlAnswer answer(RowStore rows, boolean explain) {
    boolean pushed = sortsBySelection();
    boolean windowed = pushed && parts.rest.isEmpty() && !parts.distinct;
    Input.Source source =
        parts.input.over(
            rows,
            pushed ? orders() : List.of(),
            windowed ? parts.offset : 0,
            windowed ? parts.limit : Long.MAX_VALUE);
    String plan = plan(source.explain(), pushed, windowed);
    List<String> types =
        parts.items.subList(0, parts.names.size()).stream().map(SelectedColumn::type).toList();
    List<List<String>> answer = new ArrayList<>();
    if (!explain) {
      long limit = windowed ? Long.MAX_VALUE : parts.limit;
      new SelectRun(parts, source, pushed).rows(windowed ? 0 : parts.offset, limit, answer);
    }
    return new SqlAnswer(parts.names, types, answer, plan);
  }

  /** Whether the one relation's selection can sort, possibly by an index. */
  private boolean sortsBySelection() {
    return parts.keys == null
        && parts.input.single()
        && parts.sort.stream()
            .allMatch(sort -> parts.items.get(sort.item) instanceof SelectedColumn.Plain);
  }

  private List<Input.Order> orders() {
    return parts.sort.stream()
        .map(
            sort ->
                new Input.Order(
                    ((SelectedColumn.Plain) parts.items.get(sort.item)).column(), sort.descending))
        .toList();
  }

  private String plan(String source, boolean sorted, boolean windowed) {
    StringBuilder plan = new StringBuilder(source);
    if (!parts.rest.isEmpty()) {
      line(plan, "filter: ", parts.rest.stream().map(Object::toString).toList(), " and ");
    }
    if (parts.keys != null) {
      List<String> aggregates =
          parts.items.stream()
              .filter(item -> item instanceof SelectedColumn.Aggregate)
              .map(Object::toString)
              .toList();
      String by = parts.keys.stream().map(Object::toString).collect(Collectors.joining(", "));
      line(plan, (by.isEmpty() ? "all rows" : "group by " + by) + ": ", aggregates, ", ");
    }
    if (parts.distinct) {
      line(plan, "distinct", List.of(), "");
    }
    if (!sorted && !parts.sort.isEmpty()) {
      List<String> by =
          parts.sort.stream()
              .map(s -> parts.items.get(s.item) + (s.descending ? " descending" : ""))
              .toList();
      line(plan, "sort: ", by, ", ");
    }
    if (!windowed && (parts.offset > 0 || parts.limit < Long.MAX_VALUE)) {
      List<String> window = new ArrayList<>();
      if (parts.offset > 0) {
        window.add("offset " + parts.offset);
      }
      if (parts.limit < Long.MAX_VALUE) {
        window.add("limit " + parts.limit);
      }
      line(plan, "", window, ", ");
    }
    return plan.toString();
  }

  private static void line(StringBuilder plan, String what, List<String> of, String between) {
    plan.append("\n  ").append(what).append(String.join(between, of));
  }
}
