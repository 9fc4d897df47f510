package tutti.rebel.check;

import static tutti.rebel.value.Type.Simple.BOOLEAN;
import static tutti.rebel.value.Type.Simple.DATE;
import static tutti.rebel.value.Type.Simple.DATE_TIME;
import static tutti.rebel.value.Type.Simple.INTEGER;
import static tutti.rebel.value.Type.Simple.MONEY;
import static tutti.rebel.value.Type.Simple.PERCENTAGE;
import static tutti.rebel.value.Type.Simple.PERIOD;
import static tutti.rebel.value.Type.Simple.STRING;
import static tutti.rebel.value.Type.Simple.TERM;
import static tutti.rebel.value.Type.Unknown.ANY;

import java.util.List;
import org.jspecify.annotations.Nullable;
import tutti.rebel.syntax.BinaryOperator;
import tutti.rebel.value.Type;

/** The type of each operator's result, from the types of its operands. */
final class OperatorTypes {

  private record Rule(Type left, Type right, Type result) {}

  private static final List<Rule> ADD =
      List.of(
          new Rule(INTEGER, INTEGER, INTEGER),
          new Rule(MONEY, MONEY, MONEY),
          new Rule(PERCENTAGE, PERCENTAGE, PERCENTAGE),
          new Rule(STRING, STRING, STRING),
          new Rule(DATE, TERM, DATE),
          new Rule(TERM, DATE, DATE),
          new Rule(DATE_TIME, TERM, DATE_TIME),
          new Rule(TERM, DATE_TIME, DATE_TIME),
          new Rule(TERM, TERM, TERM));

  private static final List<Rule> SUBTRACT =
      List.of(
          new Rule(INTEGER, INTEGER, INTEGER),
          new Rule(MONEY, MONEY, MONEY),
          new Rule(PERCENTAGE, PERCENTAGE, PERCENTAGE),
          new Rule(DATE, TERM, DATE),
          new Rule(DATE, DATE, TERM),
          new Rule(DATE_TIME, TERM, DATE_TIME),
          new Rule(TERM, TERM, TERM));

  private static final List<Rule> MULTIPLY =
      List.of(
          new Rule(INTEGER, INTEGER, INTEGER),
          new Rule(MONEY, INTEGER, MONEY),
          new Rule(INTEGER, MONEY, MONEY),
          new Rule(MONEY, PERCENTAGE, MONEY),
          new Rule(PERCENTAGE, MONEY, MONEY),
          new Rule(PERCENTAGE, PERCENTAGE, PERCENTAGE),
          new Rule(PERCENTAGE, INTEGER, PERCENTAGE),
          new Rule(INTEGER, PERCENTAGE, PERCENTAGE),
          new Rule(PERIOD, INTEGER, TERM),
          new Rule(INTEGER, PERIOD, TERM),
          new Rule(TERM, INTEGER, TERM),
          new Rule(INTEGER, TERM, TERM));

  private static final List<Rule> DIVIDE =
      List.of(
          new Rule(INTEGER, INTEGER, INTEGER),
          new Rule(MONEY, INTEGER, MONEY),
          new Rule(PERCENTAGE, INTEGER, PERCENTAGE),
          new Rule(PERIOD, INTEGER, TERM),
          new Rule(TERM, INTEGER, TERM));

  private static final List<Rule> REMAINDER = List.of(new Rule(INTEGER, INTEGER, INTEGER));

  private OperatorTypes() {}

  /** The type of {@code left operator right}, or null if there is none. */
  static @Nullable Type of(BinaryOperator operator, Type left, Type right) {
    return switch (operator) {
      case AND, OR, IMPLIES ->
          Types.fits(BOOLEAN, left) && Types.fits(BOOLEAN, right) ? BOOLEAN : null;
      case EQUAL, NOT_EQUAL -> Types.fits(left, right) ? BOOLEAN : null;
      case LESS, LESS_OR_EQUAL, GREATER, GREATER_OR_EQUAL ->
          Types.fits(left, right) && Types.ordered(left) && Types.ordered(right) ? BOOLEAN : null;
      case IN -> membership(left, right);
      case ADD -> sum(left, right);
      case SUBTRACT -> difference(left, right);
      case MULTIPLY -> rule(MULTIPLY, left, right);
      case DIVIDE -> rule(DIVIDE, left, right);
      case REMAINDER -> rule(REMAINDER, left, right);
    };
  }

  private static @Nullable Type membership(Type left, Type right) {
    return switch (right) {
      case Type.SetOf(Type element) -> Types.fits(element, left) ? BOOLEAN : null;
      case Type.MapOf(Type key, Type _) -> Types.fits(key, left) ? BOOLEAN : null;
      case Type.Unknown _ -> BOOLEAN;
      case Type.Simple _, Type.Reference _ -> null;
    };
  }

  private static @Nullable Type sum(Type left, Type right) {
    boolean collections = left instanceof Type.SetOf || left instanceof Type.MapOf;
    if (collections) {
      return Types.fits(left, right) ? Types.join(left, right) : null;
    }
    return rule(ADD, left, right);
  }

  private static @Nullable Type difference(Type left, Type right) {
    if (left instanceof Type.SetOf) {
      return Types.fits(left, right) ? left : null;
    }
    if (left instanceof Type.MapOf(Type key, Type _)) {
      return Types.fits(new Type.SetOf(key), right) ? left : null;
    }
    return rule(SUBTRACT, left, right);
  }

  private static @Nullable Type rule(List<Rule> rules, Type left, Type right) {
    if (left == ANY || right == ANY) {
      return ANY;
    }
    for (Rule rule : rules) {
      if (rule.left == left && rule.right == right) {
        return rule.result;
      }
    }
    return null;
  }

  /** The pairs of operands that an arithmetic operator takes, for messages. */
  static String expected(BinaryOperator operator, Type left) {
    List<Rule> rules =
        switch (operator) {
          case ADD -> ADD;
          case SUBTRACT -> SUBTRACT;
          case MULTIPLY -> MULTIPLY;
          case DIVIDE -> DIVIDE;
          case REMAINDER -> REMAINDER;
          default -> List.of();
        };
    List<String> right =
        rules.stream().filter(r -> r.left == left).map(r -> r.right.toString()).toList();
    if (right.isEmpty()) {
      return "";
    }
    return "%s %s wants %s on its right."
        .formatted(left, operator.symbol(), String.join(" or ", right));
  }
}
