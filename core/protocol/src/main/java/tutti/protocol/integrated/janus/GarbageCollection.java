package tutti.protocol.integrated.janus;

import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import tutti.protocol.integrated.janus.graph.PieceOutput;
import tutti.protocol.integrated.janus.graph.Transaction;
import tutti.protocol.integrated.janus.graph.TransactionId;
import tutti.protocol.machine.Address;

/**
 * The part of a replica that reports executions to coordinators, and forgets components all of
 * whose members were executed wherever they have to be. Confined to one thread.
 */
final class GarbageCollection {

  /** The hosts of coordinators that wait until a transaction is executed, or forgotten. */
  private final SortedMap<TransactionId, SortedSet<Integer>> coordinators = new TreeMap<>();

  /** A coordinator waits for a transaction. */
  void await(int host, TransactionId id) {
    coordinators.computeIfAbsent(id, _ -> new TreeSet<>()).add(host);
  }

  /** A transaction was executed here. */
  void executed(Replica replica, Vertex vertex) {
    compareUpheld(replica, vertex);
    for (int host : coordinators.getOrDefault(vertex.transaction.id(), new TreeSet<>())) {
      tell(replica, vertex, host);
    }
  }

  /** Reports to a coordinator that a transaction is executed here, if it is. */
  void tell(Replica replica, Vertex vertex, int host) {
    TransactionId id = vertex.transaction.id();
    if (vertex.output != null) {
      replica.tell(new Address.Coordinator(host), new Message.Executed(id, vertex.output));
      replica.answer(host, new Message.Applied(id, replica.kept().shardsOfComponent(id)));
    }
  }

  /**
   * Handles a coordinator's message that replicas have different results: this replica may lack
   * something, or have been stopped while the right result was not known.
   */
  static void diverged(Replica replica, Message.Diverged message) {
    Vertex vertex = replica.kept().vertex(message.transaction().id());
    if (vertex == null || vertex.output == null || vertex.output.digest() == 0) {
      return;
    }
    long upheld = replica.kept().upheld(vertex.transaction.id());
    compare(replica, vertex, vertex.output, upheld == 0 ? message.digest() : upheld);
  }

  private static void compare(Replica replica, Vertex vertex, PieceOutput own, long right) {
    TransactionId id = vertex.transaction.id();
    Long known = replica.kept().differing().get(id);
    boolean agrees = own.digest() == right;
    if (agrees ? known == null : known != null && (known == right || right == 0)) {
      return;
    }
    replica.force(new Record.Differs(id, right));
    if (!agrees) {
      tellDiverged(replica, vertex, right);
    }
  }

  /** A person has decided which end of a transaction is right, on all replicas alike. */
  static void upheld(Replica replica, TransactionId id, long right) {
    if (replica.kept().isSettled(id)) {
      return;
    }
    if (replica.kept().upheld(id) != right) {
      replica.force(new Record.Upheld(id, right));
    }
    Vertex vertex = replica.kept().vertex(id);
    if (vertex != null) {
      compareUpheld(replica, vertex);
    }
  }

  /** A transaction was executed here whose right end may be decided already. */
  private static void compareUpheld(Replica replica, Vertex vertex) {
    long right = replica.kept().upheld(vertex.transaction.id());
    PieceOutput own = vertex.output;
    if (right != 0 && own != null && own.digest() != 0 && !replica.kept().lacks()) {
      compare(replica, vertex, own, right);
    }
  }

  /** Tells the host that a transaction has come to another end here than elsewhere. */
  static void tellDiverged(Replica replica, Vertex vertex, long right) {
    long own = vertex.output == null ? 0 : vertex.output.digest();
    replica.output(new Output.Diverged(vertex.transaction.id(), vertex.request, own, right));
  }

  /** Handles a coordinator's message that all replicas have executed its transaction. */
  void settle(Replica replica, int from, Transaction transaction, long upTo) {
    TransactionId id = transaction.id();
    if (upTo > replica.kept().settledUpTo(id.front())) {
      replica.write(new Record.CollectedUpTo(id.front(), upTo));
    }
    if (replica.kept().isSettled(id)) {
      replica.tell(from, new Message.Collected(transaction));
      return;
    }
    if (replica.participatesIn(transaction)) {
      await(from, id);
    }
    applied(replica, transaction);
    forget(replica, id);
  }

  /**
   * Notes that a transaction is executed wherever it has to be, once it is executed here. The
   * sender may conclude that from a configuration that is not known here, and without this replica.
   */
  private static void applied(Replica replica, Transaction transaction) {
    boolean here = !replica.participatesIn(transaction) || replica.hasExecuted(transaction.id());
    if (here && replica.kept().isUnapplied(transaction.id())) {
      replica.write(new Record.Applied(transaction.id()));
    }
  }

  /** Forgets a component once every member of it was executed wherever it has to be. */
  private void forget(Replica replica, TransactionId id) {
    // What has differed here is told until it is known what becomes of this memory.
    if (!replica.kept().isForgettable(id) || !replica.kept().differing().isEmpty()) {
      return;
    }
    SortedSet<Transaction> component = replica.kept().component(id);
    replica.write(new Record.Forgotten(id));
    for (Transaction each : component) {
      SortedSet<Integer> waiting = coordinators.remove(each.id());
      if (waiting != null) {
        for (int host : waiting) {
          replica.tell(host, new Message.Collected(each));
        }
      }
    }
  }

  /**
   * Handles the news that a replica elsewhere has forgotten a transaction: all of its component is
   * applied. About this shard's transactions that replica may conclude so from a configuration that
   * is not known here, and without this replica: these transactions wait for the messages of their
   * own coordinators.
   */
  void forgotElsewhere(Replica replica, Ordering ordering, Transaction transaction) {
    SortedSet<Transaction> component = replica.kept().component(transaction.id());
    if (!component.isEmpty()) {
      for (Transaction each : component) {
        if (!replica.participatesIn(each) || replica.kept().membership().isFixed()) {
          applied(replica, each);
        }
      }
      forget(replica, transaction.id());
    } else if (!replica.participatesIn(transaction)
        || replica.kept().membership().isFixed()
        || replica.kept().isSettled(transaction.id())) {
      ordering.settled(replica, transaction);
    }
  }
}
