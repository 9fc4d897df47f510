package tutti.simulator.explorer.table;

import java.util.Arrays;

/** A map from numbers to numbers, none of them negative. Confined to one thread. */
public final class LongToInt {
  private long[] keys = new long[1 << 10];
  private int[] values = new int[1 << 10];
  private int size;

  public LongToInt() {
    Arrays.fill(keys, -1);
  }

  /** The value of a key; negative if there is none. */
  public int get(long key) {
    int slot = slot(key);
    return keys[slot] == key ? values[slot] : -1;
  }

  public void put(long key, int value) {
    int slot = slot(key);
    size += keys[slot] == key ? 0 : 1;
    keys[slot] = key;
    values[slot] = value;
    if (2 * size > keys.length) {
      grow();
    }
  }

  private int slot(long key) {
    int slot = (int) (key * 0x9E3779B97F4A7C15L >>> 32) & keys.length - 1;
    while (keys[slot] != -1 && keys[slot] != key) {
      slot = slot + 1 & keys.length - 1;
    }
    return slot;
  }

  private void grow() {
    long[] before = keys;
    int[] were = values;
    keys = new long[2 * before.length];
    values = new int[keys.length];
    Arrays.fill(keys, -1);
    for (int each = 0; each < before.length; each++) {
      if (before[each] != -1) {
        int slot = slot(before[each]);
        keys[slot] = before[each];
        values[slot] = were[each];
      }
    }
  }
}
