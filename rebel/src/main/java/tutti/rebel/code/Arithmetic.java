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
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
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

  private static final Map<BinaryOperator, List<Rule>> RULES = new EnumMap<>(BinaryOperator.class);

  static {
    RULES.put(
        BinaryOperator.ADD,
        List.of(
            new Rule(INTEGER, INTEGER, INTEGER, (l, r) -> f -> Integers.add(l.eval(f), r.eval(f))),
            new Rule(
                MONEY, MONEY, MONEY, (l, r) -> f -> ((Money) l.eval(f)).plus((Money) r.eval(f))),
            new Rule(
                PERCENTAGE,
                PERCENTAGE,
                PERCENTAGE,
                (l, r) -> f -> ((Percentage) l.eval(f)).plus((Percentage) r.eval(f))),
            new Rule(
                STRING,
                STRING,
                STRING,
                (l, r) -> f -> concatenate((String) l.eval(f), (String) r.eval(f))),
            new Rule(
                DATE, TERM, DATE, (l, r) -> f -> ((Term) r.eval(f)).after((LocalDate) l.eval(f))),
            new Rule(
                TERM, DATE, DATE, (l, r) -> f -> ((Term) l.eval(f)).after((LocalDate) r.eval(f))),
            new Rule(
                DATE_TIME,
                TERM,
                DATE_TIME,
                (l, r) -> f -> ((Term) r.eval(f)).after((LocalDateTime) l.eval(f))),
            new Rule(
                TERM,
                DATE_TIME,
                DATE_TIME,
                (l, r) -> f -> ((Term) l.eval(f)).after((LocalDateTime) r.eval(f))),
            new Rule(TERM, TERM, TERM, (l, r) -> f -> ((Term) l.eval(f)).plus((Term) r.eval(f)))));
    RULES.put(
        BinaryOperator.SUBTRACT,
        List.of(
            new Rule(
                INTEGER, INTEGER, INTEGER, (l, r) -> f -> Integers.subtract(l.eval(f), r.eval(f))),
            new Rule(
                MONEY, MONEY, MONEY, (l, r) -> f -> ((Money) l.eval(f)).minus((Money) r.eval(f))),
            new Rule(
                PERCENTAGE,
                PERCENTAGE,
                PERCENTAGE,
                (l, r) -> f -> ((Percentage) l.eval(f)).minus((Percentage) r.eval(f))),
            new Rule(
                DATE, TERM, DATE, (l, r) -> f -> earlier((LocalDate) l.eval(f), (Term) r.eval(f))),
            new Rule(
                DATE,
                DATE,
                TERM,
                (l, r) -> f -> between((LocalDate) l.eval(f), (LocalDate) r.eval(f))),
            new Rule(
                DATE_TIME,
                TERM,
                DATE_TIME,
                (l, r) -> f -> ((Term) r.eval(f)).negate().after((LocalDateTime) l.eval(f))),
            new Rule(
                TERM,
                TERM,
                TERM,
                (l, r) -> f -> ((Term) l.eval(f)).plus(((Term) r.eval(f)).negate()))));
    RULES.put(
        BinaryOperator.MULTIPLY,
        List.of(
            new Rule(
                INTEGER, INTEGER, INTEGER, (l, r) -> f -> Integers.multiply(l.eval(f), r.eval(f))),
            new Rule(MONEY, INTEGER, MONEY, (l, r) -> f -> ((Money) l.eval(f)).times(r.eval(f))),
            new Rule(INTEGER, MONEY, MONEY, (l, r) -> f -> ((Money) r.eval(f)).times(l.eval(f))),
            new Rule(
                MONEY,
                PERCENTAGE,
                MONEY,
                (l, r) -> f -> ((Money) l.eval(f)).times((Percentage) r.eval(f))),
            new Rule(
                PERCENTAGE,
                MONEY,
                MONEY,
                (l, r) -> f -> ((Money) r.eval(f)).times((Percentage) l.eval(f))),
            new Rule(
                PERCENTAGE,
                PERCENTAGE,
                PERCENTAGE,
                (l, r) -> f -> ((Percentage) l.eval(f)).times((Percentage) r.eval(f))),
            new Rule(
                PERCENTAGE,
                INTEGER,
                PERCENTAGE,
                (l, r) -> f -> ((Percentage) l.eval(f)).times(r.eval(f))),
            new Rule(
                INTEGER,
                PERCENTAGE,
                PERCENTAGE,
                (l, r) -> f -> ((Percentage) r.eval(f)).times(l.eval(f))),
            new Rule(PERIOD, INTEGER, TERM, (l, r) -> f -> Term.of(r.eval(f), (Period) l.eval(f))),
            new Rule(INTEGER, PERIOD, TERM, (l, r) -> f -> Term.of(l.eval(f), (Period) r.eval(f))),
            new Rule(TERM, INTEGER, TERM, (l, r) -> f -> ((Term) l.eval(f)).times(r.eval(f))),
            new Rule(INTEGER, TERM, TERM, (l, r) -> f -> ((Term) r.eval(f)).times(l.eval(f)))));
    RULES.put(
        BinaryOperator.DIVIDE,
        List.of(
            new Rule(
                INTEGER, INTEGER, INTEGER, (l, r) -> f -> Integers.divide(l.eval(f), r.eval(f))),
            new Rule(
                MONEY, INTEGER, MONEY, (l, r) -> f -> ((Money) l.eval(f)).dividedBy(r.eval(f))),
            new Rule(
                PERCENTAGE,
                INTEGER,
                PERCENTAGE,
                (l, r) -> f -> ((Percentage) l.eval(f)).dividedBy(r.eval(f))),
            new Rule(
                PERIOD, INTEGER, TERM, (l, r) -> f -> Term.fraction((Period) l.eval(f), r.eval(f))),
            new Rule(TERM, INTEGER, TERM, (l, r) -> f -> ((Term) l.eval(f)).dividedBy(r.eval(f)))));
    RULES.put(
        BinaryOperator.REMAINDER,
        List.of(
            new Rule(
                INTEGER,
                INTEGER,
                INTEGER,
                (l, r) -> f -> Integers.remainder(l.eval(f), r.eval(f)))));
  }

  private Arithmetic() {}

  /** The type of {@code left operator right}; null if there is none. */
  public static @Nullable Type type(BinaryOperator operator, Type left, Type right) {
    Rule rule = find(operator, left, right);
    return rule == null ? null : rule.result;
  }

  /** The types that the operator takes on its right, beside that one on its left. */
  public static List<Type> partners(BinaryOperator operator, Type left) {
    return RULES.getOrDefault(operator, List.of()).stream()
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
    for (Rule rule : RULES.getOrDefault(operator, List.of())) {
      if (rule.left == left && rule.right == right) {
        return rule;
      }
    }
    return null;
  }

  private static LocalDate earlier(LocalDate date, Term by) {
    return by.negate().after(date);
  }

  private static Term between(LocalDate date, LocalDate from) {
    return Term.between(from, date);
  }

  private static String concatenate(String left, String right) {
    if (left.length() + right.length() > LONGEST_TEXT) {
      throw new ValueRefused(
          "text-too-long", () -> "the text would have more than " + LONGEST_TEXT + " characters");
    }
    return left.concat(right);
  }
}
