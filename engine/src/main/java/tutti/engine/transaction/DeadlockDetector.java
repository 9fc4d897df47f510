package tutti.engine.transaction;

import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.LongAdder;
import org.jspecify.annotations.Nullable;
import tutti.engine.concurrency.Participant;

/**
 * Finds cycles of transactions that wait for each other and stops the youngest of each: the one
 * with the highest age number. It keeps that number when it is tried again, so nobody is the victim
 * for ever.
 *
 * <p>The waits-for graph is read while others change it; an edge may be gone by the time a cycle is
 * seen. A victim is stopped only if it still waits, so the worst is one needless retry.
 */
final class DeadlockDetector {
  private final LongAdder found = new LongAdder();

  long found() {
    return found.sum();
  }

  /** Looks at these requests, at most one per transaction, and breaks every cycle among them. */
  void breakCycles(List<Ask> asks) {
    Map<Participant, Node> nodes = new IdentityHashMap<>();
    List<Node> order = new ArrayList<>();
    for (Ask ask : asks) {
      Node node = new Node(ask);
      nodes.put(ask.owner(), node);
      order.add(node);
    }
    for (Node start : order) {
      List<Node> cycle;
      while (start.mark == Mark.NEW && (cycle = search(start, nodes)) != null) {
        stopYoungest(cycle);
        order.forEach(Node::forget);
      }
    }
  }

  private enum Mark {
    NEW,
    ON_PATH,
    DONE
  }

  /** A waiting transaction. */
  private static final class Node {
    final Ask ask;
    Mark mark = Mark.NEW;
    boolean stopped;
    @Nullable List<Node> next;
    int cursor;

    Node(Ask ask) {
      this.ask = ask;
    }

    List<Node> next(Map<Participant, Node> nodes) {
      if (next == null) {
        List<Node> targets = new ArrayList<>();
        ask.control()
            .blockers(
                ask,
                blocker -> {
                  Node target = nodes.get(blocker);
                  if (target != null && target != this) {
                    targets.add(target);
                  }
                });
        next = targets;
      }
      return next;
    }

    /** Forgets a search that was cut short; what is done stays done. */
    void forget() {
      if (mark == Mark.ON_PATH) {
        mark = Mark.NEW;
        cursor = 0;
      }
    }
  }

  /** Depth first, without recursion: paths can be as long as there are transactions. */
  private static @Nullable List<Node> search(Node start, Map<Participant, Node> nodes) {
    List<Node> path = new ArrayList<>();
    path.add(start);
    start.mark = Mark.ON_PATH;
    while (!path.isEmpty()) {
      Node last = path.getLast();
      List<Node> next = last.stopped ? List.of() : last.next(nodes);
      if (last.cursor == next.size()) {
        last.mark = Mark.DONE;
        path.removeLast();
        continue;
      }
      Node target = next.get(last.cursor++);
      if (target.stopped || target.mark == Mark.DONE) {
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

  private void stopYoungest(List<Node> cycle) {
    int youngest = 0;
    for (int i = 1; i < cycle.size(); i++) {
      if (cycle.get(i).ask.owner().age() > cycle.get(youngest).ask.owner().age()) {
        youngest = i;
      }
    }
    Node victim = cycle.get(youngest);
    List<Reason.Wait> waits = new ArrayList<>();
    for (int i = 0; i < cycle.size(); i++) {
      Ask ask = cycle.get((youngest + i) % cycle.size()).ask;
      waits.add(new Reason.Wait(ask.owner().id(), ask.cell().id()));
    }
    if (victim.ask.stop(new Reason.Deadlock(waits, 0))) {
      found.increment();
    }
    victim.stopped = true;
    victim.mark = Mark.DONE;
  }
}
