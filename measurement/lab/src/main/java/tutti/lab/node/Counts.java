package tutti.lab.node;

import java.util.List;
import tutti.engine.node.Node;
import tutti.engine.node.NodeStatistics;
import tutti.engine.transport.TransportStatistics;

/**
 * The counts of several nodes, together.
 *
 * @param retries transactions tried again
 * @param deadlocks found
 * @param messages sent between them
 * @param flushes of their logs
 * @param records of their logs
 */
public record Counts(long retries, long deadlocks, long messages, long flushes, long records) {

  public static Counts of(List<Node> nodes) {
    long retries = 0;
    long deadlocks = 0;
    long messages = 0;
    long flushes = 0;
    long records = 0;
    for (Node node : nodes) {
      NodeStatistics statistics = node.statistics();
      TransportStatistics traffic = statistics.traffic();
      retries += statistics.transactions().retries();
      deadlocks += statistics.waits().deadlocks();
      messages += traffic == null ? 0 : traffic.messagesSent();
      flushes += statistics.log().flushes();
      records += statistics.log().records();
    }
    return new Counts(retries, deadlocks, messages, flushes, records);
  }

  public Counts minus(Counts before) {
    return new Counts(
        retries - before.retries,
        deadlocks - before.deadlocks,
        messages - before.messages,
        flushes - before.flushes,
        records - before.records);
  }
}
