package tutti.model.relation;

import java.util.function.Predicate;

/** A source of rows, which are read anew each time. */
abstract class SelectionSource<T> {

  /** Shows the rows until the visitor wants no more. */
  public abstract void visit(Predicate<? super T> visitor);

  /** The plan by which rows are found, for people; every line begins with the indent. */
  abstract String explain(String indent);
}
