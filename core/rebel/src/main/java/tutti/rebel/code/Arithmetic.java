package tutti.rebel.code;

import static tutti.rebel.value.Type.Simple.DATE;
import static tutti.rebel.value.Type.Simple.DATE_TIME;
import static tutti.rebel.value.Type.Simple.INTEGER;
import static tutti.rebel.value.Type.Simple.MONEY;
import static tutti.rebel.value.Type.Simple.PERCENTAGE;
import static tutti.rebel.value.Type.Simple.PERIOD;
import static tutti.rebel.value.Type.Simple.STRING;
import static tutti.rebel.value.Type.Simple.TERM;

import java.time.LocalDate;
import java.time.LocalDateTime;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tutti.rebel.syntax.BinaryOperator;
import tutti.rebel.value.Integers;
import tutti.rebel.value.Money;
import tutti.rebel.value.Percentage;
import tutti.rebel.value.Period;
import tutti.rebel.value.Term;
import tutti.rebel.value.Type;
import tutti.rebel.value.Type.Simple;
import tutti.rebel.value.ValueRefused;

/**
 * The arithmetic of Rebel: for each operator the types of its operands, the type of the result, and
 * the code, in one table. The checker reads the types, the compiler takes the code.
 */
public final class Arithmetic {
  /** The greatest length of a String that {@code +} makes. */
  private static final int LONGEST_TEXT = 100_000;

  /** Makes the code of an operation of the codes of its operands. */
  @FunctionalInterface
  private interface Maker {
    Code of(Code l, Code r);
  }

  private record Rule(Simple left, Simple right, Simple result, Maker maker) {}

  private static final List<Rule> ADD =
      List.of(
          same(INTEGER, (l, r) -> f -> Integers.add(l.eval(f), r.eval(f))),
          same(MONEY, (l, r) -> f -> ((Money) l.eval(f)).plus((Money) r.eval(f))),
          same(PERCENTAGE, (l, r) -> f -> ((Percentage) l.eval(f)).plus((Percentage) r.eval(f))),
          same(STRING, (l, r) -> f -> concatenate(text(l, f), text(r, f))),
          rule(DATE, TERM, DATE, (l, r) -> f -> ((Term) r.eval(f)).after((LocalDate) l.eval(f))),
          rule(TERM, DATE, DATE, (l, r) -> f -> ((Term) l.eval(f)).after((LocalDate) r.eval(f))),
          rule(DATE_TIME, TERM, DATE_TIME, (l, r) -> f -> later(r.eval(f), l.eval(f))),
          rule(TERM, DATE_TIME, DATE_TIME, (l, r) -> f -> later(l.eval(f), r.eval(f))),
          same(TERM, (l, r) -> f -> ((Term) l.eval(f)).plus((Term) r.eval(f))));

  private static final List<Rule> SUBTRACT =
      List.of(
          same(INTEGER, (l, r) -> f -> Integers.subtract(l.eval(f), r.eval(f))),
          same(MONEY, (l, r) -> f -> ((Money) l.eval(f)).minus((Money) r.eval(f))),
          same(PERCENTAGE, (l, r) -> f -> ((Percentage) l.eval(f)).minus((Percentage) r.eval(f))),
          rule(DATE, TERM, DATE, (l, r) -> f -> earlier(l.eval(f), r.eval(f))),
          rule(DATE, DATE, TERM, (l, r) -> f -> between(l.eval(f), r.eval(f))),
          rule(
              DATE_TIME,
              TERM,
              DATE_TIME,
              (l, r) -> f -> later(((Term) r.eval(f)).negate(), l.eval(f))),
          same(TERM, (l, r) -> f -> ((Term) l.eval(f)).plus(((Term) r.eval(f)).negate())));

