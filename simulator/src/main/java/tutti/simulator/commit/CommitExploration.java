package tutti.simulator.commit;

import java.util.List;
import java.util.SortedSet;

/**
 * What came of it.
 *
 * @param states that were reached
 * @param transitions between them
 * @param deepest the most steps that a state is away from the start
 * @param complete whether that is all, but for what follows a violation
 * @param ends how it has ended where nothing is left to happen by itself, or nobody is left who
 *     could end it: each node's end, and what the client was told
 * @param violations the first of each rule in each transaction, the shortest ones
 */
public record CommitExploration(
    long states,
    long transitions,
    int deepest,
    boolean complete,
    SortedSet<String> ends,
    List<Violation> violations) {

  /**
   * A run in which something does not hold.
   *
   * @param transaction who changes something
   * @param rule that does not hold
   * @param text what is wrong
   * @param claimed whether the protocol is judged by it: else the run has more faults than it
   *     claims to bear
   * @param story the run, a sentence a step
   */
  public record Violation(
      String transaction, String rule, String text, boolean claimed, List<String> story) {}

  /** Whether all was seen, and everything that is claimed holds. */
  public boolean held() {
    return complete && violations.stream().noneMatch(Violation::claimed);
  }
}
