package tutti.engine.integrated.tapir;

import java.util.function.Consumer;
import tutti.engine.integrated.MachineTimers;
import tutti.protocol.integrated.tapir.Coordinator;
import tutti.protocol.integrated.tapir.Effect;
import tutti.protocol.integrated.tapir.Event;

/**
 * The driver of the machine of one coordinator, from its start until nothing is left to do.
 * Confined to the host's queue of machines.
 */
final class CoordinatorDriver {
  private final Coordinator machine;
  private final TapirHost host;
  private final Consumer<Effect.Ended> ended;
  private final MachineTimers<Event.Timer> timers;
  private final long began;

  CoordinatorDriver(Coordinator machine, TapirHost host, Consumer<Effect.Ended> ended) {
    this.machine = machine;
    this.host = host;
    this.ended = ended;
    this.began = host.parts().scheduler().nanos();
    this.timers =
        new MachineTimers<>(
            Event.Timer.class,
            host.parts().scheduler(),
            host.queue(),
            timer -> on(new Event.TimerFired(timer)));
  }

  /** Returns the time of its start. */
  long began() {
    return began;
  }

  void on(Event event) {
    for (Effect effect : machine.on(event)) {
      switch (effect) {
        case Effect.Ask(int shard, int to, var message) -> host.ask(shard, to, message);
        case Effect.SetTimer(var timer, long nanos) -> timers.set(timer, nanos);
        case Effect.CancelTimer(var timer) -> timers.cancel(timer);
        case Effect.Ended end -> ended.accept(end);
        case Effect.Done(var transaction) -> host.done(transaction);
        case Effect.Answer _,
            Effect.Persist _,
            Effect.Append _,
            Effect.Executed _,
            Effect.TakeOver _ ->
            throw new IllegalStateException("a coordinator has no part in a shard: " + effect);
      }
    }
  }

  /** Ends the coordinator, whatever is left to do. */
  void halt() {
    timers.cancelAll();
    machine.on(new Event.Halted());
  }
}
