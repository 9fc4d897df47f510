package tutti.simulator.check;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tutti.engine.concurrency.BranchKey;

/** The actions that a node voted for, of a transaction that another node coordinates. */
final class VotedBranch {
  final BranchKey key;
  final int node;

  /** The incarnation of the node that voted. */
  final int life;

  /** The incarnation of its coordinator that ran then, or null. */
  final @Nullable Integer coordinatorLife;

  final List<LoggedDecision.Act> acts;

  /** The incarnations of all nodes that ran then. */
  final Map<Integer, Integer> lives;

  /** The outcome that the node was told, or null as long as it was told none. */
  @Nullable Boolean committed;

  VotedBranch(
      BranchKey key,
      int node,
      int life,
      List<LoggedDecision.Act> acts,
      Map<Integer, Integer> lives) {
    this.key = key;
    this.node = node;
    this.life = life;
    this.coordinatorLife = lives.get(key.id().coordinator());
    this.acts = acts;
    this.lives = Map.copyOf(lives);
  }

  @Override
  public String toString() {
    return "transaction " + key + " on node " + node;
  }
}
