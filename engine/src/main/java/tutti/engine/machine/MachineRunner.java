package tutti.engine.machine;

import java.util.List;
import java.util.function.Consumer;
import tutti.engine.runtime.Scheduler;
import tutti.engine.runtime.StepQueue;
import tutti.protocol.machine.Address;
import tutti.protocol.machine.Effect;
import tutti.protocol.machine.ProtocolMessage;
import tutti.protocol.machine.ProtocolRecord;
import tutti.protocol.machine.TimerName;

/**
 * Carries out the effects of one machine's steps, in their order, and runs its timers. Confined to
 * the machine's queue.
 *
 * <p>A step takes effect all or not at all: every record takes the log's form before the first is
 * appended, and all are appended before anything else is done. What throws in between is the
 * machine's end, and the caller's to handle.
 *
 * @param <T> the names of its timers
 * @param <O> what it decides
 */
public final class MachineRunner<T extends Enum<T> & TimerName, O> {
  private final Class<T> names;
  private final Scheduler scheduler;
  private final MachineTimers<T> timers;
  private final Handler<O> handler;

  /** The outside of one kind of machines. Called on the machine's queue. */
  public interface Handler<O> {

    /**
     * Takes a record of the step, in the log's form; nothing is appended yet. A machine without a
     * log gives none.
     */
    default void record(ProtocolRecord record, Effect.Flush flush) {
      throw new IllegalStateException("it has no log: " + record);
    }

    /** Appends the records of the step, in their order; there may be none. */
    default void append() {}

    /** Sends a message, which may be lost. */
    void send(Address to, ProtocolMessage message);

    /** Does what a decision asks for. */
    void decided(O output);
  }

  /**
   * @param fired is told of a timer that has run down
   */
  public MachineRunner(
      Class<T> names, Scheduler scheduler, StepQueue queue, Consumer<T> fired, Handler<O> handler) {
    this.names = names;
    this.scheduler = scheduler;
    this.handler = handler;
    this.timers = new MachineTimers<>(names, scheduler, queue, fired);
  }

  /** Carries out the effects of one step. */
  public void carryOut(List<Effect<O>> effects) {
    for (Effect<O> effect : effects) {
      if (effect instanceof Effect.Persist<O>(ProtocolRecord record, Effect.Flush flush)) {
        scheduler.mayFail();
        handler.record(record, flush);
      }
    }
    handler.append();
    for (Effect<O> effect : effects) {
      scheduler.mayFail();
      carryOut(effect);
    }
  }

  /** Carries out the effects of the machine's last step, which writes nothing any more. */
  public void carryOutLast(List<Effect<O>> effects) {
    effects.forEach(this::carryOut);
  }

  private void carryOut(Effect<O> effect) {
    switch (effect) {
      case Effect.Send<O>(Address to, ProtocolMessage message) -> handler.send(to, message);
      case Effect.Persist<O>(var _, var _) -> {}
      case Effect.SetTimer<O>(TimerName timer, long nanos) -> timers.set(names.cast(timer), nanos);
      case Effect.CancelTimer<O>(TimerName timer) -> timers.cancel(names.cast(timer));
      case Effect.Output<O>(O output) -> handler.decided(output);
    }
  }

  /**
   * Stops a timer whose time is over by the clock, though it has not fired: it may ring late, where
   * the process has stood still.
   *
   * @return whether it was so; the caller then gives the machine its end
   */
  public boolean takeIfDue(T timer) {
    return timers.takeIfDue(timer);
  }

  /** Stops all timers. */
  public void stop() {
    timers.cancelAll();
  }
}
