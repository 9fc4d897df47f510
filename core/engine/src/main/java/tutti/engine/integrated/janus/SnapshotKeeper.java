package tutti.engine.integrated.janus;

import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Function;
import tutti.model.ActorId;
import tutti.protocol.integrated.janus.graph.Payload;

/**
 * The snapshots that replicas here keep for queries, each from its sync point on: an item that is
 * written since is kept as it was. A snapshot ends when no query reads it any more, after a minute,
 * or when another replica's memory takes the place of this one's. Confined to the host's queue of
 * machines.
 */
final class SnapshotKeeper {
  private static final long KEEP_NANOS = 60_000_000_000L;

  private record Name(String snapshot, int shard) {}

  /** A snapshot of a shard. */
  private static final class Kept {
    /** The items that were written since, as they were. */
    final Map<ActorId, byte[]> before = new HashMap<>();

    /** The questions that came before the replica was at the sync point, by their numbers. */
    final Map<Long, Question> waiting = new TreeMap<>();

    boolean reached;
    boolean ended;
  }

  private record Question(int from, SnapshotMessage.Read read) {}

  private final JanusHost host;

  /** All snapshots of the last minute, so that one that has ended does not begin again. */
  private final Map<Name, Kept> all = new HashMap<>();

  /** The snapshots of each shard that are read now. */
  private final Map<Integer, Set<Kept>> open = new HashMap<>();

  SnapshotKeeper(JanusHost host) {
    this.host = host;
  }

  private Kept of(Name name) {
    return all.computeIfAbsent(
        name,
        _ -> {
          host.parts().scheduler().after(KEEP_NANOS, host.queue(), () -> forget(name));
          return new Kept();
        });
  }

  private void forget(Name name) {
    Kept kept = all.remove(name);
    if (kept != null) {
      end(name.shard, kept);
    }
  }

  /** A replica here is at the sync point of a snapshot. */
  void reached(int shard, String snapshot) {
    Kept kept = of(new Name(snapshot, shard));
    if (!kept.ended) {
      kept.reached = true;
      open.computeIfAbsent(shard, _ -> new HashSet<>()).add(kept);
      kept.waiting.values().forEach(each -> answer(shard, each, kept));
      kept.waiting.clear();
    }
  }

  /**
   * Items are about to be written at a replica here.
   *
   * @param value gives what an item is now
   */
  void writing(int shard, Set<ActorId> items, Function<ActorId, byte[]> value) {
    for (Kept kept : open.getOrDefault(shard, Set.of())) {
      items.forEach(item -> kept.before.putIfAbsent(item, value.apply(item)));
    }
  }

  /** The memory of a replica here is replaced by another one, from which snapshots are missing. */
  void lost(int shard) {
    all.forEach(
        (name, kept) -> {
          if (name.shard == shard) {
            end(shard, kept);
            kept.waiting.values().forEach(each -> answer(shard, each, kept));
            kept.waiting.clear();
          }
        });
  }

  private void end(int shard, Kept kept) {
    kept.ended = true;
    kept.before.clear();
    open.getOrDefault(shard, new HashSet<>()).remove(kept);
  }

  /** Takes a question, or the word that there will be no more of them. */
  void received(int from, int shard, SnapshotMessage message) {
    switch (message) {
      case SnapshotMessage.Read read -> {
        Kept kept = of(new Name(read.snapshot(), shard));
        Question question = new Question(from, read);
        if (kept.reached || kept.ended) {
          answer(shard, question, kept);
        } else {
          kept.waiting.put(read.number(), question);
        }
      }
      case SnapshotMessage.Drop(String snapshot) -> end(shard, of(new Name(snapshot, shard)));
      case SnapshotMessage.Seen _ -> {}
    }
  }

  private void answer(int shard, Question to, Kept kept) {
    ActorId item = to.read.item();
    Optional<Payload> value = Optional.empty();
    if (!kept.ended) {
      byte[] former = kept.before.get(item);
      value = Optional.of(new Payload(former != null ? former : host.value(shard, item)));
    }
    host.mail().snapshot(shard, to.from, new SnapshotMessage.Seen(to.read.number(), value));
  }
}
