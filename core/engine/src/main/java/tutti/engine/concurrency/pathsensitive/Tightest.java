package tutti.engine.concurrency.pathsensitive;

import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * A multiset of numbers that knows its greatest and least: adding and taking away cost O(log d) for
 * d distinct numbers, and only a counter while there is one.
 */
final class Tightest {
  private long only;
  private int count;
  private @Nullable TreeMap<Long, int[]> more;

  void add(long number) {
    if (more == null && (count == 0 || only == number)) {
      only = number;
      count++;
      return;
    }
    spread().computeIfAbsent(number, n -> new int[1])[0]++;
  }

  void remove(long number) {
    if (more == null) {
      if (count == 0 || only != number) {
        throw new IllegalStateException(number + " is not here");
      }
      count--;
      return;
    }
    int[] times = more.get(number);
    if (times == null) {
      throw new IllegalStateException(number + " is not here");
    }
    if (--times[0] == 0) {
      more.remove(number);
    }
    if (more.isEmpty()) {
      more = null;
      count = 0;
    }
  }

  /** The greatest, or {@code otherwise} if there is none. */
  long greatest(long otherwise) {
    if (more != null) {
      return more.lastKey();
    }
    return count == 0 ? otherwise : only;
  }

  /** The least, or {@code otherwise} if there is none. */
  long least(long otherwise) {
    if (more != null) {
      return more.firstKey();
    }
    return count == 0 ? otherwise : only;
  }

  private TreeMap<Long, int[]> spread() {
    if (more == null) {
      more = new TreeMap<>();
      more.put(only, new int[] {count});
      count = 0;
    }
    return more;
  }
}
