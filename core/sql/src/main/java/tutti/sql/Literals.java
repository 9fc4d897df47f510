package tutti.sql;

import java.math.BigInteger;
import tutti.model.form.BadValue;

/** Reads the constants of a query. */
record Literals(Places places) {

  /**
   * Returns the value of a constant, of the type of the column with which it is compared.
   *
   * @param near the column as it is written
   */
  Object read(ColumnRef column, Syntax near, Syntax literal) throws BadSql {
    if (!(literal instanceof Syntax.Constant constant)) {
      throw places.bad(
          literal,
          "expected a number, a text in single quotes, true or false, found '"
              + places.text(literal)
              + "': functions, arithmetic and other queries are not supported");
    }
    Object tree = constant.tree();
    if (tree == null) {
      throw places.bad(
          near, "nothing compares with null: write " + column + " is null, or is not null");
    }
    try {
      return column.form().read(tree);
    } catch (BadValue bad) {
      String shown = Places.shorten(tree instanceof BigInteger ? places.text(literal) : tree + "");
      throw places.bad(
          near,
          column
              + " is compared with "
              + (tree instanceof String ? "'" + shown + "'" : shown)
              + ": expected "
              + column.form().expected());
    }
  }
}
