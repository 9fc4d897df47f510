package tutti.simulator.commit.step;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.BiConsumer;
import tutti.simulator.commit.state.FaultBudget;
import tutti.simulator.commit.state.GlobalState;
import tutti.simulator.commit.state.InFlightMessage;
import tutti.simulator.commit.state.NodeState;
import tutti.simulator.commit.state.StateNumbers;
import tutti.simulator.commit.step.Transition.Kind;
import tutti.simulator.commit.table.LongToInt;

/**
 * The moves of nodes, as numbers. A move depends on the node alone, on the message if one arrives,
 * and on whether the node may crash; each is worked out once, by the {@link TransitionRelation}, in
 * a world in which that node is alone. Confined to one thread.
 */
final class TransitionCache {

  /**
   * A move of one node.
   *
   * @param site the node after the move
   * @param sends the bag of the messages that it sends
   * @param spent the faults that the ledger has less
   * @param known the outcomes that can no longer be taken back since, as the ledger has them
   * @param crash whether the node crashes: its messages to itself are gone
   */
  record Move(int site, int sends, int spent, int known, boolean crash, Transition how) {
    /** The move in which the message that has arrived will arrive once more. */
    Move again() {
      return new Move(
          site,
          sends,
          spent + FaultBudget.DUPLICATE,
          known,
          crash,
          how.as(Kind.ARRIVAL_OF_ONE_OF_TWO));
    }
  }

  private enum Occasion {
    ARRIVAL,
    ALWAYS,
    QUIET,
    REFUSAL
  }

  private final TransitionRelation laws;
  private final StateNumbers catalogue;
  private final LongToInt known = new LongToInt();
  private final List<Move[]> moves = new ArrayList<>();
  private final LongToInt laterSites = new LongToInt();
  private final LongToInt laterBags = new LongToInt();

  TransitionCache(TransitionRelation laws, StateNumbers catalogue) {
    this.laws = laws;
    this.catalogue = catalogue;
  }

  /** The moves when that message arrives. */
  Move[] arrivals(int node, int site, int wire, boolean crashes) {
    return moves(
        Occasion.ARRIVAL,
        node,
        site,
        wire,
        crashes,
        (world, sink) -> laws.arrives(world, catalogue.wires.value(wire), Kind.ARRIVAL, sink));
  }

  /** The moves that a node can make at any moment by itself. */
  Move[] always(int node, int site, boolean crashes) {
    return moves(
        Occasion.ALWAYS, node, site, 0, crashes, (world, sink) -> laws.always(world, node, sink));
  }

  /** The further moves of a node when nothing is left to be done. */
  Move[] whenQuiet(int node, int site, boolean crashes) {
    return moves(
        Occasion.QUIET, node, site, 0, crashes, (world, sink) -> laws.whenQuiet(world, node, sink));
  }

  /** The moves that a node need not make. */
  Move[] refusals(int node, int site, boolean crashes) {
    return moves(
        Occasion.REFUSAL,
        node,
        site,
        0,
        crashes,
        (world, sink) -> laws.refusals(world, node, sink));
  }

  private Move[] moves(
      Occasion occasion,
      int node,
      int site,
      int wire,
      boolean crashes,
      BiConsumer<GlobalState, TransitionRelation.Sink> all) {
    long key =
        (((long) wire << 26 | site) << 4 | node) << 3 | occasion.ordinal() << 1 | (crashes ? 1 : 0);
    int number = known.get(key);
    if (number < 0) {
      number = moves.size();
      moves.add(work(node, site, crashes, all));
      known.put(key, number);
    }
    return moves.get(number);
  }

  private Move[] work(
      int node, int site, boolean crashes, BiConsumer<GlobalState, TransitionRelation.Sink> all) {
    FaultBudget ledger = FaultBudget.ofMove(crashes);
    NodeState[] sites = new NodeState[laws.nodes()];
    Arrays.fill(sites, new NodeState());
    sites[node] = catalogue.sites.value(site);
    int[] numbers = new int[sites.length];
    numbers[node] = site;
    List<Move> made = new ArrayList<>();
    all.accept(
        new GlobalState(sites, numbers, new ArrayList<>(), ledger),
        (next, how) -> {
          if (next.numbers[node] < 0) {
            next.numbers[node] = catalogue.sites.number(next.sites[node]);
          }
          made.add(
              new Move(
                  next.numbers[node],
                  catalogue.bag(next.wires),
                  ledger.packed() - (next.ledger.packed() & ~FaultBudget.KNOWN),
                  next.ledger.packed() & FaultBudget.KNOWN,
                  how.crash() || how.kind() == Kind.CRASH,
                  how));
        });
    return made.toArray(Move[]::new);
  }

  /** The node after a tick. */
  int later(int site) {
    int later = laterSites.get(site);
    if (later < 0) {
      later = catalogue.sites.number(catalogue.sites.value(site).later(1));
      laterSites.put(site, later);
    }
    return later;
  }

  /** The bag of messages under way after a tick. */
  int laterBag(int bag) {
    int later = laterBags.get(bag);
    if (later < 0) {
      List<InFlightMessage> aged = new ArrayList<>();
      for (int wire : catalogue.bags.get(bag)) {
        aged.add(catalogue.wires.value(wire).later(1));
      }
      later = catalogue.bag(aged);
      laterBags.put(bag, later);
    }
    return later;
  }
}
