package tutti.simulator.replication;

import static tutti.simulator.explorer.world.ChoiceKind.CRASH;
import static tutti.simulator.explorer.world.ChoiceKind.DISK;
import static tutti.simulator.explorer.world.ChoiceKind.DUPLICATE;
import static tutti.simulator.explorer.world.ChoiceKind.RETRY;
import static tutti.simulator.replication.LogScope.BALLOT;
import static tutti.simulator.replication.LogScope.BEAT;
import static tutti.simulator.replication.LogScope.HAND_OVER;
import static tutti.simulator.replication.LogScope.QUESTION;

import java.util.List;
import java.util.Locale;
import tutti.simulator.explorer.search.Scopes;
import tutti.simulator.explorer.world.Budget;
import tutti.simulator.explorer.world.ChoiceKind;

/**
 * The bounds of a world in which a replicated log is explored.
 *
 * @param name the name of the scope
 * @param start the state of the shard at the start
 * @param reads whether reads are served by leases
 * @param commands the most commands that a leader gets
 * @param budget the faults and other choices, each with a bound
 */
public record LogScope(String name, Start start, Reads reads, int commands, Budget budget) {

  /** The state of the shard at the start. */
  public enum Start {
    /** All disks are blank. */
    BLANK,
    /** The shard is formed, and its first host leads: the first ballot. */
    LED,
    /** The first host leads, and a command is chosen that the last host has never heard of. */
    CHOSEN,
    /**
     * The first host leads. The last one had lost its disk, has rejoined on another and helped to
     * choose a command of which the second host has not heard; and then it got the lost disk back.
     */
    RETURNED
  }

  /** The way in which reads are confirmed. */
  public enum Reads {
    INDEX,
    LEASE
  }

  /** An attempt to lead, after the first where the shard is led at the start. */
  public static final ChoiceKind BALLOT = new ChoiceKind("ballots");

  /** A read that is asked. */
  public static final ChoiceKind QUESTION = new ChoiceKind("reads");

  /** A heartbeat of a leader. */
  public static final ChoiceKind BEAT = new ChoiceKind("heartbeats");

  /** An orderly change of the leader. */
  public static final ChoiceKind HAND_OVER = new ChoiceKind("hand-overs");

  /**
   * Whether a replica sends its whole log to a candidate at once. In the smaller scopes a candidate
   * asks for it entry by entry.
   */
  boolean sendsWholeLogs() {
    boolean both = budget.has(CRASH) && budget.has(DISK);
    return both || budget.mayCrash() && budget.left(BALLOT) > 1;
  }

  /** The scopes by name. */
  public static final Scopes<LogScope> ALL =
      new Scopes<>(
          List.of(
              led("ballots", 2, Budget.of(BALLOT, 1)),
              led("three-ballots", 2, Budget.of(BALLOT, 2)),
              led("crash", 2, Budget.of(BALLOT, 1).and(CRASH, 1)),
              led("crash-and-three-ballots", 2, Budget.of(BALLOT, 2).and(CRASH, 1)),
              chosen("disk", Budget.of(DISK, 1)),
              led("disk-and-command", 2, Budget.of(DISK, 1)),
              chosen("disk-and-ballot", Budget.of(BALLOT, 1).and(DISK, 1)),
              led("disk-and-three-ballots", 2, Budget.of(BALLOT, 2).and(DISK, 1)),
              led("crash-and-disk", 1, Budget.of(CRASH, 1).and(DISK, 1)),
              led("crash-disk-and-ballot", 1, Budget.of(BALLOT, 1).and(CRASH, 1).and(DISK, 1)),
              led("two-disks", 0, Budget.of(RETRY, 2).and(DISK, 2)),
              new LogScope(
                  "returned-disk",
                  Start.RETURNED,
                  Reads.INDEX,
                  1,
                  Budget.of(BALLOT, 1).and(BEAT, 1)),
              led("read", 2, Budget.of(BALLOT, 1).and(QUESTION, 1)),
              led("read-and-three-ballots", 2, Budget.of(BALLOT, 2).and(QUESTION, 1)),
              lease("lease", Budget.of(BALLOT, 1).and(QUESTION, 1)),
              lease("lease-and-hand-over", Budget.of(BALLOT, 1).and(QUESTION, 1).and(HAND_OVER, 1)),
              led("hand-over", 2, Budget.of(BALLOT, 1).and(HAND_OVER, 1)),
              led("hand-over-and-three-ballots", 2, Budget.of(BALLOT, 2).and(HAND_OVER, 1)),
              new LogScope(
                  "forming",
                  Start.BLANK,
                  Reads.INDEX,
                  0,
                  Budget.of(BALLOT, 1).and(RETRY, 1).and(CRASH, 1)),
              led(
                  Scopes.EVERYTHING,
                  2,
                  Budget.of(BALLOT, 2)
                      .and(QUESTION, 2)
                      .and(BEAT, 4)
                      .and(RETRY, 4)
                      .and(CRASH, 1)
                      .and(DISK, 1)
                      .and(DUPLICATE, 1)
                      .and(HAND_OVER, 1))),
          LogScope::name);

  private static LogScope chosen(String name, Budget budget) {
    return new LogScope(name, Start.CHOSEN, Reads.INDEX, 0, budget);
  }

  private static LogScope lease(String name, Budget budget) {
    return new LogScope(name, Start.LED, Reads.LEASE, 1, budget);
  }

  private static LogScope led(String name, int commands, Budget budget) {
    return new LogScope(name, Start.LED, Reads.INDEX, commands, budget);
  }

  @Override
  public String toString() {
    return "%s: 3 replicas, %s commands, %s reads, %s"
        .formatted(name, commands, reads.name().toLowerCase(Locale.ROOT), budget);
  }
}
