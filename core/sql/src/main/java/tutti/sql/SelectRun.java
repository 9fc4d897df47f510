package tutti.sql;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import tutti.model.Abort;
import tutti.model.text.JsonText;

/** One run of a query. */
final class SelectRun {
  /** The least number of rows of which some are left out before all have been seen. */
  private static final int SLACK = 1024;

  private final SqlSelect.Parts parts;
  private final Input.Source source;
  private final boolean sorted;
  private final QueryMemory memory = new QueryMemory();

  /**
   * @param sorted whether rows come in the order that the query asks for
   */
  SelectRun(SqlSelect.Parts parts, Input.Source source, boolean sorted) {
    this.parts = parts;
    this.source = source;
    this.sorted = sorted || parts.sort().isEmpty();
  }

  /** Adds the answer's rows, each value as JSON. */
  void rows(long offset, long limit, List<List<String>> answer) {
    List<@Nullable Object[]> made = new ArrayList<>();
    Set<List<@Nullable Object>> seen = new HashSet<>();
    long wanted = offset + limit < 0 ? Long.MAX_VALUE : offset + limit;
    // One row more than an answer may have is enough to refuse it.
    long kept = limit > SqlSelect.MOST_ROWS ? offset + SqlSelect.MOST_ROWS + 1 : wanted;
    if (parts.keys() == null) {
      source.visit(
          rows -> {
            if (passes(rows)) {
              add(values(rows), made, seen);
              shorten(made, kept);
            }
            return !sorted || made.size() < wanted && made.size() - offset <= SqlSelect.MOST_ROWS;
          });
    } else {
      groups(parts.keys()).forEach(values -> add(values, made, seen));
    }
    if (!sorted || parts.keys() != null) {
      made.sort(order());
    }
    List<@Nullable Object[]> window =
        made.subList((int) Math.min(offset, made.size()), (int) Math.min(wanted, made.size()));
    if (window.size() > SqlSelect.MOST_ROWS) {
      throw new Abort(
          "too-many-rows",
          "the answer has more than "
              + SqlSelect.MOST_ROWS
              + " rows: add a LIMIT, or count and sum them");
    }
    window.forEach(values -> answer.add(text(values)));
  }

  /** Leaves out rows that cannot be in the answer, where the rows are still to be sorted. */
  private void shorten(List<@Nullable Object[]> made, long kept) {
    if (!sorted && made.size() >= SLACK && made.size() / 2 >= kept) {
      made.sort(order());
      memory.dropRows(made.size() - (int) kept, parts.items().size());
      made.subList((int) kept, made.size()).clear();
    }
  }

  private boolean passes(@Nullable Record[] rows) {
    for (Test test : parts.rest()) {
      if (!test.holds(rows)) {
        return false;
      }
    }
    return true;
  }

  private @Nullable Object[] values(@Nullable Record[] rows) {
    @Nullable Object[] values = new @Nullable Object[parts.items().size()];
    for (int i = 0; i < values.length; i++) {
      values[i] = ((SelectedColumn.Plain) parts.items().get(i)).column().value(rows);
    }
    return values;
  }

  private void add(
      @Nullable Object[] values, List<@Nullable Object[]> made, Set<List<@Nullable Object>> seen) {
    if (parts.distinct()) {
      if (!seen.add(canonical(values))) {
        return;
      }
      memory.keep(parts.names().size());
    }
    memory.keepRow(values.length);
    made.add(values);
  }

  /** The canonical form of values, which is the same for equal values in different notations. */
  private List<@Nullable Object> canonical(@Nullable Object[] values) {
    @Nullable Object[] canonical = Arrays.copyOf(values, parts.names().size());
    for (int i = 0; i < canonical.length; i++) {
      Object value = canonical[i];
      if (value != null) {
        canonical[i] = parts.items().get(i).canonical(value);
      }
    }
    return Arrays.asList(canonical);
  }

  private List<@Nullable Object[]> groups(List<ColumnRef> keys) {
    Map<List<@Nullable Object>, SelectedColumn.Totals[]> groups = new LinkedHashMap<>();
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
            SelectedColumn.Totals[] totals =
                groups.computeIfAbsent(
                    Arrays.asList(key),
                    ignored -> {
                      memory.keep(keys.size() + 2 * parts.items().size());
                      return totals();
                    });
            for (SelectedColumn.Totals each : totals) {
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

  private SelectedColumn.Totals[] totals() {
    SelectedColumn.Totals[] totals = new SelectedColumn.Totals[parts.items().size()];
    for (int i = 0; i < totals.length; i++) {
      if (parts.items().get(i) instanceof SelectedColumn.Aggregate aggregate) {
        totals[i] = new SelectedColumn.Totals(aggregate, memory);
      }
    }
    return totals;
  }

  private @Nullable Object[] group(
      List<ColumnRef> keys, List<@Nullable Object> key, SelectedColumn.Totals[] totals) {
    @Nullable Object[] values = new @Nullable Object[totals.length];
    for (int i = 0; i < values.length; i++) {
      values[i] =
          parts.items().get(i) instanceof SelectedColumn.Plain(ColumnRef column)
              ? key.get(keys.indexOf(column))
              : totals[i].value();
    }
    return values;
  }

  private Comparator<@Nullable Object[]> order() {
    return (a, b) -> {
      for (SqlSelect.Sort sort : parts.sort()) {
        int difference =
            parts.items().get(sort.item()).order().compare(a[sort.item()], b[sort.item()]);
        if (difference != 0) {
          return sort.descending() ? -difference : difference;
        }
      }
      return 0;
    };
  }

  private List<String> text(@Nullable Object[] values) {
    List<String> cells = new ArrayList<>(parts.names().size());
    for (int i = 0; i < parts.names().size(); i++) {
      cells.add(memory.answers(JsonText.of(parts.items().get(i).tree(values[i]))));
    }
    return cells;
  }
}
