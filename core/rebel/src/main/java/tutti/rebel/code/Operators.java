package tutti.rebel.code;

import tutti.rebel.syntax.BinaryOperator;
import tutti.rebel.value.Integers;
import tutti.rebel.value.MapValue;
import tutti.rebel.value.Money;
import tutti.rebel.value.Percentage;
import tutti.rebel.value.SetValue;
import tutti.rebel.value.Term;
import tutti.rebel.value.Type;
import tutti.rebel.value.Type.Simple;
import tutti.rebel.value.ValueRefused;
import tutti.rebel.value.Values;

/** The code of operators, chosen by the types of their operands. */
final class Operators {
  /**
   * The code of arithmetic on an element of {@code {}}, which refuses because there is no element.
   */
  private static final Code NEVER =
      f -> {
        throw new ValueRefused("no-value", () -> "an empty set has no elements");
      };

  private Operators() {}

  static Code binary(BinaryOperator operator, Type left, Type right, Code l, Code r) {
    return switch (operator) {
      case AND -> (Code.Test) f -> l.test(f) && r.test(f);
      case OR -> (Code.Test) f -> l.test(f) || r.test(f);
      case IMPLIES -> (Code.Test) f -> !l.test(f) || r.test(f);
      case EQUAL ->
          large(left)
              ? (Code.Test) f -> f.through(l.eval(f)).equals(r.eval(f))
              : (Code.Test) f -> l.eval(f).equals(r.eval(f));
      case NOT_EQUAL ->
          large(left)
              ? (Code.Test) f -> !f.through(l.eval(f)).equals(r.eval(f))
              : (Code.Test) f -> !l.eval(f).equals(r.eval(f));
      case IN -> membership(right, l, r);
      case LESS, LESS_OR_EQUAL, GREATER, GREATER_OR_EQUAL ->
          comparison(operator, ordering(left), large(left) ? f -> f.through(l.eval(f)) : l, r);
      case ADD, SUBTRACT, MULTIPLY, DIVIDE, REMAINDER -> arithmetic(operator, left, right, l, r);
    };
  }

  /** Whether values of a type may be so large that it takes long to go through one. */
  private static boolean large(Type type) {
    return type == Simple.STRING || type instanceof Type.SetOf || type instanceof Type.MapOf;
  }

  /** Counts the steps of a search for a value among many, and returns the value. */
  static Object searched(Object value, Frame frame) {
    int size = Values.size(value);
    if (size > 1) {
      // A binary search in 100,000 entries compares 17 times.
      frame.steps((int) Math.min(Integer.MAX_VALUE, 17L * size));
    }
    return value;
  }

  /** The comparison of two values of one type, by sign. */
  @FunctionalInterface
  interface Ordering {
    int compare(Object left, Object right);
  }

  static Ordering ordering(Type type) {
    if (type == Simple.INTEGER) {
      return Integers::compare;
    }
    if (type == Simple.MONEY) {
      return (a, b) -> ((Money) a).compareAmount((Money) b);
    }
    if (type == Simple.TERM) {
      return (a, b) -> ((Term) a).compareLength((Term) b);
    }
    return Values::compare;
  }

  private static Code comparison(BinaryOperator operator, Ordering order, Code l, Code r) {
    return switch (operator) {
      case LESS -> (Code.Test) f -> order.compare(l.eval(f), r.eval(f)) < 0;
      case LESS_OR_EQUAL -> (Code.Test) f -> order.compare(l.eval(f), r.eval(f)) <= 0;
      case GREATER -> (Code.Test) f -> order.compare(l.eval(f), r.eval(f)) > 0;
      default -> (Code.Test) f -> order.compare(l.eval(f), r.eval(f)) >= 0;
    };
  }

  private static Code membership(Type right, Code l, Code r) {
    return right instanceof Type.MapOf
        ? (Code.Test) f -> ((MapValue) r.eval(f)).containsKey(searched(l.eval(f), f))
        : (Code.Test) f -> ((SetValue) r.eval(f)).contains(searched(l.eval(f), f));
  }

  private static Code arithmetic(BinaryOperator operator, Type left, Type right, Code l, Code r) {
    if (left == Type.Unknown.ANY || right == Type.Unknown.ANY) {
      return NEVER;
    }
    boolean adds = operator == BinaryOperator.ADD;
    return switch (left) {
      case Type.SetOf _ when adds -> f -> set(l, f).union(set(r, f));
      case Type.SetOf _ -> f -> set(l, f).minus(set(r, f));
      case Type.MapOf _ when adds -> f -> map(l, f).union(map(r, f));
      case Type.MapOf _ -> f -> map(l, f).minus(set(r, f));
      default -> Arithmetic.code(operator, left, right, l, r);
    };
  }

  private static SetValue set(Code code, Frame frame) {
    return (SetValue) frame.through(code.eval(frame));
  }

  private static MapValue map(Code code, Frame frame) {
    return (MapValue) frame.through(code.eval(frame));
  }

  static Code negation(Type type, Code operand) {
    return switch (type) {
      case Type.Unknown.ANY -> NEVER;
      case Simple.INTEGER -> f -> Integers.negate(operand.eval(f));
      case Simple.MONEY -> f -> ((Money) operand.eval(f)).negate();
      case Simple.PERCENTAGE -> f -> ((Percentage) operand.eval(f)).negate();
      case Simple.TERM -> f -> ((Term) operand.eval(f)).negate();
      default -> throw new IllegalArgumentException("the checker let through: -" + type);
    };
  }
}
