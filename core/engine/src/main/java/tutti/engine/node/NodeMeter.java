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
import tutti.engine.transaction.LayeredProtocol;
import tutti.engine.transaction.outcome.IdempotencyTable;
import tutti.engine.transaction.record.Resolution;
import tutti.engine.transaction.request.Directory;

/** The counters and gauges of a node, read where they are. Thread-safe. */
record NodeMeter(
    LayeredProtocol protocol,
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
        new NodeStatistics.Transactions(
            protocol.completion().counts(),
            protocol.completion().inFlight(),
            protocol.completion().retries()),
        new NodeStatistics.Waits(
            protocol.waiters().delayedSoFar(),
            protocol.waiters().waitingNow(),
            protocol.waiters().deadlocksSoFar() + acrossNodes,
            acrossNodes),
        new NodeStatistics.Containers(actors(), backlog),
        new NodeStatistics.Log(
            log.records(),
            log.bytes(),
            log.flushes(),
            checkpointer == null ? 0 : checkpointer.made()),
        new NodeStatistics.Kept(
            keys.size(),
            keys.bytes(),
            oldestKey == null ? 0 : Duration.between(oldestKey, scheduler.now()).toNanos(),
            protocol.completion().outcomeBytes(),
            snapshots.count(),
            snapshots.rows()),
        distribution == null
            ? new NodeStatistics.Members(0, 0, List.of())
            : new NodeStatistics.Members(
                distribution.members().count(true),
                distribution.members().count(false),
                distribution.report().inDoubt()),
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
