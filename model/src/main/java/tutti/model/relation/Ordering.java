package tutti.model.relation;

import java.util.Comparator;
import java.util.List;
import tutti.model.schema.ColumnCodec;

/** One part of an order by. */
record Ordering<R extends Record>(int position, ColumnCodec<R> column, boolean descending) {

  /** Returns the order of rows that these parts make together. */
  static <R extends Record> Comparator<R> of(List<Ordering<R>> orderings) {
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
