package tutti.engine.integrated.tapir;

import java.util.function.Consumer;
import tutti.engine.integrated.ClientDeadline;
import tutti.engine.integrated.StepGuard;
import tutti.engine.journal.JournalFailed;
import tutti.engine.machine.MachineRunner;
import tutti.engine.runtime.Scheduler;
import tutti.protocol.integrated.Timer;
import tutti.protocol.integrated.tapir.Coordinator;
import tutti.protocol.integrated.tapir.Message;
import tutti.protocol.integrated.tapir.Transaction;
import tutti.protocol.machine.Address;
import tutti.protocol.machine.Event;
import tutti.protocol.machine.ProtocolMessage;

/**
 * The driver of the machine of one coordinator, from its start until nothing is left to do.
 * Confined to the host's queue of machines.
 */
final class CoordinatorDriver implements MachineRunner.Handler<Timer, Coordinator.Output> {
  private final Transaction transaction;
  private final long place;
  private final Coordinator machine;
  private final TapirCounts.Kind kind;
  private final ClientDeadline deadline;
  private final TapirHost host;
  private final Consumer<Coordinator.Output.Ended> ended;
  private final MachineRunner<Timer, Coordinator.Output> runner;
  private final long began;

  /** Whether some shard needs more than a round trip. */
  private boolean slow;

  /**
   * @param deadline the deadline of the transaction, if its first coordinator runs here
   */
  CoordinatorDriver(
      Transaction transaction,
      Coordinator machine,
      TapirCounts.Kind kind,
      ClientDeadline deadline,
      TapirHost host,
      Consumer<Coordinator.Output.Ended> ended) {
    this.transaction = transaction;
    this.place = TapirPlace.number(transaction);
    this.machine = machine;
    this.kind = kind;
    this.deadline = deadline;
    this.host = host;
    this.ended = ended;
    this.began = host.parts().scheduler().nanos();
    this.runner = new MachineRunner<>(Timer.class, host.parts().scheduler(), host.queue(), this);
  }

  /** Returns the time of its start. */
  long began() {
    return began;
  }

  void on(Event<Coordinator.Input> event) {
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

  private void take(Event<Coordinator.Input> event) {
    Scheduler scheduler = host.parts().scheduler();
    scheduler.mayFailAt(StepGuard.OF_COORDINATORS, place);
    if (event instanceof Event.Received(Address from, var _)) {
      crossed(from.host());
    }
    runner.carryOut(deadline.on(event, machine, new Coordinator.Input.GivenUp(), scheduler));
  }

  @Override
  public void fired(Timer timer) {
    on(new Event.TimerFired<>(timer));
  }

  /**
   * A coordinator repeats an outcome a few times before it leaves out the replicas that have not
   * noted it, which ends their view. Where the disk is slow, the others' may be, too: it repeats
   * less often.
   */
  @Override
  public long waitNanos(Timer timer, long nanos) {
    return timer == Timer.RETRY ? nanos + host.longerNanos() / Coordinator.MOST_REPEATS : nanos;
  }

  @Override
  public void send(Address to, ProtocolMessage message) {
    slow |= message instanceof Message.Finalize;
    crossed(to.host());
    host.ask(((Address.Replica) to).shard(), to.host(), (Message) message);
  }

  @Override
  public void decided(Coordinator.Output output) {
    switch (output) {
      case Coordinator.Output.Ended end -> {
        host.counts().ended(kind, slow, end);
        ended.accept(end);
      }
      case Coordinator.Output.LeftOut leftOut -> host.leftOut(leftOut);
      case Coordinator.Output.Done(var transaction) -> host.done(transaction);
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
    runner.stop();
    machine.on(new Event.Halted<>());
  }
}
