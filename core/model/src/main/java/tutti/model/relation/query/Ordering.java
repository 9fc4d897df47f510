package tutti.model.relation.query;

import java.util.Comparator;
import java.util.List;
import tutti.model.codec.ColumnCodec;

/** One part of an order by. */
public record Ordering<R extends Record>(int position, ColumnCodec<R> column, boolean descending) {

  /** Returns the order of rows that these parts make together. */
  public static <R extends Record> Comparator<R> of(List<Ordering<R>> orderings) {
    return (a, b) -> {
      for (int i = 0; i < orderings.size(); i++) {
        Ordering<R> ordering = orderings.get(i);
        int difference = ordering.column.compare(a, b);
        if (difference != 0) {
          return ordering.descending ? -difference : difference;
        }
      }
      return 0;
    };
  }

  @Override
  public String toString() {
    return column.name() + (descending ? " descending" : "");
  }
}
