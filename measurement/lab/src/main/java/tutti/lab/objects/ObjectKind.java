package tutti.lab.objects;

import java.util.Locale;

/** The benchmarks of Atomic RMI (§5). */
public enum ObjectKind {
  /** Writes of two values, or reads of four, each on a node of its own. */
  DHT(1_000, 4),
  /** Transfers between two accounts, and audits of all accounts of all nodes. */
  AUDITED_BANK(8, 2),
  /** Thirty reads or thirty writes: each operation calls two more, down to the fifth level. */
  LOAN(16, LoanTree.OPERATIONS),
  /** A travel agency: reservations after a search, new prices, and customers who leave. */
  VACATION(100, VacationRequests.SEARCHED);

  private final int usualObjects;
  private final int fewest;

  ObjectKind(int usualObjects, int fewest) {
    this.usualObjects = usualObjects;
    this.fewest = fewest;
  }

  /** Returns the name on the command line: {@code audited-bank}. */
  public String label() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  /** Returns the number of objects of a node, unless told otherwise. */
  public int usualObjects() {
    return usualObjects;
  }

  /**
   * Checks the number of objects.
   *
   * @throws IllegalArgumentException if a transaction needs more
   */
  void check(ObjectShape shape) {
    if (shape.total() < fewest) {
      throw new IllegalArgumentException(
          "a transaction of "
              + label()
              + " is on up to "
              + fewest
              + " objects: --objects is at least "
              + (fewest + shape.nodes() - 1) / shape.nodes()
              + " with "
              + shape.nodes()
              + " nodes, not "
              + shape.objects());
    }
  }
}
