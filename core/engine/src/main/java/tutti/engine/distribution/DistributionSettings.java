package tutti.engine.distribution;

import java.util.List;
import java.util.SortedMap;
import tutti.engine.transaction.execution.Remote;
import tutti.protocol.commit.CommitProtocol;
import tutti.protocol.commit.Timing;

/**
 * The settings of a node among other nodes.
 *
 * @param nodes the names of all nodes, in the order of their numbers
 * @param fronts the number of fronts that take requests of clients without being a node; they are
 *     numbered behind the nodes
 * @param agreed the settings on which all nodes must agree, by their keys
 * @param protocol the commit protocol of transactions that begin now
 * @param asking how transactions ask actors of other nodes
 * @param retryNanos how long a node waits for an answer before it asks again; each wait is longer
 *     than the one before
 * @param delayBoundNanos the time after which silence means a crash, where the protocol assumes so
 */
public record DistributionSettings(
    List<String> nodes,
    int fronts,
    SortedMap<String, String> agreed,
    CommitProtocol protocol,
    Remote.Asking asking,
    long retryNanos,
    long delayBoundNanos) {

  /**
   * The greatest wait between two tries, as a multiple of the first wait: each wait doubles the one
   * before.
   */
  private static final int LONGEST_WAIT = 16;

  Timing timing() {
    return new Timing(retryNanos, retryNanos * LONGEST_WAIT, delayBoundNanos);
  }
}
