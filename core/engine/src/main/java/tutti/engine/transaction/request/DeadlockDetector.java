package tutti.engine.transaction.request;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import tutti.engine.concurrency.Participant;
import tutti.engine.runtime.FaultPoint;
import tutti.engine.runtime.Scheduler;
import tutti.engine.transaction.request.DeadlockSearch.Node;
import tutti.engine.transaction.submission.Reason;

/**
 * A detector that finds cycles of transactions that wait for each other and stops the youngest of
 * each cycle: the transaction with the highest age number, and among equals the one with the
 * highest id, so that every detector that sees the cycle stops the same transaction. A transaction
 * keeps its age number when it is tried again, so none is the victim for ever.
 *
 * <p>The waits-for graph is read while other threads change it; an edge may be gone when the
 * detector sees a cycle. A victim is stopped only if it still waits, so the worst result is one
 * needless retry.
 */
final class DeadlockDetector {
  private final Scheduler scheduler;
  private final LongAdder found = new LongAdder();
  private final LongAdder edges = new LongAdder();

  DeadlockDetector(Scheduler scheduler) {
    this.scheduler = scheduler;
  }

  long found() {
    return found.sum();
  }

  /** Returns the number of edges that were looked at: a measure of work that needs no clock. */
  long edges() {
    return edges.sum();
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
    DeadlockSearch search = new DeadlockSearch(waiting, most);
    for (PendingRequest ask : from) {
      Node start = search.node(ask);
      List<Node> cycle;
      while (start.isNew() && (cycle = search.from(start)) != null) {
        search.stopped(stopYoungest(cycle));
      }
    }
    edges.add(search.looked());
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
