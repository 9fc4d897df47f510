package tutti.simulator.commit.step;

import java.util.List;
import org.jspecify.annotations.Nullable;
import tutti.protocol.commit.Input;
import tutti.protocol.commit.Output;
import tutti.protocol.machine.Effect;
import tutti.protocol.machine.Event;
import tutti.simulator.commit.state.InFlightMessage;

/**
 * A step from one state to the next.
 *
 * @param kind the kind of the step
 * @param node the node at which the step happens, except for {@link Kind#TICK}
 * @param wire the message, if one arrives, is lost, doubled or late
 * @param event the event that a machine has handled, if any
 * @param effects the effects that were carried out
 * @param crash whether the node crashed after these effects
 * @param loses whether that crash lost the messages that the network did not have yet
 */
public record Transition(
    Kind kind,
    int node,
    @Nullable InFlightMessage wire,
    @Nullable Event<Input> event,
    List<Effect<Output>> effects,
    boolean crash,
    boolean loses) {

  public enum Kind {
    /** The coordinator hears that all have executed. */
    CLOSED,
    /** A message arrives. */
    ARRIVAL,
    /** A message arrives, and will arrive once more. */
    ARRIVAL_OF_ONE_OF_TWO,
    LOSS,
    DELAY,
    /** One more record is durable. */
    FLUSH,
    /** The network has all that the node has sent. */
    SENT,
    TIMER,
    /** The irrevocable operation happens, or it ends, or the check of it answers. */
    OPERATION,
    /** A node would undo its part, does not want to promise it, or gives up. */
    REFUSAL,
    CRASH,
    RESTART,
    /** Time passes. */
    TICK
  }

  static Transition of(Kind kind, int node, @Nullable InFlightMessage wire) {
    return new Transition(kind, node, wire, null, List.of(), false, false);
  }

  Transition as(Kind other) {
    return new Transition(other, node, wire, event, effects, crash, loses);
  }

  Transition with(Event<Input> what, List<Effect<Output>> done, boolean crashed) {
    return new Transition(kind, node, wire, what, done, crashed, false);
  }

  /** The step whose crash loses what was not sent. */
  Transition losing() {
    return new Transition(kind, node, wire, event, effects, crash, true);
  }
}
