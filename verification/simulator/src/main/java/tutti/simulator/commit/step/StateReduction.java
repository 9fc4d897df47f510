package tutti.simulator.commit.step;

import java.util.ArrayList;
import java.util.List;
import tutti.simulator.commit.state.FaultBudget;
import tutti.simulator.commit.state.InFlightMessage;
import tutti.simulator.commit.state.NodeOutcome;
import tutti.simulator.commit.state.NodeState;
import tutti.simulator.commit.state.StateNumbers;
import tutti.simulator.explorer.table.LongToInt;

/**
 * The differences between worlds that matter: worlds without such a difference count as one. The
 * package's card explains why they continue alike. Confined to one thread.
 */
public final class StateReduction {
  private final TransitionRelation laws;
  private final StateNumbers catalogue;

  /** Whether differences are left out: if not, every world is another. */
  private final boolean reduced;

  /** The forms of nodes that are up, when no node crashes any more. */
  private final LongToInt safe = new LongToInt();

  /** The bags in which the network has every message, for when no node crashes any more. */
  private final LongToInt written = new LongToInt();

  private final LongToInt dead = new LongToInt();
  private final LongToInt ends = new LongToInt();

  StateReduction(TransitionRelation laws, StateNumbers catalogue, boolean reduced) {
    this.laws = laws;
    this.catalogue = catalogue;
    this.reduced = reduced;
  }

  /** Leaves out of a world the parts that make no difference. */
  void keep(int[] key) {
    if (!reduced) {
      return;
    }
    int nodes = key.length - 2;
    boolean crashes = FaultBudget.has(key[nodes + 1], FaultBudget.CRASH);
    for (int node = 0; !crashes && node < nodes; node++) {
      key[node] = safe(key[node]);
    }
    int bag = crashes ? key[nodes] : written(key[nodes]);
    for (int number : catalogue.bags.get(bag)) {
      InFlightMessage wire = catalogue.wires.value(number);
      if (isDead(key[wire.to()], number, crashes)) {
        bag = catalogue.bags.without(bag, number);
      }
    }
    key[nodes] = bag;
  }

  private int safe(int site) {
    int known = safe.get(site);
    if (known < 0) {
      known = catalogue.sites.number(catalogue.sites.value(site).withoutCrashes());
      safe.put(site, known);
    }
    return known;
  }

  private int written(int bag) {
    int known = written.get(bag);
    if (known < 0) {
      List<InFlightMessage> all = new ArrayList<>();
      for (int number : catalogue.bags.get(bag)) {
        all.add(catalogue.wires.value(number).sent());
      }
      known = catalogue.bag(all);
      written.put(bag, known);
    }
    return known;
  }

  private boolean isDead(int site, int wire, boolean crashes) {
    long key = ((long) site << 32 | wire) << 1 | (crashes ? 1 : 0);
    int known = dead.get(key);
    if (known < 0) {
      known =
          laws.isIgnored(catalogue.wires.value(wire), catalogue.sites.value(site), crashes) ? 1 : 0;
      dead.put(key, known);
    }
    return known == 1;
  }

  /**
   * The messages under way, without those that arrive for nothing, since their receiver is down.
   */
  int arriving(int[] key) {
    int bag = key[key.length - 2];
    for (int number : catalogue.bags.get(bag)) {
      InFlightMessage wire = catalogue.wires.value(number);
      if (!wire.isLate() && !catalogue.sites.value(key[wire.to()]).up) {
        bag = catalogue.bags.without(bag, number);
      }
    }
    return bag;
  }

  /**
   * Whether the run is over: no member is left, or will come back, that could end it; or all nodes
   * have ended, the client knows, or has lost its coordinator, and no node crashes any more.
   */
  boolean over(int[] key) {
    int nodes = key.length - 2;
    int ledger = key[nodes + 1];
    boolean crashes = FaultBudget.has(ledger, FaultBudget.CRASH);
    boolean gone = reduced;
    boolean told = (ledger & FaultBudget.TOLD) != 0 || catalogue.sites.value(key[0]).crashed;
    boolean ended = reduced && !crashes && told;
    for (int node = 0; node < nodes && (gone || ended); node++) {
      int which = 2 * key[node] + (crashes ? 1 : 0);
      int known = ends.get((long) which << 4 | node);
      if (known < 0) {
        NodeState site = catalogue.sites.value(key[node]);
        known =
            (site.up && laws.hasNoMember(node, site, crashes) ? 1 : 0)
                | (site.up && site.outcome != NodeOutcome.OPEN ? 2 : 0);
        ends.put((long) which << 4 | node, known);
      }
      gone &= (known & 1) != 0;
      ended &= (known & 2) != 0;
    }
    return gone || ended;
  }
}
