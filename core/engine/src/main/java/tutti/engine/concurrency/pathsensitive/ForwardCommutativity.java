package tutti.engine.concurrency.pathsensitive;

import java.util.List;
import tutti.model.ActorState;
import tutti.model.Evaluation;

/**
 * The condition that makes independent actions serializable, which independence alone does not
 * (PSAC §6.2, Figure 9; docs/rulings.md#ruling-8): two undecided actions are accepted in either
 * order, with the same plans, and lead to the same state. {@link Intervals#commutes} is the
 * condition for linear actions.
 */
final class ForwardCommutativity {
  private ForwardCommutativity() {}

  /**
   * Whether a new action commutes forward with an undecided one in every possible outcome of the
   * rest.
   *
   * @param trial of the new action
   */
  static boolean holds(InProgressQueue queue, ActClaim other, Trial trial) {
    List<ActorState> outcomes =
        queue.tree.leavesWithout(queue.cell.state(), queue.head(), action -> action == other);
    if (outcomes == null) {
      return false;
    }
    for (ActorState outcome : outcomes) {
      ActorState afterOther = other.imagine(outcome);
      if (afterOther == null
          || !(trial.at(outcome) instanceof Evaluation.Accepted first)
          || !(trial.at(afterOther) instanceof Evaluation.Accepted second)
          || !Trial.alike(first, second)
          || !other.leads(first.next(), second.next())) {
        return false;
      }
    }
    return true;
  }
}
