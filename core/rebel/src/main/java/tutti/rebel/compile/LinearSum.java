package tutti.rebel.compile;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import tutti.rebel.code.Code;
import tutti.rebel.code.ExpressionCompiler;
import tutti.rebel.syntax.BinaryOperator;
import tutti.rebel.typed.Typed;
import tutti.rebel.typed.TypedTrees;
import tutti.rebel.value.Type.Simple;

/**
 * An expression as a sum: additive fields, each with a factor, and terms that read none of them.
 *
 * @param fields how often each additive field of this instance is added; never zero
 * @param deltas how often the event's delta of a field is added too ({@code new this.f} is the
 *     field and its delta)
 * @param terms the other values that are added or, with sign -1, subtracted
 */
record LinearSum(Map<Integer, Integer> fields, Map<Integer, Integer> deltas, List<Term> terms) {

  record Term(int sign, Code code) {}

  /**
   * Takes expressions apart.
   *
   * @param specification the index of the instance's own specification
   * @param additive the fields that some event of the type adds to
   * @param thisIsNew whether {@code this} means the state after the event, as in invariants
   */
  record Splitter(
      int specification, Set<Integer> additive, boolean thisIsNew, ExpressionCompiler compiler) {

    /** Returns the expression as a sum, or empty if it is none. */
    Optional<LinearSum> sum(Typed expression) {
      LinearSum sum = new LinearSum(new TreeMap<>(), new TreeMap<>(), new ArrayList<>());
      return add(expression, 1, sum) ? Optional.of(sum) : Optional.empty();
    }

    /** Returns the left side minus the right side, or empty if that is no sum. */
    Optional<LinearSum> difference(Typed left, Typed right) {
      LinearSum sum = new LinearSum(new TreeMap<>(), new TreeMap<>(), new ArrayList<>());
      return add(left, 1, sum) && add(right, -1, sum) ? Optional.of(sum) : Optional.empty();
    }

    private boolean add(Typed expression, int sign, LinearSum sum) {
      return switch (expression) {
        case Typed.ThisField field when additive.contains(field.field()) -> {
          count(sum.fields, field.field(), sign);
          if (thisIsNew) {
            count(sum.deltas, field.field(), sign);
          }
          yield true;
        }
        case Typed.NewField field when additive.contains(field.field()) -> {
          count(sum.fields, field.field(), sign);
          count(sum.deltas, field.field(), sign);
          yield true;
        }
        case Typed.Binary(var operator, var left, var right, var type, _)
            when operator == BinaryOperator.ADD && numeric(type) ->
            add(left, sign, sum) && add(right, sign, sum);
        case Typed.Binary(var operator, var left, var right, var type, _)
            when operator == BinaryOperator.SUBTRACT && numeric(type) ->
            add(left, sign, sum) && add(right, -sign, sum);
        case Typed.Negate(var operand, var type, _) when numeric(type) -> add(operand, -sign, sum);
        default -> {
          sum.terms.add(new Term(sign, compiler.compile(expression)));
          yield independent(expression);
        }
      };
    }

    /** Whether an expression reads no additive field of this instance. */
    boolean independent(Typed expression) {
      boolean here =
          switch (expression) {
            case Typed.ThisField field -> !additive.contains(field.field());
            case Typed.NewField field -> !additive.contains(field.field());
            case Typed.OtherField other ->
                other.specification() != specification || !additive.contains(other.field());
            default -> true;
          };
      return here && TypedTrees.children(expression).stream().allMatch(this::independent);
    }

    private static void count(Map<Integer, Integer> counts, int field, int sign) {
      counts.merge(field, sign, (a, b) -> a + b == 0 ? null : a + b);
    }
  }

  static boolean numeric(tutti.rebel.value.Type type) {
    return type == Simple.MONEY || type == Simple.INTEGER;
  }
}
