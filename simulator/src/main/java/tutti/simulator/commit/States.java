package tutti.simulator.commit;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * All states that were reached, as a few numbers each: those of its nodes, of what is under way,
 * and of what may still happen. They are numbered from 0 in the order in which they were reached,
 * and know from which they were reached first.
 */
final class States {
  private static final int CHUNK = 1 << 16;

  private final int nodes;
  private final int width;
  private final Interned<Site> sites = new Interned<>();
  private final Interned<Wire> wires = new Interned<>();
  private final Interned<List<Integer>> ways = new Interned<>();
  private final Interned<Ledger> ledgers = new Interned<>();

  /** The numbers of each state, and in the end that of its predecessor. */
  private final List<int[]> chunks = new ArrayList<>();

  private int[] table = new int[1 << 16];
  private int size;

  States(int nodes) {
    this.nodes = nodes;
    this.width = nodes + 3;
    Arrays.fill(table, -1);
  }

  int size() {
    return size;
  }

  /**
   * Adds a state, which must not change any more.
   *
   * @param from the number of the state before it; -1 for the first
   * @return whether it is new
   */
  boolean add(World world, int from) {
    int[] key = key(world);
    int slot = slot(table, key);
    if (table[slot] >= 0) {
      return false;
    }
    table[slot] = size;
    int[] chunk;
    int at = size % CHUNK * width;
    if (at == 0) {
      chunk = new int[CHUNK * width];
      chunks.add(chunk);
    } else {
      chunk = chunks.getLast();
    }
    System.arraycopy(key, 0, chunk, at, width - 1);
    chunk[at + width - 1] = from;
    size++;
    if (size > table.length / 2) {
      grow();
    }
    return true;
  }

  /** The number of a state that was added; negative if it was not. */
  int find(World world) {
    return table[slot(table, key(world))];
  }

  private int[] key(World world) {
    int[] key = new int[width - 1];
    for (int node = 0; node < nodes; node++) {
      if (world.numbers[node] < 0) {
        world.numbers[node] = sites.number(world.sites[node]);
        world.sites[node] = sites.value(world.numbers[node]);
      }
      key[node] = world.numbers[node];
    }
    key[nodes] = ways.number(world.wires.stream().map(wires::number).sorted().toList());
    key[nodes + 1] = ledgers.number(world.ledger);
    return key;
  }

  private int slot(int[] in, int[] key) {
    int hash = Arrays.hashCode(key) * 0x9E3779B9;
    int slot = hash >>> 7 & in.length - 1;
    while (in[slot] >= 0 && !same(in[slot], key)) {
      slot = slot + 1 & in.length - 1;
    }
    return slot;
  }

  private boolean same(int state, int[] key) {
    int[] chunk = chunks.get(state / CHUNK);
    int at = state % CHUNK * width;
    return Arrays.equals(chunk, at, at + width - 1, key, 0, width - 1);
  }

  private int[] numbers(int state) {
    int at = state % CHUNK * width;
    return Arrays.copyOfRange(chunks.get(state / CHUNK), at, at + width);
  }

  private void grow() {
    int[] larger = new int[table.length * 2];
    Arrays.fill(larger, -1);
    for (int state = 0; state < size; state++) {
      larger[slot(larger, Arrays.copyOf(numbers(state), width - 1))] = state;
    }
    table = larger;
  }

  /** The state from which it was reached first; -1 for the first. */
  int before(int state) {
    return numbers(state)[width - 1];
  }

  World world(int state) {
    int[] key = numbers(state);
    Site[] found = new Site[nodes];
    for (int node = 0; node < nodes; node++) {
      found[node] = sites.value(key[node]);
    }
    List<Wire> under = new ArrayList<>();
    for (int wire : ways.value(key[nodes])) {
      under.add(wires.value(wire));
    }
    return new World(found, Arrays.copyOf(key, nodes), under, ledgers.value(key[nodes + 1]));
  }
}
