package tutti.rebel.code;

import java.time.LocalDate;
import java.time.LocalDateTime;
import tutti.rebel.syntax.BinaryOperator;
import tutti.rebel.value.Integers;
import tutti.rebel.value.MapValue;
import tutti.rebel.value.Money;
import tutti.rebel.value.Percentage;
import tutti.rebel.value.Period;
import tutti.rebel.value.SetValue;
import tutti.rebel.value.Term;
import tutti.rebel.value.Type;
import tutti.rebel.value.Type.Simple;
import tutti.rebel.value.ValueRefused;
import tutti.rebel.value.Values;

/** The code of operators, chosen by the types of their operands. */
final class Operators {
  /** The greatest length of a String that {@code +} makes. */
  private static final int LONGEST_TEXT = 100_000;

  /**
   * The code of arithmetic on an element of {@code {}}, which refuses because there is no element.
   */
  private static final Code NEVER =
      f -> {
        throw new ValueRefused("no-value", () -> "an empty set has no elements");
      };

  private Operators() {}

  static Code binary(BinaryOperator operator, Type left, Type right, Code l, Code r) {
    boolean ofNothing = left == Type.Unknown.ANY || right == Type.Unknown.ANY;
    return switch (operator) {
      case AND -> (Code.Test) f -> l.test(f) && r.test(f);
      case OR -> (Code.Test) f -> l.test(f) || r.test(f);
      case IMPLIES -> (Code.Test) f -> !l.test(f) || r.test(f);
      case EQUAL -> (Code.Test) f -> l.eval(f).equals(r.eval(f));
      case NOT_EQUAL -> (Code.Test) f -> !l.eval(f).equals(r.eval(f));
      case IN -> membership(right, l, r);
      case LESS, LESS_OR_EQUAL, GREATER, GREATER_OR_EQUAL ->
          comparison(operator, ordering(left), l, r);
      case ADD -> ofNothing ? NEVER : addition(left, right, l, r);
      case SUBTRACT -> ofNothing ? NEVER : subtraction(left, right, l, r);
      case MULTIPLY -> ofNothing ? NEVER : multiplication(left, right, l, r);
      case DIVIDE -> ofNothing ? NEVER : division(left, right, l, r);
      case REMAINDER -> f -> Integers.remainder(l.eval(f), r.eval(f));
    };
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
        ? (Code.Test) f -> ((MapValue) r.eval(f)).containsKey(l.eval(f))
        : (Code.Test) f -> ((SetValue) r.eval(f)).contains(l.eval(f));
  }

  private static Code addition(Type left, Type right, Code l, Code r) {
    if (left == Simple.TERM && right != Simple.TERM) {
      return addition(right, left, r, l);
    }
    return switch (left) {
      case Simple.INTEGER -> f -> Integers.add(l.eval(f), r.eval(f));
      case Simple.MONEY -> f -> ((Money) l.eval(f)).plus((Money) r.eval(f));
      case Simple.PERCENTAGE -> f -> ((Percentage) l.eval(f)).plus((Percentage) r.eval(f));
      case Simple.STRING -> f -> concatenate((String) l.eval(f), (String) r.eval(f));
      case Simple.DATE -> f -> ((Term) r.eval(f)).after((LocalDate) l.eval(f));
      case Simple.DATE_TIME -> f -> ((Term) r.eval(f)).after((LocalDateTime) l.eval(f));
      case Simple.TERM -> f -> ((Term) l.eval(f)).plus((Term) r.eval(f));
      case Type.SetOf _ when right instanceof Type.SetOf ->
          f -> ((SetValue) l.eval(f)).union((SetValue) r.eval(f));
      case Type.MapOf _ -> f -> ((MapValue) l.eval(f)).union((MapValue) r.eval(f));
      default -> throw unknown(BinaryOperator.ADD, left, right);
    };
  }

  private static String concatenate(String left, String right) {
    if (left.length() + right.length() > LONGEST_TEXT) {
      throw new ValueRefused(
          "text-too-long", () -> "the text would have more than " + LONGEST_TEXT + " characters");
    }
    return left.concat(right);
  }

  private static Code subtraction(Type left, Type right, Code l, Code r) {
    return switch (left) {
      case Simple.INTEGER -> f -> Integers.subtract(l.eval(f), r.eval(f));
      case Simple.MONEY -> f -> ((Money) l.eval(f)).minus((Money) r.eval(f));
      case Simple.PERCENTAGE -> f -> ((Percentage) l.eval(f)).minus((Percentage) r.eval(f));
      case Simple.DATE -> f -> earlier((LocalDate) l.eval(f), r.eval(f));
      case Simple.DATE_TIME -> f -> ((Term) r.eval(f)).negate().after((LocalDateTime) l.eval(f));
      case Simple.TERM -> f -> ((Term) l.eval(f)).plus(((Term) r.eval(f)).negate());
      case Type.SetOf _ -> f -> ((SetValue) l.eval(f)).minus((SetValue) r.eval(f));
      case Type.MapOf _ -> f -> ((MapValue) l.eval(f)).minus((SetValue) r.eval(f));
      default -> throw unknown(BinaryOperator.SUBTRACT, left, right);
    };
  }

  private static Object earlier(LocalDate date, Object dateOrTerm) {
    return dateOrTerm instanceof LocalDate from
        ? Term.between(from, date)
        : ((Term) dateOrTerm).negate().after(date);
  }

  private static Code multiplication(Type left, Type right, Code l, Code r) {
    if (left == Simple.INTEGER && right != Simple.INTEGER) {
      return multiplication(right, left, r, l);
    }
    if (left == Simple.PERCENTAGE && right == Simple.MONEY) {
      return multiplication(right, left, r, l);
    }
    return switch (left) {
      case Simple.INTEGER -> f -> Integers.multiply(l.eval(f), r.eval(f));
      case Simple.MONEY ->
          right == Simple.PERCENTAGE
              ? f -> ((Money) l.eval(f)).times((Percentage) r.eval(f))
              : f -> ((Money) l.eval(f)).times(r.eval(f));
      case Simple.PERCENTAGE ->
          right == Simple.PERCENTAGE
              ? f -> ((Percentage) l.eval(f)).times((Percentage) r.eval(f))
              : f -> ((Percentage) l.eval(f)).times(r.eval(f));
      case Simple.PERIOD -> f -> Term.of(r.eval(f), (Period) l.eval(f));
      case Simple.TERM -> f -> ((Term) l.eval(f)).times(r.eval(f));
      default -> throw unknown(BinaryOperator.MULTIPLY, left, right);
    };
  }

  private static Code division(Type left, Type right, Code l, Code r) {
    return switch (left) {
      case Simple.INTEGER -> f -> Integers.divide(l.eval(f), r.eval(f));
      case Simple.MONEY -> f -> ((Money) l.eval(f)).dividedBy(r.eval(f));
      case Simple.PERCENTAGE -> f -> ((Percentage) l.eval(f)).dividedBy(r.eval(f));
      case Simple.PERIOD -> f -> Term.fraction((Period) l.eval(f), r.eval(f));
      case Simple.TERM -> f -> ((Term) l.eval(f)).dividedBy(r.eval(f));
      default -> throw unknown(BinaryOperator.DIVIDE, left, right);
    };
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

  private static IllegalArgumentException unknown(BinaryOperator operator, Type left, Type right) {
    return new IllegalArgumentException(
        "the checker let through: " + left + " " + operator.symbol() + " " + right);
  }
}
