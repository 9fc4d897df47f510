package tutti.protocol.integrated.janus;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import tutti.model.ActorId;
import tutti.model.Decoder;
import tutti.protocol.integrated.janus.graph.Payload;
import tutti.protocol.integrated.janus.graph.Piece;
import tutti.protocol.integrated.janus.graph.TransactionId;

/** The transactions of a test, and the check whether some serial order explains them. */
final class SerialOrder {
  private final Map<TransactionId, Set<TransactionId>> after = new TreeMap<>();

  /** The first output of a transaction must come before the second. */
  private void before(TransactionId one, TransactionId other) {
    after.computeIfAbsent(one, _ -> new HashSet<>()).add(other);
  }

  /** Adds the transactions that have written an item, in the order of their execution. */
  void written(List<TransactionId> writers) {
    for (int each = 1; each < writers.size(); each++) {
      before(writers.get(each - 1), writers.get(each));
    }
  }

  /** A transaction has read what so many writers of an item have left. */
  void read(TransactionId reader, int version, List<TransactionId> writers) {
    if (version > 0) {
      before(writers.get(version - 1), reader);
    }
    if (version < writers.size() && !writers.get(version).equals(reader)) {
      before(reader, writers.get(version));
    }
  }

  /** Adds that a transaction was told before another one began. */
  void told(SortedMap<TransactionId, Long> begun, Map<TransactionId, Long> told) {
    told.forEach(
        (one, end) ->
            begun.forEach(
                (other, begin) -> {
                  if (end < begin) {
                    before(one, other);
                  }
                }));
  }

  /** Transactions that each must come before the next; empty if there are none. */
  List<TransactionId> cycle() {
    Set<TransactionId> done = new HashSet<>();
    List<TransactionId> path = new ArrayList<>();
    for (TransactionId each : List.copyOf(after.keySet())) {
      if (leads(each, path, done)) {
        return path;
      }
    }
    return List.of();
  }

  private boolean leads(TransactionId from, List<TransactionId> path, Set<TransactionId> done) {
    if (path.contains(from)) {
      path.subList(0, path.indexOf(from)).clear();
      return true;
    }
    if (!done.add(from)) {
      return false;
    }
    path.add(from);
    for (TransactionId next : after.getOrDefault(from, Set.of())) {
      if (leads(next, path, done)) {
        return true;
      }
    }
    path.removeLast();
    return false;
  }

  /** The version of each item that an output tells, in the order of the items. */
  static SortedMap<ActorId, Integer> versions(Piece piece, Payload output) {
    Decoder in = new Decoder(output.bytes());
    SortedMap<ActorId, Integer> versions = new TreeMap<>();
    items(piece).forEach(item -> versions.put(item, (int) in.getVarLong()));
    return versions;
  }

  /** The piece of a sync point in a shard of so many items. */
  static Piece everything(int shard, int items) {
    SortedSet<ActorId> all = new TreeSet<>(Set.of(Piece.EVERYTHING));
    return new Piece(all, new TreeSet<>(), new Payload(new byte[] {(byte) shard, (byte) items}));
  }

  /** The items of a piece, in their order; of a sync point those of the whole shard. */
  static SortedSet<ActorId> items(Piece piece) {
    SortedSet<ActorId> all = new TreeSet<>(piece.writes());
    if (piece.readsEverything()) {
      for (int item = 0; item < piece.action().bytes()[1]; item++) {
        all.add(new ActorId("Item", piece.action().bytes()[0] + "-" + item));
      }
    } else {
      all.addAll(piece.reads());
    }
    return all;
  }
}
