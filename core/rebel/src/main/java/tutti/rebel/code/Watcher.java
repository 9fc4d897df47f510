package tutti.rebel.code;

import java.util.ArrayList;
import java.util.List;
import tutti.rebel.syntax.BinaryOperator;
import tutti.rebel.syntax.Literal;
import tutti.rebel.typed.Typed;
import tutti.rebel.typed.TypedTrees;

/**
 * Chooses the values that a refusal shows for a rule: values of the request and of fields, values
 * read from other instances, and the values of a comparison's sides.
 */
final class Watcher {
  private final ExpressionCompiler compiler;
  private final List<RefusalRule.Watched> watched = new ArrayList<>();
  private boolean around;

  Watcher(ExpressionCompiler compiler) {
    this.compiler = compiler;
  }

  List<RefusalRule.Watched> watched() {
    return List.copyOf(watched);
  }

  /** Whether a shown expression reads other instances, the time or the caller. */
  boolean around() {
    return around;
  }

  void watch(Typed expression) {
    switch (expression) {
      case Typed.Param _, Typed.ThisField _, Typed.NewField _, Typed.Config _ -> add(expression);
      case Typed.Part _ -> add(expression);
      case Typed.Now _, Typed.OfCaller _, Typed.OtherField _, Typed.OtherInStages _ -> {
        around = true;
        add(expression);
      }
      case Typed.Constant(var literal, _, _) -> around |= !(literal instanceof Literal.Value);
      case Typed.Binary(var operator, var left, var right, _, _) when compares(operator) -> {
        watchSide(left);
        watchSide(right);
      }
      default -> {}
    }
    int before = watched.size();
    TypedTrees.children(expression).forEach(this::watch);
    if (expression instanceof Typed.Part) {
      // The part says enough; the whole was searched only for reads of the surroundings.
      watched.subList(before, watched.size()).clear();
    }
  }

  /** Adds a computed side of a comparison, which is worth showing too. */
  private void watchSide(Typed side) {
    if (side instanceof Typed.Binary
        || side instanceof Typed.Call
        || side instanceof Typed.Cardinality
        || side instanceof Typed.MapValue) {
      add(side);
    }
  }

  private static boolean compares(BinaryOperator operator) {
    return operator.signs() != 0 || operator == BinaryOperator.IN;
  }

  private void add(Typed expression) {
    // A variable of a comprehension or quantifier has no one value to show.
    if (TypedTrees.any(expression, part -> part instanceof Typed.Local)) {
      return;
    }
    String text = expression.span().oneLine();
    if (watched.stream().noneMatch(other -> other.text().equals(text))) {
      watched.add(new RefusalRule.Watched(text, compiler.compile(expression)));
    }
  }
}
