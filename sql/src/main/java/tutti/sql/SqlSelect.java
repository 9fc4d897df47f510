package tutti.sql;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import tutti.model.Abort;
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
    return SelectReader.EXPLAIN.matcher(sql).lookingAt();
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
      new Run(source, pushed).rows(windowed ? 0 : parts.offset, limit, answer);
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

  /** One time that the query is answered. */
  private final class Run {
    private final Input.Source source;
    private final boolean sorted;

    Run(Input.Source source, boolean sorted) {
      this.source = source;
      this.sorted = sorted || parts.sort.isEmpty();
    }

    void rows(long offset, long limit, List<List<String>> answer) {
      List<@Nullable Object[]> made = new ArrayList<>();
      Set<List<@Nullable Object>> seen = new HashSet<>();
      long wanted = offset + limit < 0 ? Long.MAX_VALUE : offset + limit;
      if (parts.keys == null) {
        source.visit(
            rows -> {
              if (passes(rows)) {
                add(values(rows), made, seen);
              }
              return !sorted || made.size() < wanted && made.size() - offset <= MOST_ROWS;
            });
      } else {
        groups(parts.keys).forEach(values -> add(values, made, seen));
      }
      if (!sorted || parts.keys != null) {
        made.sort(order());
      }
      List<@Nullable Object[]> window =
          made.subList((int) Math.min(offset, made.size()), (int) Math.min(wanted, made.size()));
      if (window.size() > MOST_ROWS) {
        throw new Abort(
            "too-many-rows",
            "the answer has more than " + MOST_ROWS + " rows: add a LIMIT, or count and sum them");
      }
      window.forEach(values -> answer.add(text(values)));
    }

    private boolean passes(@Nullable Record[] rows) {
      for (Test test : parts.rest) {
        if (!test.holds(rows)) {
          return false;
        }
      }
      return true;
    }

    private @Nullable Object[] values(@Nullable Record[] rows) {
      @Nullable Object[] values = new @Nullable Object[parts.items.size()];
      for (int i = 0; i < values.length; i++) {
        values[i] = ((Item.Plain) parts.items.get(i)).column().value(rows);
      }
      return values;
    }

    private void add(
        @Nullable Object[] values,
        List<@Nullable Object[]> made,
        Set<List<@Nullable Object>> seen) {
      if (!parts.distinct || seen.add(canonical(values))) {
        made.add(values);
      }
    }

    /** What stands for all values that are equal, though they may be written otherwise. */
    private List<@Nullable Object> canonical(@Nullable Object[] values) {
      @Nullable Object[] canonical = Arrays.copyOf(values, parts.names.size());
      for (int i = 0; i < canonical.length; i++) {
        Object value = canonical[i];
        if (value != null && parts.items.get(i) instanceof Item.Plain(ColumnRef column)) {
          canonical[i] = column.codec().canonical(value);
        }
      }
      return Arrays.asList(canonical);
    }

    private List<@Nullable Object[]> groups(List<ColumnRef> keys) {
      Map<List<@Nullable Object>, Item.Totals[]> groups = new LinkedHashMap<>();
      if (keys.isEmpty()) {
        groups.put(List.of(), totals());
      }
      source.visit(
          rows -> {
            if (passes(rows)) {
              @Nullable Object[] key = new @Nullable Object[keys.size()];
              for (int i = 0; i < key.length; i++) {
                Object value = keys.get(i).value(rows);
                key[i] = value == null ? null : keys.get(i).codec().canonical(value);
              }
              Item.Totals[] totals =
                  groups.computeIfAbsent(Arrays.asList(key), ignored -> totals());
              for (Item.Totals each : totals) {
                if (each != null) {
                  each.add(rows);
                }
              }
            }
            return true;
          });
      List<@Nullable Object[]> made = new ArrayList<>();
      groups.forEach((key, totals) -> made.add(group(keys, key, totals)));
      return made;
    }

    private Item.Totals[] totals() {
      Item.Totals[] totals = new Item.Totals[parts.items.size()];
      for (int i = 0; i < totals.length; i++) {
        if (parts.items.get(i) instanceof Item.Aggregate aggregate) {
          totals[i] = new Item.Totals(aggregate);
        }
      }
      return totals;
    }

    private @Nullable Object[] group(
        List<ColumnRef> keys, List<@Nullable Object> key, Item.Totals[] totals) {
      @Nullable Object[] values = new @Nullable Object[totals.length];
      for (int i = 0; i < values.length; i++) {
        values[i] =
            parts.items.get(i) instanceof Item.Plain(ColumnRef column)
                ? key.get(keys.indexOf(column))
                : totals[i].value();
      }
      return values;
    }

    private Comparator<@Nullable Object[]> order() {
      return (a, b) -> {
        for (Sort sort : parts.sort) {
          int difference = parts.items.get(sort.item).order().compare(a[sort.item], b[sort.item]);
          if (difference != 0) {
            return sort.descending ? -difference : difference;
          }
        }
        return 0;
      };
    }

    private List<String> text(@Nullable Object[] values) {
      List<String> cells = new ArrayList<>(parts.names.size());
      for (int i = 0; i < parts.names.size(); i++) {
        cells.add(JsonText.of(parts.items.get(i).tree(values[i])));
      }
      return cells;
    }
  }
}
