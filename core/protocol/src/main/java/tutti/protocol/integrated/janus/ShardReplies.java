package tutti.protocol.integrated.janus;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import tutti.protocol.integrated.janus.graph.Decision;
import tutti.protocol.integrated.janus.graph.Dependencies;
import tutti.protocol.integrated.janus.graph.PieceOutput;
import tutti.protocol.integrated.janus.graph.Request;
import tutti.protocol.integrated.janus.graph.Transaction;
import tutti.protocol.integrated.janus.membership.Configuration;
import tutti.protocol.machine.Address;
import tutti.protocol.machine.Effect;

/** The answers of one participant's replicas to a coordinator. Confined to one thread. */
final class ShardReplies {
  /** All hosts that may have a replica of the shard. */
  final List<Integer> hosts;

  /** The configuration in which the answers are. */
  private Configuration configuration;

  /** The answers under the ballot of now. */
  final SortedMap<Integer, Message.PreAccepted> preAccepted = new TreeMap<>();

  final SortedMap<Integer, Message.Promised> promised = new TreeMap<>();
  final SortedSet<Integer> accepted = new TreeSet<>();

  /** The hosts that have too many transactions. */
  final SortedSet<Integer> overloaded = new TreeSet<>();

  /** The hosts that have the request, which is forced. */
  final SortedSet<Integer> holders = new TreeSet<>();

  /** The first output; equal on all replicas. */
  @Nullable PieceOutput output;

  /**
   * The first output of the other verdict: there is one only if executions are not deterministic.
   */
  private @Nullable PieceOutput contrary;

  /** The hosts whose replicas have refused it. */
  private final SortedSet<Integer> refusing = new TreeSet<>();

  /** Whether the verdict that is right is not that of most replicas here. */
  private boolean contradicted;

  /** The digests of the outputs of the replicas that have executed it, by host. */
  private final SortedMap<Integer, Long> digests = new TreeMap<>();

  final SortedSet<Integer> applied = new TreeSet<>();
  final SortedSet<Integer> forgot = new TreeSet<>();

  ShardReplies(List<Integer> hosts) {
    this.hosts = List.copyOf(hosts);
    this.configuration = Configuration.fixed(hosts);
  }

  /** The decision that was accepted in the highest ballot, of those that are promised here. */
  static Optional<Decision> accepted(Collection<ShardReplies> all) {
    return promises(all)
        .filter(each -> each.accepted().isPresent())
        .max(Comparator.comparing(Message.Promised::acceptedIn))
        .flatMap(Message.Promised::accepted);
  }

  /** The decision to commit after these, which were witnessed in the configurations of now. */
  static Decision commit(SortedMap<Integer, ShardReplies> all, Dependencies after) {
    SortedMap<Integer, Long> configurations = new TreeMap<>();
    all.forEach(
        (shard, each) -> {
          if (each.mayChange()) {
            configurations.put(shard, each.configuration.number());
          }
        });
    return Decision.commit(after, configurations);
  }

  /** The decision to commit after all that was before, but for what is settled. */
  static Decision union(SortedMap<Integer, ShardReplies> all) {
    return commit(
        all, Dependencies.union(all.values().stream().map(ShardReplies::before).toList()));
  }

  /**
   * Returns the message to {@code shard} that a transaction is applied. A shard in which the
   * transaction has no part, or whose configuration is not known here, may not have executed other
   * transactions of the same front, so it gets no bound of their numbers.
   */
  static Message settle(
      SortedMap<Integer, ShardReplies> all, int shard, Transaction transaction, long upTo) {
    ShardReplies of = all.get(shard);
    if (of == null) {
      return new Message.Collect(transaction, 0);
    }
    boolean applied = all.values().stream().allMatch(ShardReplies::isApplied);
    return of.within(new Message.Collect(transaction, applied ? upTo : 0));
  }

  /**
   * Returns the outcome of a transaction, which any participant's output contains: the outputs
   * agree, if executions are deterministic. The outcome is unknown if they do not agree.
   */
  static Outcome outcome(Collection<ShardReplies> all) {
    Outcome told = Outcome.UNKNOWN;
    for (ShardReplies each : all) {
      if (each.output != null) {
        Outcome its = each.output.refused() ? Outcome.REFUSED : Outcome.COMMITTED;
        if (told != Outcome.UNKNOWN && told != its) {
          return Outcome.UNKNOWN;
        }
        told = its;
      }
    }
    return told;
  }

