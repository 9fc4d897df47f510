package tutti.sql;

import java.util.Collection;
import java.util.HashSet;
import java.util.Set;
import net.sf.jsqlparser.expression.Expression;
import net.sf.jsqlparser.expression.operators.conditional.AndExpression;
import net.sf.jsqlparser.expression.operators.relational.EqualsTo;
import net.sf.jsqlparser.expression.operators.relational.ParenthesedExpressionList;
import net.sf.jsqlparser.schema.Column;
import net.sf.jsqlparser.statement.select.FromItem;
import net.sf.jsqlparser.statement.select.Join;

/** Reads joins, in their order. */
final class JoinReader {
  private final Places places;
  private final Scope scope;

  /** The relations of which a left join may have found no row. */
  final Set<Integer> perhaps = new HashSet<>();

  JoinReader(Places places, Scope scope) {
    this.places = places;
    this.scope = scope;
  }

  private FromItem joined(Join join) throws BadSql {
    Join known =
        new Join()
            .setFromItem(join.getFromItem())
            .withInner(join.isInner())
            .withLeft(join.isLeft())
            .withOuter(join.isLeft() && join.isOuter());
    known.setOnExpressions(join.getOnExpressions());
    if (join.isSimple()
        || join.getOnExpressions().size() != 1
        || !known.toString().equals(join.toString())) {
      throw places.bad(
          join.getRightItem(),
          "relations are joined by JOIN … ON a.x = b.y, or LEFT JOIN, on one equality");
    }
    return join.getRightItem();
  }

  /** Reads one join, and adds its relation to the scope. */
  Input.Join read(Join join) throws BadSql {
    scope.add(joined(join));
    Expression on = first(join.getOnExpressions());
    while (on instanceof ParenthesedExpressionList<?> list && list.size() == 1) {
      on = list.getFirst();
    }
    if (!(on instanceof EqualsTo equal)
        || !(equal.getLeftExpression() instanceof Column one)
        || !(equal.getRightExpression() instanceof Column other)) {
      throw places.bad(
          on instanceof AndExpression and ? and.getLeftExpression() : on,
          "a join is ON one equality of two columns"
              + (join.isLeft() ? "" : ": put further conditions into WHERE"));
    }
    int added = scope.tables.size() - 1;
    ColumnRef left = scope.column(one);
    ColumnRef right = scope.column(other);
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
    if (join.isLeft()) {
      perhaps.add(added);
    }
    return new Input.Join(left, right, join.isLeft());
  }

  private static Expression first(Collection<Expression> expressions) {
    return expressions.iterator().next();
  }
}
