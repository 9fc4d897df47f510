package tutti.simulator.commit;

import java.util.List;
import java.util.SortedSet;

/**
 * The result of an exploration.
 *
 * @param states the number of states that were reached
 * @param transitions the number of transitions between them
 * @param deepest the most steps from the start to a state
 * @param complete whether these are all states, except those that follow a violation
 * @param ends the ends of the transaction at which nothing more happens by itself, or no node is
 *     left that could end it: each node's end, and the answer to the client
 * @param violations the first violation of each rule in each transaction, the shortest ones
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
   * @param transaction the nodes that change something
   * @param rule the rule that does not hold
   * @param text the fault, in words
   * @param claimed whether the protocol is judged by it: else the run has more faults than the
   *     protocol claims to bear
   * @param story the run, a sentence a step
   */
  public record Violation(
      String transaction, String rule, String text, boolean claimed, List<String> story) {}

  /** Whether all states were seen, and every claim holds. */
  public boolean held() {
    return complete && violations.stream().noneMatch(Violation::claimed);
  }
}
