package tutti.engine.transaction.request;

import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import tutti.engine.concurrency.Participant;

/**
 * One search of the waits-for graph for cycles, depth first; edges are read when they are first
 * needed.
 *
 * <p>In a queue every request waits for all before it, so there are as many edges as pairs. The
 * search follows the edges in the same order as if each request had its own, and yet visits few of
 * them: requests share the list of those before them, and the beginning of a list that has been
 * searched without finding a cycle is searched only once. The cost of a search grows with the
 * number of waiting requests and of the holders that they wait for, once for each victim.
 */
final class DeadlockSearch {
  private final BiConsumer<Participant, Consumer<PendingRequest>> waiting;
  private final Map<PendingRequest, Node> nodes = new IdentityHashMap<>();
  private final List<Node> order = new ArrayList<>();
  private final WaitQueues queues = new WaitQueues();
  private final Map<List<Participant>, Targets> targets = new IdentityHashMap<>();

  /** Whether a transaction is over: its other waiting requests block no transaction any more. */
  private final Map<Participant, Boolean> stopped = new IdentityHashMap<>();

  private int left;
  private long looked;

  /**
   * @param waiting gives the requests that a transaction waits for
   * @param most how many waiting requests are looked at
   */
  DeadlockSearch(BiConsumer<Participant, Consumer<PendingRequest>> waiting, int most) {
    this.waiting = waiting;
    this.left = most;
  }

  private enum Mark {
    NEW,
    ON_PATH,
    DONE
  }

  /** A waiting request. */
  static final class Node {
    final PendingRequest ask;
    private Mark mark = Mark.NEW;
    private @Nullable Edges edges;
    private boolean inQueue;
    private int cursor;

    Node(PendingRequest ask) {
      this.ask = ask;
    }

    boolean isNew() {
      return mark == Mark.NEW;
    }

    /** Forgets a search that was cut short; victims that were stopped stay stopped. */
    private void forget() {
      if (mark == Mark.ON_PATH) {
        mark = Mark.NEW;
        inQueue = false;
        cursor = 0;
      }
    }
  }

  /**
   * The edges of a request: to all holders, and to the first of the queue.
   *
   * @param without the owner whose requests are left out, or null
   */
  private record Edges(Targets holders, Targets queue, int end, @Nullable Participant without) {
    static final Edges NONE = of(Targets.NONE);

    static Edges of(Targets all) {
      return new Edges(all, Targets.NONE, 0, null);
    }
  }

  /** The waiting requests of some participants, in order; shared by those that wait for them. */
  private static final class Targets {
    static final Targets NONE = new Targets(List.of(), new int[1]);

    private final List<Node> nodes;

    /** The number of requests of the first {@code n} participants, at index {@code n}. */
    private final int[] ends;

    /** The number of requests at the beginning that no search has to look at again. */
    private int passed;

    Targets(List<Node> nodes, int[] ends) {
      this.nodes = nodes;
      this.ends = ends;
    }
  }

  /** Returns how many edges have been read or followed: the work of the search. */
  long looked() {
    return looked;
  }

  Node node(PendingRequest ask) {
    Node known = nodes.get(ask);
    if (known != null) {
      return known;
    }
    Node made = new Node(ask);
    nodes.put(ask, made);
    order.add(made);
    return made;
  }

  /**
   * Continues without a transaction, which does not wait any more. Others may have been answered
   * since: what was not needed yet is read anew.
   */
  void stopped(Node victim) {
    stopped.put(victim.ask.owner(), true);
    victim.mark = Mark.DONE;
    order.forEach(Node::forget);
    queues.forget();
    targets.clear();
  }

  private boolean isStopped(Node node) {
    return stopped.containsKey(node.ask.owner());
  }

  /**
   * Returns a cycle that can be reached from this node, or null. Depth first, without recursion: a
   * path can be as long as there are transactions.
   */
  @Nullable List<Node> from(Node start) {
    List<Node> path = new ArrayList<>();
    path.add(start);
    start.mark = Mark.ON_PATH;
    while (!path.isEmpty()) {
      Node last = path.getLast();
      Node target = isStopped(last) ? null : next(last);
      if (target == null) {
        last.mark = Mark.DONE;
        path.removeLast();
        continue;
      }
      if (target.mark == Mark.ON_PATH) {
        return new ArrayList<>(path.subList(path.indexOf(target), path.size()));
      }
      target.mark = Mark.ON_PATH;
      path.add(target);
    }
    return null;
  }

  /** Returns the next request to go to from a node, or null if all have been searched. */
  private @Nullable Node next(Node node) {
    Edges edges = edges(node);
    if (!node.inQueue) {
      Node holder = next(node, edges.holders, edges.holders.nodes.size(), edges.without);
      if (holder != null) {
        return holder;
      }
      node.inQueue = true;
      node.cursor = 0;
    }
    return next(node, edges.queue, edges.end, edges.without);
  }

  private @Nullable Node next(Node node, Targets all, int end, @Nullable Participant without) {
    node.cursor = Math.max(node.cursor, all.passed);
    while (node.cursor < end) {
      looked++;
      int place = node.cursor++;
      Node target = all.nodes.get(place);
      if (target.mark == Mark.DONE || isStopped(target)) {
        all.passed += place == all.passed ? 1 : 0;
      } else if (target != node && target.ask.owner() != without) {
        return target;
      }
    }
    return null;
  }

  private Edges edges(Node node) {
    Edges known = node.edges;
    if (known == null) {
      known = left-- > 0 ? read(node.ask) : Edges.NONE;
      node.edges = known;
    }
    return known;
  }

  private Edges read(PendingRequest ask) {
    WaitQueues.Place place = queues.of(ask);
    if (place == null) {
      List<Participant> blockers = new ArrayList<>();
      ask.blockers(blockers::add);
      return Edges.of(waitsOf(blockers));
    }
    Targets holders = targets.computeIfAbsent(place.holders(), this::waitsOf);
    Targets queue = targets.computeIfAbsent(place.queue(), this::waitsOf);
    return new Edges(holders, queue, queue.ends[place.before()], ask.owner());
  }

  private Targets waitsOf(List<Participant> blockers) {
    List<Node> found = new ArrayList<>();
    int[] ends = new int[blockers.size() + 1];
    for (int i = 0; i < blockers.size(); i++) {
      waiting.accept(
          blockers.get(i),
          ask -> {
            if (!ask.answered()) {
              found.add(node(ask));
            }
          });
      ends[i + 1] = found.size();
    }
    looked += blockers.size() + found.size();
    return new Targets(found, ends);
  }
}
