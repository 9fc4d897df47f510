package tutti.engine.integrated.tapir;

import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The times in which hosts have answered coordinators here lately. A wait that is fixed is too long
 * on a local network, and over oceans or under load too short: then every transaction would take
 * the slow path. Confined to the host's queue of machines.
 */
final class AnswerTimes {
  /** Each answer counts for this part of the average. */
  private static final long PART = 8;

  /** A host is taken for gone if it has answered nothing for so many of its usual times. */
  private static final long GONE = 4;

  /** Answers that are usually faster than this are taken for as slow, in nanoseconds. */
  private static final long LEAST_NANOS = 5_000_000;

  private static final long NONE = -1;

  private static final class Answers {
    long usual;

    /** The time of the oldest question after the newest answer. */
    long waitingSince = NONE;
  }

  private final Map<Integer, Answers> hosts = new HashMap<>();

  private Answers of(int host) {
    return hosts.computeIfAbsent(host, _ -> new Answers());
  }

  /** A coordinator has asked a host. */
  void asked(int host, long now) {
    Answers answers = of(host);
    if (answers.waitingSince == NONE) {
      answers.waitingSince = now;
    }
  }

  /** A host has answered a coordinator that began then. */
  void answered(int host, long began, long now) {
    Answers answers = of(host);
    answers.waitingSince = NONE;
    long took = now - began;
    answers.usual += answers.usual == 0 ? took : (took - answers.usual) / PART;
  }

  private boolean isGone(int host, long now) {
    Answers answers = of(host);
    return answers.waitingSince != NONE
        && now - answers.waitingSince > GONE * Math.max(LEAST_NANOS, answers.usual);
  }

  /** Whether one of some hosts does not answer any more. */
  boolean isOneGone(Collection<Integer> asked, long now) {
    return asked.stream().anyMatch(host -> isGone(host, now));
  }

  /** Returns the usual time of the slowest of some hosts; 0 if none has answered yet. */
  long slowest(Collection<Integer> asked) {
    return asked.stream().mapToLong(host -> of(host).usual).max().orElse(0);
  }

  /**
   * Returns the hosts that answer about as fast as the fastest of them; all until that is known.
   */
  List<Integer> near(List<Integer> asked) {
    long fastest = asked.stream().mapToLong(host -> of(host).usual).min().orElse(0);
    List<Integer> near = asked.stream().filter(host -> of(host).usual <= 2 * fastest).toList();
    return fastest == 0 ? asked : near;
  }
}
