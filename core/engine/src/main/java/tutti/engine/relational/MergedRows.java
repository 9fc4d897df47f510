package tutti.engine.relational;

import java.util.Comparator;
import java.util.List;
import java.util.function.Predicate;
import tutti.model.relation.store.RowVisitor;

/** Shows own rows between those of the actor, as one ordered sequence. Not thread-safe. */
final class MergedRows implements RowVisitor {
  private final List<? extends Record> own;
  private final Comparator<Record> order;
  private final Predicate<Record> overwritten;
  private final RowVisitor visitor;
  private int next;
  private boolean enough;

  /**
   * @param own the transaction's own rows, in order
   * @param overwritten returns whether the transaction has written a row of the actor itself
   */
  MergedRows(
      List<? extends Record> own,
      Comparator<Record> order,
      Predicate<Record> overwritten,
      RowVisitor visitor) {
    this.own = own;
    this.order = order;
    this.overwritten = overwritten;
    this.visitor = visitor;
  }

  @Override
  public boolean visit(Record row) {
    if (overwritten.test(row)) {
      return true;
    }
    while (!enough && next < own.size() && order.compare(own.get(next), row) < 0) {
      enough = !visitor.visit(own.get(next++));
    }
    enough = enough || !visitor.visit(row);
    return !enough;
  }

  /** Shows the rest of the own rows. */
  void finish() {
    while (!enough && next < own.size()) {
      enough = !visitor.visit(own.get(next++));
    }
  }
}
