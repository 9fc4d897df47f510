package tutti.protocol.integrated.janus;

import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import tutti.protocol.integrated.Ballot;
import tutti.protocol.integrated.Watch;
import tutti.protocol.integrated.janus.graph.Request;
import tutti.protocol.integrated.janus.graph.Transaction;
import tutti.protocol.integrated.janus.graph.TransactionId;
import tutti.protocol.machine.Address;

/**
 * The part of a replica that sends others the decisions that they lack, and watches over
 * transactions that do not end. A crash clears its state: the other replicas ask again. Confined to
 * one thread.
 */
final class Inquiries {
  /**
   * The number of checks after which a transaction that is executed is checked once. Nothing waits
   * for the coordinators of such transactions. They may wait for replicas that lag, which takeovers
   * would slow down.
   */
  private static final int PATIENCE = 8;

  /** Transactions of this shard that others have asked about, and of which nothing is known. */
  private final SortedMap<TransactionId, Transaction> heardOf = new TreeMap<>();

  /** The replicas that have asked for decisions that are not known. */
  private final SortedMap<TransactionId, SortedSet<Ordering.Place>> inquirers = new TreeMap<>();

  private final Watch<TransactionId> watch = new Watch<>();

  /** The transactions that are executed here, and only have to be forgotten. */
  private final Watch<TransactionId> ends = new Watch<>();

  /** The number of checks of transactions whose coordinators may be gone. */
  private int looks;

  /** How often members of other shards were looked for that have to be executed there. */
  private SortedMap<Transaction, Integer> elsewhere = new TreeMap<>();

  /** Answers an inquiry at once, or as soon as the transaction is decided. */
  void inquired(Replica replica, Ordering.Place asker, Transaction transaction) {
    Vertex vertex = replica.kept().vertex(transaction.id());
    if (replica.kept().isSettled(transaction.id())) {
      replica.tell(
          new Address.Replica(asker.host(), asker.shard()), new Message.Collected(transaction));
    } else if (vertex != null && vertex.decided != null) {
      inform(replica, asker, vertex);
    } else {
      inquirers.computeIfAbsent(transaction.id(), _ -> new TreeSet<>()).add(asker);
      if (vertex == null) {
        heardOf.put(transaction.id(), transaction);
      }
    }
  }

  private static void inform(Replica replica, Ordering.Place asker, Vertex vertex) {
    if (vertex.decided != null) {
      boolean needs = vertex.transaction.shards().contains(asker.shard());
      Request request = needs ? vertex.request : Request.NONE;
      replica.tell(
          new Address.Replica(asker.host(), asker.shard()),
          new Message.Known(vertex.transaction, vertex.decided, request));
    }
  }

  /** Notes that a transaction is decided, and answers the replicas that have asked about it. */
  void decided(Replica replica, Vertex vertex) {
    SortedSet<Ordering.Place> waiting = inquirers.remove(vertex.transaction.id());
    if (waiting != null) {
      waiting.forEach(each -> inform(replica, each, vertex));
    }
  }

  /** Notes that something is known of a transaction. */
  void known(TransactionId id) {
    heardOf.remove(id);
  }

  /**
   * Looks for transactions whose coordinators may be gone, once in each wait for one. Where a
   * transaction only waits for those before it, no coordinator can do anything: these are looked
   * after, and there may be a thousand behind them.
   */
  void watch(Replica replica, Ordering ordering) {
    SortedMap<TransactionId, Boolean> open = new TreeMap<>();
    SortedMap<TransactionId, Boolean> executed = new TreeMap<>();
    for (Vertex each : replica.kept().vertices()) {
      if (!each.waitsForOthers()) {
        (each.output == null ? open : executed)
            .put(each.transaction.id(), each.transaction.home() == replica.shard());
      }
    }
    heardOf.forEach((id, each) -> open.put(id, each.home() == replica.shard()));
    SortedSet<TransactionId> due = watch.look(replica.group(), open);
    looks++;
    if (looks % PATIENCE == 0) {
      due.addAll(ends.look(replica.group(), executed));
    }
    for (Vertex each : replica.kept().vertices()) {
      if (due.contains(each.transaction.id())) {
        replica.output(new Output.TakeOver(each.transaction, each.promised));
      }
    }
    for (Transaction each : heardOf.values()) {
      if (due.contains(each.id())) {
        replica.output(new Output.TakeOver(each, Ballot.FIRST));
      }
    }
    SortedMap<Transaction, Integer> before = elsewhere;
    elsewhere = new TreeMap<>();
    for (Transaction each : replica.kept().unappliedElsewhere()) {
      int its = before.getOrDefault(each, 0) + 1;
      elsewhere.put(each, its);
      if (Pace.isDue(its)) {
        ordering.inquire(replica, each, Pace.times(its));
      }
    }
  }
}
