package tutti.protocol.commit.twophase;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import tutti.protocol.commit.CommitMachine;
import tutti.protocol.commit.CommitMessage;
import tutti.protocol.commit.Input;
import tutti.protocol.commit.Output;
import tutti.protocol.commit.Timing;
import tutti.protocol.machine.Address;
import tutti.protocol.machine.Effect;
import tutti.protocol.machine.Event;
import tutti.protocol.machine.ProtocolMessage;
import tutti.protocol.machine.TimerName;

/**
 * A network in which nothing goes wrong: messages arrive in the order in which they were sent, and
 * what is written is durable at once. Counts what one transaction costs, and how long its client
 * waits: a message takes {@link #MESSAGE}, a forced write {@link #FORCE}, everything else no time.
 */
final class FaultFree {
  static final int MESSAGE = 1000;
  static final int FORCE = 1;

  /** The behaviour of a participant. */
  enum Part {
    /** The participant changes something and is told to vote as it executes. */
    CHANGES_VOTES_AS_EXECUTED,
    /** The participant changes something and votes when it is asked. */
    CHANGES_VOTES_WHEN_ASKED,
    /** The participant only looks. */
    LOOKS,
    /** The participant undoes its part before it is asked to vote. */
    ROLLS_BACK
  }

  private record Wire(int from, int to, CommitMessage message, int arrives) {}

  private final TwoPhase protocol;
  private final List<CommitMachine> machines = new ArrayList<>();
  private final List<Integer> clocks = new ArrayList<>(List.of(0));
  private final Queue<Wire> wires = new ArrayDeque<>();
  int messages;
  int forced;
  int unforced;
  Boolean told;
  int toldAt;

  /** Executes everywhere, node 1 first; what that itself sends is not counted. */
  FaultFree(Presumption presumption, List<Part> parts) {
    protocol = new TwoPhase(presumption);
    machines.add(new Coordinator(new Timing(1, 1), presumption, false));
    for (int node = 1; node <= parts.size(); node++) {
      machines.getFirst().on(new Event.Input<>(new Input.Joined(node, 1)));
      machines.add(new Participant(0, new Timing(1, 1), presumption));
      clocks.add(0);
    }
    for (int node = 1; node <= parts.size(); node++) {
      Part part = parts.get(node - 1);
      boolean votes = part == Part.CHANGES_VOTES_AS_EXECUTED;
      happened(node, new Event.Input<>(new Input.Executed(1, part != Part.LOOKS, votes)));
      if (part == Part.ROLLS_BACK) {
        happened(node, new Event.Input<>(new Input.RollBack()));
      }
    }
    run();
  }

  /** The coordinator ends the execution: closed, or gave up. */
  FaultFree end(Event<Input> event) {
    happened(0, event);
    run();
    return this;
  }

  boolean allEnded() {
    return machines.stream().allMatch(machine -> machine.phase().equals("ended"));
  }

  private void run() {
    while (!wires.isEmpty()) {
      Wire wire = wires.remove();
      clocks.set(wire.to(), Math.max(clocks.get(wire.to()), wire.arrives()));
      if (machines.get(wire.to()).phase().equals("ended")) {
        CommitMessage answer = protocol.answer((Message) wire.message());
        if (answer != null) {
          send(wire.to(), wire.from(), answer);
        }
      } else {
        happened(wire.to(), new Event.Received<>(new Address.Peer(wire.from()), wire.message()));
      }
    }
  }

  private void happened(int node, Event<Input> event) {
    for (Effect<Output> effect : machines.get(node).on(event)) {
      switch (effect) {
        case Effect.Send(Address to, ProtocolMessage message) ->
            send(node, to.host(), (CommitMessage) message);
        case Effect.Persist<Output> persist -> {
          if (persist.isTold()) {
            forced++;
            clocks.set(node, clocks.get(node) + FORCE);
            durable.add(new Event.Persisted<>(1));
          } else {
            unforced++;
          }
        }
        case Effect.Output(Output output) -> carryOut(node, output);
        case Effect.SetTimer(TimerName _, long _), Effect.CancelTimer(TimerName _) -> {}
      }
    }
    for (Event<Input> next = durable.poll(); next != null; next = durable.poll()) {
      happened(node, next);
    }
  }

  private void carryOut(int node, Output output) {
    switch (output) {
      case Output.AwaitObserved _ -> durable.add(new Event.Input<>(new Input.Observed()));
      case Output.Act _, Output.AwaitSent _ -> throw new IllegalStateException("nothing acts");
      case Output.Tell(boolean commit) -> {
        told = commit;
        toldAt = clocks.get(node);
      }
      case Output.Decide _, Output.End _ -> {}
    }
  }

  /** The reports of what is durable of which the node at hand has not been told yet. */
  private final Queue<Event<Input>> durable = new ArrayDeque<>();

  private void send(int from, int to, CommitMessage message) {
    messages++;
    wires.add(new Wire(from, to, message, clocks.get(from) + MESSAGE));
  }
}
