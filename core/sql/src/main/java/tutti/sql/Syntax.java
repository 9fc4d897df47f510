package tutti.sql;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A part of a query as it is written, before names have a meaning. The parts do not nest deeper
 * than {@link SelectParser#DEEPEST} parentheses allow. Immutable.
 */
sealed interface Syntax {
  /** The position of the part's first character in the query, from 0. */
  int at();

  /** The position after the part's last character. */
  int end();

  /** A column: {@code value}, or {@code o.value}. */
  record Name(int at, int end, @Nullable Qualifier qualifier, String name) implements Syntax {}

  /** The relation before a column's name. */
  record Qualifier(int at, int end, String name) implements Syntax {}

  /** All columns: {@code *}, or {@code o.*}. */
  record Star(int at, int end, @Nullable Qualifier qualifier) implements Syntax {}

  /**
   * A constant.
   *
   * @param tree a number, a text or a truth value; null for {@code null}
   */
  record Constant(int at, int end, @Nullable Object tree) implements Syntax {}

  /** A function of arguments. */
  record Call(int at, int end, String name, boolean distinct, List<Syntax> arguments)
      implements Syntax {}

  /** A value computed by an operator such as {@code +}, which is not supported. */
  record Computed(int at, int end) implements Syntax {}

  /** Two or more conditions that must all hold, or of which one must. */
  record Combined(int at, int end, boolean and, List<Syntax> parts) implements Syntax {}

  /** A condition that must not hold. */
  record Not(int at, int end, Syntax condition) implements Syntax {}

  /** A comparison of two values. */
  record Comparison(int at, int end, ComparisonOperator operator, Syntax left, Syntax right)
      implements Syntax {}

  /** A value between two others, both included. */
  record Between(int at, int end, Syntax value, boolean not, Syntax low, Syntax high)
      implements Syntax {}

  /** A value that is one of some. */
  record In(int at, int end, Syntax value, boolean not, List<Syntax> values) implements Syntax {}

  /** A text of a form. */
  record Like(int at, int end, Syntax value, boolean not, Syntax form) implements Syntax {}

  /** A value that is null. */
  record IsNull(int at, int end, Syntax value, boolean not) implements Syntax {}

  /** A relation, and the name by which the query calls it. */
  record Table(int at, int end, String name, @Nullable String alias) implements Syntax {}

  /** A column of the answer, and its name there. */
  record Selected(Syntax column, @Nullable String alias) {}

  /** A further relation. */
  record Joined(Table table, boolean left, Syntax on) {}

  /** A part of ORDER BY. */
  record Sorted(Syntax by, boolean descending) {}

  /**
   * A whole query.
   *
   * @param groups the columns of GROUP BY; null without GROUP BY
   */
  record Select(
      List<Selected> columns,
      boolean distinct,
      Table from,
      List<Joined> joins,
      @Nullable Syntax where,
      @Nullable List<Syntax> groups,
      List<Sorted> order,
      Window window) {}

  /**
   * The part of the rows that is wanted.
   *
   * @param limit {@link Long#MAX_VALUE} without LIMIT
   */
  record Window(long offset, long limit) {}
}
