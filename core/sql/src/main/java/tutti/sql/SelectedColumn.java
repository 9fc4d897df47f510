package tutti.sql;

import static tutti.model.relation.query.Totals.sumOf;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.MathContext;
import java.util.Comparator;
import java.util.HashSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** A column of the answer, which is made of a row or of a group of rows. Immutable. */
sealed interface SelectedColumn {

  /** The type of the column's values, for people. */
  String type();

  /** The JSON tree of a value. */
  @Nullable Object tree(@Nullable Object value);

  /** The canonical form of a value, which is the same for equal values in different notations. */
  Object canonical(Object value);

  /** The order of values; nulls come first. */
  Comparator<@Nullable Object> order();

  /**
   * Returns the reason why the item has no {@link #order}, in words that follow "it"; null if it
   * has one.
   */
  default @Nullable String unordered() {
    return null;
  }

  /** A column of a relation, unchanged. */
  record Plain(ColumnRef column) implements SelectedColumn {
    @Override
    public String type() {
      return column.codec().type().toString();
    }

    @Override
    public @Nullable Object tree(@Nullable Object value) {
      return value == null ? null : column.form().write(value);
    }

    @Override
    public Object canonical(Object value) {
      return column.codec().canonical(value);
    }

    @Override
    public Comparator<@Nullable Object> order() {
      return Comparator.nullsFirst(column.codec());
    }

    @Override
    public @Nullable String unordered() {
      return column.codec().unordered();
    }

    @Override
    public String toString() {
      return column.toString();
    }
  }

  enum Function {
    COUNT,
    SUM,
    AVG,
    MIN,
    MAX
  }

  /**
   * @param column the column that is counted or added up; null for {@code count(*)}
   * @param shown the name in the plan and the answer
   */
  record Aggregate(Function function, @Nullable ColumnRef column, boolean distinct, String shown)
      implements SelectedColumn {
    @Override
    public String type() {
      ColumnRef of = column;
      return switch (function) {
        case COUNT -> "long";
        case AVG -> floating() ? "double" : "decimal";
        case SUM -> floating() ? "double" : of != null && decimal() ? "decimal" : "big-integer";
        case MIN, MAX -> of == null ? "" : of.codec().type().toString();
      };
    }

    private boolean floating() {
      return column != null && Totals.FLOATING.contains(column.codec().type().toString());
    }

    private boolean decimal() {
      return column != null && column.codec().type().toString().equals("decimal");
    }

    @Override
    public @Nullable Object tree(@Nullable Object value) {
      ColumnRef of = column;
      boolean asIs = function != Function.MIN && function != Function.MAX;
      return value == null || of == null || asIs ? value : of.form().write(value);
    }

    @Override
    public Object canonical(Object value) {
      ColumnRef of = column;
      if (of != null && (function == Function.MIN || function == Function.MAX)) {
        return of.codec().canonical(value);
      }
      return value instanceof BigDecimal decimal ? decimal.stripTrailingZeros() : value;
    }

    @Override
    @SuppressWarnings({"unchecked", "rawtypes"}) // numbers of one class
    public Comparator<@Nullable Object> order() {
      ColumnRef of = column;
      boolean byColumn = function == Function.MIN || function == Function.MAX;
      if (of != null && byColumn) {
        return Comparator.nullsFirst(of.codec());
      }
      return Comparator.nullsFirst((a, b) -> ((Comparable) a).compareTo(b));
    }

    @Override
    public String toString() {
      return shown;
    }
  }

  /** The running result of an aggregate. Not thread-safe. */
  final class Totals {
    static final Set<String> FLOATING = Set.of("float", "double");

    private final Aggregate item;
    private final QueryMemory memory;
    private final Set<Object> seen = new HashSet<>();
    private long count;
    private BigDecimal sum = BigDecimal.ZERO;
    private double floating;
    private @Nullable Object extreme;

    Totals(Aggregate item, QueryMemory memory) {
      this.item = item;
      this.memory = memory;
    }

    void add(@Nullable Record[] rows) {
      ColumnRef column = item.column;
      if (column == null) {
        count++;
        return;
      }
      Object value = column.value(rows);
      if (value == null) {
        return;
      }
      if (item.distinct) {
        if (!seen.add(column.codec().canonical(value))) {
          return;
        }
        memory.keep(1);
      }
      count++;
      switch (item.function) {
        case COUNT -> {}
        case SUM, AVG -> plus((Number) value);
        case MIN, MAX -> {
          int sign = item.function == Function.MIN ? 1 : -1;
          if (extreme == null || sign * column.codec().compare(value, extreme) < 0) {
            extreme = value;
          }
        }
      }
    }

    private void plus(Number value) {
      switch (value) {
        case BigDecimal number -> sum = sumOf(sum, number);
        case BigInteger number -> sum = sum.add(new BigDecimal(number));
        case Double number -> floating += number;
        case Float number -> floating += number;
        default -> sum = sum.add(BigDecimal.valueOf(value.longValue()));
      }
    }

    /** The result of the aggregate; null without values, as in SQL, except for a count. */
    @Nullable Object value() {
      if (item.function == Function.COUNT) {
        return count;
      }
      if (count == 0) {
        return null;
      }
      return switch (item.function) {
        case MIN, MAX, COUNT -> extreme;
        case SUM ->
            item.floating() ? floating : item.decimal() ? (Object) sum : sum.toBigIntegerExact();
        case AVG ->
            item.floating()
                ? (Object) (floating / count)
                : sum.divide(BigDecimal.valueOf(count), MathContext.DECIMAL128);
      };
    }
  }
}
