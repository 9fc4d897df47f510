package tutti.sql;

import java.util.ArrayList;
import java.util.List;
import net.sf.jsqlparser.expression.Expression;
import net.sf.jsqlparser.expression.NotExpression;
import net.sf.jsqlparser.expression.StringValue;
import net.sf.jsqlparser.expression.operators.conditional.AndExpression;
import net.sf.jsqlparser.expression.operators.conditional.OrExpression;
import net.sf.jsqlparser.expression.operators.relational.Between;
import net.sf.jsqlparser.expression.operators.relational.ComparisonOperator;
import net.sf.jsqlparser.expression.operators.relational.EqualsTo;
import net.sf.jsqlparser.expression.operators.relational.GreaterThan;
import net.sf.jsqlparser.expression.operators.relational.GreaterThanEquals;
import net.sf.jsqlparser.expression.operators.relational.InExpression;
import net.sf.jsqlparser.expression.operators.relational.IsNullExpression;
import net.sf.jsqlparser.expression.operators.relational.LikeExpression;
import net.sf.jsqlparser.expression.operators.relational.MinorThan;
import net.sf.jsqlparser.expression.operators.relational.MinorThanEquals;
import net.sf.jsqlparser.expression.operators.relational.NotEqualsTo;
import net.sf.jsqlparser.expression.operators.relational.ParenthesedExpressionList;
import net.sf.jsqlparser.schema.Column;
import tutti.model.codec.TypeShape;
import tutti.model.schema.Kind;

/** Reads the conditions of WHERE; a NOT is pushed down to the comparisons that it negates. */
final class ConditionReader {
  private final Places places;
  private final Scope scope;
  private final Literals literals;

  ConditionReader(Places places, Scope scope) {
    this.places = places;
    this.scope = scope;
    this.literals = new Literals(places);
  }

  /**
   * @param not whether the condition is negated
   */
  Test read(Expression condition, boolean not) throws BadSql {
    return switch (condition) {
      case AndExpression and ->
          combined(read(and.getLeftExpression(), not), read(and.getRightExpression(), not), not);
      case OrExpression or ->
          combined(read(or.getLeftExpression(), not), read(or.getRightExpression(), not), !not);
      case NotExpression denied -> read(denied.getExpression(), !not);
      case ParenthesedExpressionList<?> list when list.size() == 1 -> read(list.getFirst(), not);
      case ComparisonOperator comparison -> comparison(comparison, not);
      case Between between -> between(between, not != between.isNot());
      case InExpression in -> in(in, not != in.isNot());
      case LikeExpression like -> like(like, not != like.isNot());
      case IsNullExpression isNull ->
          new Test.IsNull(column(isNull.getLeftExpression()), not != isNull.isNot());
      case Column flag -> flag(flag, not);
      default ->
          throw places.bad(
              condition,
              "'"
                  + condition
                  + "' is no condition that is supported: compare a column by =, <>, <, <=, >, >=,"
                  + " between, in, like 'x%' or is null, and combine by and, or, not");
    };
  }

  private static Test combined(Test first, Test second, boolean either) {
    return new Test.Two(first, !either, second);
  }

  /** Reads a column that is true or false, which is a condition by itself. */
  private Test flag(Column flag, boolean not) throws BadSql {
    ColumnRef column = scope.column(flag);
    if (!is(column, Kind.BOOLEAN)) {
      throw places.bad(flag, column + " is no condition: compare it with something");
    }
    return new Test.Compared(column, Operator.IS, !not);
  }

