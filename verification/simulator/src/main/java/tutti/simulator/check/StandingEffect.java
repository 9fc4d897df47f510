package tutti.simulator.check;

import java.util.List;
import java.util.Objects;
import tutti.model.ActorState;
import tutti.model.Call;
import tutti.model.Surroundings;

/**
 * The effect on one actor of a decision that stands.
 *
 * @param epoch the epoch in which it was decided; nothing goes on from one epoch to the next
 * @param looks the observations of its transaction, of the same actor
 */
record StandingEffect(
    LoggedDecision decision, LoggedDecision.Act act, int epoch, List<GrantedLook> looks)
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
    // The transaction may have looked at the actor only after all effects that were decided while
    // it was in progress: then its observation holds nowhere before the last of them has changed
    // places.
    return looks.stream()
        .allMatch(
            look ->
                look.holdsIn(now)
                    || !look.holdsIn(then)
                    || Objects.equals(look.in(then), look.in(now)));
  }

  /** Whether the effect was before the other in the order of decisions. */
  boolean decidedBefore(StandingEffect other) {
    return epoch < other.epoch || epoch == other.epoch && decision.order < other.decision.order;
  }

  /**
   * Whether the earlier of the two effects was decided when this one was accepted, as the node's
   * log says.
   */
  boolean knew(StandingEffect earlier) {
    return earlier.epoch < epoch
        || earlier.act.life() == act.life() && earlier.act.position() < act.low();
  }
}
