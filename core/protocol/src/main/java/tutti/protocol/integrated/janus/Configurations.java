package tutti.protocol.integrated.janus;

import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import tutti.protocol.integrated.DoublingLooks;
import tutti.protocol.integrated.janus.graph.TransactionId;
import tutti.protocol.integrated.janus.membership.Configuration;
import tutti.protocol.integrated.janus.membership.ConfigurationCommand;
import tutti.protocol.integrated.janus.membership.HandedOver;
import tutti.protocol.replication.Group;

/**
 * The part of a replica that changes the shard's configuration. Configurations are the commands of
 * a configuration log, which is a replicated log: Close ends a configuration, and Open begins the
 * next. Between the two, nothing is decided. The leader of the configuration log merges the states
 * that voters hand over, once every majority of the voters has a member among them. Confined to one
 * thread.
 */
final class Configurations {
  private static final int NO_HOST = -1;

  private final Group group;

  /** The number of checks without a message after which a host counts as away. */
  private final int mostSilent;

  private int leader = NO_HOST;

  /** Whether a command to end the configuration was appended in this term, and one to begin. */
  private boolean closing;

  private boolean opening;

  /** True if the durable state of a voter is here, except for the latest changes. */
  private boolean prepared;

  /** The checks at which this replica sends its graph again. */
  private final DoublingLooks graphs;

  /** The newest of each host, in this term and this configuration. */
  private final SortedMap<Integer, Message.HandOver> hands = new TreeMap<>();

  /** The number of checks since the last message of each host. */
  private final SortedMap<Integer, Integer> silent = new TreeMap<>();

  Configurations(Group group, Settings settings) {
    this.group = group;
    this.mostSilent = settings.mostSilent();
    this.graphs = new DoublingLooks(settings.retryNanos());
  }

  /** The configuration that could follow, as far as this leader knows. */
  private record Next(
      SortedSet<Integer> voters, SortedSet<Integer> learners, SortedMap<Integer, Long> disks) {
    boolean is(Membership membership) {
      Configuration now = membership.configuration();
      return voters.equals(now.voters())
          && learners.equals(now.learners())
          && disks.entrySet().stream()
              .allMatch(each -> membership.disk(each.getKey()) == each.getValue());
    }
  }

  void leads(Replica replica, int host) {
    leader = host;
    closing = false;
    opening = false;
    hands.clear();
    silent.clear();
    hand(replica);
  }

  void prepared(Replica replica, boolean is) {
    prepared = is;
    hand(replica);
  }

  /** Handles a check: every replica reports its state to the leader. */
  void again(Replica replica) {
    if (leader == replica.self()) {
      group.hosts().forEach(host -> silent.merge(host, 1, Integer::sum));
      change(replica);
    }
    tell(replica, graphs.isDue());
  }

  /** Tells the leader something new. */
  private void hand(Replica replica) {
    graphs.restart();
    tell(replica, true);
  }

  /**
   * Reports this replica's state to the leader of the configuration log.
   *
   * @param all true to include the replica's graph, if the graph is due; the leader keeps it
   */
  private void tell(Replica replica, boolean all) {
    if (leader != NO_HOST) {
      DurableState kept = replica.kept();
      Membership its = kept.membership();
      boolean formed = its.number() > 0;
      boolean over = !formed || its.isClosed() && its.isVoter() && all;
      replica.send(
          leader,
          new Message.HandOver(
              its.number(),
              its.disk(),
              prepared,
              formed ? its.isCurrent() : kept.hasPast(),
              over,
              kept.isStopped(),
              over ? kept.graph() : List.of()));
    }
  }

  void received(Replica replica, int from, Message.HandOver hand) {
    if (leader == replica.self()) {
      silent.put(from, 0);
      hands.merge(from, hand, Message.HandOver::then);
      change(replica);
    }
  }

  private void change(Replica replica) {
    Membership now = replica.kept().membership();
    // Where it is not known who is right, those that are away may be needed to find it.
    if (closing && !now.isClosed()
        || opening
        || replica.kept().isStopped()
        || hands.values().stream().anyMatch(Message.HandOver::stopped)) {
      return;
    }
    if (now.number() == 0) {
      form(replica);
    } else if (now.isClosed()) {
      open(replica);
    } else if (!next(now).is(now)) {
      closing = true;
      replica.output(new Output.Append(new ConfigurationCommand.Close(now.number())));
    }
  }

  /**
   * Forms the shard, which happens once, with all hosts. Their replicas may have data of a version
   * of Tutti without configurations; the data then counts as the end of a configuration of all
   * hosts. If most replicas have such data, the replicas without data lack something, or were never
   * needed.
   */
  private void form(Replica replica) {
    if (hands.size() < group.hosts().size()) {
      return;
    }
    SortedSet<Integer> voters = new TreeSet<>();
    hands.forEach(
        (host, hand) -> {
          if (hand.current()) {
            voters.add(host);
          }
        });
    if (voters.size() < group.majority()) {
      voters.addAll(group.hosts());
    }
    SortedMap<Integer, Long> disks = new TreeMap<>();
    List<List<HandedOver>> handed = new ArrayList<>();
    hands.forEach(
        (host, hand) -> {
          if (voters.contains(host)) {
            disks.put(host, hand.disk());
            handed.add(hand.graph());
          }
        });
    open(replica, voters, new TreeSet<>(), disks, merge(handed));
  }

  private void open(
      Replica replica,
      SortedSet<Integer> voters,
      SortedSet<Integer> learners,
      SortedMap<Integer, Long> disks,
      List<HandedOver> graph) {
    opening = true;
    long number = replica.kept().membership().number() + 1;
    Configuration next = new Configuration(number, voters, learners);
    replica.output(new Output.Append(new ConfigurationCommand.Open(next, disks, graph)));
  }

