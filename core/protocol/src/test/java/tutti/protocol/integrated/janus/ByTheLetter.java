package tutti.protocol.integrated.janus;

import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeSet;
import tutti.protocol.integrated.janus.graph.TransactionId;

/**
 * A server of the text, as Algorithms 2, 3 and 7 have it, all of whose transactions have a
 * conflict: one field for the dependencies, and one for the ballot.
 */
final class ByTheLetter {

  /** The states of a vertex. */
  enum Status {
    NONE,
    PRE_ACCEPTED,
    ACCEPTED,
    COMMITTING
  }

  /** A vertex of the server's graph. */
  record Vertex(Status status, SortedSet<TransactionId> dep) {}

  private final boolean asPrinted;
  private final Map<TransactionId, Long> highest = new HashMap<>();
  private final Map<TransactionId, Vertex> graph = new HashMap<>();

  /**
   * A server without transactions.
   *
   * @param asPrinted whether line 24 compares as it is printed, or as lines 33 and 87 do
   */
  ByTheLetter(boolean asPrinted) {
    this.asPrinted = asPrinted;
  }

  long highestBallot(TransactionId id) {
    return highest.getOrDefault(id, 0L);
  }

  Vertex vertex(TransactionId id) {
    return graph.getOrDefault(id, new Vertex(Status.NONE, new TreeSet<>()));
  }

  /** Algorithm 2, lines 24 to 31. */
  Optional<SortedSet<TransactionId>> preAccept(TransactionId id, long ballot) {
    long known = highestBallot(id);
    if (asPrinted ? known < ballot : known > ballot) {
      return Optional.empty();
    }
    highest.put(id, ballot);
    // Line 28 adds the transaction if it is not there already, with what is there before it.
    SortedSet<TransactionId> dep =
        graph.containsKey(id) ? vertex(id).dep() : new TreeSet<>(graph.keySet());
    graph.put(id, new Vertex(Status.PRE_ACCEPTED, dep));
    return Optional.of(dep);
  }

  /** Algorithm 3, lines 32 to 38. */
  boolean accept(TransactionId id, SortedSet<TransactionId> dep, long ballot) {
    if (vertex(id).status() == Status.COMMITTING || highestBallot(id) > ballot) {
      return false;
    }
    highest.put(id, ballot);
    graph.put(id, new Vertex(Status.ACCEPTED, dep));
    return true;
  }

  /** Algorithm 7, lines 84 to 90. */
  Optional<Vertex> prepare(TransactionId id, long ballot) {
    if (highestBallot(id) > ballot) {
      return Optional.empty();
    }
    highest.put(id, ballot);
    return Optional.of(vertex(id));
  }
}
