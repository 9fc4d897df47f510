package tutti.lab.ycsb;

import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;

/** A generator of transactions: their keys, and those of them that are written. Not thread-safe. */
final class Mixes {
  private final Zipfian keys;
  private final int percent;
  private final SplittableRandom random;
  private final long[] drawn;
  private long writes;

  /**
   * @param percent the number of a hundred operations that write
   */
  Mixes(Zipfian keys, int operations, int percent, SplittableRandom random) {
    this.keys = keys;
    this.percent = percent;
    this.random = random;
    this.drawn = new long[operations];
  }

  /** Draws the next transaction. No key comes twice. */
  void next() {
    writes = 0;
    for (int i = 0; i < drawn.length; i++) {
      long key = keys.next(random);
      while (has(key, i)) {
        key = keys.next(random);
      }
      drawn[i] = key;
      if (random.nextInt(100) < percent) {
        writes |= 1L << i;
      }
    }
  }

  private boolean has(long key, int before) {
    for (int i = 0; i < before; i++) {
      if (drawn[i] == key) {
        return true;
      }
    }
    return false;
  }

  /** Returns the keys that were drawn last, as a procedure takes them. */
  List<Long> list() {
    return Arrays.stream(drawn).boxed().toList();
  }

  /** Returns the keys that were drawn last; overwritten by the next. */
  long[] keys() {
    return drawn;
  }

  long writes() {
    return writes;
  }
}