  private void open(Replica replica) {
    Membership now = replica.kept().membership();
    List<List<HandedOver>> handed = new ArrayList<>();
    for (int host : now.configuration().voters()) {
      Message.HandOver hand = hands.get(host);
      if (hand != null
          && hand.closed()
          && hand.number() == now.number()
          && isSound(now, host, hand)) {
        handed.add(hand.graph());
      }
    }
    Next next = next(now);
    if (handed.size() >= now.configuration().fence()
        && !next.voters().isEmpty()
        && canEnd(now, next)) {
      open(replica, next.voters(), next.learners(), next.disks(), merge(handed));
    }
  }

  /**
   * Returns whether enough voters of the next configuration have the state of this configuration
   * that they can end the next one without the others. A voter that lags may miss the beginning of
   * the next configuration, and voters that have handed over may be away.
   */
  private boolean canEnd(Membership now, Next next) {
    Configuration its = new Configuration(now.number() + 1, next.voters(), next.learners());
    long keepUp = its.voters().stream().filter(host -> keepsUp(now, hands.get(host))).count();
    return keepUp >= its.fence();
  }

  private static boolean keepsUp(Membership now, Message.@Nullable HandOver hand) {
    return hand != null && hand.number() == now.number() && hand.current();
  }

  /**
   * Returns whether a host of the configuration still has its disk, and has missed nothing, as far
   * as is known. A report from an earlier configuration may be of a disk that was replaced since.
   */
  private static boolean isSound(Membership now, int host, Message.HandOver hand) {
    return hand.number() < now.number() || hand.disk() == now.disk(host) && hand.current();
  }

  /** Merges graphs: what a majority may have decided by is in all of them, or in one. */
  private static List<HandedOver> merge(List<List<HandedOver>> all) {
    SortedMap<TransactionId, HandedOver> merged = new TreeMap<>();
    SortedMap<TransactionId, Integer> times = new TreeMap<>();
    for (List<HandedOver> graph : all) {
      for (HandedOver each : graph) {
        merged.merge(each.transaction().id(), each, HandedOver::with);
        times.merge(each.transaction().id(), 1, Integer::sum);
      }
    }
    merged.replaceAll(
        (id, each) -> times.getOrDefault(id, 0) < all.size() ? each.withoutWitness() : each);
    return List.copyOf(merged.values());
  }

  private boolean isAway(int host) {
    return silent.getOrDefault(host, 0) > mostSilent;
  }

  private boolean isSound(Membership now, int host) {
    Message.HandOver hand = hands.get(host);
    return hand == null || isSound(now, host, hand);
  }

  /**
   * Returns the next configuration: without voters that have lost their disks or are away, if a
   * majority of the group is left; with the learners that have the whole state.
   */
  private Next next(Membership now) {
    Configuration its = now.configuration();
    Next next = new Next(new TreeSet<>(), new TreeSet<>(), new TreeMap<>());
    long here = its.voters().stream().filter(host -> isSound(now, host) && !isAway(host)).count();
    for (int host : group.hosts()) {
      Message.HandOver hand = hands.get(host);
      boolean sound = isSound(now, host);
      boolean voter = its.voters().contains(host) && sound;
      if (voter && (!isAway(host) || here < group.majority())) {
        next.voters().add(host);
        next.disks().put(host, now.disk(host));
      } else if (its.learners().contains(host) && (hand == null || hand.number() < now.number())) {
        if (!isAway(host)) {
          next.learners().add(host);
          next.disks().put(host, now.disk(host));
        }
      } else if (hand != null && !isAway(host)) {
        join(now, host, hand, next);
      }
    }
    return next;
  }

  private static void join(Membership now, int host, Message.HandOver hand, Next next) {
    boolean learner =
        now.configuration().learners().contains(host) && hand.disk() == now.disk(host);
    if (learner && hand.current()) {
      next.voters().add(host);
      next.disks().put(host, hand.disk());
    } else if (hand.prepared() && hand.disk() != 0) {
      next.learners().add(host);
      next.disks().put(host, hand.disk());
    }
  }

  /** The next command of the configuration log is chosen. */
  void chosen(Replica replica, ConfigurationCommand change) {
    Membership now = replica.kept().membership();
    switch (change) {
      case ConfigurationCommand.Close(long number) -> {
        if (number == now.number() && !now.isClosed()) {
          replica.write(new Record.Closed(number));
          hand(replica);
        }
      }
      case ConfigurationCommand.Open open -> {
        if (open.configuration().number() > now.number()) {
          replica.write(new Record.Opened(open));
          begun(replica, open.graph());
        }
      }
    }
  }

  private void begun(Replica replica, List<HandedOver> graph) {
    closing = false;
    opening = false;
    hands.clear();
    Membership now = replica.kept().membership();
    prepared &= !now.isVoter();
    if (now.isVoter()) {
      for (HandedOver each : graph) {
        each.decided()
            .ifPresent(decision -> replica.decide(each.transaction(), decision, each.request()));
      }
    }
    hand(replica);
  }

  /** Handles the news that the configurations up to {@code newest} were missed. */
  void missed(Replica replica, ConfigurationCommand.Open newest) {
    if (newest.configuration().number() > replica.kept().membership().number()) {
      replica.write(new Record.Missed(newest));
      begun(replica, List.of());
    }
  }

  /** Notes that the durable state of a voter is here. */
  void copied(Replica replica) {
    hand(replica);
  }
}
