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
 * The part of a replica that delays reads until the transactions before them are executed. A read
 * leaves no trace. Confined to one thread.
 */
final class Reads {
  /**
   * The reads that wait at a time. More than these are mostly of readers that have gone, while a
   * transaction did not end: all are forgotten, and readers that have not gone ask again.
   */
  static final int MOST = 1 << 14;

  /** A read that waits. */
  private record Waiting(int host, Piece piece, SortedSet<TransactionId> left) {}

  private final SortedMap<Long, Waiting> reads = new TreeMap<>();

  /** The reads that wait for each transaction. */
  private final SortedMap<TransactionId, List<Long>> waiters = new TreeMap<>();

  /** Reads at once, or when the last of those transactions is executed here. */
  void read(Replica replica, int host, Message.Read read) {
    SortedSet<TransactionId> left = new TreeSet<>();
    for (Transaction each : read.after().transactions()) {
      if (!replica.hasExecuted(each.id())) {
        left.add(each.id());
        replica.expect(each);
      } else {
        left.addAll(besides(replica, each.id()));
      }
    }
    if (!left.isEmpty() && reads.size() >= MOST) {
      reads.clear();
      waiters.clear();
    }
    if (left.isEmpty()) {
      replica.output(new Output.Read(host, read.number(), read.piece()));
    } else if (reads.put(read.number(), new Waiting(host, read.piece(), left)) == null) {
      left.forEach(id -> await(read.number(), id));
    }
  }

  private void await(long read, TransactionId id) {
    waiters.computeIfAbsent(id, _ -> new ArrayList<>()).add(read);
  }

  /**
   * Returns the transactions that are executed here after {@code executed} and are in the same
   * component. The executed transaction may imply them, so that replicas do not name them to
   * readers.
   */
  private static List<TransactionId> besides(Replica replica, TransactionId executed) {
    return replica.kept().component(executed).stream()
        .filter(replica::participatesIn)
        .map(Transaction::id)
        .filter(id -> !replica.hasExecuted(id))
        .toList();
  }

  /** A transaction was executed here. */
  void executed(Replica replica, TransactionId id) {
    List<Long> waiting = waiters.remove(id);
    if (waiting == null) {
      return;
    }
    List<TransactionId> besides = besides(replica, id);
    for (long number : waiting) {
      Waiting read = reads.get(number);
      if (read == null || !read.left().remove(id)) {
        continue;
      }
      for (TransactionId each : besides) {
        if (read.left().add(each)) {
          await(number, each);
        }
      }
      if (read.left().isEmpty()) {
        reads.remove(number);
        replica.output(new Output.Read(read.host(), number, read.piece()));
      }
    }
  }
}
