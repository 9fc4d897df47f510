package tutti.model.relation.store;

/** Takes rows one by one. */
@FunctionalInterface
public interface RowVisitor {

  /** Takes a row; returns whether the visitor wants the next one. */
  boolean visit(Record row);
}
