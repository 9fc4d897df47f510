package tutti.protocol.commit.twophase;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import tutti.protocol.commit.CommitMachine;
import tutti.protocol.commit.CommitMessage;
import tutti.protocol.commit.Effect;
import tutti.protocol.commit.Entry;
import tutti.protocol.commit.Event;
import tutti.protocol.commit.Timing;

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
      machines.getFirst().on(new Event.Joined(node, 1));
      machines.add(new Participant(0, new Timing(1, 1), presumption));
      clocks.add(0);
    }
    for (int node = 1; node <= parts.size(); node++) {
      Part part = parts.get(node - 1);
      boolean votes = part == Part.CHANGES_VOTES_AS_EXECUTED;
      happened(node, new Event.Executed(1, part != Part.LOOKS, votes));
      if (part == Part.ROLLS_BACK) {
        happened(node, new Event.RollBack());
      }
    }
    run();
  }

  /** The coordinator ends the execution: closed, or gave up. */
  FaultFree end(Event event) {
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
        happened(wire.to(), new Event.Received(wire.from(), wire.message()));
      }
    }
  }

  private void happened(int node, Event event) {
    for (Effect effect : machines.get(node).on(event)) {
      switch (effect) {
        case Effect.Send(int to, CommitMessage message) -> send(node, to, message);
        case Effect.Persist(Entry entry, var _, boolean tell) -> {
          if (tell) {
            forced++;
            clocks.set(node, clocks.get(node) + FORCE);
            durable.add(entry);
          } else {
            unforced++;
          }
        }
        case Effect.AwaitObserved _ -> durable.add(Entry.OBSERVED);
        case Effect.Act _, Effect.AwaitSent _ -> throw new IllegalStateException("nothing acts");
        case Effect.Tell(boolean commit) -> {
          told = commit;
          toldAt = clocks.get(node);
        }
        case Effect.SetTimer _, Effect.CancelTimer _, Effect.Decide _, Effect.End _ -> {}
      }
    }
    for (Entry entry = durable.poll(); entry != null; entry = durable.poll()) {
      happened(node, new Event.Persisted(entry));
    }
  }

  /** Entries of the node that an event happens at, of which it has not been told yet. */
  private final Queue<Entry> durable = new ArrayDeque<>();

  private void send(int from, int to, CommitMessage message) {
    messages++;
    wires.add(new Wire(from, to, message, clocks.get(from) + MESSAGE));
  }
}
