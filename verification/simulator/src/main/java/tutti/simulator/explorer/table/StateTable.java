package tutti.simulator.explorer.table;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * The states that were reached, as {@code StateNumbers} has them, and not as hashes: none is taken
 * for another. States are numbered from 0 in the order in which they were reached. Each has the
 * state from which it was reached first. Confined to one thread.
 */
public final class StateTable {
  private static final int CHUNK = 1 << 16;

  private final int width;

  /** The numbers of each state, and at the end the number of its predecessor. */
  private final List<int[]> chunks = new ArrayList<>();

  private int[] table = new int[1 << 12];
  private int size;

  /**
   * @param numbers how many numbers each state has
   */
  public StateTable(int numbers) {
    this.width = numbers + 1;
    Arrays.fill(table, -1);
  }

  public int size() {
    return size;
  }

  /**
   * Adds a state.
   *
   * @param from the number of the state before it; -1 for the first state
   * @return whether it is new
   */
  public boolean add(int[] key, int from) {
    int slot = slot(key);
    if (table[slot] >= 0) {
      return false;
    }
    table[slot] = size;
    int at = size % CHUNK * width;
    if (at == 0) {
      chunks.add(new int[CHUNK * width]);
    }
    int[] chunk = chunks.getLast();
    System.arraycopy(key, 0, chunk, at, width - 1);
    chunk[at + width - 1] = from;
    size++;
    if (size > table.length / 3 * 2) {
      grow();
    }
    return true;
  }

  /** The number of a state that was added; negative if the state was not added. */
  public int find(int[] key) {
    return table[slot(key)];
  }

  private int slot(int[] key) {
    int slot = hash(key, 0) & table.length - 1;
    while (table[slot] >= 0 && !same(table[slot], key)) {
      slot = slot + 1 & table.length - 1;
    }
    return slot;
  }

  private int hash(int[] numbers, int at) {
    long hash = 0;
    for (int i = at; i < at + width - 1; i++) {
      hash = (hash ^ numbers[i]) * 0x9E3779B97F4A7C15L;
      hash ^= hash >>> 29;
    }
    return (int) (hash >>> 16);
  }

  private boolean same(int state, int[] key) {
    int[] chunk = chunks.get(state / CHUNK);
    int at = state % CHUNK * width;
    return Arrays.equals(chunk, at, at + width - 1, key, 0, width - 1);
  }

  private void grow() {
    table = new int[table.length * 2];
    Arrays.fill(table, -1);
    for (int state = 0; state < size; state++) {
      int slot = hash(chunks.get(state / CHUNK), state % CHUNK * width) & table.length - 1;
      while (table[slot] >= 0) {
        slot = slot + 1 & table.length - 1;
      }
      table[slot] = state;
    }
  }

  /** The state from which a state was reached first; -1 for the first state. */
  public int before(int state) {
    return chunks.get(state / CHUNK)[state % CHUNK * width + width - 1];
  }

  /** The states on the way to a state, after the first one, as they were reached first. */
  public List<Integer> path(int state) {
    List<Integer> path = new ArrayList<>();
    for (int each = state; each > 0; each = before(each)) {
      path.addFirst(each);
    }
    return path;
  }

  /** The numbers of a state. */
  public int[] key(int state) {
    int at = state % CHUNK * width;
    return Arrays.copyOfRange(chunks.get(state / CHUNK), at, at + width - 1);
  }
}