  /**
   * Finds the right verdict where participants disagree, once all replicas have reported theirs:
   * the verdict of most replicas, or else that of the first participant.
   *
   * @param late whether the replicas that have not reported are not coming
   * @return the messages to replicas with the other verdict; empty while the right verdict is not
   *     known
   */
  static List<Effect<Coordinator.Output>> contrary(
      SortedMap<Integer, ShardReplies> all, Transaction transaction, boolean late) {
    ShardReplies home = all.get(transaction.home());
    if (outcome(all.values()) != Outcome.UNKNOWN
        || home == null
        || home.output == null
        || !all.values().stream().allMatch(each -> late || each.isOfAll(each.digests.keySet()))) {
      return List.of();
    }
    int refusing = all.values().stream().mapToInt(each -> each.refusing.size()).sum();
    int executing = all.values().stream().mapToInt(each -> each.digests.size()).sum() - refusing;
    boolean refused = refusing == executing ? home.output.refused() : refusing > executing;
    all.values().forEach(each -> each.judge(refused));
    long right = all.values().stream().mapToLong(each -> each.digestOf(refused)).max().orElse(0);
    List<Effect<Coordinator.Output>> contrary = new ArrayList<>();
    all.forEach(
        (shard, each) ->
            contrary.addAll(stops(shard, transaction, each.otherThan(refused, right))));
    return contrary;
  }

  private static List<Effect<Coordinator.Output>> stops(
      int shard, Transaction transaction, Map<Integer, Long> diverging) {
    List<Effect<Coordinator.Output>> stops = new ArrayList<>();
    diverging.forEach(
        (host, right) ->
            stops.add(
                new Effect.Send<>(
                    new Address.Replica(host, shard), new Message.Diverged(transaction, right))));
    return stops;
  }

  /** The messages to replicas that {@link #diverging} names. */
  List<Effect<Coordinator.Output>> stops(int shard, Transaction transaction, boolean late) {
    return stops(shard, transaction, diverging(late));
  }

  /**
   * Takes the first output with the verdict {@code refused} as the output, if a majority has that
   * verdict. If not, no replica can get a right state from another replica.
   */
  private void judge(boolean refused) {
    int refuses = (int) refusing.stream().filter(configuration::executes).count();
    int executes =
        (int) digests.keySet().stream().filter(configuration::executes).count() - refuses;
    contradicted = !isMajority(refused ? refuses : executes);
    PieceOutput other = contrary;
    if (!contradicted && output != null && output.refused() != refused && other != null) {
      contrary = output;
      output = other;
    }
  }

  private long digestOf(boolean refused) {
    return output != null && output.refused() == refused ? output.digest() : 0;
  }

  private SortedMap<Integer, Long> otherThan(boolean refused, long right) {
    SortedMap<Integer, Long> hosts = new TreeMap<>();
    for (int host : digests.keySet()) {
      if (contradicted || refusing.contains(host) != refused) {
        hosts.put(host, contradicted ? 0 : right);
      }
    }
    return hosts;
  }

  /** All that was witnessed by those that have promised. */
  static Dependencies witnessed(Collection<ShardReplies> all) {
    return Dependencies.union(promises(all).map(Message.Promised::witnessed).toList());
  }

  private static Stream<Message.Promised> promises(Collection<ShardReplies> all) {
    return all.stream().flatMap(each -> each.promised.values().stream());
  }

  Configuration configuration() {
    return configuration;
  }

  /**
   * Begins a newer configuration: no answer of an older one counts any more.
   *
   * @return whether there can have been such answers
   */
  boolean adopt(Configuration newer) {
    boolean hadAny = configuration.number() > 0;
    configuration = newer;
    clear();
    overloaded.clear();
    holders.clear();
    applied.clear();
    forgot.clear();
    return hadAny;
  }

  /** A message that is meant for this configuration alone. */
  Message within(Message message) {
    return configuration.number() == 0 ? message : new Message.Within(configuration, message);
  }

  /** Clears the replies, for another ballot. */
  void clear() {
    preAccepted.clear();
    promised.clear();
    accepted.clear();
  }

  /** A replica has executed it. */
  void executed(int host, PieceOutput its) {
    output = output == null ? its : output;
    contrary = contrary == null && its.refused() != output.refused() ? its : contrary;
    digests.put(host, its.digest());
    if (its.refused()) {
      refusing.add(host);
    } else {
      refusing.remove(host);
    }
  }

  /**
   * A replica has executed it, durably; that counts once its output has come, which is compared
   * with the others' before anything is forgotten.
   */
  void applied(int host) {
    if (digests.containsKey(host)) {
      applied.add(host);
    }
  }

  /** The digest of a majority; 0 if none agrees. */
  private long rightDigest() {
    SortedMap<Integer, Long> known = known();
    for (long digest : known.values()) {
      if (isMajority(Collections.frequency(known.values(), digest))) {
        return digest;
      }
    }
    return 0;
  }

