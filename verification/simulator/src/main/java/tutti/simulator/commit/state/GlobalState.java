package tutti.simulator.commit.state;

import java.util.ArrayList;
import java.util.List;

/**
 * A moment of the model: the nodes, the messages under way, and the faults that may still happen.
 * Two worlds with the same {@linkplain StateNumbers numbers} go on alike.
 */
public final class GlobalState {
  public final NodeState[] sites;

  /** The numbers of sites that have not been changed since they got one; else negative. */
  public final int[] numbers;

  /** The messages under way, in an order without meaning. */
  public final List<InFlightMessage> wires;

  public FaultBudget ledger;

  public GlobalState(
      NodeState[] sites, int[] numbers, List<InFlightMessage> wires, FaultBudget ledger) {
    this.sites = sites;
    this.numbers = numbers;
    this.wires = wires;
    this.ledger = ledger;
  }

  public int nodes() {
    return sites.length;
  }

  /** Returns a node, to read only. */
  public NodeState site(int node) {
    return sites[node];
  }

  /** Returns a node, to change it. */
  public NodeState edit(int node) {
    NodeState site = sites[node];
    if (numbers[node] >= 0) {
      site = site.copy();
      sites[node] = site;
      numbers[node] = -1;
    }
    return site;
  }

  /** A copy of the world that goes its own way from here. */
  public GlobalState fork() {
    GlobalState fork =
        new GlobalState(sites.clone(), numbers.clone(), new ArrayList<>(wires), ledger);
    for (int node = 0; node < nodes(); node++) {
      if (numbers[node] < 0) {
        fork.sites[node] = sites[node].copy();
      }
    }
    return fork;
  }

  /** Returns the end of the run so far: each node's end, and the answer to the client. */
  public String end() {
    StringBuilder text = new StringBuilder();
    for (NodeState site : sites) {
      text.append(site.outcome).append(' ');
    }
    return text.append(ledger.toldCommit() ? "told COMMIT" : ledger.toldAbort() ? "told ABORT" : "")
        .toString();
  }
}
