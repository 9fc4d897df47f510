package tutti.model.relation;

import java.util.function.Predicate;

/** Something that rows come from, each time anew. */
interface Source<T> {

  /** Shows the rows until the visitor wants no more. */
  void visit(Predicate<? super T> visitor);

  /** How, for people; every line begins with the indent. */
  String explain(String indent);
}
