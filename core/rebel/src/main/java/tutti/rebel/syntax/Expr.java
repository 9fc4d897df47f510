package tutti.rebel.syntax;

import java.util.List;

/** An expression as it is written. Brackets show only in the tree's shape. */
public sealed interface Expr {

  Span span();

  record Constant(Literal value, Span span) implements Expr {}

  /** A name: a parameter, a local, a constant, or with a capital a specification. */
  record Reference(Name name, Span span) implements Expr {}

  record This(Span span) implements Expr {}

  record It(Span span) implements Expr {}

  record Call(Name function, List<Expr> arguments, Span span) implements Expr {
    public Call {
      arguments = List.copyOf(arguments);
    }
  }

  record FieldAccess(Expr target, Name field, Span span) implements Expr {}

  /** {@code target[index]}: an instance of a specification, or a map's value. */
  record Index(Expr target, Expr index, Span span) implements Expr {}

  /** {@code {lower..upper}}. */
  record Range(Expr lower, Expr upper, Span span) implements Expr {}

  record SetLiteral(List<Expr> elements, Span span) implements Expr {
    public SetLiteral {
      elements = List.copyOf(elements);
    }
  }

  record MapLiteral(List<Entry> entries, Span span) implements Expr {
    public MapLiteral {
      entries = List.copyOf(entries);
    }
  }

  record Entry(Expr key, Expr value) {}

  /** {@code {x: source | conditions}}. */
  record Comprehension(Name variable, Expr source, List<Expr> conditions, Span span)
      implements Expr {
    public Comprehension {
      conditions = List.copyOf(conditions);
    }
  }

  /** {@code forall x: source | conditions} or {@code exists …}. */
  record Quantified(boolean universal, Name variable, Expr source, List<Expr> conditions, Span span)
      implements Expr {
    public Quantified {
      conditions = List.copyOf(conditions);
    }
  }

  /** {@code |set|}. */
  record Cardinality(Expr operand, Span span) implements Expr {}

  record New(Expr operand, Span span) implements Expr {}

  record Not(Expr operand, Span span) implements Expr {}

  record Negate(Expr operand, Span span) implements Expr {}

  record Initialized(Expr operand, Span span) implements Expr {}

  record Finalized(Expr operand, Span span) implements Expr {}

  record InState(Expr operand, List<Name> states, Span span) implements Expr {
    public InState {
      states = List.copyOf(states);
    }
  }

  record Conditional(Expr condition, Expr whenTrue, Expr whenFalse, Span span) implements Expr {}

  record Binary(BinaryOperator operator, Expr left, Expr right, Span span) implements Expr {}
}
