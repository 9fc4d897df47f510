package tutti.simulator.replication;

import java.util.List;
import java.util.Locale;
import tutti.simulator.explorer.search.Scopes;

/**
 * The bounds of a world in which a replicated log is explored.
 *
 * @param name of the scope
 * @param start the state of the shard at the start
 * @param reads whether reads are served by leases
 * @param commands that a leader is given, at most
 * @param budget the faults and other choices, each at most so often
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

  /**
   * The choices that are left.
   *
   * @param ballots attempts to lead, after the first where the shard is led at the start
   * @param questions reads that are asked
   * @param beats heartbeats of leaders
   * @param retries repeated questions of blank and rejoining replicas
   * @param crashes of hosts that keep their disks, between any two effects
   * @param disks that are lost, with a crash
   * @param duplicates messages that arrive once more, in a network where they arrive once
   * @param handOvers orderly changes of the leader
   */
  public record Budget(
      int ballots,
      int questions,
      int beats,
      int retries,
      int crashes,
      int disks,
      int duplicates,
      int handOvers) {

    boolean mayCrash() {
      return crashes > 0 || disks > 0;
    }

    /** Whether each choice is left at least as often as in another one. */
    boolean offers(Budget other) {
      return ballots >= other.ballots
          && questions >= other.questions
          && beats >= other.beats
          && retries >= other.retries
          && crashes >= other.crashes
          && disks >= other.disks
          && duplicates >= other.duplicates
          && handOvers >= other.handOvers;
    }

    Budget lessBallot() {
      return new Budget(
          ballots - 1, questions, beats, retries, crashes, disks, duplicates, handOvers);
    }

    Budget lessQuestion() {
      return new Budget(
          ballots, questions - 1, beats, retries, crashes, disks, duplicates, handOvers);
    }

    Budget lessBeat() {
      return new Budget(
          ballots, questions, beats - 1, retries, crashes, disks, duplicates, handOvers);
    }

    Budget lessRetry() {
      return new Budget(
          ballots, questions, beats, retries - 1, crashes, disks, duplicates, handOvers);
    }

    Budget lessCrash() {
      return new Budget(
          ballots, questions, beats, retries, crashes - 1, disks, duplicates, handOvers);
    }

    Budget lessDisk() {
      return new Budget(
          ballots, questions, beats, retries, crashes, disks - 1, duplicates, handOvers);
    }

    Budget lessDuplicate() {
      return new Budget(
          ballots, questions, beats, retries, crashes, disks, duplicates - 1, handOvers);
    }

    Budget lessHandOver() {
      return new Budget(
          ballots, questions, beats, retries, crashes, disks, duplicates, handOvers - 1);
    }
  }

  /**
   * Whether a replica sends its whole log to a candidate at once. In the smaller scopes a candidate
   * asks for it entry by entry.
   */
  boolean sendsWholeLogs() {
    boolean both = budget.crashes() > 0 && budget.disks() > 0;
    return both || budget.mayCrash() && budget.ballots() > 1;
  }

  /** The scopes by name. */
  public static final Scopes<LogScope> ALL =
      new Scopes<>(
          List.of(
              led("ballots", 2, new Budget(1, 0, 0, 0, 0, 0, 0, 0)),
              led("three-ballots", 2, new Budget(2, 0, 0, 0, 0, 0, 0, 0)),
              led("crash", 2, new Budget(1, 0, 0, 0, 1, 0, 0, 0)),
              led("crash-and-three-ballots", 2, new Budget(2, 0, 0, 0, 1, 0, 0, 0)),
              chosen("disk", new Budget(0, 0, 0, 0, 0, 1, 0, 0)),
              led("disk-and-command", 2, new Budget(0, 0, 0, 0, 0, 1, 0, 0)),
              chosen("disk-and-ballot", new Budget(1, 0, 0, 0, 0, 1, 0, 0)),
              led("disk-and-three-ballots", 2, new Budget(2, 0, 0, 0, 0, 1, 0, 0)),
              led("crash-and-disk", 1, new Budget(0, 0, 0, 0, 1, 1, 0, 0)),
              led("crash-disk-and-ballot", 1, new Budget(1, 0, 0, 0, 1, 1, 0, 0)),
              led("two-disks", 0, new Budget(0, 0, 0, 2, 0, 2, 0, 0)),
              new LogScope(
                  "returned-disk",
                  Start.RETURNED,
                  Reads.INDEX,
                  1,
                  new Budget(1, 0, 1, 0, 0, 0, 0, 0)),
              led("read", 2, new Budget(1, 1, 0, 0, 0, 0, 0, 0)),
              led("read-and-three-ballots", 2, new Budget(2, 1, 0, 0, 0, 0, 0, 0)),
              lease("lease", new Budget(1, 1, 0, 0, 0, 0, 0, 0)),
              lease("lease-and-hand-over", new Budget(1, 1, 0, 0, 0, 0, 0, 1)),
              led("hand-over", 2, new Budget(1, 0, 0, 0, 0, 0, 0, 1)),
              led("hand-over-and-three-ballots", 2, new Budget(2, 0, 0, 0, 0, 0, 0, 1)),
              new LogScope(
                  "forming", Start.BLANK, Reads.INDEX, 0, new Budget(1, 0, 0, 1, 1, 0, 0, 0)),
              led(Scopes.EVERYTHING, 2, new Budget(2, 2, 4, 4, 1, 1, 1, 1))),
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
