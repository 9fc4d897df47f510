package tutti.rebel.typed;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Predicate;
import tutti.rebel.syntax.BinaryOperator;

/** Walks over typed expressions. */
public final class TypedTrees {

  private TypedTrees() {}

  /** The direct parts of an expression, in the order of the text. */
  public static List<Typed> children(Typed typed) {
    return switch (typed) {
      case Typed.Constant _,
          Typed.Now _,
          Typed.OfCaller _,
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
      case Typed.OtherField field -> List.of(field.key());
      case Typed.OtherInStages stages -> List.of(stages.key());
      case Typed.Not not -> List.of(not.operand());
      case Typed.Negate negate -> List.of(negate.operand());
      case Typed.Binary binary -> List.of(binary.left(), binary.right());
      case Typed.Conditional c -> List.of(c.condition(), c.whenTrue(), c.whenFalse());
      case Typed.Case choice -> {
        List<Typed> all = new ArrayList<>(List.of(choice.subject()));
        choice.branches().forEach(branch -> all.add(branch.value()));
        yield all;
      }
      case Typed.Call call -> call.arguments();
      case Typed.Part part -> List.of(part.target());
      case Typed.SetLiteral set -> set.elements();
      case Typed.MapLiteral map -> {
        List<Typed> all = new ArrayList<>();
        map.entries().forEach(entry -> all.addAll(List.of(entry.key(), entry.value())));
        yield all;
      }
      case Typed.Range range -> List.of(range.lower(), range.upper());
      case Typed.Comprehension c -> with(c.source(), c.conditions());
      case Typed.Quantified q -> with(q.source(), q.conditions());
      case Typed.Cardinality cardinality -> List.of(cardinality.operand());
      case Typed.MapValue value -> List.of(value.map(), value.key());
    };
  }

  private static List<Typed> with(Typed first, List<Typed> rest) {
    List<Typed> all = new ArrayList<>(List.of(first));
    all.addAll(rest);
    return all;
  }

  /** Passes the expression and all its parts to {@code each}. */
  public static void walk(Typed typed, Consumer<Typed> each) {
    each.accept(typed);
    children(typed).forEach(child -> walk(child, each));
  }

  /** Whether the expression or one of its parts is as the condition says. */
  public static boolean any(Typed typed, Predicate<Typed> condition) {
    return condition.test(typed)
        || children(typed).stream().anyMatch(child -> any(child, condition));
  }

  /** Whether the expression reads that field of this instance, before the event. */
  public static boolean reads(Typed typed, int field) {
    return any(typed, part -> part instanceof Typed.ThisField own && own.field() == field);
  }

  /** The operands of {@code &&}, or the expression itself. */
  public static List<Typed> conjuncts(Typed typed) {
    if (typed instanceof Typed.Binary binary && binary.operator() == BinaryOperator.AND) {
      List<Typed> all = new ArrayList<>(conjuncts(binary.left()));
      all.addAll(conjuncts(binary.right()));
      return all;
    }
    return List.of(typed);
  }

  /** Whether two expressions are written with the same tokens, white space aside. */
  public static boolean sameText(Typed a, Typed b) {
    return a.span().text().replaceAll("\\s", "").equals(b.span().text().replaceAll("\\s", ""));
  }
}
