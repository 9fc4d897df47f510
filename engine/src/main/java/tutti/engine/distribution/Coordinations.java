package tutti.engine.distribution;

import java.util.Collection;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import java.util.function.LongConsumer;
import org.jspecify.annotations.Nullable;
import tutti.engine.concurrency.BranchKey;
import tutti.engine.concurrency.Participant;
import tutti.engine.concurrency.TransactionId;
import tutti.engine.journal.Journal;
import tutti.engine.journal.JournalFailed;
import tutti.engine.runtime.Place;
import tutti.engine.runtime.Scheduler;
import tutti.engine.runtime.StepQueue;
import tutti.engine.transaction.CheckpointGate;
import tutti.engine.transaction.RecordFormat;
import tutti.engine.transaction.Remote;
import tutti.engine.transaction.Unfinished;
import tutti.model.Encoder;
import tutti.protocol.commit.Timing;
import tutti.protocol.commit.twophase.Coordinator;
import tutti.protocol.commit.twophase.Message;
import tutti.protocol.commit.twophase.TwoPhase;

/**
 * The transactions over several nodes that this node coordinates, from their first ask of another
 * node until all who must have acknowledged the decision. Thread-safe.
 */
public final class Coordinations implements Remote {
  private final Peers peers;
  private final Means means;
  private final ConcurrentHashMap<BranchKey, Coordinated> running = new ConcurrentHashMap<>();

  /** What the machines of a node run on. */
  record Means(
      Scheduler scheduler,
      StepQueue service,
      Journal journal,
      RecordFormat format,
      CheckpointGate gate,
      Timing timing,
      LongConsumer appended,
      PeerMemory memory) {

    /** Appends a record that nobody waits for; a journal that fails is the whole node's trouble. */
    void append(Encoder record, Runnable shown) {
      if (scheduler.provoked(Place.END_NOT_WRITTEN)) {
        shown.run();
        return;
      }
      int phase = gate.enter();
      try {
        long lsn = journal.appendLazily(record.array(), 0, record.size());
        shown.run();
        appended.accept(lsn);
      } catch (JournalFailed failed) {
        // Recovery asks again.
      } finally {
        gate.exit(phase);
      }
    }
  }

  Coordinations(Peers peers, Means means) {
    this.peers = peers;
    this.means = means;
  }

  @Override
  public Remote.Coordination coordinate(Local local) {
    Coordinated made =
        new Coordinated(
            peers,
            means,
            local.key(),
            new Coordinator(means.timing()),
            local.home(),
            local,
            running::remove);
    running.put(local.key(), made);
    made.begin();
    return made;
  }

  /** Goes on with decisions that recovery found without their end. */
  void recovered(Collection<Unfinished> unfinished) {
    for (Unfinished each : unfinished) {
      Coordinator machine = Coordinator.recovered(means.timing(), each.missing());
      Coordinated made =
          new Coordinated(
              peers, means, each.key(), machine, means.service(), null, running::remove);
      made.found(each);
      running.put(each.key(), made);
      means.service().step(made::resume);
    }
  }

  void executed(int from, PeerMessage.Executed answer) {
    Coordinated to = running.get(answer.key());
    if (to != null) {
      to.queue().step(() -> to.executed(from, answer));
    }
  }

  void received(int from, PeerMessage.ToCoordinator message) {
    Coordinated to = running.get(message.key());
    if (to != null) {
      to.queue().step(() -> to.received(from, message));
      return;
    }
    if (message.message() instanceof Message known) {
      var answer = TwoPhase.toUnknown(known);
      if (answer != null) {
        peers.send(from, new PeerMessage.ToParticipant(message.key(), message.nonce(), 0, answer));
      }
    }
  }

  /** That node can be reached again: what it has not answered is said again at once. */
  void connected(int node) {
    running
        .values()
        .forEach(coordination -> coordination.queue().step(() -> coordination.sayAgain(node)));
  }

  /** The transaction on this node, if it runs here, or null. */
  @Nullable Participant participant(BranchKey key) {
    Coordinated it = running.get(key);
    return it == null ? null : it.participant();
  }

  /** Which nodes an attempt asks just now. */
  Set<Integer> askedAt(BranchKey key) {
    Coordinated it = running.get(key);
    return it == null ? Set.of() : it.askedAt();
  }

  /** For whom a transaction waits, in words, or null if it waits for no other node. */
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

  /** For a checkpoint. */
  void unfinished(Consumer<Unfinished> sink) {
    running
        .values()
        .forEach(
            coordination -> {
              Unfinished decision = coordination.unfinished();
              if (decision != null) {
                sink.accept(decision);
              }
            });
  }

  int size() {
    return running.size();
  }
}
