package tutti.engine.transaction.request;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.LongAdder;
import org.jspecify.annotations.Nullable;
import tutti.engine.concurrency.BranchKey;
import tutti.engine.transaction.request.Probe.Hop;
import tutti.engine.transaction.request.Probe.Start;
import tutti.engine.transaction.submission.Reason;
import tutti.model.ActorId;

/**
 * A detector that finds transactions that wait for each other across nodes and stops the youngest
 * of each cycle, as {@link DeadlockDetector} does within a node. A node sees only its own waits:
 * probes follow waits from node to node (edge chasing: Chandy, Misra and Haas, "Distributed
 * Deadlock Detection", 1983).
 *
 * <p><b>A round.</b> A transaction that blocks a request here that has waited for {@link
 * #OLD_NANOS}, and does not wait here itself, may wait elsewhere: the node sends a probe after it.
 * The probe goes to the transaction's coordinator, which knows the nodes that it is asking, and
 * from there to those nodes. There, if the transaction waits, the probe goes on to all that it
 * waits for: on this node immediately, elsewhere as a message. If the probe meets the transaction
 * that it began with, there is a cycle. The node that sees the cycle tells the node where its
 * youngest transaction waits. The told node stops the transaction, if it still waits at that actor.
 * Rounds are repeated while anything waits.
 *
 * <p><b>Several waits of one transaction.</b> A transaction whose procedures run in parallel, or
 * that asks actors of several nodes at once, may wait for several things, on several nodes. The
 * transaction needs all of them, so a probe continues from each.
 *
 * <p><b>Every cycle is found once per round.</b> Where a cycle goes from one node to another, its
 * next transaction blocks another one without waiting there. A probe is sent on only to
 * transactions that are older than the one that it began with. So, of all probes along the cycle,
 * only the one that began with the youngest transaction comes through.
 *
 * <p><b>What it costs.</b> In a round each node sends one probe for each such blocker, and follows
 * a probe only once from each waiting transaction; all of this is bounded. The next round makes up
 * for a lost message. A wait may have ended before a cycle is seen: then at worst one transaction
 * is tried again without need.
 *
 * <p>Confined to one step queue, except {@link #found}.
 */
public final class Probes {
  /** The wait, in nanoseconds, after which a request begins probes: most waits are shorter. */
  public static final long OLD_NANOS = 50_000_000;

  /** The time between two rounds, in nanoseconds. */
  public static final long ROUND_NANOS = 200_000_000;

  /** The number of waiting requests that a round looks at: those that have waited longest. */
  static final int MOST_LOOKED_AT = 1024;

  /** The number of transactions waiting on this node that a single probe goes on to. */
  static final int MOST_FOLLOWED = 512;

  /** The number of probes that a node follows in one round. */
  static final int MOST_EXPANDED = 4096;

  /** The order by youth: of two transactions on a cycle the greater is the one to be stopped. */
  private static final Comparator<Hop> YOUNGER =
      Comparator.comparingLong(Hop::age).thenComparing(Hop::key);

  private final int self;
  private final int nodes;
  private final View view;
  private final Out out;
  private final LongAdder found = new LongAdder();
  private long round;
  private long roundBegan;

  /** The links that were followed in this round and in the one before. */
  private Set<Followed> followed = new HashSet<>();

  private Set<Followed> followedBefore = new HashSet<>();

  /** A transaction that waits on this node. */
  public record Waiting(BranchKey key, long age, ActorId at) {}

  /** An undecided transaction that another one waits for. */
  public record Blocker(BranchKey key, long age) {}

  /**
   * A node's view of the transactions that wait on it; all of it may have changed a moment later.
   */
  public interface View {
    /**
     * Returns at most {@code most} of the transactions that have waited here since {@code nanos} or
     * longer; longest first.
     */
    List<Waiting> waitingSince(long nanos, int most);

    /** Returns the waits of an attempt on this node: at most one for each of its tasks. */
    List<Waiting> waits(BranchKey key);

    /** Returns whether an attempt that waits on this node may wait on others at the same time. */
    boolean mayWaitElsewhereToo(BranchKey key);

    /** Begins a walk along the waits of this moment; it is not used at a later one. */
    Walk walk();

    /** Returns the nodes that this node, as the attempt's coordinator, is asking. */
    Set<Integer> askedAt(BranchKey key);

    /**
     * Takes a transaction's request back, if it still waits there; returns false if it does not.
     */
    boolean stop(Waiting waiting, Reason.Deadlock why);
  }

  /** A walk along the waits of a node. */
  @FunctionalInterface
  public interface Walk {

    /**
     * Returns the transactions that a waiting one waits for: only undecided ones, and perhaps
     * without those that the walk has been told of before.
     */
    List<Blocker> blockers(Waiting waiting);
  }

  /** The way to other nodes; a message that cannot be sent is lost. */
  public interface Out {
    void send(int node, Probe probe);

    void send(int node, StopVictim stop);
  }

  private record Followed(Start start, BranchKey from) {}

  /**
   * @param self this node's number
   * @param nodes how many there are
   */
  public Probes(int self, int nodes, View view, Out out) {
    this.self = self;
    this.nodes = nodes;
    this.view = view;
    this.out = out;
  }

  /** Returns how many victims have been stopped on this node. */
  public long found() {
    return found.sum();
  }

