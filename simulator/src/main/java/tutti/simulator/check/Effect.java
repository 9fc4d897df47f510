package tutti.simulator.check;

import java.util.List;
import java.util.Objects;
import tutti.model.ActorState;
import tutti.model.Call;
import tutti.model.Surroundings;

/**
 * What a decision that stands made of one actor.
 *
 * @param epoch in which it was decided; nothing goes on from one to the next
 * @param looks what its transaction had looked at, of the same actor
 */
record Effect(Decision decision, Decision.Act act, int epoch, List<Look> looks)
    implements Commuting.Action {

  @Override
  public Call call() {
    return act.call();
  }

  @Override
  public Surroundings around() {
    return act.around();
  }

  @Override
  public boolean staysTrue(ActorState then, ActorState now) {
    // Of several that were decided while it was in progress it may have looked at its actor only
    // after all of them: then what it saw is true nowhere before the last has changed places.
    return looks.stream()
        .allMatch(
            look ->
                look.holdsIn(now)
                    || !look.holdsIn(then)
                    || Objects.equals(look.in(then), look.in(now)));
  }

  /** Whether this was in the order of decisions before the other. */
  boolean decidedBefore(Effect other) {
    return epoch < other.epoch || epoch == other.epoch && decision.order < other.decision.order;
  }

  /** Whether the earlier of the two was decided when this was accepted, as the node's log says. */
  boolean knew(Effect earlier) {
    return earlier.epoch < epoch
        || earlier.act.life() == act.life() && earlier.act.position() < act.low();
  }
}
