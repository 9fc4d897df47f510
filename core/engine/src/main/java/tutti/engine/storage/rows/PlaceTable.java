package tutti.engine.storage.rows;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;
import tutti.engine.runtime.Latch;

/**
 * A hash table of places: an array with open addressing and linear probing. The table is only a
 * shortcut: the caller checks a place that is found, and searches the primary order for one that is
 * not found. So readers take no lock and need not see a change immediately. Thread-safe.
 *
 * <p>When the table grows, the new array is used beside the old one, and each addition moves a few
 * places: no thread ever waits until all are moved.
 */
final class PlaceTable {
  private static final VarHandle SLOTS = MethodHandles.arrayElementVarHandle(RowPlace[].class);
  private static final @Nullable RowPlace[] NONE = new @Nullable RowPlace[1];
  private static final int FIRST = 4;

  /**
   * The number of slots of the old array that an addition moves: it is empty before the new is
   * full.
   */
  private static final int MOVED = 8;

  private final Latch latch = new Latch();
  private volatile @Nullable RowPlace[] slots = NONE;

  /** The former slots, as far as they are not moved yet; otherwise without any place. */
  private volatile @Nullable RowPlace[] former = NONE;

  // Guarded by the latch.
  private int size;
  private int moved;

  /**
   * A place with this hash that is not gone, or null.
   *
   * @param bytes the key, or null if no two keys have the same hash
   */
  @Nullable RowPlace find(long hash, byte @Nullable [] bytes) {
    RowPlace found = find(slots, hash, bytes);
    return found == null && former != NONE ? find(former, hash, bytes) : found;
  }

  /** The place that is most likely that of a hash, not looked at; or null. */
  @Nullable RowPlace guess(long hash) {
    @Nullable RowPlace[] in = slots;
    return (RowPlace) SLOTS.getAcquire(in, home(hash, in.length - 1));
  }

  private static @Nullable RowPlace find(
      @Nullable RowPlace[] in, long hash, byte @Nullable [] bytes) {
    int mask = in.length - 1;
    int at = home(hash, mask);
    RowPlace place = (RowPlace) SLOTS.getAcquire(in, at);
    while (place != null) {
      if (place.hash() == hash
          && (bytes == null || Arrays.equals(bytes, place.key()))
          && !place.gone()) {
        return place;
      }
      at = at + 1 & mask;
      place = (RowPlace) SLOTS.getAcquire(in, at);
    }
    return null;
  }

  /**
   * Returns the slot at which a search begins: the upper bits of the hash. The hashes of
   * consecutive numbers are spread evenly (Knuth, The Art of Computer Programming 3, §6.4:
   * Fibonacci hashing), so that hardly two rows meet, and a search looks at one place.
   */
  private static int home(long hash, int mask) {
    return (int) (hash >>> Long.numberOfLeadingZeros(mask)) & mask;
  }

  /** Adds a place, unless it is gone. */
  void add(RowPlace place) {
    latch.lock();
    try {
      if (place.gone()) {
        return;
      }
      if (3 * (size + 1) > 2 * slots.length) {
        grow();
      }
      move(MOVED);
      put(slots, place);
      size++;
    } finally {
      latch.unlock();
    }
  }

  private void grow() {
    move(former.length);
    int length = slots == NONE ? FIRST : 2 * slots.length;
    former = slots;
    moved = 0;
    slots = new @Nullable RowPlace[length];
  }

  private void move(int count) {
    @Nullable RowPlace[] from = former;
    int until = Math.min(from.length, moved + count);
    for (; moved < until; moved++) {
      RowPlace place = from[moved];
      if (place != null && place.gone()) {
        size--;
      } else if (place != null) {
        put(slots, place);
      }
    }
    if (moved == from.length) {
      former = NONE;
      moved = 0;
    }
  }

  private static void put(@Nullable RowPlace[] into, RowPlace place) {
    int mask = into.length - 1;
    int at = home(place.hash(), mask);
    while (into[at] != null) {
      at = at + 1 & mask;
    }
    SLOTS.setRelease(into, at, place);
  }

  /**
   * Takes a place out that is gone, if it is here; a place that is not moved yet stays, and is
   * never moved.
   */
  void remove(RowPlace place) {
    latch.lock();
    try {
      if (removeFrom(slots, place)) {
        size--;
      }
    } finally {
      latch.unlock();
    }
  }

  private static boolean removeFrom(@Nullable RowPlace[] from, RowPlace place) {
    int mask = from.length - 1;
    int at = home(place.hash(), mask);
    while (from[at] != place) {
      if (from[at] == null) {
        return false;
      }
      at = at + 1 & mask;
    }
    close(from, at);
    return true;
  }

  /** Fills a gap with a later place that would not be found beyond it. */
  private static void close(@Nullable RowPlace[] in, int empty) {
    int mask = in.length - 1;
    int gap = empty;
    int at = gap + 1 & mask;
    RowPlace next = in[at];
    while (next != null) {
      int wanted = home(next.hash(), mask);
      if ((at - wanted & mask) >= (at - gap & mask)) {
        SLOTS.setRelease(in, gap, next);
        gap = at;
      }
      at = at + 1 & mask;
      next = in[at];
    }
    SLOTS.setRelease(in, gap, null);
  }
}
