package tutti.sql;

import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The kind of comparison of a column. */
enum ComparisonOperator {
  IS("=", 2),
  IS_NOT("<>", 5),
  LESS("<", 1),
  AT_MOST("<=", 3),
  GREATER(">", 4),
  AT_LEAST(">=", 6);

  private final String text;

  /** The orders for which it holds, as bits: 1 for less, 2 for equal, 4 for greater. */
  private final int signs;

  ComparisonOperator(String text, int signs) {
    this.text = text;
    this.signs = signs;
  }

  /** Returns the operator that SQL writes by a sign; null if there is none. */
  static @Nullable ComparisonOperator ofSign(String sign) {
    return switch (sign) {
      case "=", "==" -> IS;
      case "<>", "!=", "^=" -> IS_NOT;
      case "<" -> LESS;
      case "<=" -> AT_MOST;
      case ">" -> GREATER;
      case ">=" -> AT_LEAST;
      default -> null;
    };
  }

  boolean of(int difference) {
    return (signs & 1 << Integer.signum(difference) + 1) != 0;
  }

  ComparisonOperator negated() {
    return ofSigns(7 - signs);
  }

  /** The operator with its sides exchanged. */
  ComparisonOperator mirrored() {
    return ofSigns(signs & 2 | (signs & 1) << 2 | signs >> 2);
  }

  private static ComparisonOperator ofSigns(int signs) {
    return Stream.of(values()).filter(each -> each.signs == signs).findFirst().orElseThrow();
  }

  @Override
  public String toString() {
    return text;
  }
}
