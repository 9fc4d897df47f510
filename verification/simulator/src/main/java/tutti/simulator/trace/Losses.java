package tutti.simulator.trace;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import tutti.engine.concurrency.TransactionId;
import tutti.model.ActorId;
import tutti.model.Call;

/**
 * The transactions of which a crash took a part that a client or node may have relied on: where
 * findings only name the actors that are wrong, the story is mostly about these transactions.
 */
record Losses(List<TraceStep> steps) {
  /** A vote or a decision that stands in a log. */
  private record Entry(TransactionId transaction, List<Call> acts) {}

  /**
   * Returns the lost transactions that changed one of these actors, in the order in which crashes
   * lost them.
   */
  Set<TransactionId> of(Set<ActorId> actors) {
    Map<Integer, List<Entry>> unsafe = new HashMap<>();
    Set<TransactionId> told = told();
    Set<TransactionId> lost = new LinkedHashSet<>();
    for (TraceStep step : steps) {
      switch (step.event()) {
        case TraceEvent.Voted it ->
            entries(unsafe, it.node()).add(new Entry(it.key().id(), it.acts()));
        case TraceEvent.Decided it ->
            entries(unsafe, it.node()).add(new Entry(it.transaction(), it.acts()));
        case TraceEvent.Forced it -> {
          if (it.file().startsWith("log-")) {
            entries(unsafe, it.node()).clear();
          }
        }
        case TraceEvent.Crashed it -> {
          for (Entry entry : entries(unsafe, it.node())) {
            if (told.contains(entry.transaction)
                && entry.acts.stream().anyMatch(act -> actors.contains(act.target()))) {
              lost.add(entry.transaction);
            }
          }
          entries(unsafe, it.node()).clear();
        }
        default -> {}
      }
    }
    return lost;
  }

  private static List<Entry> entries(Map<Integer, List<Entry>> unsafe, int node) {
    return unsafe.computeIfAbsent(node, none -> new ArrayList<>());
  }

  /**
   * Returns the transactions that a client was told had committed, or that another node took for
   * committed.
   */
  private Set<TransactionId> told() {
    Set<TransactionId> told = new HashSet<>();
    for (TraceStep step : steps) {
      switch (step.event()) {
        case TraceEvent.Answered it -> {
          TransactionId id = it.transaction();
          if (it.good() && id != null) {
            told.add(id);
          }
        }
        case TraceEvent.Ended it -> {
          if (it.committed()) {
            told.add(it.key().id());
          }
        }
        default -> {}
      }
    }
    return told;
  }
}
