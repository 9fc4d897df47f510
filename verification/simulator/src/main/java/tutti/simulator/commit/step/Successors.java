package tutti.simulator.commit.step;

import java.util.BitSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import tutti.simulator.commit.state.FaultBudget;
import tutti.simulator.commit.state.InFlightMessage;
import tutti.simulator.commit.state.NodeState;
import tutti.simulator.commit.state.StateNumbers;
import tutti.simulator.commit.step.Transition.Kind;
import tutti.simulator.commit.step.TransitionCache.Move;
import tutti.simulator.commit.step.TransitionCache.Occasion;

/** The steps that can come after a world, all in numbers. Confined to one thread. */
public final class Successors {
  /** A receiver of each world that can come next; it may use the numbers only until it returns. */
  public interface Sink {
    void next(int[] key, Transition how);
  }

  private final TransitionRelation laws;
  private final StateNumbers catalogue;
  private final TransitionCache moves;
  private final StateReduction differences;
  private final int nodes;
  private final int[] next;

  /**
   * The sites that were looked at; the next sets say whether a site has something to do, must do it
   * before a tick, and counts time.
   */
  private final BitSet seen = new BitSet();

  private final BitSet busy = new BitSet();
  private final BitSet urgent = new BitSet();
  private final BitSet counting = new BitSet();

  public Successors(TransitionRelation laws, StateNumbers catalogue, boolean reduced) {
    this.laws = laws;
    this.catalogue = catalogue;
    this.moves = new TransitionCache(laws, catalogue);
    this.differences = new StateReduction(laws, catalogue, reduced);
    this.nodes = laws.nodes();
    this.next = new int[nodes + 2];
  }

  /** Gives every world that can come next. */
  public void after(int[] key, Sink sink) {
    if (differences.over(key)) {
      return;
    }
    int ledger = key[nodes + 1];
    boolean crashes = FaultBudget.has(ledger, FaultBudget.CRASH);
    messages(key, crashes, sink);
    for (int node = 0; node < nodes; node++) {
      if (up(key[node])) {
        all(moves.moves(Occasion.ALWAYS, node, key[node], crashes), key, node, key[nodes], sink);
      } else {
        restarts(key, node, crashes, sink);
      }
      if (FaultBudget.has(ledger, FaultBudget.REFUSAL)) {
        all(moves.moves(Occasion.REFUSAL, node, key[node], crashes), key, node, key[nodes], sink);
      }
    }
    if (isQuiet(key)) {
      int arriving = differences.arriving(key);
      for (int node = 0; node < nodes; node++) {
        all(moves.moves(Occasion.QUIET, node, key[node], crashes), key, node, arriving, sink);
      }
    }
    tick(key, sink);
  }

  /** Whether nothing is left to be done except steps that timers and people begin. */
  boolean isQuiet(int[] key) {
    for (int node = 0; node < nodes; node++) {
      look(key[node]);
      if (busy.get(key[node])) {
        return false;
      }
    }
    for (int number : catalogue.bags.get(differences.arriving(key))) {
      if (!catalogue.wires.value(number).isLate()) {
        return false;
      }
    }
    return true;
  }

  /**
   * Starts a node again: each message under way to it arrives before that, for nothing, or after.
   */
  private void restarts(int[] key, int node, boolean crashes, Sink sink) {
    Set<Integer> left = new LinkedHashSet<>(List.of(key[nodes]));
    for (int number : catalogue.bags.get(key[nodes])) {
      if (catalogue.wires.value(number).to() == node) {
        for (int bag : List.copyOf(left)) {
          left.add(catalogue.bags.without(bag, number));
        }
      }
    }
    for (int bag : left) {
      all(moves.moves(Occasion.ALWAYS, node, key[node], crashes), key, node, bag, sink);
    }
  }

  /** Whether the search checks where this world leads once nothing goes wrong any more. */
  public boolean settled(int[] key) {
    return isQuiet(key) || differences.over(key);
  }

  /** The world after the arrival of all messages that arrive for nothing. */
  public int[] arriving(int[] key) {
    int[] same = key.clone();
    same[nodes] = differences.arriving(key);
    return same;
  }