  private static final List<Rule> MULTIPLY =
      List.of(
          same(INTEGER, (l, r) -> f -> Integers.multiply(l.eval(f), r.eval(f))),
          rule(MONEY, INTEGER, MONEY, (l, r) -> f -> ((Money) l.eval(f)).times(r.eval(f))),
          rule(INTEGER, MONEY, MONEY, (l, r) -> f -> ((Money) r.eval(f)).times(l.eval(f))),
          rule(
              MONEY,
              PERCENTAGE,
              MONEY,
              (l, r) -> f -> ((Money) l.eval(f)).times((Percentage) r.eval(f))),
          rule(
              PERCENTAGE,
              MONEY,
              MONEY,
              (l, r) -> f -> ((Money) r.eval(f)).times((Percentage) l.eval(f))),
          same(PERCENTAGE, (l, r) -> f -> ((Percentage) l.eval(f)).times((Percentage) r.eval(f))),
          rule(
              PERCENTAGE,
              INTEGER,
              PERCENTAGE,
              (l, r) -> f -> ((Percentage) l.eval(f)).times(r.eval(f))),
          rule(
              INTEGER,
              PERCENTAGE,
              PERCENTAGE,
              (l, r) -> f -> ((Percentage) r.eval(f)).times(l.eval(f))),
          rule(PERIOD, INTEGER, TERM, (l, r) -> f -> Term.of(r.eval(f), (Period) l.eval(f))),
          rule(INTEGER, PERIOD, TERM, (l, r) -> f -> Term.of(l.eval(f), (Period) r.eval(f))),
          rule(TERM, INTEGER, TERM, (l, r) -> f -> ((Term) l.eval(f)).times(r.eval(f))),
          rule(INTEGER, TERM, TERM, (l, r) -> f -> ((Term) r.eval(f)).times(l.eval(f))));

  private static final List<Rule> DIVIDE =
      List.of(
          same(INTEGER, (l, r) -> f -> Integers.divide(l.eval(f), r.eval(f))),
          rule(MONEY, INTEGER, MONEY, (l, r) -> f -> ((Money) l.eval(f)).dividedBy(r.eval(f))),
          rule(
              PERCENTAGE,
              INTEGER,
              PERCENTAGE,
              (l, r) -> f -> ((Percentage) l.eval(f)).dividedBy(r.eval(f))),
          rule(PERIOD, INTEGER, TERM, (l, r) -> f -> Term.fraction((Period) l.eval(f), r.eval(f))),
          rule(TERM, INTEGER, TERM, (l, r) -> f -> ((Term) l.eval(f)).dividedBy(r.eval(f))));

  private static final List<Rule> REMAINDER =
      List.of(same(INTEGER, (l, r) -> f -> Integers.remainder(l.eval(f), r.eval(f))));

  private Arithmetic() {}

  private static Rule rule(Simple left, Simple right, Simple result, Maker maker) {
    return new Rule(left, right, result, maker);
  }

  private static Rule same(Simple all, Maker maker) {
    return new Rule(all, all, all, maker);
  }

  private static List<Rule> rules(BinaryOperator operator) {
    return switch (operator) {
      case ADD -> ADD;
      case SUBTRACT -> SUBTRACT;
      case MULTIPLY -> MULTIPLY;
      case DIVIDE -> DIVIDE;
      case REMAINDER -> REMAINDER;
      default -> List.of();
    };
  }

  /** The type of {@code left operator right}; null if there is none. */
  public static @Nullable Type type(BinaryOperator operator, Type left, Type right) {
    Rule rule = find(operator, left, right);
    return rule == null ? null : rule.result;
  }

  /** Returns the types that the operator takes on its right, if {@code left} is on its left. */
  public static List<Type> partners(BinaryOperator operator, Type left) {
    return rules(operator).stream()
        .filter(rule -> rule.left == left)
        .<Type>map(Rule::right)
        .toList();
  }

  static Code code(BinaryOperator operator, Type left, Type right, Code l, Code r) {
    Rule rule = find(operator, left, right);
    if (rule == null) {
      throw new IllegalArgumentException(
          "the checker let through: " + left + " " + operator.symbol() + " " + right);
    }
    return rule.maker.of(l, r);
  }

  private static @Nullable Rule find(BinaryOperator operator, Type left, Type right) {
    for (Rule rule : rules(operator)) {
      if (rule.left == left && rule.right == right) {
        return rule;
      }
    }
    return null;
  }

  private static Object earlier(Object date, Object by) {
    return ((Term) by).negate().after((LocalDate) date);
  }

  private static Object between(Object date, Object from) {
    return Term.between((LocalDate) from, (LocalDate) date);
  }

  private static Object later(Object by, Object time) {
    return ((Term) by).after((LocalDateTime) time);
  }

  private static String text(Code code, Frame frame) {
    return (String) frame.through(code.eval(frame));
  }

  private static String concatenate(String left, String right) {
    if (left.length() + right.length() > LONGEST_TEXT) {
      throw new ValueRefused(
          "text-too-long", () -> "the text would have more than " + LONGEST_TEXT + " characters");
    }
    return left.concat(right);
  }
}