  /** Begins a round, if the last one is {@link #ROUND_NANOS} old. */
  public void look(long nowNanos) {
    if (round > 0 && nowNanos - roundBegan < ROUND_NANOS) {
      return;
    }
    round++;
    roundBegan = nowNanos;
    followedBefore = followed;
    followed = new HashSet<>();
    Map<BranchKey, Long> elsewhere = new LinkedHashMap<>();
    Walk walk = view.walk();
    for (Waiting waiting : view.waitingSince(nowNanos - OLD_NANOS, MOST_LOOKED_AT)) {
      for (Blocker blocker : walk.blockers(waiting)) {
        if (mayWaitElsewhere(blocker.key())) {
          elsewhere.putIfAbsent(blocker.key(), blocker.age());
        }
      }
    }
    elsewhere.forEach(
        (key, age) -> forward(new Probe(new Start(key, age, self, round), List.of(), key), self));
  }

  private boolean mayWaitElsewhere(BranchKey key) {
    return view.waits(key).isEmpty() || view.mayWaitElsewhereToo(key);
  }

  /**
   * Sends a probe on towards the nodes where its next transaction waits, except for the node that
   * it comes from.
   */
  private void forward(Probe probe, int from) {
    int coordinator = probe.next().id().coordinator();
    if (coordinator != self) {
      send(coordinator, probe);
    } else {
      for (int to : view.askedAt(probe.next())) {
        if (to != from) {
          send(to, probe);
        }
      }
    }
  }

  private void send(int to, Probe probe) {
    if (to != self && isNode(to)) {
      out.send(to, probe);
    }
  }

  private boolean isNode(int number) {
    return number >= 0 && number < nodes;
  }

  /**
   * Receives a probe from another node. The probe does not go back there: that node has followed
   * the next transaction's waits itself, or they are within a cycle that does not leave the node by
   * them.
   */
  public void received(int from, Probe probe) {
    BranchKey next = probe.next();
    List<Waiting> waits = view.waits(next);
    if (!waits.isEmpty()) {
      if (!isFirst(new Followed(probe.start(), next))) {
        return;
      }
      follow(probe, waits);
    }
    if (next.id().coordinator() == self && mayWaitElsewhere(next)) {
      forward(probe, from);
    }
  }

  /**
   * A waiting transaction that a probe goes on to on this node, and the link by which it came
   * there.
   */
  private record Link(Waiting waiting, @Nullable Link before, int length) {}

  /** Follows a probe on this node, breadth first, so that paths are short. */
  private void follow(Probe probe, List<Waiting> entering) {
    Set<BranchKey> met = new HashSet<>();
    probe.path().forEach(hop -> met.add(hop.key()));
    met.add(probe.next());
    ArrayDeque<Link> links = new ArrayDeque<>();
    Walk walk = view.walk();
    entering.forEach(each -> links.add(new Link(each, null, probe.path().size() + 1)));
    for (int left = MOST_FOLLOWED; left > 0 && !links.isEmpty(); left--) {
      Link link = links.remove();
      if (link.length() > Probe.MOST_HOPS) {
        return;
      }
      for (Blocker blocker : walk.blockers(link.waiting())) {
        if (blocker.key().equals(probe.start().transaction()) && !probe.path().isEmpty()) {
          stopYoungest(path(probe, link));
          return;
        }
        // With an empty path the start waits here and has been met: the cycle is within the node.
        if (met.add(blocker.key())) {
          goOn(probe, link, blocker, links);
        }
      }
    }
  }

  private boolean isFirst(Followed it) {
    return !followedBefore.contains(it) && followed.size() < MOST_EXPANDED && followed.add(it);
  }

  private void goOn(Probe probe, Link link, Blocker blocker, ArrayDeque<Link> links) {
    for (Waiting here : view.waits(blocker.key())) {
      links.add(new Link(here, link, link.length() + 1));
    }
    if (mayWaitElsewhere(blocker.key())
        && link.length() < Probe.MOST_HOPS
        && isOlder(blocker, probe.start())) {
      forward(new Probe(probe.start(), path(probe, link), blocker.key()), self);
    }
  }

  private static boolean isOlder(Blocker blocker, Start start) {
    return blocker.age() != start.age()
        ? blocker.age() < start.age()
        : blocker.key().compareTo(start.transaction()) < 0;
  }

  /** Returns the probe's path and all that it met on this node, up to and with {@code last}. */
  private List<Hop> path(Probe probe, Link last) {
    List<Hop> here = new ArrayList<>();
    for (Link link = last; link != null; link = link.before()) {
      Waiting waiting = link.waiting();
      here.add(new Hop(waiting.key(), waiting.age(), waiting.at(), self));
    }
    List<Hop> path = new ArrayList<>(probe.path());
    path.addAll(here.reversed());
    return path;
  }

  private void stopYoungest(List<Hop> cycle) {
    Hop victim = Collections.max(cycle, YOUNGER);
    Collections.rotate(cycle, -cycle.indexOf(victim));
    StopVictim stop = new StopVictim(cycle);
    if (victim.node() == self) {
      received(stop);
    } else if (isNode(victim.node())) {
      out.send(victim.node(), stop);
    }
  }

  /** Receives a cycle whose victim waits on this node. */
  public void received(StopVictim stop) {
    Hop victim = stop.victim();
    for (Waiting waiting : view.waits(victim.key())) {
      if (waiting.at().equals(victim.at())) {
        List<Reason.Wait> cycle =
            stop.cycle().stream().map(hop -> new Reason.Wait(hop.key().id(), hop.at())).toList();
        if (view.stop(waiting, new Reason.Deadlock(cycle, 0))) {
          found.increment();
        }
        return;
      }
    }
  }
}
