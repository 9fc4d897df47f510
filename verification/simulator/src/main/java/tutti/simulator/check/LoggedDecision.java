package tutti.simulator.check;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tutti.engine.concurrency.BranchKey;
import tutti.engine.concurrency.Claim;
import tutti.engine.concurrency.TransactionId;
import tutti.model.Call;
import tutti.model.Surroundings;

/** One decision in a coordinator's log. */
final class LoggedDecision {
  /**
   * One action, as a node's log has it.
   *
   * @param era the version of the application that the action belongs to
   * @param life the incarnation of the node that accepted the action
   * @param position the place of its arrival at its actor, among the actions of that incarnation
   * @param low the position before which all actions of that incarnation were decided when this one
   *     was accepted
   */
  record Act(Call call, int era, int life, long position, long low, Surroundings around) {

    static List<Act> of(int era, int life, List<Claim> claims) {
      List<Act> acts = new ArrayList<>();
      for (Claim claim : claims) {
        Call call = claim.call();
        if (call != null) {
          acts.add(
              new Act(
                  ImageAction.of(call), era, life, claim.position(), claim.low(), claim.around()));
        }
      }
      return acts;
    }
  }

  final BranchKey attempt;
  final TransactionId transaction;
  final @Nullable String key;
  final int node;
  final int life;
  final long lsn;
  final List<@Nullable Object> results;

  /** The actions that happen if the decision stands: here, and on other nodes. */
  final List<Act> acts;

  /** The decision's place in the serial order. */
  final long order;

  /** The observations of the transaction, of any actor. */
  List<GrantedLook> looks = List.of();

  /** The time at which a client was told, counted in acknowledgements; 0 if none was. */
  long acknowledged;

  /**
   * @param node the node that coordinated it, in the incarnation {@code life}
   */
  LoggedDecision(
      BranchKey attempt,
      @Nullable String key,
      int node,
      int life,
      long lsn,
      List<@Nullable Object> results,
      List<Act> acts,
      long order) {
    this.attempt = attempt;
    this.transaction = attempt.id();
    this.key = key;
    this.node = node;
    this.life = life;
    this.lsn = lsn;
    this.results = results;
    this.acts = acts;
    this.order = order;
  }

  /** Returns the part of the decision on one node, as if that were all. */
  LoggedDecision part(List<Act> some) {
    LoggedDecision part = new LoggedDecision(attempt, key, node, life, lsn, results, some, order);
    part.acknowledged = acknowledged;
    return part;
  }

  @Override
  public String toString() {
    return "transaction " + attempt;
  }
}
