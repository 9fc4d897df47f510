package tutti.lab.ycsb;

import java.util.TreeMap;

/**
 * The keys that inserts of a run take one after the other, and how far their rows are known to
 * exist: a reader chooses among rows that have been acknowledged. An insert that did not commit
 * leaves a key without a row, and readers choose only keys below it. Thread-safe.
 */
final class InsertedKeys {
  private final TreeMap<Long, Boolean> ended = new TreeMap<>();
  private long next;
  private long known;

  /**
   * @param rows the number of existing rows, with the keys from 0 on
   */
  InsertedKeys(long rows) {
    this.next = rows;
    this.known = rows;
  }

  /** Returns the key of a new row. */
  synchronized long take() {
    return next++;
  }

  /** Notes how the insert of a key has ended. */
  synchronized void ended(long key, boolean committed) {
    ended.put(key, committed);
    while (Boolean.TRUE.equals(ended.get(known))) {
      ended.remove(known++);
    }
  }

  /** Returns a number below which each key has a row that was acknowledged. */
  synchronized long known() {
    return known;
  }

  /** Returns the number below which all keys are that were taken. */
  synchronized long taken() {
    return next;
  }
}
