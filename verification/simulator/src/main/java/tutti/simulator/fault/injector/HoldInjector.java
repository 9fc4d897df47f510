package tutti.simulator.fault.injector;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.BooleanSupplier;
import java.util.random.RandomGenerator;
import tutti.engine.node.replicated.ReplicatedShards;
import tutti.simulator.client.SimulatedClient;
import tutti.simulator.cluster.Cluster;
import tutti.simulator.cluster.NodeUnderTest;
import tutti.simulator.cluster.RunContext;
import tutti.simulator.fault.FaultKind;

/**
 * The failures that are no crashes: a disk whose flushes or reads do not end, and executors that a
 * task holds. The node goes on otherwise, and other nodes hear it. Each may last longer than the
 * deadlines of requests, and is over, or the node has crashed, when its time is.
 */
public final class HoldInjector {
  /** The kinds of such failures. */
  public static final List<FaultKind> KINDS =
      List.of(FaultKind.HUNG_DISK, FaultKind.HELD_EXECUTOR, FaultKind.HUNG_READ);

  /** A leader whose disk hangs has yielded after so many election timeouts. */
  private static final int YIELDS_AFTER = 20;

  /** The largest number of them in a run. */
  private static final int MOST = 4;

  private final Cluster cluster;
  private final SimulatedClient hand;
  private final RandomGenerator random;
  private final RunContext run;
  private final List<FaultKind> kinds;
  private final long longestNanos;
  private final long electionNanos;

  /**
   * @param hand the client that makes the troubles
   * @param timeoutNanos the usual time of a transaction
   * @param electionNanos the time after which a leader that is not heard is replaced
   */
  public HoldInjector(
      Cluster cluster,
      SimulatedClient hand,
      RandomGenerator random,
      RunContext run,
      long timeoutNanos,
      long electionNanos) {
    this.cluster = cluster;
    this.hand = hand;
    this.random = random;
    this.run = run;
    this.kinds = KINDS.stream().filter(run.faults()::uses).toList();
    this.electionNanos = electionNanos;
    this.longestNanos = 2 * timeoutNanos + 5_000_000_000L;
  }

  /** Holds one node after another until {@code over}. */
  public void rage(BooleanSupplier over) {
    int left = kinds.isEmpty() ? 0 : 1 + random.nextInt(MOST);
    for (; left > 0 && !over.getAsBoolean(); left--) {
      // A run without other troubles is soon over.
      hand.pause(1 + random.nextLong(1_000_000L << random.nextInt(8)));
      if (!over.getAsBoolean() && run.faults().granted()) {
        hold(kinds.get(random.nextInt(kinds.size())));
      }
    }
  }

  private void hold(FaultKind kind) {
    NodeUnderTest node = cluster.node(random.nextInt(cluster.nodes().size()));
    long lasts = 1 + random.nextLong(longestNanos >> random.nextInt(6));
    if (!node.open()) {
      return;
    }
    run.faults().happened(kind);
    node.hold(kind, true);
    Map<Integer, Long> led = kind == FaultKind.HUNG_DISK ? chosenWhereItLeads(node) : Map.of();
    hand.pause(lasts);
    if (lasts > YIELDS_AFTER * electionNanos && !run.faults().stopped()) {
      checkThatItYields(node, led, lasts);
    }
    node.hold(kind, false);
  }

  /** Returns the positions up to which the shards are chosen that a host leads, by shard. */
  private static Map<Integer, Long> chosenWhereItLeads(NodeUnderTest node) {
    Map<Integer, Long> chosen = new TreeMap<>();
    ReplicatedShards host = node.host();
    if (host != null) {
      host.replicas()
          .forEach(
              (shard, state) -> {
                if (state.leads()) {
                  chosen.put(shard, state.chosen());
                }
              });
    }
    return chosen;
  }

  /**
   * Checks that a host yields the shards for which it could acknowledge nothing, since more is
   * chosen than its disk has taken. Where other faults happen its last words as a leader may be
   * lost, or no other host be there.
   */
  private void checkThatItYields(NodeUnderTest node, Map<Integer, Long> led, long nanos) {
    boolean alone =
        run.faults().used().stream()
            .allMatch(
                kind ->
                    kind == FaultKind.HUNG_DISK
                        || kind.where() == FaultKind.Where.CLIENTS
                        || kind.where() == FaultKind.Where.CLOCKS);
    if (alone) {
      chosenWhereItLeads(node)
          .forEach(
              (shard, chosen) -> {
                if (chosen > led.getOrDefault(shard, Long.MAX_VALUE)) {
                  run.found(
                      "yields",
                      "node %s leads shard %s, of which more is chosen since its disk began to hang %s ms ago"
                          .formatted(node.number(), shard, nanos / 1_000_000));
                }
              });
    }
  }
}
