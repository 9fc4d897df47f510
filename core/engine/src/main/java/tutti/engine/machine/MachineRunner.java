package tutti.engine.machine;

import java.util.List;
import org.jspecify.annotations.Nullable;
import tutti.engine.runtime.Scheduler;
import tutti.engine.runtime.StepQueue;
import tutti.protocol.machine.Address;
import tutti.protocol.machine.Effect;
import tutti.protocol.machine.Event;
import tutti.protocol.machine.MemberInvariants;
import tutti.protocol.machine.ProtocolMessage;
import tutti.protocol.machine.ProtocolRecord;
import tutti.protocol.machine.TimerName;

/**
 * Carries out the effects of one machine's steps, the records of a step first, and runs its timers.
 * Confined to the machine's queue.
 *
 * <p>Nothing of a step but its records is carried out before they are all appended. What throws in
 * between is the machine's end, and the caller's to handle; a record that the log does not take is
 * the end of the step.
 *
 * @param <T> the names of its timers
 * @param <O> what it decides
 */
public final class MachineRunner<T extends Enum<T> & TimerName, O> {
  private final Class<T> names;
  private final Scheduler scheduler;
  private final MachineTimers<T> timers;
  private final Handler<T, O> handler;
  private @Nullable MemberInvariants<O, ?> invariants;

  /**
   * The outside of one kind of machines. Called on the machine's queue.
   *
   * @param <T> the names of their timers
   * @param <O> what they decide
   */
  public interface Handler<T, O> {
    /** The wait of a timer that fires at once, in nanoseconds. */
    long AT_ONCE_NANOS = 1;

    /**
     * Takes a record of the step. A machine without a log gives none. A handler that must append
     * either all records of a step or none puts them into the log's form here, and appends them in
     * {@link #append}.
     *
     * @return false if the log does not take the record: nothing more of the step is carried out
     */
    default boolean record(ProtocolRecord record, Effect.Flush flush) {
      throw new IllegalStateException("it has no log: " + record);
    }

    /** Appends the records of the step that are not appended yet, in their order. */
    default void append() {}

    /** Sends a message, which may be lost. */
    void send(Address to, ProtocolMessage message);

    /** Does what a decision asks for. */
    void decided(O output);

    /** A timer has run down that was neither cancelled nor set anew since. */
    void fired(T timer);

    /**
     * Returns for how long a timer runs that is set now: at once, in time or later, since the
     * machine never relies on its time.
     *
     * @param nanos the time that the machine asks for
     */
    default long waitNanos(T timer, long nanos) {
      return nanos;
    }
  }

  /** Runs a machine that has no invariants of its own: it promises nothing. */
  public MachineRunner(
      Class<T> names, Scheduler scheduler, StepQueue queue, Handler<T, O> handler) {
    this(names, scheduler, queue, handler, null);
  }

  /**
   * @param invariants of the machine's protocol that a step of it alone can break
   */
  public MachineRunner(
      Class<T> names,
      Scheduler scheduler,
      StepQueue queue,
      Handler<T, O> handler,
      @Nullable MemberInvariants<O, ?> invariants) {
    this.names = names;
    this.scheduler = scheduler;
    this.handler = handler;
    this.invariants = invariants;
    this.timers = new MachineTimers<>(scheduler, queue, handler);
  }

  /**
   * Looks at a step that the machine has taken; the caller carries its effects out then.
   *
   * @return the effects
   * @throws tutti.protocol.machine.InvariantBroken if it breaks an invariant: it is treated as a
   *     step that throws
   */
  public List<Effect<O>> checked(Event<?> cause, List<Effect<O>> effects) {
    if (invariants != null) {
      invariants.check(cause, effects);
    }
    return effects;
  }

  /** Replaces the invariants: another machine takes the place of this one. */
  public void watches(MemberInvariants<O, ?> its) {
    invariants = its;
  }

  /** Carries out the effects of one step. */
  public void carryOut(List<Effect<O>> effects) {
    for (Effect<O> effect : effects) {
      if (effect instanceof Effect.Persist<O>(ProtocolRecord record, Effect.Flush flush)) {
        scheduler.mayFail();
        if (!handler.record(record, flush)) {
          return;
        }
      }
    }
    handler.append();
    for (Effect<O> effect : effects) {
      if (!(effect instanceof Effect.Persist)) {
        scheduler.mayFail();
        carryOut(effect);
      }
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
   * Stops a {@linkplain TimerName#isDeadline deadline} that has passed by the clock, though it has
   * not fired: it may ring late, where the process has stood still.
   *
   * @return whether it was so; the caller then gives the machine its end
   */
  public boolean takeIfDue(T deadline) {
    return timers.takeIfDue(deadline);
  }

  /**
   * Returns when a {@linkplain TimerName#isDeadline deadline} passes, in the scheduler's
   * nanoseconds; 0 if it does not run.
   */
  public long dueNanos(T deadline) {
    return timers.dueNanos(deadline);
  }

  /** Stops all timers. */
  public void stop() {
    timers.cancelAll();
  }
}
