package tutti.protocol.integrated.janus;

import java.util.List;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import tutti.protocol.integrated.janus.graph.Output;
import tutti.protocol.integrated.janus.graph.Transaction;

/** The answers of one participant's replicas to a coordinator. Confined to one thread. */
final class Tally {
  final List<Integer> hosts;

  /** The answers under the ballot of now. */
  final SortedMap<Integer, Message.PreAccepted> preAccepted = new TreeMap<>();

  final SortedMap<Integer, Message.Promised> promised = new TreeMap<>();
  final SortedSet<Integer> accepted = new TreeSet<>();

  /** The hosts that have too many transactions. */
  final SortedSet<Integer> overloaded = new TreeSet<>();

  /** The hosts that have the request, which is forced. */
  final SortedSet<Integer> holders = new TreeSet<>();

  /** The first output; equal on all replicas. */
  @Nullable Output output;

  final SortedSet<Integer> applied = new TreeSet<>();
  final SortedSet<Integer> forgot = new TreeSet<>();

  Tally(List<Integer> hosts) {
    this.hosts = List.copyOf(hosts);
  }

  /** Begins anew, under another ballot. */
  void clear() {
    preAccepted.clear();
    promised.clear();
    accepted.clear();
  }

  /** A majority: f + 1 of 2f + 1. */
  boolean isMajority(int many) {
    return many > hosts.size() / 2;
  }

  boolean isPreAcceptedByAll() {
    return preAccepted.size() == hosts.size();
  }

  /** Whether all that have answered have witnessed the same, but for what is settled. */
  boolean agrees(Set<Transaction> settled) {
    return preAccepted.values().stream()
            .map(each -> each.witnessed().without(settled::contains))
            .distinct()
            .count()
        <= 1;
  }

  /** Whether a majority has promised, and has the request. */
  boolean isWitnessed() {
    long many = promised.values().stream().filter(each -> each.request().isKnown()).count();
    return isMajority((int) many);
  }

  /** Whether so many have too many transactions that the others are no majority. */
  boolean isOverloaded() {
    return !isMajority(hosts.size() - overloaded.size());
  }

  /** Whether a majority has executed it, durably. */
  boolean isAppliedByMajority() {
    return isMajority(applied.size());
  }

  boolean isApplied() {
    return applied.size() == hosts.size();
  }

  boolean isForgotten() {
    return forgot.size() == hosts.size();
  }
}
