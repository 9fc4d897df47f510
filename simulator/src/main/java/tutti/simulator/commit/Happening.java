package tutti.simulator.commit;

import java.util.List;
import org.jspecify.annotations.Nullable;
import tutti.protocol.commit.Effect;
import tutti.protocol.commit.Event;

/**
 * What leads from one state to the next.
 *
 * @param node where, but for {@link Kind#TICK}
 * @param wire which message, if it is one that arrives, is lost, doubled or late
 * @param event what a machine was told, if one was
 * @param effects what was done about it
 * @param crash whether the node crashed behind these
 */
record Happening(
    Kind kind,
    int node,
    @Nullable Wire wire,
    @Nullable Event event,
    List<Effect> effects,
    boolean crash) {

  enum Kind {
    /** The coordinator hears that all have executed. */
    CLOSED,
    /** A message arrives. */
    ARRIVAL,
    /** The same, and it will arrive once more. */
    ARRIVAL_OF_ONE_OF_TWO,
    LOSS,
    DELAY,
    /** One more record is durable. */
    FLUSH,
    TIMER,
    /** A node would undo its part, does not want to promise it, or gives up. */
    REFUSAL,
    CRASH,
    RESTART,
    /** Time passes. */
    TICK
  }

  static Happening of(Kind kind, int node, @Nullable Wire wire) {
    return new Happening(kind, node, wire, null, List.of(), false);
  }

  Happening as(Kind other) {
    return new Happening(other, node, wire, event, effects, crash);
  }

  Happening with(Event what, List<Effect> done, boolean crashed) {
    return new Happening(kind, node, wire, what, done, crashed);
  }
}
