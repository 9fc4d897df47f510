package tutti.engine.integrated;

import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedSet;
import java.util.TreeSet;
import tutti.engine.replication.ReplicaLink;

/**
 * The times in which hosts have answered coordinators here lately, and the waits of coordinators
 * that follow from them. A wait that is fixed is too long on a local network, and over oceans or
 * under load too short: then every transaction would take the slow path. Confined to the host's
 * queue of machines.
 */
public final class AnswerTimes {
  /** Each answer counts for this part of the average. */
  private static final long PART = 8;

  /**
   * The number of a host's usual answer times without any answer after which the host is taken for
   * dead.
   */
  private static final long GONE = 4;

  /** Answers that are usually faster than this are taken for as slow, in nanoseconds. */
  private static final long LEAST_NANOS = 5_000_000;

  private static final long NONE = -1;

  /**
   * The waits of a coordinator.
   *
   * @param fastNanos for a fast quorum, where majorities have answered; 0 if there can be none
   * @param retryNanos for an answer, until the question is put again
   */
  public record Waits(long fastNanos, long retryNanos) {}

  private static final class Answers {
    long usual;

    /** The time of the oldest question after the newest answer. */
    long waitingSince = NONE;
  }

  private final int self;
  private final ReplicaLink link;
  private final Map<Integer, List<Integer>> groups;
  private final Waits least;
  private final long mostNanos;
  private final Map<Integer, Answers> hosts = new HashMap<>();

  /**
   * @param self the number of this host
   * @param link tells which hosts can be reached
   * @param groups the hosts of each shard
   * @param least the waits where hosts answer fast, or have not answered yet
   * @param mostNanos no wait is longer for hosts that answer slowly
   */
  public AnswerTimes(
      int self, ReplicaLink link, Map<Integer, List<Integer>> groups, Waits least, long mostNanos) {
    this.self = self;
    this.link = link;
    this.groups = groups;
    this.least = least;
    this.mostNanos = mostNanos;
  }

  private Answers of(int host) {
    return hosts.computeIfAbsent(host, _ -> new Answers());
  }

  /** Returns the waits of a coordinator that asks all replicas of some shards now. */
  public Waits asked(List<Integer> shards, long now) {
    SortedSet<Integer> asked = new TreeSet<>();
    shards.forEach(shard -> asked.addAll(groups.getOrDefault(shard, List.of())));
    boolean gone = asked.stream().anyMatch(host -> isGone(host, now));
    long slowest = asked.stream().mapToLong(host -> of(host).usual).max().orElse(0);
    long twice = Math.min(2 * slowest, mostNanos);
    for (int host : asked) {
      Answers answers = of(host);
      if (answers.waitingSince == NONE) {
        answers.waitingSince = now;
      }
    }
    return new Waits(
        gone ? 0 : Math.max(least.fastNanos(), twice), Math.max(least.retryNanos(), twice));
  }

  /** A host has answered a coordinator that began then. */
  public void answered(int host, long began, long now) {
    Answers answers = of(host);
    answers.waitingSince = NONE;
    long took = now - began;
    answers.usual += answers.usual == 0 ? took : (took - answers.usual) / PART;
  }

  private boolean isGone(int host, long now) {
    if (host != self && !link.isConnected(host)) {
      return true;
    }
    Answers answers = of(host);
    return answers.waitingSince != NONE
        && now - answers.waitingSince > GONE * Math.max(LEAST_NANOS, answers.usual);
  }

  /** Returns hosts in the order of the times in which they answer; this one is first. */
  public List<Integer> nearestFirst(List<Integer> some) {
    return some.stream().sorted(Comparator.comparingLong(this::distance)).toList();
  }

  /** Returns the time in which a host usually answers, in nanoseconds; the longest if not known. */
  public long distance(int host) {
    if (host == self) {
      return 0;
    }
    long usual = of(host).usual;
    return usual == 0 || !link.isConnected(host) ? Long.MAX_VALUE : usual;
  }

  /**
   * Returns the hosts that answer about as fast as the fastest of them; all until that is known.
   */
  public List<Integer> near(List<Integer> asked) {
    long fastest = asked.stream().mapToLong(host -> of(host).usual).min().orElse(0);
    List<Integer> near = asked.stream().filter(host -> of(host).usual <= 2 * fastest).toList();
    return fastest == 0 ? asked : near;
  }
}
