package tutti.simulator.commit.table;

import java.util.Arrays;

/**
 * Bags of small numbers, as numbers: equal bags have the same number. A bag is in ascending order,
 * and may have an element more than once. The empty bag is 0. Confined to one thread.
 */
public final class IntMultisets {
  private static final int[] NONE = {};

  private int[][] bags = new int[1 << 10][];
  private int size;
  private int[] table = new int[1 << 11];
  private final LongToInt sums = new LongToInt();
  private final LongToInt rests = new LongToInt();

  public IntMultisets() {
    Arrays.fill(table, -1);
    number(NONE);
  }

  /** The number of a bag, which must be in order and not change any more. */
  public int number(int[] bag) {
    int slot = Arrays.hashCode(bag) * 0x9E3779B9 >>> 7 & table.length - 1;
    while (table[slot] >= 0) {
      if (Arrays.equals(bags[table[slot]], bag)) {
        return table[slot];
      }
      slot = slot + 1 & table.length - 1;
    }
    if (size == bags.length) {
      bags = Arrays.copyOf(bags, 2 * size);
    }
    bags[size] = bag;
    table[slot] = size++;
    if (2 * size > table.length) {
      grow();
    }
    return size - 1;
  }

  private void grow() {
    table = new int[2 * table.length];
    Arrays.fill(table, -1);
    for (int each = 0; each < size; each++) {
      int slot = Arrays.hashCode(bags[each]) * 0x9E3779B9 >>> 7 & table.length - 1;
      while (table[slot] >= 0) {
        slot = slot + 1 & table.length - 1;
      }
      table[slot] = each;
    }
  }

  /** The elements of a bag, not to be changed. */
  public int[] get(int bag) {
    return bags[bag];
  }

  /** The sum of two bags. */
  public int sum(int bag, int other) {
    if (other == 0 || bag == 0) {
      return bag + other;
    }
    long key = (long) bag << 32 | other;
    int known = sums.get(key);
    if (known < 0) {
      int[] all = Arrays.copyOf(bags[bag], bags[bag].length + bags[other].length);
      System.arraycopy(bags[other], 0, all, bags[bag].length, bags[other].length);
      Arrays.sort(all);
      known = number(all);
      sums.put(key, known);
    }
    return known;
  }

  /** A bag without one of its elements. */
  public int without(int bag, int member) {
    long key = (long) bag << 32 | member;
    int known = rests.get(key);
    if (known < 0) {
      int[] all = bags[bag];
      int at = Arrays.binarySearch(all, member);
      int[] rest = new int[all.length - 1];
      System.arraycopy(all, 0, rest, 0, at);
      System.arraycopy(all, at + 1, rest, at, rest.length - at);
      known = number(rest);
      rests.put(key, known);
    }
    return known;
  }
}
