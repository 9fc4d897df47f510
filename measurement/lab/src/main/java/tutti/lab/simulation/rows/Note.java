package tutti.lab.simulation.rows;

/**
 * A note of one thing that a transaction saw or made of one row.
 *
 * @param shelf the actor's number
 * @param relation its number
 * @param key the row's primary key
 * @param how the statement about the row
 * @param a a stamp, 0 for "no row"; or a group; or a code
 * @param b another group; or the group of the row that was made
 * @param c the code of the row that was made
 */
public record Note(String shelf, int relation, long key, How how, long a, long b, long c) {

  /** The statement that a note makes of a row. */
  enum How {
    /** The row has the stamp a, or is not there. */
    SAW,
    /** The row is there. */
    THERE,
    /** The row is not there, or its group is not from a to b. */
    NOT_IN_GROUPS,
    /** The row is not there, or its code is not a. */
    NOT_OF_CODE,
    /** The row was made, or deleted. */
    MADE,
    /** Anything may have been done to any row of the shelf. */
    UNKNOWN
  }

  /** Returns the note that nothing is known of a shelf from here on. */
  static Note unknown(String shelf) {
    return new Note(shelf, 0, 0, How.UNKNOWN, 0, 0, 0);
  }

  @Override
  public String toString() {
    return switch (how) {
      case SAW -> a == 0 ? "saw no row" : "saw stamp " + a;
      case THERE -> "saw a row";
      case NOT_IN_GROUPS -> "not found in groups " + a + " to " + b;
      case NOT_OF_CODE -> "not found by code " + a;
      case MADE -> a == 0 ? "deleted" : "made stamp " + a;
      case UNKNOWN -> "lost track of the shelf";
    };
  }
}
