package tutti.rebel.syntax;

import java.util.List;
import java.util.stream.Collectors;

/** Expressions with every bracket written, so that a test can see how they were read. */
final class Shown {

  private Shown() {}

  static String of(Expr expr) {
    return switch (expr) {
      case Expr.Constant constant -> constant.span().text();
      case Expr.Reference reference -> reference.name().full();
      case Expr.This _ -> "this";
      case Expr.It _ -> "it";
      case Expr.Call call -> call.function() + "(" + all(call.arguments()) + ")";
      case Expr.FieldAccess access -> of(access.target()) + "." + access.field();
      case Expr.Index index -> of(index.target()) + "[" + of(index.index()) + "]";
      case Expr.Range range -> "{" + of(range.lower()) + ".." + of(range.upper()) + "}";
      case Expr.SetLiteral set -> "{" + all(set.elements()) + "}";
      case Expr.MapLiteral map ->
          map.entries().stream()
              .map(entry -> of(entry.key()) + ": " + of(entry.value()))
              .collect(Collectors.joining(", ", "map(", ")"));
      case Expr.Comprehension c ->
          "{" + c.variable() + " : " + of(c.source()) + " | " + all(c.conditions()) + "}";
      case Expr.Quantified q ->
          (q.universal() ? "(forall " : "(exists ")
              + q.variable()
              + " : "
              + of(q.source())
              + " | "
              + all(q.conditions())
              + ")";
      case Expr.Cardinality cardinality -> "|" + of(cardinality.operand()) + "|";
      case Expr.New after -> "(new " + of(after.operand()) + ")";
      case Expr.Not not -> "(not " + of(not.operand()) + ")";
      case Expr.Negate negate -> "(- " + of(negate.operand()) + ")";
      case Expr.Initialized initialized -> "(initialized " + of(initialized.operand()) + ")";
      case Expr.Finalized finalized -> "(finalized " + of(finalized.operand()) + ")";
      case Expr.InState in -> "(" + of(in.operand()) + " instate " + in.states() + ")";
      case Expr.Conditional c ->
          "(" + of(c.condition()) + " ? " + of(c.whenTrue()) + " : " + of(c.whenFalse()) + ")";
      case Expr.Binary b ->
          "(" + of(b.left()) + " " + b.operator().symbol() + " " + of(b.right()) + ")";
    };
  }

  private static String all(List<Expr> exprs) {
    return exprs.stream().map(Shown::of).collect(Collectors.joining(", "));
  }
}
