package tutti.rebel.syntax;

import java.util.List;

/** A type as it is written. */
public sealed interface TypeExpr {

  Span span();

  /** A built-in type ({@code Money}) or a specification ({@code Account}). */
  record Named(Name name, Span span) implements TypeExpr {}

  /** {@code set[E]}. */
  record SetOf(TypeExpr element, Span span) implements TypeExpr {}

  /** {@code map[K: V]}. */
  record MapOf(TypeExpr key, TypeExpr value, Span span) implements TypeExpr {}

  /** {@code A -> B}. */
  record Function(TypeExpr from, TypeExpr to, Span span) implements TypeExpr {}

  /** {@code (A, B)}; with one element, brackets around a type. */
  record Tuple(List<TypeExpr> elements, Span span) implements TypeExpr {
    public Tuple {
      elements = List.copyOf(elements);
    }
  }
}
