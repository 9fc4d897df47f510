package tutti.sql;

import java.util.ArrayList;
import java.util.List;
import tutti.model.codec.TypeShape;
import tutti.model.schema.Kind;

/** Reads the conditions of WHERE; a NOT is pushed down to the comparisons that it negates. */
final class ConditionReader {
  private final Places places;
  private final QueryScope scope;
  private final Literals literals;

  ConditionReader(Places places, QueryScope scope) {
    this.places = places;
    this.scope = scope;
    this.literals = new Literals(places);
  }

  /**
   * @param not whether the condition is negated
   */
  Test read(Syntax condition, boolean not) throws BadSql {
    return switch (condition) {
      case Syntax.Combined(int _, int _, boolean and, List<Syntax> parts) -> {
        List<Test> tests = new ArrayList<>(parts.size());
        for (Syntax part : parts) {
          tests.add(read(part, not));
        }
        yield new Test.Combined(and != not, tests);
      }
      case Syntax.Not denied -> read(denied.condition(), !not);
      case Syntax.Comparison comparison -> comparison(comparison, not);
      case Syntax.Between between -> between(between, not != between.not());
      case Syntax.In in -> in(in, not != in.not());
      case Syntax.Like like -> like(like, not != like.not());
      case Syntax.IsNull isNull -> new Test.IsNull(column(isNull.value()), not != isNull.not());
      case Syntax.Name flag -> flag(flag, not);
      case Syntax.Constant _,
          Syntax.Call _,
          Syntax.Computed _,
          Syntax.Star _,
          Syntax.Qualifier _,
          Syntax.Table _ ->
          throw places.bad(
              condition,
              "'"
                  + places.text(condition)
                  + "' is no condition that is supported: compare a column by =, <>, <, <=, >, >=,"
                  + " between, in, like 'x%' or is null, and combine by and, or, not");
    };
  }

  /** Reads a column that is true or false, which is a condition by itself. */
  private Test flag(Syntax.Name flag, boolean not) throws BadSql {
    ColumnRef column = scope.column(flag);
    if (!is(column, Kind.BOOLEAN)) {
      throw places.bad(flag, column + " is no condition: compare it with something");
    }
    return new Test.Compared(column, ComparisonOperator.IS, !not);
  }

  private Test comparison(Syntax.Comparison comparison, boolean not) throws BadSql {
    ComparisonOperator meant = not ? comparison.operator().negated() : comparison.operator();
    Syntax left = comparison.left();
    Syntax right = comparison.right();
    if (left instanceof Syntax.Name && right instanceof Syntax.Name) {
      return columns(comparison, meant);
    }
    return left instanceof Syntax.Name || !(right instanceof Syntax.Name)
        ? compared(left, meant, right)
        : compared(right, meant.mirrored(), left);
  }

  private Test columns(Syntax.Comparison comparison, ComparisonOperator operator) throws BadSql {
    ColumnRef a = ordered(comparison.left());
    ColumnRef b = ordered(comparison.right());
    if (!a.codec().type().equals(b.codec().type())) {
      throw places.bad(
          comparison.left(),
          ("%s and %s have different types, %s and %s: only columns of one type can"
                  + " be compared")
              .formatted(a, b, a.codec().type(), b.codec().type()));
    }
    return new Test.Columns(a, operator, b);
  }

  private Test compared(Syntax left, ComparisonOperator operator, Syntax right) throws BadSql {
    ColumnRef column = ordered(left);
    return new Test.Compared(column, operator, literals.read(column, left, right));
  }

  private Test between(Syntax.Between between, boolean not) throws BadSql {
    Syntax value = between.value();
    ComparisonOperator low = not ? ComparisonOperator.LESS : ComparisonOperator.AT_LEAST;
    ComparisonOperator high = not ? ComparisonOperator.GREATER : ComparisonOperator.AT_MOST;
    return new Test.Combined(
        !not, List.of(compared(value, low, between.low()), compared(value, high, between.high())));
  }

  private Test in(Syntax.In in, boolean not) throws BadSql {
    ColumnRef column = ordered(in.value());
    List<Object> values = new ArrayList<>();
    for (Syntax value : in.values()) {
      values.add(literals.read(column, in.value(), value));
    }
    return Test.OneOf.of(column, values, not);
  }

  private Test like(Syntax.Like like, boolean not) throws BadSql {
    ColumnRef column = column(like.value());
    String form =
        like.form() instanceof Syntax.Constant(int _, int _, Object tree)
                && tree instanceof String text
            ? text
            : "";
    String beginning = form.endsWith("%") ? form.substring(0, form.length() - 1) : "_";
    if (!is(column, Kind.STRING) || beginning.contains("%") || beginning.contains("_")) {
      throw places.bad(
          like.value(),
          "'"
              + places.text(like)
              + "' is not supported: LIKE takes a text column and what the text begins with, as in"
              + " name like 'Ada%'");
    }
    return new Test.Begins(column, beginning, not);
  }

  // --- columns

  private ColumnRef column(Syntax written) throws BadSql {
    if (written instanceof Syntax.Name name) {
      return scope.column(name);
    }
    throw places.bad(
        written,
        "expected a column, found '"
            + places.text(written)
            + "': functions and arithmetic are not supported");
  }

  private ColumnRef ordered(Syntax written) throws BadSql {
    ColumnRef column = column(written);
    String why = column.codec().unordered();
    if (why != null) {
      throw places.bad(
          written, column + " cannot be compared: its type " + column.codec().type() + " " + why);
    }
    return column;
  }

  private static boolean is(ColumnRef column, Kind kind) {
    return column.codec().shape().equals(new TypeShape.Scalar(kind));
  }
}
