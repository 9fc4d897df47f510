package tutti.protocol.integrated.janus;

import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import tutti.protocol.integrated.janus.graph.Piece;
import tutti.protocol.integrated.janus.graph.Transaction;
import tutti.protocol.integrated.janus.graph.TransactionId;

/**
 * The part of a replica that lets reads wait for the transactions that were before them. A read
 * leaves nothing behind. Confined to one thread.
 */
final class Reads {

  /** A read that waits. */
  private record Waiting(int host, Piece piece, SortedSet<TransactionId> left) {}

  private final SortedMap<Long, Waiting> reads = new TreeMap<>();

  /** The reads that wait for each transaction. */
  private final SortedMap<TransactionId, List<Long>> waiters = new TreeMap<>();

  /** Reads at once, or when the last of those transactions is executed here. */
  void read(Replica replica, int host, Message.Read read) {
    SortedSet<TransactionId> left = new TreeSet<>();
    for (Transaction each : read.after().transactions()) {
      Vertex vertex = replica.kept().vertex(each.id());
      boolean executed = vertex != null && vertex.output != null;
      if (!executed && !replica.kept().isSettled(each.id())) {
        left.add(each.id());
        replica.expect(each);
      }
    }
    if (left.isEmpty()) {
      replica.effect(new Effect.Read(host, read.number(), read.piece()));
    } else if (reads.put(read.number(), new Waiting(host, read.piece(), left)) == null) {
      left.forEach(id -> waiters.computeIfAbsent(id, _ -> new ArrayList<>()).add(read.number()));
    }
  }

  /** A transaction was executed here. */
  void executed(Replica replica, TransactionId id) {
    List<Long> waiting = waiters.remove(id);
    if (waiting == null) {
      return;
    }
    for (long number : waiting) {
      Waiting read = reads.get(number);
      if (read != null && read.left().remove(id) && read.left().isEmpty()) {
        reads.remove(number);
        replica.effect(new Effect.Read(read.host(), number, read.piece()));
      }
    }
  }
}
