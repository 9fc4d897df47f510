package tutti.engine.distribution;

import java.util.Collection;
import java.util.Comparator;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import tutti.engine.concurrency.BranchKey;
import tutti.engine.concurrency.Participant;
import tutti.engine.concurrency.TransactionId;
import tutti.engine.transaction.InProgress;
import tutti.engine.transaction.Remote;
import tutti.engine.transaction.Unfinished;

/**
 * The transactions over several nodes that this node coordinates, from their first question to
 * another node until all nodes that must acknowledge the decision have done so. Thread-safe.
 */
public final class Coordinations implements Remote {
  private final Peers peers;
  private final Ground ground;
  private final ConcurrentHashMap<BranchKey, Coordinated> running = new ConcurrentHashMap<>();

  Coordinations(Ground ground) {
    this.peers = ground.peers();
    this.ground = ground;
  }

  @Override
  public Remote.Coordination coordinate(Local local) {
    Coordinated made = new Coordinated(ground, local, running::remove);
    running.put(local.key(), made);
    made.begin();
    return made;
  }

  void executed(int from, PeerMessage.Executed answer) {
    Coordinated to = running.get(answer.key());
    if (to != null) {
      to.queue().step(() -> to.executed(from, answer));
    }
  }

  /** Gives a message to the coordinator that it is meant for; returns false if there is none. */
  boolean received(int from, PeerMessage.Commit message) {
    Coordinated to = running.get(message.key());
    if (to == null) {
      return false;
    }
    to.queue().step(() -> to.received(from, message));
    return true;
  }

  /**
   * Hears that a node can be reached again: unanswered questions and messages are sent again
   * immediately.
   */
  void connected(int node) {
    running
        .values()
        .forEach(coordination -> coordination.queue().step(() -> coordination.sayAgain(node)));
  }

  /** Returns the transaction on this node, if it runs here, or null. */
  @Nullable Participant participant(BranchKey key) {
    Coordinated it = running.get(key);
    return it == null ? null : it.participant();
  }

  /** Returns the nodes that an attempt is asking. */
  Set<Integer> askedAt(BranchKey key) {
    Coordinated it = running.get(key);
    return it == null ? Set.of() : it.askedAt();
  }

  /** Returns a transaction's last attempt, or null if none is in progress. */
  @Nullable Coordinated newest(TransactionId id) {
    return running.values().stream()
        .filter(each -> each.key().id().equals(id))
        .max(Comparator.comparing(Coordinated::key))
        .orElse(null);
  }

  /**
   * Returns the nodes that a transaction waits for, in words, or null if it waits for no other
   * node.
   */
  @Nullable String waitsFor(TransactionId id) {
    for (Coordinated each : running.values()) {
      if (each.key().id().equals(id)) {
        Set<Integer> missing = each.waitsFor();
        return missing.isEmpty() ? null : named(missing);
      }
    }
    return null;
  }

  private String named(Set<Integer> nodes) {
    Map<Integer, String> names = new TreeMap<>();
    nodes.forEach(
        node -> names.put(node, peers.name(node) + (peers.connected(node) ? "" : ", unreachable")));
    return String.join("; ", names.values());
  }

  /** Gives a checkpoint the coordinators that hold nothing and must be remembered. */
  void unfinished(Consumer<Unfinished> sink) {
    Present.tell(running.values(), Coordinated::unfinished, sink);
  }

  /** Gives a checkpoint the coordinators that have voted and are not ended. */
  void prepared(Consumer<InProgress.Prepared> sink) {
    Present.tell(running.values(), Coordinated::prepared, sink);
  }

  /**
   * Returns whether any transaction of an epoch up to this one may be decided and has not ended
   * here.
   */
  boolean anyUnsettledUpTo(long epoch) {
    for (Coordinated each : running.values()) {
      long its = each.participant().epoch();
      if (its > 0 && its <= epoch && !each.settled()) {
        return true;
      }
    }
    return false;
  }

  Collection<Coordinated> all() {
    return running.values();
  }

  int size() {
    return running.size();
  }
}
