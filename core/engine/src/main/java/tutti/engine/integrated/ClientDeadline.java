package tutti.engine.integrated;

import java.util.ArrayList;
import java.util.List;
import tutti.engine.runtime.Scheduler;
import tutti.protocol.integrated.Timer;
import tutti.protocol.machine.Effect;
import tutti.protocol.machine.Event;
import tutti.protocol.machine.Machine;
import tutti.protocol.machine.TimerName;

/**
 * The time until which somebody waits for the end of a transaction.
 *
 * @param nanos in the scheduler's nanoseconds; {@link #NEVER} if its end is always waited for
 */
public record ClientDeadline(long nanos) {
  /** The deadline of a transaction whose end is waited for however long it takes. */
  public static final long NEVER = Long.MAX_VALUE;

  /** Returns whether a coordinator would repeat what nobody waits for any more. */
  private boolean isOver(Event<?> event, Scheduler scheduler) {
    return nanos != NEVER
        && event instanceof Event.TimerFired(TimerName timer)
        && timer == Timer.RETRY
        && scheduler.nanos() - nanos > 0;
  }

  /**
   * Handles an event of a transaction's coordinator. If the event would make the coordinator repeat
   * something after the deadline, the coordinator first gets the input that its transaction is
   * given up.
   *
   * @param givenUp that input
   * @return the effects
   */
  public <I, O> List<Effect<O>> on(
      Event<I> event, Machine<I, O> coordinator, I givenUp, Scheduler scheduler) {
    if (!isOver(event, scheduler)) {
      return coordinator.on(event);
    }
    List<Effect<O>> effects = new ArrayList<>(coordinator.on(new Event.Input<>(givenUp)));
    effects.addAll(coordinator.on(event));
    return effects;
  }
}
