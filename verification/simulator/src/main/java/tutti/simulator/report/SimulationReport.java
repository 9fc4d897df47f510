package tutti.simulator.report;

import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import tutti.engine.deployment.Deployment;
import tutti.simulator.fault.FaultKind;

/**
 * The results of a simulation.
 *
 * @param runs the number of runs that came to their ends
 * @param cut the seeds of the runs that were cut, in order: their events are not in the digest and
 *     not in any other number here, except for their violations
 * @param violations one for each run in which something did not hold
 * @param simulatedSeconds virtual time, all runs together
 * @param messages the number of messages between nodes
 * @param crashes the number of crashes of nodes
 * @param digest a hash over all events: always equal for equal options
 * @param pointsNeverReached the situations that a run should reach now and then, and none did
 * @param transactions the number of transactions that committed for a client
 * @param reads the number of reads that were answered
 * @param medians the medians of all runs
 * @param replicas the runs whose nodes were hosts with replicas of shards
 * @param faults the number of faults of each kind, by its label; only kinds that happened
 * @param pairs the number of runs on several nodes for each pair of concurrency control and commit
 *     protocol; a run whose deployment changed counts for two
 */
public record SimulationReport(
    long runs,
    List<Long> cut,
    List<Violation> violations,
    double simulatedSeconds,
    long messages,
    long crashes,
    String digest,
    List<String> pointsNeverReached,
    long transactions,
    long reads,
    Medians medians,
    Replicas replicas,
    Map<String, Long> faults,
    Map<Pair, Long> pairs) {

  /**
   * Returns the situations that no run got into, and the kinds of faults that never came.
   *
   * @param kinds the kinds that might have come
   * @return empty if there are none
   */
  public List<String> untried(Set<FaultKind> kinds) {
    return Stream.concat(
            pointsNeverReached.stream(),
            kinds.stream()
                .map(FaultKind::label)
                .filter(label -> faults.getOrDefault(label, 0L) == 0)
                .sorted()
                .map(label -> "fault " + label))
        .toList();
  }

  /**
   * The numbers of the run in the middle.
   *
   * @param operations requests and reads that clients began
   * @param faults of nodes, links, disks and clocks: single messages that were lost or late do not
   *     count
   * @param crashes of nodes
   */
  public record Medians(long operations, long faults, long crashes) {}

  /**
   * The runs whose nodes were hosts with replicas of shards.
   *
   * @param runs the number of these runs
   * @param leaderChanges the number of terms that followed another one, in the median run
   * @param leaderChangesUnderLoad the number of those terms that began while clients waited for
   *     answers, in the median run
   * @param lostDisks the number of disks that hosts have lost, in all runs
   * @param integrated the number of runs of an integrated protocol
   * @param viewChanges the number of views that followed another one, in the median of those runs
   * @param takeOvers how often hosts took coordinators for dead, in the median of those runs
   */
  public record Replicas(
      long runs,
      long leaderChanges,
      long leaderChangesUnderLoad,
      long lostDisks,
      long integrated,
      long viewChanges,
      long takeOvers) {}

  /** A concurrency control and a commit protocol, by their long names; in the order of these. */
  public record Pair(String control, String commit) implements Comparable<Pair> {
    /** Returns the pair of a deployment. */
    public static Pair of(Deployment deployment) {
      return new Pair(deployment.concurrencyControl().longName(), deployment.commit().longName());
    }

    @Override
    public int compareTo(Pair other) {
      int byControl = control.compareTo(other.control);
      return byControl != 0 ? byControl : commit.compareTo(other.commit);
    }
  }

  /**
   * One run that went wrong.
   *
   * @param seed of the run
   * @param deployment the deployment of the run
   * @param findings the broken rules, each as {@code rule: text}
   * @param replay the command that repeats the run
   */
  public record Violation(long seed, String deployment, List<String> findings, String replay) {}
}
