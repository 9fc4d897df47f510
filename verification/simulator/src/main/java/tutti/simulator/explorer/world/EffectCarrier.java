package tutti.simulator.explorer.world;

import java.util.List;
import tutti.protocol.machine.Address;
import tutti.protocol.machine.Effect;
import tutti.protocol.machine.ProtocolMessage;
import tutti.protocol.machine.TimerName;

/**
 * The only place of the explorers that lists the kinds of effects. A subclass defines what each
 * kind does to a world: {@link MemberStep}, where a member has one machine and one log, and {@code
 * NodeStep} of the explorer of commit protocols, where two machines of a node share a log and
 * timers have lengths.
 *
 * @param <O> the machines' decisions
 */
public abstract class EffectCarrier<O> {

  /** Carries out effects in their order. */
  public final void carryOut(List<Effect<O>> effects) {
    effects.forEach(this::carryOut);
  }

  /** Carries one effect out. */
  public final void carryOut(Effect<O> effect) {
    switch (effect) {
      case Effect.Send(Address to, ProtocolMessage message) -> sends(to, message);
      case Effect.Persist<O> record -> appends(record);
      case Effect.SetTimer(TimerName timer, long nanos) -> sets(timer, nanos);
      case Effect.CancelTimer(TimerName timer) -> stops(timer);
      case Effect.Output(O output) -> decides(output);
    }
  }

  /** The machine sends a message. */
  protected abstract void sends(Address to, ProtocolMessage message);

  /** The machine appends a record to its log. */
  protected abstract void appends(Effect.Persist<O> record);

  /** The machine sets a timer. */
  protected abstract void sets(TimerName timer, long nanos);

  /** The machine stops a timer, which need not be set. */
  protected abstract void stops(TimerName timer);

  /** The machine has decided something. */
  protected abstract void decides(O output);
}
