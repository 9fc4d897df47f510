package tutti.model.relation.query;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Predicate;

/** The range of wanted rows, counted from the first. */
public final class Window {
  /**
   * The least number of rows that a sort holds before it throws away rows that cannot be wanted.
   */
  private static final int SLACK = 1024;

  private long offset;
  private long limit = Long.MAX_VALUE;

  /** Sets the greatest number of rows. */
  public void limit(long rows) {
    if (rows < 0) {
      throw new IllegalArgumentException("a limit of " + rows + " rows: it must not be negative");
    }
    limit = rows;
  }

  /** Sets the number of rows that are left out at the beginning. */
  public void offset(long rows) {
    if (rows < 0) {
      throw new IllegalArgumentException("an offset of " + rows + " rows: it must not be negative");
    }
    offset = rows;
  }

  /** Whether all rows are wanted. */
  public boolean everything() {
    return offset == 0 && limit == Long.MAX_VALUE;
  }

  /** Passes the wanted rows on as they come. */
  public <T> void visit(Consumer<Predicate<T>> rows, Predicate<? super T> visitor) {
    if (everything()) {
      rows.accept(visitor::test);
    } else if (limit > 0) {
      long[] seen = new long[1];
      rows.accept(
          row -> {
            long at = seen[0]++;
            return at < offset || (visitor.test(row) && at - offset + 1 < limit);
          });
    }
  }

  /**
   * Sorts the rows, and passes the wanted ones on. Equal rows stay in the order in which they came.
   */
  public <T> void visitSorted(
      Consumer<Predicate<T>> rows, Comparator<? super T> order, Predicate<? super T> visitor) {
    List<T> sorted = new ArrayList<>();
    long wanted = offset + limit < 0 ? Long.MAX_VALUE : offset + limit;
    rows.accept(
        row -> {
          sorted.add(row);
          if (sorted.size() >= SLACK && sorted.size() / 2 >= wanted) {
            shorten(sorted, order, wanted);
          }
          return true;
        });
    shorten(sorted, order, wanted);
    for (long i = offset; i < sorted.size(); i++) {
      if (!visitor.test(sorted.get((int) i))) {
        return;
      }
    }
  }

  private static <T> void shorten(List<T> rows, Comparator<? super T> order, long wanted) {
    rows.sort(order);
    if (rows.size() > wanted) {
      rows.subList((int) wanted, rows.size()).clear();
    }
  }

  /** Returns the line of a plan that shows how many rows are wanted; empty if all are. */
  public String explain(String indent) {
    if (everything()) {
      return "";
    }
    return "\n"
        + indent
        + "  "
        + (offset == 0 ? "" : "offset " + offset)
        + (offset == 0 || limit == Long.MAX_VALUE ? "" : ", ")
        + (limit == Long.MAX_VALUE ? "" : "limit " + limit);
  }
}
