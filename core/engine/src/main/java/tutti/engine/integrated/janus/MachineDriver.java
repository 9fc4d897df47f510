package tutti.engine.integrated.janus;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import tutti.engine.journal.JournalFailed;
import tutti.engine.machine.MachineRunner;
import tutti.protocol.integrated.Ballot;
import tutti.protocol.integrated.Timer;
import tutti.protocol.integrated.janus.Message;
import tutti.protocol.machine.Address;
import tutti.protocol.machine.Effect;
import tutti.protocol.machine.Event;
import tutti.protocol.machine.ProtocolMessage;

/**
 * The driver of the machine of a coordinator or a reader, from its start until nothing is left to
 * do. Confined to the host's queue of machines.
 *
 * @param <I> the inputs of the machine
 * @param <O> its outputs
 */
final class MachineDriver<I, O> implements MachineRunner.Handler<Timer, O> {
  /** A message to the replicas of some shards on one host. */
  private record Envelope(Message message, List<Integer> shards) {}

  private final Function<Event<I>, List<Effect<O>>> machine;
  private final JanusHost host;
  private final Consumer<O> outputs;
  private final @Nullable Failing failing;
  private final MachineRunner<Timer, O> runner;

  /** The messages of the step that runs, by the hosts to which they go. */
  private final Map<Integer, List<Envelope>> letters = new LinkedHashMap<>();

  private final long began;

  /** Whether replicas were asked to accept a decision, or to promise. */
  private boolean slow;

  /** The end of a machine one of whose steps has failed, and which is given no more. */
  interface Failing {
    /** Ends the process, or returns once the failure stands for no more than one shard. */
    void failed(Throwable cause);
  }

  /** A machine whose failure ends the process. */
  MachineDriver(Function<Event<I>, List<Effect<O>>> machine, JanusHost host, Consumer<O> outputs) {
    this(machine, host, outputs, null);
  }

  /**
   * @param machine returns the effects of an event
   * @param outputs is called with the machine's outputs
   * @param failing is called with a step that fails; null if a failure ends the process
   */
  MachineDriver(
      Function<Event<I>, List<Effect<O>>> machine,
      JanusHost host,
      Consumer<O> outputs,
      @Nullable Failing failing) {
    this.machine = machine;
    this.failing = failing;
    this.host = host;
    this.outputs = outputs;
    this.began = host.parts().scheduler().nanos();
    this.runner = new MachineRunner<>(Timer.class, host.parts().scheduler(), host.queue(), this);
  }

  void on(Event<I> event) {
    try {
      take(event);
    } catch (JournalFailed e) {
      throw e;
    } catch (Throwable e) {
      if (failing == null) {
        throw e;
      }
      failing.failed(e);
    }
  }

  private void take(Event<I> event) {
    if (event instanceof Event.Received(Address from, ProtocolMessage message)) {
      answered((Address.Replica) from, (Message) message);
    }
    letters.clear();
    runner.carryOut(machine.apply(event));
    letters.forEach(
        (to, its) -> its.forEach(each -> host.mail().ask(each.shards(), to, each.message())));
  }

  @Override
  public void fired(Timer timer) {
    on(new Event.TimerFired<>(timer));
  }

  @Override
  public void decided(O output) {
    outputs.accept(output);
  }

  /** Adds a message to those of a host. What all its replicas are told is sent to it once. */
  @Override
  public void send(Address to, ProtocolMessage sent) {
    Message message = (Message) sent;
    List<Envelope> its = letters.computeIfAbsent(to.host(), _ -> new ArrayList<>(1));
    Message inner = message instanceof Message.Within(_, Message within) ? within : message;
    slow |= inner instanceof Message.Accept || inner instanceof Message.Prepare;
    if (its.isEmpty() || !its.getLast().message().equals(message)) {
      its.add(new Envelope(message, new ArrayList<>(1)));
    }
    its.getLast().shards().add(((Address.Replica) to).shard());
  }

  /** Counts how long a replica took to answer the first question of a coordinator. */
  private void answered(Address.Replica from, Message message) {
    Message inner = message instanceof Message.Within(_, Message its) ? its : message;
    if (inner instanceof Message.PreAccepted answer && answer.ballot().equals(Ballot.FIRST)) {
      host.answered(from.host(), began);
      int told = answer.witnessed().size() + answer.implied().size() + answer.forgotten().size();
      host.parts().history().graphGrew(from.shard(), 0, told, 0);
    }
  }

  /** Returns whether a coordinator has needed more than one round trip. */
  boolean isSlow() {
    return slow;
  }

  /** Ends the machine, whatever is left to do. */
  void halt() {
    runner.stop();
    List<Effect<O>> _ = machine.apply(new Event.Halted<>());
  }
}
