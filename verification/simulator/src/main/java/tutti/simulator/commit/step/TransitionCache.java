package tutti.simulator.commit.step;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import tutti.simulator.commit.state.FaultBudget;
import tutti.simulator.commit.state.GlobalState;
import tutti.simulator.commit.state.InFlightMessage;
import tutti.simulator.commit.state.NodeState;
import tutti.simulator.commit.state.StateNumbers;
import tutti.simulator.commit.step.Transition.Kind;
import tutti.simulator.explorer.table.LongToInt;

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
   * @param known the outcomes that can no longer be taken back after the move, as the ledger has
   *     them
   * @param crash whether the node crashes: its messages to itself are gone
   * @param how the transition, which also shows whether the network has the messages of the node,
   *     or the crash loses them
   */
  record Move(int site, int sends, int spent, int known, boolean crash, Transition how) {
    /** Whether the network has all that the node has sent before. */
    boolean writes() {
      return how.kind() == Kind.SENT;
    }

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

  /** The occasions of a node's moves. */
  enum Occasion {
    /** A message arrives. */
    ARRIVAL,
    /** The node moves by itself, at any moment. */
    ALWAYS,
    /** A moment in which nothing is left to be done. */
    QUIET,
    /** The node makes a move that it need not make. */
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
    return moves(Occasion.ARRIVAL, node, site, wire, crashes);
  }

  /** The moves of a node on an occasion that is no message. */
  Move[] moves(Occasion occasion, int node, int site, boolean crashes) {
    return moves(occasion, node, site, 0, crashes);
  }

  private Move[] moves(Occasion occasion, int node, int site, int wire, boolean crashes) {
    long key =
        (((long) wire << 26 | site) << 4 | node) << 3 | occasion.ordinal() << 1 | (crashes ? 1 : 0);
    int number = known.get(key);
    if (number < 0) {
      number = moves.size();
      moves.add(work(occasion, node, site, wire, crashes));
      known.put(key, number);
    }
    return moves.get(number);
  }

  private Move[] work(Occasion occasion, int node, int site, int wire, boolean crashes) {
    FaultBudget ledger = FaultBudget.ofMove(crashes);
    NodeState[] sites = new NodeState[laws.nodes()];
    Arrays.fill(sites, new NodeState());
    sites[node] = catalogue.sites.value(site);
    int[] numbers = new int[sites.length];
    numbers[node] = site;
    List<Move> made = new ArrayList<>();
    GlobalState world = new GlobalState(sites, numbers, new ArrayList<>(), ledger);
    TransitionRelation.Sink sink =
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
        };
    switch (occasion) {
      case ARRIVAL -> laws.arrives(world, catalogue.wires.value(wire), Kind.ARRIVAL, sink);
      case ALWAYS -> laws.always(world, node, sink);
      case QUIET -> laws.whenQuiet(world, node, sink);
      case REFUSAL -> laws.refusals(world, node, sink);
    }
    return made.toArray(Move[]::new);
  }

  /** Returns the node after a tick. */
  int later(int site) {
    int later = laterSites.get(site);
    if (later < 0) {
      later = catalogue.sites.number(catalogue.sites.value(site).later(1));
      laterSites.put(site, later);
    }
    return later;
  }

  /** The bag of messages under way once the network has those of that node. */
  int sentBag(int bag, int node) {
    List<InFlightMessage> sent = new ArrayList<>();
    boolean same = true;
    for (int wire : catalogue.bags.get(bag)) {
      InFlightMessage message = catalogue.wires.value(wire);
      boolean written = message.from() == node && message.unsent();
      same &= !written;
      sent.add(written ? message.sent() : message);
    }
    return same ? bag : catalogue.bag(sent);
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
