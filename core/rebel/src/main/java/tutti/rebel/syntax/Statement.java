package tutti.rebel.syntax;

import java.util.List;

/** One line of a pre- or postcondition, an invariant or a function's body. */
public sealed interface Statement {

  Span span();

  record Expression(List<Annotation> annotations, Expr expression, Span span) implements Statement {
    public Expression {
      annotations = List.copyOf(annotations);
    }
  }

  /** {@code case subject { literal => statement … };} */
  record Case(Expr subject, List<Branch> branches, Span span) implements Statement {
    public Case {
      branches = List.copyOf(branches);
    }
  }

  record Branch(Literal literal, Span literalSpan, Statement statement) {}
}
