package tutti.simulator.explorer.table;

import java.util.Arrays;

/** A table of pairs of numbers, none of them negative, as numbers. Confined to one thread. */
public final class IntPairs {
  private final LongToInt numbers = new LongToInt();
  private long[] pairs = new long[1 << 10];
  private int size;

  /** The number of a pair. */
  public int number(int first, int second) {
    long pair = (long) first << 32 | second;
    int known = numbers.get(pair);
    if (known < 0) {
      known = size++;
      if (known == pairs.length) {
        pairs = Arrays.copyOf(pairs, 2 * pairs.length);
      }
      pairs[known] = pair;
      numbers.put(pair, known);
    }
    return known;
  }

  /** The first part of a pair. */
  public int first(int number) {
    return (int) (pairs[number] >>> 32);
  }

  /** The second part of a pair. */
  public int second(int number) {
    return (int) pairs[number];
  }
}
