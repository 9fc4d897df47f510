package tutti.engine.node.replicated;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import tutti.engine.distribution.operator.PhaseCount;
import tutti.engine.distribution.operator.ProgressReport;
import tutti.engine.journal.JournalStatistics;
import tutti.engine.node.NodeStatistics;
import tutti.engine.node.ShardTerm;
import tutti.engine.transaction.outcome.RetryCause;
import tutti.engine.transaction.record.Resolution;
import tutti.engine.transport.TransportStatistics;

/**
 * The counters and gauges of a host: the sum over its terms, in which counters of terms that are
 * over stay. Thread-safe.
 */
final class HostMeter {
  private final Map<Integer, ShardTerm> terms = new TreeMap<>();
  private final Counters over = new Counters();

  /** A term of this host is open. */
  synchronized void opened(int shard, ShardTerm term) {
    terms.put(shard, term);
  }

  /** A term of this host is over. */
  synchronized void ended(int shard) {
    ShardTerm term = terms.remove(shard);
    if (term != null) {
      over.add(term.statistics());
    }
  }

  /** A request has ended here without having come to a leader. */
  synchronized void turnedAway(String code) {
    over.outcomes.merge("aborted/" + code, 1L, Long::sum);
  }

  /** The parts of a host that are measured for all its shards at once. */
  record Shared(
      long actors,
      long backlog,
      long checkpoints,
      JournalStatistics log,
      @Nullable TransportStatistics traffic) {}

  /** Returns all counters and gauges at this moment. */
  synchronized NodeStatistics statistics(Shared shared) {
    Counters counters = new Counters();
    counters.add(over);
    Gauges gauges = new Gauges();
    for (ShardTerm term : terms.values()) {
      NodeStatistics each = term.statistics();
      counters.add(each);
      gauges.add(each);
    }
    return new NodeStatistics(
        new NodeStatistics.Transactions(counters.outcomes, gauges.inFlight, counters.retries),
        new NodeStatistics.Waits(
            counters.delayed, gauges.waiting, counters.deadlocks, counters.acrossNodes),
        new NodeStatistics.Containers(shared.actors(), shared.backlog()),
        new NodeStatistics.Log(
            shared.log().records(),
            shared.log().bytes(),
            shared.log().flushes(),
            counters.checkpoints + shared.checkpoints()),
        new NodeStatistics.Kept(
            gauges.keys,
            gauges.keyBytes,
            gauges.oldestKeyNanos,
            gauges.outcomeBytes,
            gauges.snapshots,
            gauges.snapshotRows),
        new NodeStatistics.Members(gauges.coordinating, gauges.branches, gauges.inDoubt),
        new NodeStatistics.Committing(gauges.phases, gauges.oldestDoubtNanos, gauges.resolved),
        shared.traffic());
  }

  /** The numbers that only grow. */
  private static final class Counters {
    private final Map<String, Long> outcomes = new LinkedHashMap<>();
    private final Map<RetryCause, Long> retries = new EnumMap<>(RetryCause.class);
    private long delayed;
    private long deadlocks;
    private long acrossNodes;
    private long checkpoints;

    Counters() {
      for (RetryCause cause : RetryCause.values()) {
        retries.put(cause, 0L);
      }
    }

    void add(NodeStatistics of) {
      of.transactions().outcomes().forEach((name, count) -> outcomes.merge(name, count, Long::sum));
      of.transactions()
          .retriesByCause()
          .forEach((cause, count) -> retries.merge(cause, count, Long::sum));
      delayed += of.waits().delayed();
      deadlocks += of.waits().deadlocks();
      acrossNodes += of.waits().deadlocksAcrossNodes();
      checkpoints += of.log().checkpoints();
    }

    void add(Counters other) {
      other.outcomes.forEach((name, count) -> outcomes.merge(name, count, Long::sum));
      other.retries.forEach((cause, count) -> retries.merge(cause, count, Long::sum));
      delayed += other.delayed;
      deadlocks += other.deadlocks;
      acrossNodes += other.acrossNodes;
      checkpoints += other.checkpoints;
    }
  }

  /** The numbers of a moment. */
  private static final class Gauges {
    private final List<ProgressReport.InDoubt> inDoubt = new ArrayList<>();
    private final Map<PhaseCount.Of, Integer> phases = new HashMap<>();
    private final Map<Resolution.State, Integer> resolved = new EnumMap<>(Resolution.State.class);
    private long inFlight;
    private long waiting;
    private long keys;
    private long keyBytes;
    private long outcomeBytes;
    private long oldestKeyNanos;
    private long snapshots;
    private long snapshotRows;
    private long coordinating;
    private long branches;
    private long oldestDoubtNanos;

    Gauges() {
      for (Resolution.State state : Resolution.State.values()) {
        resolved.put(state, 0);
      }
    }

    void add(NodeStatistics of) {
      inFlight += of.transactions().inFlight();
      waiting += of.waits().waiting();
      keys += of.kept().keys();
      keyBytes += of.kept().keyBytes();
      outcomeBytes += of.kept().outcomeBytes();
      oldestKeyNanos = Math.max(oldestKeyNanos, of.kept().oldestKeyNanos());
      snapshots += of.kept().snapshots();
      snapshotRows += of.kept().snapshotRows();
      coordinating += of.members().coordinating();
      branches += of.members().branches();
      inDoubt.addAll(of.members().inDoubt());
      of.committing().phases().forEach((phase, count) -> phases.merge(phase, count, Integer::sum));
      oldestDoubtNanos = Math.max(oldestDoubtNanos, of.committing().oldestDoubtNanos());
      of.committing()
          .resolved()
          .forEach((state, count) -> resolved.merge(state, count, Integer::sum));
    }
  }
}
