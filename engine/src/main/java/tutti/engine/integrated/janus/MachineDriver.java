package tutti.engine.integrated.janus;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import tutti.engine.integrated.MachineTimers;
import tutti.engine.journal.JournalFailed;
import tutti.protocol.integrated.Ballot;
import tutti.protocol.integrated.janus.Effect;
import tutti.protocol.integrated.janus.Event;
import tutti.protocol.integrated.janus.Message;

/**
 * The driver of the machine of a coordinator or a reader, from its start until nothing is left to
 * do. Confined to the host's queue of machines.
 */
final class MachineDriver {
  /** A message to the replicas of some shards on one host. */
  private record Letter(Message message, List<Integer> shards) {}

  private final Function<Event, List<Effect>> machine;
  private final JanusHost host;
  private final Consumer<Effect> other;
  private final @Nullable Failing failing;
  private final MachineTimers<Event.Timer> timers;
  private final long began;

  /** Whether replicas were asked to accept a decision, or to promise. */
  private boolean slow;

  /** The end of a machine one of whose steps has failed, and which is given no more. */
  interface Failing {
    /** Ends the process, or returns once the failure stands for no more than one shard. */
    void failed(Throwable cause);
  }

  /** A machine whose failure ends the process. */
  MachineDriver(Function<Event, List<Effect>> machine, JanusHost host, Consumer<Effect> other) {
    this(machine, host, other, null);
  }

  /**
   * @param machine gives the effects of an event
   * @param other is given what is neither a message nor a timer
   * @param failing is told of a step that fails; null if that ends the process
   */
  MachineDriver(
      Function<Event, List<Effect>> machine,
      JanusHost host,
      Consumer<Effect> other,
      @Nullable Failing failing) {
    this.machine = machine;
    this.failing = failing;
    this.host = host;
    this.other = other;
    this.began = host.parts().scheduler().nanos();
    this.timers =
        new MachineTimers<>(
            Event.Timer.class,
            host.parts().scheduler(),
            host.queue(),
            timer -> on(new Event.TimerFired(timer)));
  }

  void on(Event event) {
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

  private void take(Event event) {
    if (event instanceof Event.Received(int from, int shard, Message message)) {
      answered(from, shard, message);
    }
    Map<Integer, List<Letter>> letters = new LinkedHashMap<>();
    for (Effect effect : machine.apply(event)) {
      host.parts().scheduler().mayFail();
      switch (effect) {
        case Effect.Ask ask ->
            collect(ask, letters.computeIfAbsent(ask.host(), _ -> new ArrayList<>(1)));
        case Effect.SetTimer(Event.Timer timer, long nanos) -> timers.set(timer, nanos);
        case Effect.CancelTimer(Event.Timer timer) -> timers.cancel(timer);
        case Effect.Ended _, Effect.Freed _, Effect.Done _, Effect.HasRead _ ->
            other.accept(effect);
        case Effect.Answer _,
            Effect.Persist _,
            Effect.Append _,
            Effect.Evaluate _,
            Effect.Execute _,
            Effect.Refuse _,
            Effect.Fail _,
            Effect.Stuck _,
            Effect.Read _,
            Effect.Diverged _,
            Effect.TakeOver _ ->
            throw new IllegalStateException("it has no part in a shard: " + effect);
      }
    }
    letters.forEach(
        (to, its) -> its.forEach(each -> host.mail().ask(each.shards(), to, each.message())));
  }

  /** Adds a message to those of a host. What all its replicas are told is sent to it once. */
  private void collect(Effect.Ask ask, List<Letter> letters) {
    Message message = ask.message();
    Message inner = message instanceof Message.Within(_, Message its) ? its : message;
    slow |= inner instanceof Message.Accept || inner instanceof Message.Prepare;
    if (letters.isEmpty() || !letters.getLast().message().equals(message)) {
      letters.add(new Letter(message, new ArrayList<>(1)));
    }
    letters.getLast().shards().add(ask.shard());
  }

  /** Counts how long a replica took to answer the first question of a coordinator. */
  private void answered(int from, int shard, Message message) {
    Message inner = message instanceof Message.Within(_, Message its) ? its : message;
    if (inner instanceof Message.PreAccepted answer && answer.ballot().equals(Ballot.FIRST)) {
      host.answered(from, began);
      int told = answer.witnessed().size() + answer.implied().size() + answer.forgotten().size();
      host.parts().history().graphGrew(shard, 0, told, 0);
    }
  }

  /** Returns whether a coordinator has needed more than one round trip. */
  boolean isSlow() {
    return slow;
  }

  /** Ends the machine, whatever is left to do. */
  void halt() {
    timers.cancelAll();
    List<Effect> _ = machine.apply(new Event.Halted());
  }
}
