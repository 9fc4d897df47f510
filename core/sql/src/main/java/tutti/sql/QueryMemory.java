package tutti.sql;

import tutti.model.Abort;

/**
 * The memory that a query keeps while it runs: rows to sort, groups, distinct values, and the text
 * of its answer. It is counted by an estimate that is the same on all nodes, and bounded: the steps
 * that a query may take are enough to fill a heap. Not thread-safe.
 *
 * <p>For example, {@code select a.id, b.id, count(*) from t a join t b on a.ok = b.ok group by
 * a.id, b.id} has a group for each pair of rows.
 */
final class QueryMemory {
  /** The most bytes of groups, distinct values and rows that are kept. */
  static final long MOST_BYTES = 32 << 20;

  /** The most characters of an answer. */
  static final long MOST_CHARACTERS = 1 << 26;

  private static final int ENTRY = 100;
  private static final int VALUE = 48;
  private static final int ROW = 40;
  private static final int REFERENCE = 8;

  private long bytes;
  private long characters;

  /**
   * Adds a group, or a distinct value, with {@code values} values of its own, to the memory that
   * the query keeps.
   */
  void keep(int values) {
    keep(ENTRY + (long) VALUE * values);
  }

  /**
   * Adds a row with {@code values} values, which belong to the relations, to the memory that the
   * query keeps.
   */
  void keepRow(int values) {
    keep(ROW + (long) REFERENCE * values);
  }

  /** Removes {@code rows} rows from the memory that the query keeps. */
  void dropRows(int rows, int values) {
    bytes -= rows * (ROW + (long) REFERENCE * values);
  }

  private void keep(long more) {
    bytes += more;
    if (bytes > MOST_BYTES) {
      throw new Abort(
          "too-much-work",
          "the query keeps more than "
              + MOST_BYTES
              + " bytes of groups, distinct values and rows to sort: add a WHERE, or group by less");
    }
  }

  /** Adds a cell to the answer. */
  String answers(String cell) {
    characters += cell.length();
    if (characters > MOST_CHARACTERS) {
      throw new Abort(
          "too-large",
          "the answer has more than "
              + MOST_CHARACTERS
              + " characters: add a LIMIT, or ask for fewer columns");
    }
    return cell;
  }
}
