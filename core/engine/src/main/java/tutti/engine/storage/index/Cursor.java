package tutti.engine.storage.index;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * A cursor over a range of an {@link OrderedIndex}, upwards or downwards. The cursor copies a leaf
 * at a time, so that the leaf's changes do not disturb it, and finds the next leaf from the root by
 * the bound that it has reached. Used by one thread.
 */
public final class Cursor<E> {
  private static final byte[] NONE = {};

  private final IndexNode root;
  private final Descent way;
  private final boolean descending;
  private final @Nullable NodeSet seen;
  private final byte[][] keys = new byte[IndexNode.CAPACITY][];
  private final @Nullable Object[] values = new Object[IndexNode.CAPACITY];
  private byte[] from;
  private byte @Nullable [] until;
  private boolean ended;
  private int size;
  private int at;

  Cursor(IndexNode root, byte[] from, byte[] until, boolean descending, @Nullable NodeSet seen) {
    this.root = root;
    this.way = new Descent(root);
    this.from = from;
    this.until = until.length == 0 ? null : until;
    this.descending = descending;
    this.seen = seen;
    this.ended = until.length > 0 && Arrays.compareUnsigned(from, until) >= 0;
  }

  /** Goes on to the next entry; false if there is none. */
  public boolean next() {
    at++;
    while (at >= size) {
      if (ended) {
        return false;
      }
      readLeaf();
      at = 0;
    }
    return true;
  }

  /** The key of the entry that {@link #next} came to; not to be changed. */
  public byte[] key() {
    return keys[place()];
  }

  /** Returns the entry's value. */
  @SuppressWarnings({"unchecked", "NullAway"}) // a valid leaf has values, which are E
  public E value() {
    return (E) values[place()];
  }

  private int place() {
    return descending ? size - 1 - at : at;
  }

  private void readLeaf() {
    while (!copyLeaf()) {
      // Another thread changed it meanwhile.
    }
    if (seen != null) {
      seen.add(way.node(), way.version());
    }
    byte[] bound = until;
    if (descending) {
      byte[] low = way.low();
      ended = low == null || Arrays.compareUnsigned(low, from) <= 0;
      until = low;
    } else {
      byte[] high = way.high();
      ended = high == null || (bound != null && Arrays.compareUnsigned(high, bound) >= 0);
      from = high == null ? NONE : high;
    }
  }

  private boolean copyLeaf() {
    byte[] bound = until;
    if (!way.to(root, descending ? bound : from, !descending, false)) {
      return false;
    }
    IndexNode leaf = way.node();
    // A bound that is the leaf's own needs no search.
    int first = from == way.low() ? 0 : leaf.rank(from, IndexNode.head(from), false);
    int last =
        bound == null || bound == way.high()
            ? leaf.count()
            : leaf.rank(bound, IndexNode.head(bound), false);
    size = Math.max(0, last - first);
    return leaf.copy(first, size, keys, values) && leaf.is(way.version());
  }
}
