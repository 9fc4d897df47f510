package tutti.simulator.commit;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * A table of worlds as a few numbers each: the numbers of the nodes, of the messages under way, and
 * of the faults that may still happen. The values in the table are never changed any more. Confined
 * to one thread.
 */
final class Catalogue {
  final Interned<Site> sites = new Interned<>();
  final Interned<Wire> wires = new Interned<>();
  final Bags bags = new Bags();

  /** The numbers of a world, which must not change any more. */
  int[] key(World world) {
    int nodes = world.nodes();
    int[] key = new int[nodes + 2];
    for (int node = 0; node < nodes; node++) {
      if (world.numbers[node] < 0) {
        world.numbers[node] = sites.number(world.sites[node]);
        world.sites[node] = sites.value(world.numbers[node]);
      }
      key[node] = world.numbers[node];
    }
    key[nodes] = bag(world.wires);
    key[nodes + 1] = world.ledger.packed();
    return key;
  }

  int bag(List<Wire> under) {
    return bags.number(under.stream().mapToInt(wires::number).sorted().toArray());
  }

  /** The world of these numbers. */
  World world(int[] key) {
    int nodes = key.length - 2;
    Site[] found = new Site[nodes];
    for (int node = 0; node < nodes; node++) {
      found[node] = sites.value(key[node]);
    }
    List<Wire> under = new ArrayList<>();
    for (int wire : bags.get(key[nodes])) {
      under.add(wires.value(wire));
    }
    return new World(found, Arrays.copyOf(key, nodes), under, Ledger.of(key[nodes + 1]));
  }
}
