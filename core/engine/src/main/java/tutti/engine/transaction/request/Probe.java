package tutti.engine.transaction.request;

import java.util.List;
import tutti.engine.concurrency.BranchKey;
import tutti.model.ActorId;

/**
 * A message that follows transactions that wait for each other from node to node; see {@link
 * Probes}. A probe may be lost, duplicated, late, or no longer true.
 *
 * @param start the probe's beginning; its transaction is the first on the path
 * @param path the transactions that were seen to wait, each for the one after it; at most {@link
 *     #MOST_HOPS}
 * @param next the transaction that the last on the path waits for; with an empty path, the start's
 *     transaction
 */
public record Probe(Start start, List<Hop> path, BranchKey next) {
  /**
   * The greatest length of a path: longer cycles are not found, and their requests end at their
   * deadlines.
   */
  public static final int MOST_HOPS = 64;

  public Probe {
    path = List.copyOf(path);
  }

  /**
   * The beginning of a probe.
   *
   * @param transaction the transaction that may be part of a cycle
   * @param age the transaction's age, as the node that sent the probe knows it
   * @param node the node that sent the probe: a transaction waits there for {@code transaction}
   * @param round the number of that node's round
   */
  public record Start(BranchKey transaction, long age, int node, long round) {}

  /**
   * A waiting transaction on a probe's path.
   *
   * @param age in microseconds since 1970
   * @param at the actor that it waits for
   * @param node where that actor lives
   */
  public record Hop(BranchKey key, long age, ActorId at, int node) {}
}
