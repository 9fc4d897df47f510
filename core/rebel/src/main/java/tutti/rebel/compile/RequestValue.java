package tutti.rebel.compile;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tutti.rebel.code.Code;
import tutti.rebel.code.ExpressionCompiler;
import tutti.rebel.typed.CheckedSpecification;
import tutti.rebel.typed.Typed;
import tutti.rebel.typed.TypedTrees;

/**
 * An expression for a key or an argument, with the parts of the request that it needs.
 *
 * @param derivable whether it reads nothing but parameters, the instance's key and the time
 * @param parameters the parameters that it reads, by index
 * @param readsKey whether it reads the key of the instance
 */
record RequestValue(
    Typed typed, Code code, boolean derivable, List<Integer> parameters, boolean readsKey) {

  static RequestValue of(Typed typed, CheckedSpecification type, ExpressionCompiler compiler) {
    return new RequestValue(
        typed,
        compiler.compile(typed),
        derivable(typed, type, false),
        parts(typed).stream()
            .filter(Typed.Param.class::isInstance)
            .map(part -> ((Typed.Param) part).index())
            .distinct()
            .toList(),
        parts(typed).stream().anyMatch(part -> isKey(part, type)));
  }

  /** Whether the expression is the key of the instance itself. */
  static boolean isKey(Typed part, CheckedSpecification type) {
    return part instanceof Typed.This
        || part instanceof Typed.ThisField field && field.field() == type.key();
  }

  private static List<Typed> parts(Typed typed) {
    List<Typed> all = new ArrayList<>();
    TypedTrees.walk(typed, all::add);
    return all;
  }

  /** Whether the value follows from a request whose key and arguments are all known. */
  boolean isKnown(@Nullable Object key, @Nullable Object[] arguments) {
    return derivable
        && (key != null || !readsKey)
        && parameters.stream().allMatch(index -> arguments[index] != null);
  }

  /**
   * @param locals whether the variables of comprehensions and quantifiers are known
   */
  private static boolean derivable(Typed expression, CheckedSpecification type, boolean locals) {
    boolean here =
        switch (expression) {
          case Typed.ThisField field -> field.field() == type.key();
          case Typed.Local _ -> locals;
          case Typed.OfCaller _,
              Typed.NewField _,
              Typed.OtherField _,
              Typed.OtherInStages _,
              Typed.ThisInStages _,
              Typed.NewInStages _ ->
              false;
          default -> true;
        };
    return here
        && TypedTrees.children(expression).stream()
            .allMatch(part -> derivable(part, type, locals || binds(expression)));
  }

  private static boolean binds(Typed expression) {
    return expression instanceof Typed.Comprehension || expression instanceof Typed.Quantified;
  }
}
