package tutti.model.relation;

/** Takes rows one by one. */
@FunctionalInterface
public interface RowVisitor {

  /** Whether it wants the next one. */
  boolean visit(Record row);
}
