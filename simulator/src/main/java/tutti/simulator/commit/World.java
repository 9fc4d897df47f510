package tutti.simulator.commit;

import java.util.ArrayList;
import java.util.List;

/**
 * A moment of the model: the nodes, the messages under way, and the faults that may still happen.
 * Two worlds with the same {@linkplain Catalogue numbers} go on alike.
 */
final class World {
  final Site[] sites;

  /** The numbers of sites that have not been changed since they got one; else negative. */
  final int[] numbers;

  /** The messages under way, in an order without meaning. */
  final List<Wire> wires;

  Ledger ledger;

  World(Site[] sites, int[] numbers, List<Wire> wires, Ledger ledger) {
    this.sites = sites;
    this.numbers = numbers;
    this.wires = wires;
    this.ledger = ledger;
  }

  int nodes() {
    return sites.length;
  }

  /** A node, to look at. */
  Site site(int node) {
    return sites[node];
  }

  /** A node, to change. */
  Site edit(int node) {
    Site site = sites[node];
    if (numbers[node] >= 0) {
      site = site.copy();
      sites[node] = site;
      numbers[node] = -1;
    }
    return site;
  }

  /** A copy of the world that goes its own way from here. */
  World fork() {
    World fork = new World(sites.clone(), numbers.clone(), new ArrayList<>(wires), ledger);
    for (int node = 0; node < nodes(); node++) {
      if (numbers[node] < 0) {
        fork.sites[node] = sites[node].copy();
      }
    }
    return fork;
  }

  /** Whether nothing is left to be done except steps that timers and people begin. */
  boolean isQuiet() {
    for (Wire wire : wires) {
      if (!wire.isLate()) {
        return false;
      }
    }
    for (Site site : sites) {
      if (site.isBusy()) {
        return false;
      }
    }
    return true;
  }

  /** The end of the run so far: each node's end, and the answer to the client. */
  String end() {
    StringBuilder text = new StringBuilder();
    for (Site site : sites) {
      text.append(site.outcome).append(' ');
    }
    return text.append(ledger.toldCommit() ? "told COMMIT" : ledger.toldAbort() ? "told ABORT" : "")
        .toString();
  }
}