  /**
   * Returns the answers to hosts whose replicas have different results: the right digest, or 0 once
   * all have reported and no majority agrees. Hosts with the right digest get an answer too, since
   * they may have got the answer 0 before. Replicas with different results never continue beside
   * each other, so the result is the same if the missing hosts never report.
   *
   * @param late whether the missing hosts are not coming
   */
  SortedMap<Integer, Long> diverging(boolean late) {
    if (contradicted || !differs()) {
      return Collections.emptySortedMap();
    }
    long right = rightDigest();
    if (right == 0 && !late && !isOfAll(digests.keySet())) {
      return Collections.emptySortedMap();
    }
    SortedMap<Integer, Long> known = known();
    known.replaceAll((host, digest) -> right);
    return known;
  }

  /** The digests of those that execute in the configuration. */
  private SortedMap<Integer, Long> known() {
    SortedMap<Integer, Long> known = new TreeMap<>(digests);
    known.keySet().removeIf(host -> !configuration.executes(host));
    known.values().removeIf(digest -> digest == 0);
    return known;
  }

  /**
   * Returns whether replicas have different results: nothing is forgotten before all results are
   * equal.
   */
  boolean differs() {
    long first = 0;
    for (Map.Entry<Integer, Long> each : digests.entrySet()) {
      long digest = each.getValue();
      if (digest != 0 && digest != first && configuration.executes(each.getKey())) {
        if (first != 0) {
          return true;
        }
        first = digest;
      }
    }
    return false;
  }

  /** The request, for a host that does not have it and needs it. */
  Request needed(int host, Decision decision, Request request) {
    return decision.abandoned() || holders.contains(host) ? Request.NONE : request;
  }

  boolean isMajority(int many) {
    return many >= configuration.majority();
  }

  boolean isPreAcceptedByAll() {
    return preAccepted.size() == configuration.voters().size();
  }

  /**
   * Returns the transactions that all replicas which have pre-accepted have forgotten: all replicas
   * of this configuration have executed them. They are not left out of what another shard's
   * replicas have witnessed: a replica that was left out of that shard's configuration, and does
   * not know it, may not have executed them.
   */
  private Dependencies forgotten() {
    return Dependencies.union(
        preAccepted.values().stream().map(Message.PreAccepted::forgotten).toList());
  }

  /** All that was witnessed by those that have pre-accepted, but for what is forgotten here. */
  private Dependencies before() {
    Dependencies witnessed =
        Dependencies.union(
            preAccepted.values().stream().map(Message.PreAccepted::witnessed).toList());
    Dependencies forgotten = forgotten();
    return forgotten.isEmpty() ? witnessed : witnessed.without(forgotten::contains);
  }

  /**
   * Whether all that one replica has witnessed, and is not forgotten here, comes before the
   * transaction at each that has answered: so the witnesses of any majority have the same before
   * it, near or far.
   */
  boolean agrees() {
    Dependencies all = before();
    return preAccepted.values().stream().allMatch(each -> each.covers(all));
  }

  /** Whether a majority has promised, and has the request. */
  boolean isWitnessed() {
    long many = promised.values().stream().filter(each -> each.request().isKnown()).count();
    return isMajority((int) many);
  }

  /** Returns whether so many replicas are overloaded that the others are no majority. */
  boolean isOverloaded() {
    return !isMajority(configuration.voters().size() - overloaded.size());
  }

  /** Whether a majority has executed it, durably. */
  boolean isAppliedByMajority() {
    long many = applied.stream().filter(host -> configuration.voters().contains(host)).count();
    return isMajority((int) many);
  }

  boolean isApplied() {
    return isOfAll(applied);
  }

  boolean isForgotten() {
    return isOfAll(forgot);
  }

  /**
   * Returns whether the decision must be sent to a host. If it is not the first time, it is sent to
   * all: a host that does not answer may be out of the configuration, which the other hosts can
   * report.
   */
  boolean needsCommit(int host, boolean again) {
    return !applied.contains(host) || output == null || again && mayChange() && !isApplied();
  }

  /**
   * Returns whether a host must be informed that all have executed the transaction, as {@link
   * #needsCommit} describes.
   */
  boolean needsSettle(int host, boolean again) {
    return !forgot.contains(host) || again && mayChange() && !isForgotten();
  }

  private boolean mayChange() {
    return configuration.number() > 0;
  }

  /** Whether all that execute are among those hosts. */
  private boolean isOfAll(Set<Integer> these) {
    return these.containsAll(configuration.voters()) && these.containsAll(configuration.learners());
  }
}
