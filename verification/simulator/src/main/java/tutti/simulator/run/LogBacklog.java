package tutti.simulator.run;

import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.Map;
import tutti.engine.node.shard.LogKnowledge;

/**
 * The records that wait for the disks of nodes at one moment. A flush may serve only one of them,
 * where a run provokes that, so that thousands of flushes may be behind when a slow disk is fast
 * again. A node tells nothing that rests on a record before it is durable.
 */
final class LogBacklog {
  /** The logs that have not flushed all yet, and how far they were at the last look. */
  private final Map<LogKnowledge, Waiting> logs = new LinkedHashMap<>();

  private record Waiting(long end, long durable) {}

  /**
   * The records that wait now. What is appended later does not count.
   *
   * @param of the nodes that run
   */
  LogBacklog(Collection<LogKnowledge> of) {
    of.forEach(log -> logs.put(log, new Waiting(log.logEnd(), log.logDurable())));
  }

  /**
   * Returns whether some log has flushed a part since the last look, and has more of it to flush. A
   * log that gets no further, as of a node that is down by now, is not waited for.
   */
  boolean shrinks() {
    boolean shrinks = false;
    for (Map.Entry<LogKnowledge, Waiting> each : logs.entrySet()) {
      Waiting its = each.getValue();
      long durable = each.getKey().logDurable();
      shrinks |= durable > its.durable && durable < its.end;
      each.setValue(new Waiting(its.end, durable));
    }
    return shrinks;
  }
}
