package tutti.simulator.explorer.table;

import java.nio.IntBuffer;
import java.util.Arrays;
import java.util.stream.IntStream;

/**
 * Bags of small numbers, as numbers: equal bags have the same number. A bag is in ascending order,
 * and may have an element more than once. The empty bag is 0. Confined to one thread.
 */
public final class IntMultisets {
  private final InternTable<IntBuffer> bags = new InternTable<>();
  private final LongToInt sums = new LongToInt();
  private final LongToInt unions = new LongToInt();
  private final LongToInt rests = new LongToInt();

  public IntMultisets() {
    number(new int[0]);
  }

  /** The number of a bag, which must be in order and not change any more. */
  public int number(int[] bag) {
    return bags.number(IntBuffer.wrap(bag));
  }

  /** The elements of a bag, not to be changed. */
  public int[] get(int bag) {
    return bags.value(bag).array();
  }

  /** The sum of two bags. */
  public int sum(int bag, int other) {
    if (other == 0 || bag == 0) {
      return bag + other;
    }
    long key = (long) bag << 32 | other;
    int known = sums.get(key);
    if (known < 0) {
      IntStream all = IntStream.concat(Arrays.stream(get(bag)), Arrays.stream(get(other)));
      known = number(all.sorted().toArray());
      sums.put(key, known);
    }
    return known;
  }

  /** The union of two sets: bags that have each element once. */
  public int union(int set, int other) {
    if (other == 0 || set == 0) {
      return set + other;
    }
    long key = (long) set << 32 | other;
    int known = unions.get(key);
    if (known < 0) {
      IntStream all = IntStream.concat(Arrays.stream(get(set)), Arrays.stream(get(other)));
      known = number(all.sorted().distinct().toArray());
      unions.put(key, known);
    }
    return known;
  }

  /** A bag without one of its elements. */
  public int without(int bag, int member) {
    long key = (long) bag << 32 | member;
    int known = rests.get(key);
    if (known < 0) {
      int[] all = get(bag);
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