  private Test comparison(ComparisonOperator comparison, boolean not) throws BadSql {
    Operator operator =
        switch (comparison) {
          case EqualsTo _ -> Operator.IS;
          case NotEqualsTo _ -> Operator.IS_NOT;
          case MinorThan _ -> Operator.LESS;
          case MinorThanEquals _ -> Operator.AT_MOST;
          case GreaterThan _ -> Operator.GREATER;
          case GreaterThanEquals _ -> Operator.AT_LEAST;
          default ->
              throw places.bad(
                  comparison,
                  "the operator "
                      + comparison.getStringExpression()
                      + " is not supported: use =, <>, <, <=, > or >=");
        };
    Operator meant = not ? operator.negated() : operator;
    Expression left = comparison.getLeftExpression();
    Expression right = comparison.getRightExpression();
    if (isColumn(left) && isColumn(right)) {
      return columns(comparison, meant);
    }
    return isColumn(left) ? compared(left, meant, right) : compared(right, meant.mirrored(), left);
  }

  private Test columns(ComparisonOperator comparison, Operator operator) throws BadSql {
    ColumnRef a = ordered(comparison.getLeftExpression());
    ColumnRef b = ordered(comparison.getRightExpression());
    if (!a.codec().type().equals(b.codec().type())) {
      throw places.bad(
          comparison.getLeftExpression(),
          ("%s and %s have different types, %s and %s: only columns of one type can"
                  + " be compared")
              .formatted(a, b, a.codec().type(), b.codec().type()));
    }
    return new Test.Columns(a, operator, b);
  }

  private Test compared(Expression left, Operator operator, Expression right) throws BadSql {
    ColumnRef column = ordered(left);
    return new Test.Compared(column, operator, literals.read(column, left, right));
  }

  private Test between(Between between, boolean not) throws BadSql {
    Expression it = between.getLeftExpression();
    Operator low = not ? Operator.LESS : Operator.AT_LEAST;
    Operator high = not ? Operator.GREATER : Operator.AT_MOST;
    return combined(
        compared(it, low, between.getBetweenExpressionStart()),
        compared(it, high, between.getBetweenExpressionEnd()),
        not);
  }

  private Test in(InExpression in, boolean not) throws BadSql {
    ColumnRef column = ordered(in.getLeftExpression());
    if (!(in.getRightExpression() instanceof ParenthesedExpressionList<?> list)) {
      throw places.bad(
          in.getLeftExpression(), "IN takes a list of values in parentheses, as in (1, 2, 3)");
    }
    List<Object> values = new ArrayList<>();
    for (Expression value : list) {
      values.add(literals.read(column, in.getLeftExpression(), value));
    }
    return new Test.OneOf(column, values, not);
  }

  private Test like(LikeExpression like, boolean not) throws BadSql {
    Expression left = like.getLeftExpression();
    ColumnRef column = column(left);
    boolean plain =
        like.getLikeKeyWord() == LikeExpression.KeyWord.LIKE
            && like.getEscape() == null
            && like.getRightExpression() instanceof StringValue;
    String pattern = plain ? ((StringValue) like.getRightExpression()).getNotExcapedValue() : "";
    String beginning = pattern.endsWith("%") ? pattern.substring(0, pattern.length() - 1) : "_";
    if (!is(column, Kind.STRING) || beginning.contains("%") || beginning.contains("_")) {
      throw places.bad(
          left,
          "'"
              + like
              + "' is not supported: LIKE takes a text column and what the text begins with, as in"
              + " name like 'Ada%'");
    }
    return new Test.Begins(column, beginning, not);
  }

  // --- columns

  private static boolean isColumn(Expression expression) {
    return expression instanceof Column column && !Literals.isTruth(column);
  }

  private ColumnRef column(Expression expression) throws BadSql {
    if (expression instanceof Column column && !Literals.isTruth(column)) {
      return scope.column(column);
    }
    throw places.bad(
        expression,
        "expected a column, found '"
            + expression
            + "': functions and arithmetic are not supported");
  }

  private ColumnRef ordered(Expression expression) throws BadSql {
    ColumnRef column = column(expression);
    String why = column.codec().unordered();
    if (why != null) {
      throw places.bad(
          expression,
          column + " cannot be compared: its type " + column.codec().type() + " " + why);
    }
    return column;
  }

  private static boolean is(ColumnRef column, Kind kind) {
    return column.codec().shape().equals(new TypeShape.Scalar(kind));
  }
}
