package tutti.simulator.shards;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.random.RandomGenerator;
import tutti.engine.concurrency.TransactionId;
import tutti.engine.distribution.message.MemberProgress;
import tutti.engine.distribution.message.ResolutionRequest;
import tutti.engine.node.Commitments;
import tutti.engine.node.Node;
import tutti.engine.replication.ReplicaStatus;
import tutti.engine.runtime.TaskExecutor;
import tutti.simulator.world.SimulatedScheduler;

/**
 * An operator of Janus, who ends by hand what no host can end. Where a shard is stopped since its
 * replicas came to different ends and no majority agrees, he orders that all replicas go on with
 * what one of them has. Where a transaction is held, and a replica cannot know whether it executed
 * it before a restart, he orders that it is refused, if no replica ever has executed it: this world
 * knows that, as people do not. Both only if they do not settle for a while. Used on one thread.
 */
public final class Upholder {
  private static final long BETWEEN_LOOKS = 50_000_000;

  /** A shard or transaction that stands still at so many looks does not go on by itself. */
  private static final int PATIENCE = 6;

  private final SimulatedScheduler world;
  private final Supplier<Map<Integer, ? extends Node>> hosts;
  private final Predicate<TransactionId> executed;
  private final Runnable upheld;
  private final TaskExecutor hand;
  private final RandomGenerator random;

  /** The looks at which a shard was stopped, one after the other, by shard. */
  private final Map<Integer, Integer> stopped = new TreeMap<>();

  /** The looks at which a transaction was held for good, one after the other. */
  private final Map<TransactionId, Integer> held = new TreeMap<>();

  private boolean works;

  /** The looks since he asked a host what all have under way; none while he waits for no answer. */
  private int unanswered;

  /**
   * @param hosts gives those that run, by their numbers
   * @param executed whether some replica has ever executed a transaction
   * @param upheld called when the end of one replica has been upheld
   */
  public Upholder(
      SimulatedScheduler world,
      Supplier<Map<Integer, ? extends Node>> hosts,
      Predicate<TransactionId> executed,
      Runnable upheld) {
    this.world = world;
    this.hosts = hosts;
    this.executed = executed;
    this.upheld = upheld;
    this.hand = world.newExecutor("upholder");
    this.random = world.entropy("upholder");
  }

  /** An execution has failed, or come to another end: from now on he looks. */
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
                          if (state.isStopped()) {
                            at.computeIfAbsent(shard, _ -> new ArrayList<>()).add(host);
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
    List<Node> running = nodes();
    // A host that ends takes the question along, so that another one is asked after a while.
    if (unanswered > 0 && unanswered < PATIENCE) {
      unanswered++;
    } else if (!running.isEmpty()) {
      unanswered = 1;
      running
          .get(random.nextInt(running.size()))
          .commitments()
          .look(null, all -> world.after(0, hand, () -> held(all)));
    }
    lookLater();
  }

  private List<Node> nodes() {
    return List.copyOf(hosts.get().values());
  }

  /** Looks at what all hosts tell of the transactions whose turn it is. */
  private void held(List<Commitments.OnNode> all) {
    unanswered = 0;
    Map<TransactionId, String> waiting = new TreeMap<>();
    for (Commitments.OnNode host : all) {
      for (MemberProgress part : host.underway()) {
        if (isForGood(part)) {
          waiting.put(part.key().id(), host.node());
        }
      }
    }
    held.keySet().retainAll(waiting.keySet());
    waiting.forEach(
        (id, host) -> {
          if (held.merge(id, 1, Integer::sum) >= PATIENCE && !executed.test(id)) {
            held.remove(id);
            refuse(id, host);
          }
        });
  }

  /** Whether all hosts have said what they have done of it, and one is not sure. */
  private static boolean isForGood(MemberProgress part) {
    return part.inDoubt()
        && !part.endsAlone()
        && part.others().stream().allMatch(MemberProgress.Other::reachable);
  }

  private void refuse(TransactionId id, String host) {
    world.trace("an operator refuses transaction " + id + ", which is held");
    ResolutionRequest request =
        new ResolutionRequest(false, true, "operator", "no replica has executed it");
    for (Node node : nodes()) {
      if (host.equals(node.name())) {
        node.commitments()
            .resolve(
                id,
                host,
                request,
                answers -> world.trace("the order for transaction " + id + ": " + answers));
      }
    }
  }

  private void order(int shard, Node node) {
    ReplicaStatus state = node.replicas().get(shard);
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
              upheld.run();
            }
          });
    }
  }
}
