package tutti.simulator.commit.step;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tutti.protocol.commit.CommitRecord;
import tutti.protocol.commit.DurableState;
import tutti.protocol.commit.Input;
import tutti.protocol.commit.Output;
import tutti.protocol.commit.RecordKind;
import tutti.protocol.machine.Address;
import tutti.protocol.machine.Effect;
import tutti.protocol.machine.Event;
import tutti.protocol.machine.ProtocolMessage;
import tutti.protocol.machine.ProtocolRecord;
import tutti.protocol.machine.TimerName;
import tutti.simulator.commit.state.GlobalState;
import tutti.simulator.commit.state.InFlightMessage;
import tutti.simulator.commit.state.NodeState;

/** The words for the events of a step. */
public final class StepFormatter {
  private StepFormatter() {}

  public static String of(Transition how, GlobalState before) {
    String node = "node " + how.node();
    String start =
        switch (how.kind()) {
          case CLOSED -> node + ", the coordinator, hears that all have executed";
          case ARRIVAL -> message(how.wire()) + " reaches " + node + down(how, before);
          case ARRIVAL_OF_ONE_OF_TWO ->
              message(how.wire()) + " reaches " + node + down(how, before) + ", and will once more";
          case LOSS -> message(how.wire()) + " to " + node + " is lost";
          case DELAY -> message(how.wire()) + " to " + node + " will be late";
          case FLUSH ->
              "the log of " + node + " is durable up to " + entry(before.site(how.node()));
          case SENT -> "the network has all that " + node + " has sent";
          case TIMER -> "at " + node + " the timer " + timer(how.event()) + " runs down";
          case REFUSAL -> node + wish(how.event());
          case OPERATION -> operation(how.event());
          case CRASH -> node + " crashes" + lost(how);
          case RESTART -> node + " starts again";
          case TICK -> "time passes, as much as a message may take";
        };
    List<String> words = new ArrayList<>();
    for (Effect<Output> effect : how.effects()) {
      words.add(effect(effect));
    }
    String then = words.isEmpty() ? start : start + "; it " + String.join(", ", words);
    return how.crash() ? then + ", and crashes" + lost(how) : then;
  }

  private static String lost(Transition how) {
    return how.loses() ? ", with what the network did not have yet" : "";
  }

  private static String message(@Nullable InFlightMessage wire) {
    return wire == null ? "" : wire.message() + " of node " + wire.from();
  }

  private static String down(Transition how, GlobalState before) {
    return before.site(how.node()).up ? "" : ", which is down";
  }

  private static String entry(NodeState site) {
    RecordKind entry = site.tail.getFirst().entry();
    return entry == null ? "what it observed" : "its " + entry;
  }

  private static String timer(@Nullable Event<Input> event) {
    return event instanceof Event.TimerFired(TimerName timer) ? timer.toString() : "";
  }

  private static String wish(@Nullable Event<Input> event) {
    return switch (event) {
      case Event.Input(Input.GaveUp _) -> " gives up";
      case Event.Input(Input.RollBack _) -> " undoes its part, as it may";
      case null, default -> " objects to its part";
    };
  }

  private static String operation(@Nullable Event<Input> event) {
    return event instanceof Event.Input(Input.Acted(var happened))
        ? "node 0 hears of its operation whether it has happened: " + happened
        : "the operation of node 0 happens";
  }

  private static String effect(Effect<Output> effect) {
    return switch (effect) {
      case Effect.Send(Address to, ProtocolMessage message) ->
          "sends " + message + " to node " + to.host();
      case Effect.Persist(ProtocolRecord record, var _) ->
          "writes " + record((CommitRecord) record);
      case Effect.SetTimer(var timer, long _) -> "sets " + timer;
      case Effect.CancelTimer(var timer) -> "stops " + timer;
      case Effect.Output(Output output) -> output(output);
    };
  }

  private static String record(CommitRecord record) {
    boolean alone = record.memory().equals(DurableState.NONE);
    return record.entry() + (alone ? "" : " " + record.memory());
  }

  private static String output(Output output) {
    return switch (output) {
      case Output.Act(boolean mayHaveRun) ->
          mayHaveRun ? "asks whether its operation has happened" : "runs its operation";
      case Output.AwaitSent _ -> "waits until the network has that";
      case Output.AwaitObserved _ -> "waits until what it saw is durable";
      case Output.Decide(boolean commit) -> commit ? "commits" : "aborts";
      case Output.Tell(boolean commit) ->
          commit ? "tells the client of the commit" : "tells the client of the abort";
      case Output.End _ -> "forgets the transaction";
    };
  }
}
