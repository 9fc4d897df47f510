package tutti.simulator.commit;

import java.util.ArrayList;
import java.util.List;

/**
 * A moment of the model: what each node is, what is under way, and what may still go wrong. Two
 * with the same {@linkplain Catalogue numbers} go on alike.
 */
final class World {
  final Site[] sites;

  /** The numbers of sites that have not been changed since they got one; else negative. */
  final int[] numbers;

  /** What is under way, in no order that means anything. */
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

  /** Another world that goes its own way from here. */
  World fork() {
    World fork = new World(sites.clone(), numbers.clone(), new ArrayList<>(wires), ledger);
    for (int node = 0; node < nodes(); node++) {
      if (numbers[node] < 0) {
        fork.sites[node] = sites[node].copy();
      }
    }
    return fork;
  }

  /** Whether nothing is left to be done but what timers and people begin. */
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

  /** How it has ended, as far as it has: each node's end, and what the client heard. */
  String end() {
    StringBuilder text = new StringBuilder();
    for (Site site : sites) {
      text.append(site.outcome).append(' ');
    }
    return text.append(ledger.toldCommit() ? "told COMMIT" : ledger.toldAbort() ? "told ABORT" : "")
        .toString();
  }
}
