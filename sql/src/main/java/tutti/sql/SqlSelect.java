package tutti.sql;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import tutti.model.relation.RelationDefinition;
import tutti.model.relation.RowStore;

/** A query that has been understood; it can be asked of any actor of its type. Immutable. */
public final class SqlSelect {
  /** Rows that one answer may have. */
  public static final int MOST_ROWS = 10_000;

  /**
   * What was read.
   *
   * @param input where rows come from
   * @param rest what of WHERE is tested on the rows, because no selection can
   * @param items the answer's columns, then what it is also sorted by
   * @param names of the answer's columns alone
   * @param keys what rows are grouped by; null if they are not
   * @param sort by position in the items
   */
  record Parts(
      Input input,
      List<Test> rest,
      List<Item> items,
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
   * @param relations those of the actor's type
   * @throws BadSql if it cannot be answered; with the place and a remedy
   */
  public static SqlSelect read(String sql, List<RelationDefinition<?, ?>> relations) throws BadSql {
    return new SqlSelect(new SelectReader(sql, relations).read());
  }

  /** Whether the text asks how, by {@code EXPLAIN}, instead of what. */
  public static boolean explains(String sql) {
    return SelectText.EXPLAIN.matcher(sql).lookingAt();
  }

  /** The names of the answer's columns. */
  public List<String> columns() {
    return parts.names;
  }

  /** Answers from one actor's rows. */
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
        parts.items.subList(0, parts.names.size()).stream().map(Item::type).toList();
    List<List<String>> answer = new ArrayList<>();
    if (!explain) {
      long limit = windowed ? Long.MAX_VALUE : parts.limit;
      new SelectRun(parts, source, pushed).rows(windowed ? 0 : parts.offset, limit, answer);
    }
    return new SqlAnswer(parts.names, types, answer, plan);
  }

  /** Whether the one relation's selection can sort, perhaps by an index. */
  private boolean sortsBySelection() {
    return parts.keys == null
        && parts.input.single()
        && parts.sort.stream().allMatch(sort -> parts.items.get(sort.item) instanceof Item.Plain);
  }

  private List<Input.Order> orders() {
    return parts.sort.stream()
        .map(
            sort ->
                new Input.Order(
                    ((Item.Plain) parts.items.get(sort.item)).column(), sort.descending))
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
              .filter(item -> item instanceof Item.Aggregate)
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
