package tutti.sql;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.Locale;
import net.sf.jsqlparser.expression.BooleanValue;
import net.sf.jsqlparser.expression.DateTimeLiteralExpression;
import net.sf.jsqlparser.expression.DoubleValue;
import net.sf.jsqlparser.expression.Expression;
import net.sf.jsqlparser.expression.LongValue;
import net.sf.jsqlparser.expression.NullValue;
import net.sf.jsqlparser.expression.SignedExpression;
import net.sf.jsqlparser.expression.StringValue;
import net.sf.jsqlparser.schema.Column;
import org.jspecify.annotations.Nullable;
import tutti.model.form.BadValue;

/** Reads the constants of a query. */
record Literals(Places places) {
  /** Whether a column is in fact true or false, which the parser takes for columns. */
  static boolean isTruth(Column column) {
    String name = column.toString().toLowerCase(Locale.ROOT);
    return name.equals("true") || name.equals("false");
  }

  /** Returns the value of a literal, of the type of the column with which it is compared. */
  Object read(ColumnRef column, Expression near, Expression literal) throws BadSql {
    if (literal instanceof NullValue) {
      throw places.bad(
          near, "nothing compares with null: write " + column + " is null, or is not null");
    }
    Object tree = tree(literal);
    if (tree == null) {
      throw places.bad(
          literal,
          "expected a number, a text in single quotes, true or false, found '"
              + literal
              + "': functions, arithmetic and other queries are not supported");
    }
    try {
      return column.form().read(tree);
    } catch (BadValue bad) {
      String found = tree instanceof String ? "'" + tree + "'" : String.valueOf(tree);
      throw places.bad(
          near, column + " is compared with " + found + ": expected " + column.form().expected());
    }
  }

  private static @Nullable Object tree(Expression literal) {
    return switch (literal) {
      case LongValue number -> number.getBigIntegerValue();
      case DoubleValue number -> new BigDecimal(number.toString());
      case StringValue text -> text.getNotExcapedValue();
      case BooleanValue truth -> truth.getValue();
      case Column column when isTruth(column) -> Boolean.valueOf(column.toString());
      case DateTimeLiteralExpression time -> time.getValue().replaceAll("^'|'$", "");
      case SignedExpression signed -> signed(signed);
      default -> null;
    };
  }

  private static @Nullable Object signed(SignedExpression signed) {
    Object value = tree(signed.getExpression());
    BigDecimal number =
        switch (value) {
          case BigInteger whole -> new BigDecimal(whole);
          case BigDecimal decimal -> decimal;
          case null, default -> null;
        };
    return number == null ? null : signed.getSign() == '-' ? number.negate() : number;
  }
}
