package tutti.lab.tpcc;

import java.util.Arrays;

/** The actors into which the tables are cut. */
public enum Actors {
  /** A warehouse with all that belongs to it. */
  WAREHOUSES("warehouses"),
  /** The row of a warehouse, a district, a customer with orders, and the stock of an item. */
  ROWS("rows");

  private final String label;

  Actors(String label) {
    this.label = label;
  }

  String label() {
    return label;
  }

  /**
   * Returns those of that name.
   *
   * @throws IllegalArgumentException if there are none
   */
  public static Actors of(String label) {
    return Arrays.stream(values())
        .filter(actors -> actors.label.equals(label))
        .findFirst()
        .orElseThrow(
            () ->
                new IllegalArgumentException(
                    "--actors are warehouses or rows, not '" + label + "'"));
  }
}
