package tutti.sql;

import java.util.HashSet;
import java.util.Set;

/** Reads joins, in their order. */
final class JoinReader {
  private final Places places;
  private final QueryScope scope;

  /** The relations of which a left join may have found no row. */
  final Set<Integer> perhaps = new HashSet<>();

  JoinReader(Places places, QueryScope scope) {
    this.places = places;
    this.scope = scope;
  }

  /** Reads one join, and adds its relation to the scope. */
  Input.Join read(Syntax.Joined join) throws BadSql {
    scope.add(join.table());
    if (!(join.on()
            instanceof
            Syntax.Comparison(int _, int _, ComparisonOperator operator, Syntax one, Syntax other))
        || operator != ComparisonOperator.IS
        || !(one instanceof Syntax.Name first)
        || !(other instanceof Syntax.Name second)) {
      throw places.bad(
          join.on(),
          "a join is ON one equality of two columns"
              + (join.left() ? "" : ": put further conditions into WHERE"));
    }
    int added = scope.tables.size() - 1;
    ColumnRef left = scope.column(first);
    ColumnRef right = scope.column(second);
    if (left.table() == added) {
      ColumnRef swap = left;
      left = right;
      right = swap;
    }
    if (right.table() != added || left.table() == added) {
      throw places.bad(
          one,
          "ON must name a column of "
              + scope.tables.get(added).name()
              + " and one of a relation before it");
    }
    if (perhaps.contains(left.table())) {
      throw places.bad(
          one,
          left + " may be missing after the LEFT JOIN: join on columns of the other relations");
    }
    if (!left.column().codec().type().equals(right.column().codec().type())) {
      throw places.bad(
          one,
          "%s has the type %s, and %s %s: a join is on columns of one type"
              .formatted(left, left.column().codec().type(), right, right.column().codec().type()));
    }
    if (join.left()) {
      perhaps.add(added);
    }
    return new Input.Join(left, right, join.left());
  }
}
