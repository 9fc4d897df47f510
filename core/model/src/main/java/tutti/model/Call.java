package tutti.model;

import java.util.List;

/**
 * One action on one actor: part of a transaction's request, or a partner that an action syncs with.
 * Compared by value.
 *
 * @param target the actor to act on
 * @param action an action of the target's type
 * @param arguments values in the order of the action's parameters
 * @param negated whether the action must <em>not</em> be possible (a negated sync,
 *     docs/rulings.md#ruling-6); a negated action never happens
 */
public record Call(ActorId target, Action action, List<Object> arguments, boolean negated) {

  /** Makes a call of an action that is to happen. */
  public Call(ActorId target, Action action, List<Object> arguments) {
    this(target, action, arguments, false);
  }

  @Override
  public String toString() {
    return (negated ? "not " : "") + target + "." + action.name() + arguments;
  }
}
