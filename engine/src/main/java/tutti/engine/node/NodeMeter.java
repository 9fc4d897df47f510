package tutti.engine.node;

import java.time.Duration;
import java.time.Instant;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tutti.engine.container.Container;
import tutti.engine.distribution.Distribution;
import tutti.engine.journal.Journal;
import tutti.engine.journal.JournalStatistics;
import tutti.engine.recovery.Checkpointer;
import tutti.engine.runtime.Scheduler;
import tutti.engine.runtime.TaskExecutor;
import tutti.engine.snapshot.Snapshots;
import tutti.engine.transaction.Transactions;
import tutti.engine.transaction.outcome.IdempotencyTable;
import tutti.engine.transaction.record.Resolution;
import tutti.engine.transaction.request.Directory;

/** The counters and gauges of a node, read where they are. Thread-safe. */
record NodeMeter(
    Transactions transactions,
    Directory directory,
    Journal journal,
    @Nullable Checkpointer checkpointer,
    IdempotencyTable keys,
    @Nullable Distribution distribution,
    Snapshots snapshots,
    Scheduler scheduler) {
  /** Returns the number of actors in memory. */
  long actors() {
    return directory.containers().stream().mapToLong(each -> each.actors().size()).sum();
  }

  /** Returns the core of each executor, by its name; negative if it is pinned to none. */
  Map<String, Integer> executorCores() {
    Map<String, Integer> cores = new LinkedHashMap<>();
    for (Container container : directory.containers()) {
      for (TaskExecutor executor : container.executors()) {
        cores.put(executor.name(), executor.core());
      }
    }
    return cores;
  }

  /** Returns all counters and gauges at this moment. */
  NodeStatistics statistics() {
    long backlog = 0;
    for (Container container : directory.containers()) {
      for (TaskExecutor executor : container.executors()) {
        backlog += executor.backlog();
      }
    }
    JournalStatistics log = journal.statistics();
    Instant oldestKey = keys.oldest();
    long acrossNodes = distribution == null ? 0 : distribution.deadlocks();
    return new NodeStatistics(
        transactions.completion().counts(),
        transactions.completion().inFlight(),
        transactions.waiters().delayedSoFar(),
        transactions.waiters().waitingNow(),
        transactions.completion().retries(),
        transactions.waiters().deadlocksSoFar() + acrossNodes,
        acrossNodes,
        actors(),
        log.records(),
        log.bytes(),
        log.flushes(),
        checkpointer == null ? 0 : checkpointer.made(),
        keys.size(),
        oldestKey == null ? 0 : Duration.between(oldestKey, scheduler.now()).toNanos(),
        backlog,
        distribution == null ? 0 : distribution.members().count(true),
        distribution == null ? 0 : distribution.members().count(false),
        distribution == null ? List.of() : distribution.report().inDoubt(),
        snapshots.count(),
        snapshots.rows(),
        distribution == null ? NodeStatistics.Committing.NONE : committing(distribution),
        distribution == null ? null : distribution.traffic());
  }

  private static NodeStatistics.Committing committing(Distribution distribution) {
    Map<Resolution.State, Integer> resolved = new EnumMap<>(Resolution.State.class);
    for (Resolution.State state : Resolution.State.values()) {
      resolved.put(state, 0);
    }
    distribution
        .report()
        .resolutions()
        .forEach(each -> resolved.merge(each.state(), 1, Integer::sum));
    return new NodeStatistics.Committing(
        distribution.report().phases(), distribution.report().oldestDoubtNanos(), resolved);
  }
}
