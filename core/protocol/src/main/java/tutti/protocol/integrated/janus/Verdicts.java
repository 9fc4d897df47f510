package tutti.protocol.integrated.janus;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;
import tutti.protocol.integrated.janus.Message.Standing;
import tutti.protocol.integrated.janus.graph.Transaction;
import tutti.protocol.integrated.janus.graph.TransactionId;
import tutti.protocol.machine.Address;

/**
 * The part of a replica that agrees with all other replicas of a transaction whether the
 * transaction is executed at all, after its execution has ended the process of a host. The free
 * stack, for example, differs from host to host, so the failure of one host is no verdict for the
 * others.
 *
 * <p>A replica that has not executed the transaction <i>holds</i> it, durably: the replica executes
 * the transaction only once it learns that another replica has executed it. If all replicas of all
 * participants hold it, no replica has executed it and none will: then the transaction is
 * <i>barred</i>; each replica records that and executes the transaction as a refusal. If one
 * replica has executed it, a client may have its answer, so all others execute it, too: with a
 * deeper stack where the execution has failed.
 *
 * <p>For example, the execution fails on hosts a and b of three. Both restart, and ask. If c has
 * executed the transaction, a and b execute it again; if the execution has failed on c as well, or
 * was not begun there, c holds the transaction, and all three refuse it. Confined to one thread.
 */
final class Verdicts {
  /** The executions that may fail before no other is begun without a verdict. */
  static final int MOST_FAILURES = 2;

  /**
   * The starts that may end in an execution before no other is begun without a verdict. More than
   * of failures: a process may end for other reasons, and then the execution was not to blame.
   */
  static final int MOST_BEGUN = 3;

  private final Map<Integer, List<Integer>> groups;

  /** The last report of each replica about a transaction that waits for a verdict. */
  private final Map<TransactionId, SortedMap<Ordering.Place, Standing>> told = new HashMap<>();

  Verdicts(Map<Integer, List<Integer>> groups) {
    this.groups = groups;
  }

  /** Returns whether a transaction whose turn it is waits for a verdict. */
  static boolean isNeeded(Vertex vertex) {
    return !vertex.barred
        && !vertex.ranElsewhere
        && (vertex.held || vertex.wary || isUnsure(vertex));
  }

  /**
   * Returns whether executions have ended so many processes that the next execution may end one as
   * well.
   */
  private static boolean isUnsure(Vertex vertex) {
    return vertex.failures >= MOST_FAILURES || vertex.begun >= MOST_BEGUN;
  }

  /** Returns whether a transaction that others have executed cannot be executed here. */
  static boolean isHopeless(Vertex vertex) {
    return vertex.ranElsewhere && (vertex.failures > MOST_FAILURES || vertex.begun > MOST_BEGUN);
  }

  /** Asks all replicas of all participants, this one included, to hold a transaction. */
  void ask(Replica replica, Transaction transaction) {
    for (int shard : transaction.shards()) {
      for (int host : groups.getOrDefault(shard, List.of())) {
        Message hold = new Message.Hold(transaction, replica.shard());
        replica.tell(new Address.Replica(host, shard), hold);
      }
    }
  }

  /** Handles the request of another replica to hold a transaction. */
  void asked(Replica replica, Ordering.Place asker, Transaction transaction) {
    if (!replica.participatesIn(transaction)) {
      return;
    }
    TransactionId id = transaction.id();
    Vertex vertex = replica.kept().vertex(id);
    if (replica.kept().isSettled(id)) {
      answer(replica, asker, transaction, Standing.EXECUTED);
    } else if (vertex != null && vertex.barred) {
      answer(replica, asker, transaction, Standing.BARRED);
    } else if (vertex != null && vertex.output != null) {
      answer(replica, asker, transaction, Standing.EXECUTED);
    } else if (vertex != null && vertex.held) {
      answer(replica, asker, transaction, Standing.HELD);
    } else if (vertex != null && (vertex.wary || isUnsure(vertex))) {
      answer(replica, asker, transaction, Standing.UNSURE);
    } else if (vertex == null ? !replica.kept().isYoung() : !vertex.old && !vertex.executing) {
      // One that an earlier start knew may have been executed by it: it is executed here again.
      replica.force(new Record.Held(transaction));
      answer(replica, asker, transaction, Standing.HELD);
    }
  }

  private static void answer(
      Replica replica, Ordering.Place asker, Transaction transaction, Standing standing) {
    Message stands = new Message.Stands(transaction, replica.shard(), standing);
    replica.send(asker.shard(), asker.host(), stands);
  }

  /**
   * Handles the report of another replica, what it has done with a transaction.
   *
   * @return whether that is a verdict for this replica
   */
  boolean heard(Replica replica, int host, Message.Stands message) {
    Transaction transaction = message.transaction();
    Vertex vertex = replica.kept().vertex(transaction.id());
    if (vertex == null || vertex.output != null || !isNeeded(vertex)) {
      return false;
    }
    SortedMap<Ordering.Place, Standing> all =
        told.computeIfAbsent(transaction.id(), _ -> new TreeMap<>());
    all.put(new Ordering.Place(message.shard(), host), message.standing());
    switch (message.standing()) {
      case EXECUTED -> vertex.ranElsewhere = true;
      case BARRED -> replica.write(new Record.Barred(transaction.id()));
      case HELD -> {
        if (!places(transaction).allMatch(place -> all.get(place) == Standing.HELD)) {
          return false;
        }
        replica.write(new Record.Barred(transaction.id()));
      }
      case UNSURE -> {
        return false;
      }
    }
    told.remove(transaction.id());
    return true;
  }

  private Stream<Ordering.Place> places(Transaction transaction) {
    return transaction.shards().stream()
        .flatMap(
            shard ->
                groups.getOrDefault(shard, List.of()).stream()
                    .map(host -> new Ordering.Place(shard, host)));
  }

  /** Returns the hosts one of whose replicas has not reported that it holds the transaction. */
  SortedSet<Integer> missing(Transaction transaction) {
    SortedMap<Ordering.Place, Standing> all = told.getOrDefault(transaction.id(), new TreeMap<>());
    SortedSet<Integer> hosts = new TreeSet<>();
    places(transaction)
        .filter(place -> !all.containsKey(place))
        .forEach(it -> hosts.add(it.host()));
    return hosts;
  }

  /** Returns the hosts one of whose replicas is not sure whether it has executed it. */
  SortedSet<Integer> unsure(Transaction transaction) {
    SortedSet<Integer> hosts = new TreeSet<>();
    told.getOrDefault(transaction.id(), new TreeMap<>())
        .forEach(
            (place, standing) -> {
              if (standing == Standing.UNSURE) {
                hosts.add(place.host());
              }
            });
    return hosts;
  }
}
