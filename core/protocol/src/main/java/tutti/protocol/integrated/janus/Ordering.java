package tutti.protocol.integrated.janus;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.SequencedSet;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.function.IntToLongFunction;
import tutti.protocol.integrated.Components;
import tutti.protocol.integrated.janus.graph.Decision;
import tutti.protocol.integrated.janus.graph.Transaction;
import tutti.protocol.machine.Address;

/**
 * The part of a replica that orders decided transactions, and asks other replicas for decisions
 * that are missing. A crash clears what concerns other shards alone, since that can be asked for
 * again. Confined to one thread.
 */
final class Ordering {

  /** The replica of a shard on a host. */
  record Place(int shard, int host) implements Comparable<Place> {
    @Override
    public int compareTo(Place other) {
      int byShard = Integer.compare(shard, other.shard);
      return byShard != 0 ? byShard : Integer.compare(host, other.host);
    }
  }

  private final Map<Integer, List<Integer>> groups;
  private final int mostPassed;
  private final IntToLongFunction distance;
  private final Components<Transaction> graph = new Components<>();

  /** The newest transactions of other shards that have been ordered. */
  private final SequencedSet<Transaction> passed = new LinkedHashSet<>();

  /** How often each missing decision was asked for; 0 if no replica was asked yet. */
  private final SortedMap<Transaction, Integer> asked = new TreeMap<>();

  /**
   * @param distance of a host from this one, as {@link Replica} takes it
   */
  Ordering(Map<Integer, List<Integer>> groups, Settings settings, IntToLongFunction distance) {
    this.groups = groups;
    this.distance = distance;
    this.mostPassed = settings.mostRemembered();
  }

  /** The decision of a transaction is known. */
  void decided(Replica replica, Transaction transaction, Decision decision) {
    if (isOver(replica, transaction)) {
      return;
    }
    List<Transaction> waited =
        decision.dependencies().without(each -> isOver(replica, each)).transactions();
    // Where one decision had to be asked for, those before it did not come either.
    boolean late = asked.getOrDefault(transaction, 0) > 0;
    asked.remove(transaction);
    ordered(replica, graph.commit(transaction, waited));
    for (Transaction each : waited) {
      // Participants wait for the decision first: it is on its way to them.
      if (graph.isMissing(each)
          && !asked.containsKey(each)
          && (late || !replica.participatesIn(each))) {
        look(replica, each);
      }
    }
  }

  private boolean isOver(Replica replica, Transaction transaction) {
    return replica.kept().isOver(transaction) || passed.contains(transaction);
  }

  /** Notes that a transaction is settled, so that nothing needs to wait for it. */
  void settled(Replica replica, Transaction transaction) {
    asked.remove(transaction);
    ordered(replica, graph.skip(transaction));
  }

  private void ordered(Replica replica, List<SortedSet<Transaction>> components) {
    for (SortedSet<Transaction> component : components) {
      if (component.stream().anyMatch(replica::participatesIn)) {
        replica.order(component);
      } else {
        passed.addAll(component);
        while (passed.size() > mostPassed) {
          passed.removeFirst();
        }
      }
    }
  }

  /**
   * Notes that a decision is awaited, and asks for it if it does not come. A transaction that has
   * its place has left the graph, and must not be added again, since others would wait for it.
   */
  void expect(Replica replica, Transaction transaction) {
    if (!isOver(replica, transaction)) {
      graph.expect(transaction);
    }
  }

  /** Asks again for the decisions that are missing, less and less often. */
  void again(Replica replica) {
    for (Transaction each : graph.missing()) {
      if (asked.containsKey(each)) {
        look(replica, each);
      } else {
        asked.put(each, 0);
      }
    }
  }

  private void look(Replica replica, Transaction about) {
    int looks = asked.merge(about, 1, Integer::sum);
    if (Pace.isDue(looks)) {
      inquire(replica, about, Pace.times(looks));
    }
  }

  /**
   * Asks a replica of the transaction's shards, each time another one: on this host first, then on
   * the nearest one (Janus §3.1).
   */
  void inquire(Replica replica, Transaction about, int times) {
    List<Place> places = new ArrayList<>();
    for (int shard : about.shards()) {
      for (int host : groups.getOrDefault(shard, List.of())) {
        Place place = new Place(shard, host);
        if (host != replica.self()) {
          places.add(place);
        } else if (!replica.participatesIn(about)) {
          places.addFirst(place);
        }
      }
    }
    if (!places.isEmpty()) {
      // Hosts at the same distance stay in the order of their shards.
      places.sort(Comparator.comparingLong(place -> distance.applyAsLong(place.host())));
      Place to = places.get(times % places.size());
      replica.tell(
          new Address.Replica(to.host(), to.shard()), new Message.Inquire(about, replica.shard()));
    }
  }

  /** The transactions that have no place yet. */
  int size() {
    return graph.size();
  }
}
