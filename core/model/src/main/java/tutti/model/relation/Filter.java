package tutti.model.relation;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import tutti.model.codec.ColumnCodec;
import tutti.model.codec.RecordCodec;
import tutti.model.codec.TypeCodec;
import tutti.model.relation.query.Operator;
import tutti.model.schema.Kind;
import tutti.model.schema.ValueType;
import tutti.model.text.ValueText;

/** A condition whose components have been found in the row. Immutable. */
sealed interface Filter<R extends Record> {

  boolean holds(R row);

  /**
   * Takes a condition apart where all parts must hold, so that a plan can use them one by one.
   *
   * @throws IllegalArgumentException if a component is not named, or has no order where it needs
   *     one
   */
  static <R extends Record> void split(
      Condition<R> condition, RecordCodec<R> codec, Consumer<Filter<R>> parts) {
    switch (condition) {
      case Condition.Both<R> both -> {
        split(both.first, codec, parts);
        split(both.second, codec, parts);
      }
      case Condition.Compared<R> compared -> parts.accept(test(compared, codec));
      case Condition.Either<R> either ->
          parts.accept(new Either<>(whole(either.first, codec), whole(either.second, codec)));
      case Condition.Not<R> not -> parts.accept(new Not<>(whole(not.condition, codec)));
    }
  }

  private static <R extends Record> Filter<R> whole(Condition<R> condition, RecordCodec<R> codec) {
    List<Filter<R>> parts = new ArrayList<>();
    split(condition, codec, parts::add);
    Filter<R> whole = parts.getFirst();
    for (int i = 1; i < parts.size(); i++) {
      whole = new Both<>(whole, parts.get(i));
    }
    return whole;
  }

  private static <R extends Record> Test<R> test(
      Condition.Compared<R> compared, RecordCodec<R> codec) {
    int position = ComponentNames.position(compared.component, codec);
    ColumnCodec<R> column = codec.column(position);
    String place = codec.record().getSimpleName() + "." + column.name();
    String why = column.codec().unordered();
    if (compared.operator.ordered() && why != null) {
      throw new IllegalArgumentException(
          place + " cannot be compared by " + compared.operator + ": its type " + why);
    }
    if (compared.operator == Operator.STARTS_WITH
        && !column.codec().type().equals(new ValueType.Scalar(Kind.STRING))) {
      throw new IllegalArgumentException(
          place + " cannot start with a text: its type is " + column.codec().type());
    }
    Set<Object> known = Set.of();
    if (compared.operator == Operator.IN && why == null && compared.values.size() > FEW) {
      known = new HashSet<>();
      for (Object value : compared.values) {
        known.add(column.codec().canonical(value));
      }
    }
    return new Test<>(position, column, compared.operator, compared.values, known);
  }

  /** The number of values of an IN that are tried one by one. */
  int FEW = 8;

  /**
   * A comparison of one component with constants.
   *
   * @param known the canonical forms of the values of a long IN; else empty
   */
  record Test<R extends Record>(
      int position,
      ColumnCodec<R> column,
      Operator operator,
      List<Object> values,
      Set<Object> known)
      implements Filter<R> {

    Object value() {
      return values.getFirst();
    }

    @Override
    public boolean holds(R row) {
      return switch (operator) {
        case IS -> same(row, value());
        case IS_NOT -> !same(row, value());
        case IN -> isIn(row);
        case LESS_THAN -> column.compareTo(row, value()) < 0;
        case AT_MOST -> column.compareTo(row, value()) <= 0;
        case GREATER_THAN -> column.compareTo(row, value()) > 0;
        case AT_LEAST -> column.compareTo(row, value()) >= 0;
        case STARTS_WITH -> ((String) column.get(row)).startsWith((String) value());
      };
    }

    private boolean same(R row, Object value) {
      return column.codec().unordered() == null
          ? column.compareTo(row, value) == 0
          : column.get(row).equals(value);
    }

    private boolean isIn(R row) {
      if (!known.isEmpty()) {
        return known.contains(column.codec().canonical(column.get(row)));
      }
      for (int i = 0; i < values.size(); i++) {
        if (same(row, values.get(i))) {
          return true;
        }
      }
      return false;
    }

    /** The values of an IN in order, each once. */
    List<Object> sorted() {
      TypeCodec<Object> codec = column.codec();
      List<Object> sorted = new ArrayList<>(values);
      sorted.sort(codec);
      List<Object> once = new ArrayList<>(sorted.size());
      for (Object value : sorted) {
        if (once.isEmpty() || codec.compare(once.getLast(), value) != 0) {
          once.add(value);
        }
      }
      return once;
    }

    @Override
    public String toString() {
      if (operator != Operator.IN) {
        return column.name() + " " + operator + " " + text(value());
      }
      return column.name()
          + " in ("
          + String.join(", ", values.stream().map(Test::text).toList())
          + ")";
    }

    private static String text(Object value) {
      return value instanceof String text ? "\"" + text + "\"" : ValueText.of(value);
    }
  }

  record Both<R extends Record>(Filter<R> first, Filter<R> second) implements Filter<R> {
    @Override
    public boolean holds(R row) {
      return first.holds(row) && second.holds(row);
    }

    @Override
    public String toString() {
      return first + " and " + second;
    }
  }

  record Either<R extends Record>(Filter<R> first, Filter<R> second) implements Filter<R> {
    @Override
    public boolean holds(R row) {
      return first.holds(row) || second.holds(row);
    }

    @Override
    public String toString() {
      return "(" + first + " or " + second + ")";
    }
  }

  record Not<R extends Record>(Filter<R> filter) implements Filter<R> {
    @Override
    public boolean holds(R row) {
      return !filter.holds(row);
    }

    @Override
    public String toString() {
      return "not (" + filter + ")";
    }
  }
}
