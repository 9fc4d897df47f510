package tutti.simulator.commit.state;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import tutti.simulator.explorer.table.IntMultisets;
import tutti.simulator.explorer.table.InternTable;
import tutti.simulator.explorer.table.StateTable;

/**
 * A table of worlds as a few numbers each: the numbers of the nodes, of the messages under way, and
 * of the faults that may still happen. The values in the table are never changed any more. Confined
 * to one thread.
 */
public final class StateNumbers {
  public final InternTable<NodeState> sites = new InternTable<>();
  public final InternTable<InFlightMessage> wires = new InternTable<>();
  public final IntMultisets bags = new IntMultisets();

  /** Returns an empty table of states of {@code nodes} nodes. */
  public static StateTable table(int nodes) {
    return new StateTable(nodes + 2);
  }

  /** The numbers of a world, which must not change any more. */
  public int[] key(GlobalState world) {
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

  public int bag(List<InFlightMessage> under) {
    return bags.number(under.stream().mapToInt(wires::number).sorted().toArray());
  }

  /** The world of these numbers. */
  public GlobalState world(int[] key) {
    int nodes = key.length - 2;
    NodeState[] found = new NodeState[nodes];
    for (int node = 0; node < nodes; node++) {
      found[node] = sites.value(key[node]);
    }
    List<InFlightMessage> under = new ArrayList<>();
    for (int wire : bags.get(key[nodes])) {
      under.add(wires.value(wire));
    }
    return new GlobalState(
        found, Arrays.copyOf(key, nodes), under, new FaultBudget(key[nodes + 1]));
  }
}
