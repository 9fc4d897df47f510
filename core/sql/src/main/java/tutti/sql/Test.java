package tutti.sql;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import tutti.model.relation.Comparison;
import tutti.model.relation.Condition;
import tutti.model.text.JsonText;

/**
 * A condition of WHERE, without a NOT: the reader has pushed each NOT down, so that a comparison
 * with a null is never true, negated or not, as in SQL. Immutable.
 */
sealed interface Test {

  boolean holds(@Nullable Record[] rows);

  /** The relations that the condition reads, by position. */
  Set<Integer> tables();

  /**
   * Returns the condition in the form of one relation's selection, which may use an index; null if
   * a selection cannot express it.
   */
  @Nullable Condition<Record> condition();

  /** A condition that reads one column. */
  sealed interface OfColumn extends Test {
    ColumnRef column();

    @Override
    default Set<Integer> tables() {
      return Set.of(column().table());
    }
  }

  /** A column against a constant. */
  record Compared(ColumnRef column, ComparisonOperator operator, Object value) implements OfColumn {
    @Override
    public boolean holds(@Nullable Record[] rows) {
      Object there = column.value(rows);
      return there != null && operator.of(column.codec().compare(there, value));
    }

    @Override
    public Condition<Record> condition() {
      Object wanted = column.optional() ? Optional.of(value) : value;
      Comparison<Record, Object, Condition<Record>> it = Condition.that(column.component());
      Condition<Record> compared =
          switch (operator) {
            case IS -> it.is(wanted);
            case IS_NOT -> it.isNot(wanted);
            case LESS -> it.lessThan(wanted);
            case AT_MOST -> it.atMost(wanted);
            case GREATER -> it.greaterThan(wanted);
            case AT_LEAST -> it.atLeast(wanted);
          };
      boolean takesEmpty =
          operator == ComparisonOperator.IS_NOT
              || operator == ComparisonOperator.LESS
              || operator == ComparisonOperator.AT_MOST;
      return column.optional() && takesEmpty
          ? compared.and(Condition.that(column.component()).isNot(Optional.empty()))
          : compared;
    }

    @Override
    public String toString() {
      return column + " " + operator + " " + text(column, value);
    }
  }

  /** A column against another. */
  record Columns(ColumnRef left, ComparisonOperator operator, ColumnRef right) implements Test {
    @Override
    public boolean holds(@Nullable Record[] rows) {
      Object a = left.value(rows);
      Object b = right.value(rows);
      return a != null && b != null && operator.of(left.codec().compare(a, b));
    }

    @Override
    public Set<Integer> tables() {
      return union(Set.of(left.table()), Set.of(right.table()));
    }

    @Override
    public @Nullable Condition<Record> condition() {
      return null;
    }

    @Override
    public String toString() {
      return left + " " + operator + " " + right;
    }
  }

  /**
   * A column that is, or is not, one of some values.
   *
   * @param canonical the canonical forms of the values, so that a row is tested in one step
   */
  record OneOf(ColumnRef column, List<Object> values, Set<Object> canonical, boolean not)
      implements OfColumn {
    static OneOf of(ColumnRef column, List<Object> values, boolean not) {
      Set<Object> canonical = new HashSet<>();
      values.forEach(value -> canonical.add(column.codec().canonical(value)));
      return new OneOf(column, values, canonical, not);
    }

    @Override
    public boolean holds(@Nullable Record[] rows) {
      Object there = column.value(rows);
      return there != null && canonical.contains(column.codec().canonical(there)) != not;
    }

    @Override
    public @Nullable Condition<Record> condition() {
      List<Object> wanted =
          column.optional()
              ? values.stream().<Object>map(Optional::of).toList()
              : List.copyOf(values);
      Condition<Record> in = Condition.that(column.component()).in(wanted);
      return !not ? in : column.optional() ? null : in.not();
    }

    @Override
    public String toString() {
      return column
          + (not ? " not in " : " in ")
          + values.stream()
              .map(value -> text(column, value))
              .collect(Collectors.joining(", ", "(", ")"));
    }
  }

  /** A text that begins, or does not begin, with another. */
  record Begins(ColumnRef column, String beginning, boolean not) implements OfColumn {
    @Override
    public boolean holds(@Nullable Record[] rows) {
      return column.value(rows) instanceof String text && text.startsWith(beginning) != not;
    }

    @Override
    public @Nullable Condition<Record> condition() {
      if (column.optional()) {
        return null;
      }
      Condition<Record> begins = Condition.that(column.component()).startsWith(beginning);
      return not ? begins.not() : begins;
    }

    @Override
    public String toString() {
      return column + (not ? " not like " : " like ") + JsonText.of(beginning + "%");
    }
  }

  /** A column that has, or has not, a value. */
  record IsNull(ColumnRef column, boolean not) implements OfColumn {
    @Override
    public boolean holds(@Nullable Record[] rows) {
      return (column.value(rows) == null) != not;
    }

    @Override
    public @Nullable Condition<Record> condition() {
      Comparison<Record, Object, Condition<Record>> it = Condition.that(column.component());
      return !column.optional() ? null : not ? it.isNot(Optional.empty()) : it.is(Optional.empty());
    }

    @Override
    public String toString() {
      return column + (not ? " is not null" : " is null");
    }
  }

  /**
   * Two or more conditions.
   *
   * @param and true if all must hold, false if one of them must
   */
  record Combined(boolean and, List<Test> parts) implements Test {
    @Override
    public boolean holds(@Nullable Record[] rows) {
      for (int i = 0; i < parts.size(); i++) {
        if (parts.get(i).holds(rows) != and) {
          return !and;
        }
      }
      return and;
    }

    @Override
    public Set<Integer> tables() {
      Set<Integer> tables = new TreeSet<>();
      parts.forEach(part -> tables.addAll(part.tables()));
      return tables;
    }

    @Override
    public @Nullable Condition<Record> condition() {
      List<Condition<Record>> conditions = new ArrayList<>(parts.size());
      for (Test part : parts) {
        Condition<Record> condition = part.condition();
        if (condition == null) {
          return null;
        }
        conditions.add(condition);
      }
      return whole(conditions);
    }

    /** Combines conditions by halves, so that a thousand of them do not nest a thousand deep. */
    private Condition<Record> whole(List<Condition<Record>> conditions) {
      if (conditions.size() == 1) {
        return conditions.getFirst();
      }
      int half = (conditions.size() + 1) / 2;
      Condition<Record> first = whole(conditions.subList(0, half));
      Condition<Record> second = whole(conditions.subList(half, conditions.size()));
      return and ? first.and(second) : first.or(second);
    }

    @Override
    public String toString() {
      String text =
          parts.stream().map(Test::toString).collect(Collectors.joining(and ? " and " : " or "));
      return and ? text : "(" + text + ")";
    }
  }

  private static Set<Integer> union(Set<Integer> a, Set<Integer> b) {
    Set<Integer> both = new TreeSet<>(a);
    both.addAll(b);
    return both;
  }

  private static String text(ColumnRef column, Object value) {
    return JsonText.of(column.form().write(value));
  }
}
