package tutti.simulator.shards;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Supplier;
import java.util.random.RandomGenerator;
import tutti.engine.node.Node;
import tutti.engine.node.shard.ReplicaKeeper;
import tutti.engine.replication.ReplicaStatus;
import tutti.engine.runtime.TaskExecutor;
import tutti.simulator.world.SimulatedScheduler;

/**
 * An operator who looks at shards of Janus that are stopped since their replicas came to different
 * ends and no majority agrees. If that does not settle itself for a while, he orders that all
 * replicas go on with what one of them has. Used on one thread.
 */
public final class Upholder {
  private static final long BETWEEN_LOOKS = 50_000_000;

  /** A shard that is stopped at so many looks one after the other does not go on by itself. */
  private static final int PATIENCE = 6;

  private final SimulatedScheduler world;
  private final Supplier<Map<Integer, ReplicaKeeper>> hosts;
  private final Runnable ordered;
  private final TaskExecutor hand;
  private final RandomGenerator random;

  /** The looks at which a shard was stopped, one after the other, by shard. */
  private final Map<Integer, Integer> stopped = new TreeMap<>();

  private boolean works;

  /**
   * @param hosts gives those that run, by their numbers
   * @param ordered called when an order has been carried out
   */
  public Upholder(
      SimulatedScheduler world, Supplier<Map<Integer, ReplicaKeeper>> hosts, Runnable ordered) {
    this.world = world;
    this.hosts = hosts;
    this.ordered = ordered;
    this.hand = world.newExecutor("upholder");
    this.random = world.entropy("upholder");
  }

  /** An execution has come to another end: from now on he looks. */
  public void begin() {
    if (!works) {
      works = true;
      lookLater();
    }
  }

  private void lookLater() {
    world.after(BETWEEN_LOOKS, hand, this::look);
  }

  private void look() {
    Map<Integer, List<Node>> at = new TreeMap<>();
    hosts
        .get()
        .values()
        .forEach(
            host ->
                host.replicas()
                    .forEach(
                        (shard, state) -> {
                          if (state.isStopped() && host instanceof Node node) {
                            at.computeIfAbsent(shard, _ -> new ArrayList<>()).add(node);
                          }
                        }));
    stopped.keySet().retainAll(at.keySet());
    at.forEach(
        (shard, nodes) -> {
          if (stopped.merge(shard, 1, Integer::sum) >= PATIENCE) {
            stopped.remove(shard);
            order(shard, nodes.get(random.nextInt(nodes.size())));
          }
        });
    lookLater();
  }

  private void order(int shard, Node node) {
    ReplicaStatus state = ((ReplicaKeeper) node).replicas().get(shard);
    if (state != null && state.isStopped()) {
      world.trace("an operator upholds the ends that " + node.name() + " has in shard " + shard);
      node.passOver(
          shard,
          state.applied(),
          "operator",
          "no majority agrees",
          how -> {
            world.trace("the order for shard " + shard + ": " + how);
            if (how.code() == null) {
              ordered.run();
            }
          });
    }
  }
}
