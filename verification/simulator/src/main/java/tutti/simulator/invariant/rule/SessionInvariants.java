package tutti.simulator.invariant.rule;

import static tutti.simulator.invariant.rule.Invariant.of;

import java.util.List;
import org.jspecify.annotations.Nullable;
import tutti.engine.concurrency.BranchKey;

/** The promises in the cards of sessions and of recovery about a node's lives. */
public final class SessionInvariants {
  private SessionInvariants() {}

  /**
   * A node greets.
   *
   * @param before the highest number of its earlier lives
   */
  public record Greeting(int node, long incarnation, long before) {}

  /**
   * A node speaks for a branch.
   *
   * @param before the branch that the node named with that nonce before, or null
   */
  public record Naming(int node, long nonce, BranchKey key, @Nullable BranchKey before) {}

  /**
   * A node has started again.
   *
   * @param missing the votes that were safe in the log, of branches that have not ended, with the
   *     actors that such a branch does not hold again
   */
  public record Restart(int node, List<String> missing) {}

  public static final Invariant<Greeting> INCARNATIONS_GROW =
      of(
          "distribution.I5",
          "incarnations of a node only grow",
          "tutti.engine.distribution, docs/rulings.md#runtime",
          greeting ->
              greeting.incarnation <= greeting.before
                  ? "node "
                      + greeting.node
                      + " greets as number "
                      + greeting.incarnation
                      + ", and was "
                      + greeting.before
                  : null);

  public static final Invariant<Naming> NONCES_NAME_ONE =
      of(
          "distribution.I3",
          "a branch's nonce names no other branch, also after a restart",
          "tutti.engine.distribution",
          naming ->
              naming.before == null || naming.before.equals(naming.key)
                  ? null
                  : "node "
                      + naming.node
                      + " calls "
                      + naming.key
                      + " by the nonce "
                      + naming.nonce
                      + " of "
                      + naming.before);

  public static final Invariant<Restart> VOTES_ARE_KEPT =
      of(
          "recovery.I8",
          "a branch that has voted Yes is there after any crash, with all that its newest vote"
              + " says",
          "tutti.engine.recovery",
          restart ->
              restart.missing.isEmpty()
                  ? null
                  : "node "
                      + restart.node
                      + " has started, and does not hold again what "
                      + String.join(", nor what ", restart.missing));

  public static final List<Invariant<?>> ALL =
      List.of(INCARNATIONS_GROW, NONCES_NAME_ONE, VOTES_ARE_KEPT);
}
