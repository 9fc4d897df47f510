package tutti.engine.transaction.request;

import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import tutti.engine.concurrency.Participant;
import tutti.engine.runtime.FaultPoint;
import tutti.engine.runtime.Scheduler;
import tutti.engine.transaction.submission.Reason;

/**
 * A detector that finds cycles of transactions that wait for each other and stops the youngest of
 * each: the one with the highest age number, and among equals the one with the highest id, so that
 * every detector that sees the cycle stops the same transaction. A transaction keeps its age number
 * when it is tried again, so none is the victim for ever.
 *
 * <p>The waits-for graph is read while other threads change it; an edge may be gone when the
 * detector sees a cycle. A victim is stopped only if it still waits, so the worst result is one
 * needless retry.
 */
final class DeadlockDetector {
  private final Scheduler scheduler;
  private final LongAdder found = new LongAdder();

  DeadlockDetector(Scheduler scheduler) {
    this.scheduler = scheduler;
  }

  long found() {
    return found.sum();
  }

  /**
   * Breaks every cycle that can be reached from these requests.
   *
   * @param waiting gives the requests that a transaction waits for: several, if it has several
   *     tasks; it needs the answers of all
   * @param most how many waiting requests are looked at
   */
  void breakCycles(
      List<PendingRequest> from,
      BiConsumer<Participant, Consumer<PendingRequest>> waiting,
      int most) {
    Search search = new Search(waiting, most);
    for (PendingRequest ask : from) {
      Node start = search.node(ask);
      List<Node> cycle;
      while (start.mark == Mark.NEW && (cycle = search.from(start)) != null) {
        search.stopped(stopYoungest(cycle));
        search.forgetPath();
      }
    }
  }

  private enum Mark {
    NEW,
    ON_PATH,
    DONE
  }

  /** A waiting request. */
  private static final class Node {
    final PendingRequest ask;
    Mark mark = Mark.NEW;
    @Nullable List<Node> next;
    int cursor;

    Node(PendingRequest ask) {
      this.ask = ask;
    }

    /** Forgets a search that was cut short; victims that were stopped stay stopped. */
    void forget() {
      if (mark == Mark.ON_PATH) {
        mark = Mark.NEW;
        cursor = 0;
      }
    }
  }

  /** One look at the graph; nodes and edges are read when they are first needed. */
  private static final class Search {
    private final BiConsumer<Participant, Consumer<PendingRequest>> waiting;
    private final Map<PendingRequest, Node> nodes = new IdentityHashMap<>();
    private final List<Node> order = new ArrayList<>();

    /** Whether a transaction is over: its other waiting requests block no transaction any more. */
    private final Map<Participant, Boolean> stopped = new IdentityHashMap<>();

    private int left;

    Search(BiConsumer<Participant, Consumer<PendingRequest>> waiting, int most) {
      this.waiting = waiting;
      this.left = most;
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

    void stopped(Node victim) {
      stopped.put(victim.ask.owner(), true);
      victim.mark = Mark.DONE;
    }

    private boolean isStopped(Node node) {
      return stopped.containsKey(node.ask.owner());
    }

    void forgetPath() {
      order.forEach(Node::forget);
    }

    /**
     * Returns a cycle that can be reached from this node, or null. Depth first, without recursion:
     * a path can be as long as there are transactions.
     */
    @Nullable List<Node> from(Node start) {
      List<Node> path = new ArrayList<>();
      path.add(start);
      start.mark = Mark.ON_PATH;
      while (!path.isEmpty()) {
        Node last = path.getLast();
        List<Node> next = isStopped(last) ? List.of() : next(last);
        if (last.cursor == next.size()) {
          last.mark = Mark.DONE;
          path.removeLast();
          continue;
        }
        Node target = next.get(last.cursor++);
        if (target.mark == Mark.DONE || isStopped(target)) {
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

    private List<Node> next(Node node) {
      List<Node> known = node.next;
      if (known != null) {
        return known;
      }
      List<Node> targets = new ArrayList<>();
      if (left-- > 0) {
        node.ask.control().blockers(node.ask, blocker -> add(blocker, node, targets));
      }
      node.next = targets;
      return targets;
    }

    private void add(Participant blocker, Node waiter, List<Node> targets) {
      waiting.accept(
          blocker,
          ask -> {
            if (ask != waiter.ask && !ask.answered()) {
              targets.add(node(ask));
            }
          });
    }
  }

  /** Stops the youngest transaction of the cycle and returns it. */
  private Node stopYoungest(List<Node> cycle) {
    int youngest = 0;
    int looked = scheduler.injects(FaultPoint.OTHER_VICTIM) ? 0 : cycle.size();
    for (int i = 1; i < looked; i++) {
      if (Participant.older(cycle.get(youngest).ask.owner(), cycle.get(i).ask.owner())) {
        youngest = i;
      }
    }
    Node victim = cycle.get(youngest);
    List<Reason.Wait> waits = new ArrayList<>();
    for (int i = 0; i < cycle.size(); i++) {
      PendingRequest ask = cycle.get((youngest + i) % cycle.size()).ask;
      waits.add(new Reason.Wait(ask.owner().id(), ask.cell().id()));
    }
    if (victim.ask.stop(new Reason.Deadlock(waits, 0))) {
      found.increment();
    }
    return victim;
  }
}
