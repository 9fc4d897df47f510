package tutti.protocol.commit.paxoscommit;

import java.util.Comparator;
import java.util.HashMap;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.Set;
import tutti.protocol.commit.CommitMachine;
import tutti.protocol.commit.CommitMessage;
import tutti.protocol.commit.Input;
import tutti.protocol.commit.NodeView;
import tutti.protocol.commit.Output;
import tutti.protocol.commit.Timing;
import tutti.protocol.machine.Address;
import tutti.protocol.machine.Effect;
import tutti.protocol.machine.Event;
import tutti.protocol.machine.ProtocolMessage;
import tutti.protocol.machine.TimerName;

/**
 * A run without faults: a message to another node takes {@link #MESSAGE}, a forced write {@link
 * #FORCE}, everything else no time, and no timer runs down. Counts what one transaction costs, and
 * how long its client waits.
 */
final class FaultFree {
  static final int MESSAGE = 1000;
  static final int FORCE = 1;

  private record Role(int node, boolean witness) {}

  private record Due(int at, int order, Runnable what) {}

  private final PaxosCommit protocol;
  private final int nodes;
  private final Map<Role, CommitMachine> machines = new HashMap<>();
  private final PriorityQueue<Due> due =
      new PriorityQueue<>(Comparator.comparingInt(Due::at).thenComparingInt(Due::order));
  private int now;
  private int order;
  int messages;
  int forced;
  int unforced;
  boolean told;
  int toldAt;

  /** Node 0 coordinates; those change something, these only look. */
  FaultFree(int f, int nodes, Set<Integer> changers, Set<Integer> readers) {
    this.protocol = new PaxosCommit(f);
    this.nodes = nodes;
    machines.put(new Role(0, false), protocol.coordinator(self(0)));
    for (int node = 1; node < nodes; node++) {
      if (changers.contains(node) || readers.contains(node)) {
        happened(new Role(0, false), new Event.Input<>(new Input.Joined(node, 1)));
        machines.put(new Role(node, false), protocol.participant(self(node), 0));
        happened(
            new Role(node, false),
            new Event.Input<>(new Input.Executed(1, changers.contains(node), false)));
      }
    }
    boolean elsewhere = changers.stream().anyMatch(node -> node != 0);
    happened(
        new Role(0, false), new Event.Input<>(new Input.Closed(changers.contains(0), elsewhere)));
    while (!due.isEmpty()) {
      Due next = due.remove();
      now = next.at();
      next.what().run();
    }
  }

  private NodeView self(int node) {
    return new NodeView(node, nodes, new Timing(1, 1));
  }

  boolean allEnded() {
    return machines.isEmpty();
  }

  private void after(int wait, Runnable what) {
    due.add(new Due(now + wait, order++, what));
  }

  private void happened(Role role, Event<Input> event) {
    CommitMachine machine = machines.get(role);
    if (machine == null) {
      return;
    }
    for (Effect<Output> effect : machine.on(event)) {
      switch (effect) {
        case Effect.Send(Address to, ProtocolMessage message) ->
            send(role.node(), to.host(), (CommitMessage) message);
        case Effect.Persist<Output> persist -> {
          if (persist.isTold()) {
            forced++;
            after(FORCE, () -> happened(role, new Event.Persisted<>(1)));
          } else {
            unforced++;
          }
        }
        case Effect.Output(Output output) -> carryOut(role, output);
        case Effect.SetTimer(TimerName _, long _), Effect.CancelTimer(TimerName _) -> {}
      }
    }
  }

  private void carryOut(Role role, Output output) {
    switch (output) {
      case Output.Act _, Output.AwaitSent _ ->
          throw new IllegalStateException("nothing acts or waits for the network here");
      case Output.AwaitObserved _ ->
          after(0, () -> happened(role, new Event.Input<>(new Input.Observed())));
      case Output.Tell(boolean commit) -> {
        told = commit;
        toldAt = now;
      }
      case Output.End _ -> machines.remove(role);
      case Output.Decide _ -> {}
    }
  }

  private void send(int from, int to, CommitMessage message) {
    messages += from == to ? 0 : 1;
    after(from == to ? 0 : MESSAGE, () -> arrives(from, to, message));
  }

  private void arrives(int from, int to, CommitMessage message) {
    Role role = new Role(to, message.forWitness());
    if (message.forWitness()) {
      machines.computeIfAbsent(role, _ -> protocol.witness(self(to), 0));
    } else if (!machines.containsKey(role)) {
      CommitMessage answer = protocol.toUnknown(self(to), from, message);
      if (answer != null) {
        send(to, from, answer);
      }
    }
    happened(role, new Event.Received<>(new Address.Peer(from), message));
  }
}
