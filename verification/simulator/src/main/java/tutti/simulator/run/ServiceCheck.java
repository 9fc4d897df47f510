package tutti.simulator.run;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import tutti.model.Application;
import tutti.simulator.client.SimulatedClient;
import tutti.simulator.cluster.Cluster;
import tutti.simulator.cluster.NodeUnderTest;
import tutti.simulator.cluster.RunContext;
import tutti.simulator.cluster.ShardJudges;
import tutti.simulator.fault.FaultKind;

/**
 * The check that hosts with replicas serve soon after the last fault, though as many of them are
 * away as may be. It crashes one host, if all replicas of the others vote.
 *
 * @param limitNanos the time limit of transactions
 */
record ServiceCheck(
    RunContext run,
    Cluster cluster,
    ShardJudges shards,
    SimulatedClient hand,
    Application application,
    long limitNanos) {
  /** The time from the last fault until everything is answered, in virtual nanoseconds. */
  private static final long SOON_NANOS = 3_000_000_000L;

  /** The longest time for which operations of a disk that was slow go on, about. */
  private static final long LAST_FLUSHES_NANOS = 2_000_000_000L;

  /**
   * The time, in nanoseconds, after which everything is answered though a participant has lost an
   * abort: a participant waits for one second beyond its transaction's time limit.
   */
  private static final long BEYOND_LIMIT_NANOS = 2_000_000_000L;

  private static final long AGAIN_NANOS = 10_000_000;

  /** The time in which a disk flushes something, if anything waits for it. */
  private static final long FLUSHED_NANOS = 100_000_000;

  /** Crashes a host, looks, and starts the host again; false if it does not start. In a task. */
  boolean check(int away) {
    long begun = run.world().nanos();
    LogBacklog behind =
        new LogBacklog(
            cluster.nodes().stream()
                .map(NodeUnderTest::logKnowledge)
                .filter(Objects::nonNull)
                .toList());
    hand.pause(LAST_FLUSHES_NANOS);
    boolean crashes =
        run.faults().uses(FaultKind.CRASH)
            && shards.disks().othersVote(away)
            && cluster.node(away).up();
    if (crashes) {
      cluster.node(away).crash();
    }
    while (behind.shrinks()) {
      hand.pause(FLUSHED_NANOS);
    }
    // A message that was late holds up all that is sent after it.
    long calm = Math.max(run.world().nanos(), cluster.network().settledAt());
    long due = due(begun, calm, limitNanos);
    List<NodeUnderTest> silent = new ArrayList<>(cluster.nodes());
    silent.removeIf(node -> !node.up());
    while (!silent.isEmpty() && run.world().nanos() < due) {
      silent.removeIf(node -> node.queries().answers(application));
      if (!silent.isEmpty()) {
        hand.pause(AGAIN_NANOS);
      }
    }
    if (!silent.isEmpty() || run.world().nanos() > due) {
      run.found(
          "served",
          "%s ms after the last fault not all actors could be listed, and now not at nodes %s"
              .formatted(
                  (due - calm) / 1_000_000, silent.stream().map(NodeUnderTest::number).toList()));
    }
    return !crashes || restart(cluster.node(away));
  }

  /**
   * Returns the time by which everything is answered: soon after the last late message, and after
   * what waited for the disks, but not before participants give up to which the last fault has lost
   * the abort of a transaction.
   */
  static long due(long faultsEnd, long calm, long limitNanos) {
    return Math.max(calm + SOON_NANOS, faultsEnd + limitNanos + BEYOND_LIMIT_NANOS);
  }

  private static boolean restart(NodeUnderTest node) {
    node.recoverDisk();
    if (!node.start()) {
      return false;
    }
    node.admit();
    return true;
  }
}
