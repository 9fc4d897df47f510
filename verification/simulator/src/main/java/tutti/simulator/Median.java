package tutti.simulator;

import java.util.TreeMap;

/** The median of small numbers. */
final class Median {
  private final TreeMap<Long, Long> counts = new TreeMap<>();
  private long size;

  void add(long value) {
    counts.merge(value, 1L, Long::sum);
    size++;
  }

  /**
   * Returns the median: of an even number of values the lower of the two in the middle; 0 of none.
   */
  long value() {
    long left = (size + 1) / 2;
    for (var each : counts.entrySet()) {
      left -= each.getValue();
      if (left <= 0) {
        return each.getKey();
      }
    }
    return 0;
  }
}
