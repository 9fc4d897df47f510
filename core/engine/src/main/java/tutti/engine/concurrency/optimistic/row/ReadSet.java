package tutti.engine.concurrency.optimistic.row;

import java.util.Arrays;
import tutti.engine.storage.index.NodeSet;
import tutti.engine.storage.rows.RowPlace;
import tutti.engine.storage.rows.RowView;

/**
 * A transaction's reads of one actor: rows, by place and TID word, and the gaps between them, by
 * leaves of the indexes (Silo §4.4, §4.6). Used by one thread at a time.
 */
final class ReadSet {
  private static final int FIRST = 16;

  private RowPlace[] places = new RowPlace[FIRST];
  private long[] words = new long[FIRST];
  private int size;
  private long newest;
  private final NodeSet gaps = new NodeSet();

  /**
   * Returns the leaves that unsuccessful look-ups and scans have read; own changes of the
   * transaction are added to it.
   */
  NodeSet gaps() {
    return gaps;
  }

  void add(RowPlace place, RowView seen) {
    if (size > 0 && places[size - 1] == place && words[size - 1] == seen.word()) {
      return;
    }
    if (size == places.length) {
      places = Arrays.copyOf(places, 2 * size);
      words = Arrays.copyOf(words, 2 * size);
    }
    places[size] = place;
    words[size++] = seen.word();
    newest = Math.max(newest, seen.tid());
  }

  /** The newest transaction that has written any of it. */
  long newest() {
    return newest;
  }

  /**
   * Whether all rows and gaps are as they were read, and no other transaction is about to change
   * them.
   *
   * @param mine the transaction's own locks
   */
  boolean isValid(WriteSet mine) {
    for (int i = 0; i < size; i++) {
      RowPlace place = places[i];
      if (!place.unchanged(words[i], false)
          && !(place.unchanged(words[i], true) && mine.holds(place))) {
        return false;
      }
    }
    return gaps.isValid();
  }
}
