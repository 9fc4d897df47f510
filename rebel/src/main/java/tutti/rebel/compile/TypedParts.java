package tutti.rebel.compile;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import tutti.rebel.check.Typed;

/** Walks over checked expressions. */
public final class TypedParts {
  private TypedParts() {}

  /** The expressions directly inside one. */
  public static List<Typed> of(Typed expression) {
    return switch (expression) {
      case Typed.Constant _,
          Typed.Now _,
          Typed.Param _,
          Typed.Config _,
          Typed.Local _,
          Typed.ThisField _,
          Typed.NewField _,
          Typed.This _,
          Typed.ThisInStages _,
          Typed.NewInStages _ ->
          List.of();
      case Typed.InstanceOf instance -> List.of(instance.key());
      case Typed.OtherField other -> List.of(other.key());
      case Typed.OtherInStages other -> List.of(other.key());
      case Typed.Not not -> List.of(not.operand());
      case Typed.Negate negate -> List.of(negate.operand());
      case Typed.Binary binary -> List.of(binary.left(), binary.right());
      case Typed.Conditional c -> List.of(c.condition(), c.whenTrue(), c.whenFalse());
      case Typed.Case cases ->
          Stream.concat(
                  Stream.of(cases.subject()), cases.branches().stream().map(Typed.Branch::value))
              .toList();
      case Typed.Call call -> call.arguments();
      case Typed.Part part -> List.of(part.target());
      case Typed.SetLiteral set -> set.elements();
      case Typed.MapLiteral map ->
          map.entries().stream().flatMap(entry -> Stream.of(entry.key(), entry.value())).toList();
      case Typed.Range range -> List.of(range.lower(), range.upper());
      case Typed.Comprehension c -> with(c.source(), c.conditions());
      case Typed.Quantified q -> with(q.source(), q.conditions());
      case Typed.Cardinality cardinality -> List.of(cardinality.operand());
      case Typed.MapValue value -> List.of(value.map(), value.key());
    };
  }

  private static List<Typed> with(Typed first, List<Typed> rest) {
    List<Typed> all = new ArrayList<>();
    all.add(first);
    all.addAll(rest);
    return all;
  }

  /** Whether a variable of a comprehension or quantifier occurs. */
  static boolean mentionsLocal(Typed expression) {
    return expression instanceof Typed.Local
        || of(expression).stream().anyMatch(TypedParts::mentionsLocal);
  }
}