  private void all(Move[] all, int[] key, int node, int under, Sink sink) {
    for (Move move : all) {
      if (FaultBudget.covers(key[nodes + 1], move.spent())) {
        go(move, key, node, under, sink);
      }
    }
  }

  private void messages(int[] key, boolean crashes, Sink sink) {
    int before = -1;
    for (int number : catalogue.bags.get(key[nodes])) {
      if (number != before) {
        message(key, number, crashes, sink);
        before = number;
      }
    }
  }

  private void message(int[] key, int number, boolean crashes, Sink sink) {
    int bag = key[nodes];
    int ledger = key[nodes + 1];
    InFlightMessage wire = catalogue.wires.value(number);
    boolean up = up(key[wire.to()]);
    boolean remote = wire.from() != wire.to();
    int without = catalogue.bags.without(bag, number);
    if (up) {
      Move[] arrivals = moves.arrivals(wire.to(), key[wire.to()], number, crashes);
      all(arrivals, key, wire.to(), without, sink);
      if (remote && FaultBudget.has(ledger, FaultBudget.DUPLICATE)) {
        for (Move move : arrivals) {
          go(move.again(), key, wire.to(), bag, sink);
        }
      }
      if (remote && FaultBudget.has(ledger, FaultBudget.LOSS)) {
        tell(key, without, FaultBudget.LOSS, Transition.of(Kind.LOSS, wire.to(), wire), sink);
      }
    }
    if (remote && FaultBudget.has(ledger, FaultBudget.DELAY) && !wire.isLate()) {
      int late =
          catalogue.bags.number(
              new int[] {catalogue.wires.number(wire.aged(InFlightMessage.LATE))});
      int with = catalogue.bags.sum(without, late);
      tell(key, with, FaultBudget.DELAY, Transition.of(Kind.DELAY, wire.to(), wire), sink);
    }
  }

  private void go(Move move, int[] key, int node, int under, Sink sink) {
    System.arraycopy(key, 0, next, 0, nodes);
    next[node] = move.site();
    int left = move.writes() && laws.canBeSent() ? moves.sentBag(under, node) : under;
    if (move.crash()) {
      for (int number : catalogue.bags.get(left)) {
        InFlightMessage wire = catalogue.wires.value(number);
        boolean lost = wire.to() == node || wire.unsent() && move.how().loses();
        if (wire.from() == node && lost) {
          left = catalogue.bags.without(left, number);
        }
      }
    }
    next[nodes] = catalogue.bags.sum(left, move.sends());
    next[nodes + 1] = FaultBudget.spend(key[nodes + 1], move.spent()) | move.known();
    differences.keep(next);
    sink.next(next, move.how());
  }

  private void tell(int[] key, int under, int spent, Transition how, Sink sink) {
    System.arraycopy(key, 0, next, 0, nodes);
    next[nodes] = under;
    next[nodes + 1] = key[nodes + 1] - spent;
    differences.keep(next);
    sink.next(next, how);
  }

  private void tick(int[] key, Sink sink) {
    boolean counts = false;
    for (int node = 0; node < nodes; node++) {
      look(key[node]);
      if (urgent.get(key[node])) {
        return;
      }
      counts |= counting.get(key[node]);
    }
    // Where no node counts the time, a tick makes no difference.
    if (!counts) {
      return;
    }
    int left = key[nodes];
    for (int number : catalogue.bags.get(key[nodes])) {
      InFlightMessage wire = catalogue.wires.value(number);
      if (wire.isUrgent() && up(key[wire.to()])) {
        return;
      }
      left = wire.isUrgent() ? catalogue.bags.without(left, number) : left;
    }
    for (int node = 0; node < nodes; node++) {
      next[node] = moves.later(key[node]);
    }
    next[nodes] = moves.laterBag(left);
    next[nodes + 1] = key[nodes + 1];
    sink.next(next, Transition.of(Kind.TICK, 0, null));
  }

  private boolean up(int site) {
    return catalogue.sites.value(site).up;
  }

  private void look(int number) {
    if (!seen.get(number)) {
      NodeState site = catalogue.sites.value(number);
      seen.set(number);
      busy.set(number, site.isBusy());
      urgent.set(number, site.isUrgent());
      counting.set(number, site.countsTime());
    }
  }
}
