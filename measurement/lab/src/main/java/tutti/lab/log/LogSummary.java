package tutti.lab.log;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tutti.model.ActorId;
import tutti.model.ActorState;
import tutti.simulator.history.Anomaly;
import tutti.simulator.history.Operation;

/**
 * The facts that the logs of all nodes contain together.
 *
 * @param transactions the transactions that have committed and changed something, by their ids
 * @param actors the newest version of each actor
 * @param anomalies the contradictions between the logs, or in one of them
 */
public record LogSummary(
    Map<String, Logged> transactions, Map<ActorId, Newest> actors, List<Anomaly> anomalies) {

  /**
   * A transaction that has committed.
   *
   * @param key its idempotency key; null if it has none
   * @param reads the versions that it saw of actors that it did not write, if the logs have them
   * @param writes the versions that it has made, in the order of the logs
   */
  public record Logged(
      String id, @Nullable String key, List<Operation.Read> reads, List<Operation.Write> writes) {}

  /**
   * The newest version of an actor.
   *
   * @param by the name of the transaction that made it
   */
  public record Newest(String by, long version, ActorState state) {}
}
