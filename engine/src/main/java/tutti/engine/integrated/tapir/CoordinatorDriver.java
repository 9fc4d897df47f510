package tutti.engine.integrated.tapir;

import java.util.function.Consumer;
import tutti.engine.integrated.MachineTimers;
import tutti.engine.integrated.StepGuard;
import tutti.engine.journal.JournalFailed;
import tutti.protocol.integrated.tapir.Coordinator;
import tutti.protocol.integrated.tapir.Effect;
import tutti.protocol.integrated.tapir.Event;
import tutti.protocol.integrated.tapir.Message;
import tutti.protocol.integrated.tapir.Transaction;

/**
 * The driver of the machine of one coordinator, from its start until nothing is left to do.
 * Confined to the host's queue of machines.
 */
final class CoordinatorDriver {
  private final Transaction transaction;
  private final long place;
  private final Coordinator machine;
  private final TapirCounts.Kind kind;
  private final TapirHost host;
  private final Consumer<Effect.Ended> ended;
  private final MachineTimers<Event.Timer> timers;
  private final long began;

  /** Whether some shard needs more than a round trip. */
  private boolean slow;

  CoordinatorDriver(
      Transaction transaction,
      Coordinator machine,
      TapirCounts.Kind kind,
      TapirHost host,
      Consumer<Effect.Ended> ended) {
    this.transaction = transaction;
    this.place = TapirPlace.number(transaction);
    this.machine = machine;
    this.kind = kind;
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
    try {
      take(event);
    } catch (JournalFailed e) {
      throw e;
    } catch (Throwable e) {
      host.coordinatorFailed(transaction, e);
      halt();
      host.done(transaction);
    }
  }

  private void take(Event event) {
    host.parts().scheduler().mayFailAt(StepGuard.OF_COORDINATORS, place);
    if (event instanceof Event.Received(int from, int _, var _)) {
      crossed(from);
    }
    for (Effect effect : machine.on(event)) {
      host.parts().scheduler().mayFail();
      switch (effect) {
        case Effect.Ask(int shard, int to, var message) -> {
          slow |= message instanceof Message.Finalize;
          crossed(to);
          host.ask(shard, to, message);
        }
        case Effect.SetTimer(var timer, long nanos) -> timers.set(timer, nanos);
        case Effect.CancelTimer(var timer) -> timers.cancel(timer);
        case Effect.Ended end -> {
          host.counts().ended(kind, slow, end);
          ended.accept(end);
        }
        case Effect.LeftOut leftOut -> host.leftOut(leftOut);
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

  /** A message goes to a host, or comes from there. */
  private void crossed(int other) {
    if (other != host.parts().self()) {
      host.counts().message(kind);
    }
  }

  /** Ends the coordinator, whatever is left to do. */
  void halt() {
    timers.cancelAll();
    machine.on(new Event.Halted());
  }
}
