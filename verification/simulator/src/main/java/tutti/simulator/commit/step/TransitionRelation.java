package tutti.simulator.commit.step;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import tutti.model.outside.Happened;
import tutti.protocol.commit.Assumption;
import tutti.protocol.commit.CommitMachine;
import tutti.protocol.commit.CommitMessage;
import tutti.protocol.commit.CommitProtocol;
import tutti.protocol.commit.Input;
import tutti.protocol.commit.Meaning;
import tutti.protocol.commit.NodeView;
import tutti.protocol.commit.Output;
import tutti.protocol.commit.RecordKind;
import tutti.protocol.commit.RecoveredRecords;
import tutti.protocol.commit.Role;
import tutti.protocol.commit.Timer;
import tutti.protocol.commit.Timing;
import tutti.protocol.machine.Address;
import tutti.protocol.machine.Effect;
import tutti.protocol.machine.Event;
import tutti.simulator.commit.state.CommitScope;
import tutti.simulator.commit.state.DurableRecords;
import tutti.simulator.commit.state.FaultBudget;
import tutti.simulator.commit.state.GlobalState;
import tutti.simulator.commit.state.InFlightMessage;
import tutti.simulator.commit.state.NodeOutcome;
import tutti.simulator.commit.state.NodeState;
import tutti.simulator.commit.state.OutsideOperation;
import tutti.simulator.commit.state.PendingRecord;
import tutti.simulator.commit.state.RunningTimer;
import tutti.simulator.commit.step.Transition.Kind;
import tutti.simulator.explorer.world.Machines;

/**
 * The steps that can happen in a {@link GlobalState}, and the worlds after them. The package's card
 * says which steps there are, and why. Node 0 coordinates.
 */
public final class TransitionRelation {
  private static final Timing TIMING = new Timing(1, 1, InFlightMessage.BOUND);

  /** A receiver of each world that can come next. */
  public interface Sink {
    void next(GlobalState world, Transition how);
  }

  private final CommitProtocol protocol;
  private final CommitScope scope;
  private final Set<Integer> changers;
  private final boolean acts;

  /** Whether whole machines stop, and take with them what their processes have sent. */
  private final boolean machinesStop;

  private final Machines<CommitMachine, Input, Output> machines;
  private final Map<Integer, Set<Integer>> voters = new HashMap<>();
  private final Map<Integer, String> phases = new HashMap<>();

  /**
   * @param machines the machines of this protocol and this number of nodes
   * @param changers the nodes on which the transaction changes something
   * @param acts whether the transaction has an irrevocable operation
   * @param machinesStop whether a crash loses also the messages that the network had taken and not
   *     delivered
   */
  public TransitionRelation(
      CommitProtocol protocol,
      CommitScope scope,
      Set<Integer> changers,
      boolean acts,
      boolean machinesStop,
      Machines<CommitMachine, Input, Output> machines) {
    this.machinesStop = machinesStop;
    this.protocol = protocol;
    this.scope = scope;
    this.changers = changers;
    this.acts = acts;
    this.machines = machines;
  }

  public Set<Integer> changers() {
    return changers;
  }

  /** Whether the transaction has an irrevocable operation. */
  public boolean acts() {
    return acts;
  }

  /** Whether a crash cannot take back what the network has. */
  boolean canBeSent() {
    return !machinesStop;
  }

  /** The number of nodes of the deployment: a protocol may need more nodes than take part. */
  public int nodes() {
    return Math.max(scope.participants(), protocol.traits().leastNodes());
  }

  private NodeView self(int node) {
    return new NodeView(node, nodes(), TIMING);
  }

  /** The first world: all nodes have executed, and the coordinator has not heard of the last. */
  public GlobalState start() {
    int nodes = nodes();
    NodeState[] sites = new NodeState[nodes];
    int[] numbers = new int[nodes];
    GlobalState world = new GlobalState(sites, numbers, new ArrayList<>(), scope.ledger());
    for (int node = 0; node < nodes; node++) {
      sites[node] = new NodeState();
      numbers[node] = -1;
      sites[node].outcome = changers.contains(node) ? NodeOutcome.OPEN : NodeOutcome.LOOKED;
    }
    sites[0].member = machines.made(() -> protocol.coordinator(self(0)));
    for (int node = 1; node < scope.participants(); node++) {
      int each = node;
      sites[node].member = machines.made(() -> protocol.participant(self(each), 0));
      begins(world, 0, new Input.Joined(node, 1));
      begins(world, node, new Input.Executed(1, changers.contains(node), false));
    }
    return world;
  }

  private void begins(GlobalState world, int node, Input input) {
    Machines.Step<Output> step = machines.on(world.site(node).member, new Event.Input<>(input));
    world.edit(node).member = step.machine();
    new NodeStep(this, world, node, false, step.machine(), 0).carryOut(step.effects());
  }

  /** Gives the worlds that can follow the start. */
  public void closed(GlobalState start, Sink sink) {
    GlobalState world = start.fork();
    Transition how = Transition.of(Kind.CLOSED, 0, null);
    boolean elsewhere = changers.stream().anyMatch(node -> node != 0);
    Event<Input> event = new Event.Input<>(new Input.Closed(changers.contains(0), elsewhere, acts));
    happened(world, 0, false, event, 0, how, sink);
  }

  // The steps that can happen.

  /** Gives the steps that a node can take at any moment by itself, such as a flush or a crash. */
  void always(GlobalState world, int node, Sink sink) {
    NodeState site = world.site(node);
    if (!site.up) {
      restart(world.fork(), node, sink);
      return;
    }
    flush(world, node, sink);
    if (site.isSending()) {
      sent(world.fork(), node, sink);
    }
    operates(world, node, sink);
    for (RunningTimer alarm : site.alarms) {
      if (alarm.isDue()) {
        rings(world.fork(), node, alarm, sink);
      }
    }
    for (int kept = 0;
        world.ledger.left(FaultBudget.CRASH) > 0 && kept <= site.tail.size();
        kept++) {
      crashes(world, node, kept, Transition.of(Kind.CRASH, node, null), sink);
    }
  }

  /** Gives the worlds after a crash: what the network did not have yet arrives, or is lost. */
  private void crashes(GlobalState world, int node, int kept, Transition how, Sink sink) {
    GlobalState crashed = world.fork();
    crash(crashed, node, kept);
    sink.next(crashed, how);
    if (scope.world() == Assumption.SYNCHRONOUS_CRASH) {
      GlobalState losing = world.fork();
      crash(losing, node, kept);
      losing.wires.removeIf(wire -> wire.from() == node && wire.unsent());
      sink.next(losing, how.losing());
    }
  }

  /**
   * Gives the further steps of a node when nothing is left to be done: timers that count no time
   * run down.
   */
  void whenQuiet(GlobalState world, int node, Sink sink) {
    for (RunningTimer alarm : world.site(node).alarms) {
      if (!alarm.isTimed()) {
        ringsSomeTime(world, node, alarm, sink);
      }
    }
  }

  /** Expires a timer whose length has no meaning. */
  private void ringsSomeTime(GlobalState world, int node, RunningTimer alarm, Sink sink) {
    boolean silence = alarm.timer() == Timer.SILENCE;
    if (!silence || world.ledger.left(FaultBudget.SILENCE) > 0) {
      GlobalState later = world.fork();
      later.ledger = silence ? world.ledger.silence() : world.ledger.repeat();
      rings(later, node, alarm, sink);
    }
  }

  /**
   * Gives a node's own wishes, for which the protocol need not ask: they are heeded as long as that
   * is allowed.
   */
  void refusals(GlobalState world, int node, Sink sink) {
    int machine = world.site(node).member;
    if (machine == NodeState.NONE || world.ledger.left(FaultBudget.REFUSAL) == 0) {
      return;
    }
    List<Input> wishes =
        node == 0
            ? List.of(new Input.GaveUp())
            : List.of(new Input.RollBack(), new Input.Objected());
    for (Input wish : wishes) {
      Machines.Step<Output> step = machines.on(machine, new Event.Input<>(wish));
      if (step.machine() != machine || !step.effects().isEmpty()) {
        GlobalState refused = world.fork();
        refused.ledger = world.ledger.refuse();
        wishes(refused, node, wish, sink);
      }
    }
  }

  // The worlds after a step.

  /** Delivers a message that was taken from those under way. */
  public void arrives(GlobalState world, InFlightMessage wire, Kind kind, Sink sink) {
    NodeState site = world.site(wire.to());
    Transition how = Transition.of(kind, wire.to(), wire);
    if (!site.up) {
      sink.next(world, how);
      return;
    }
    boolean witness = wire.message().forWitness();
    if (witness && site.witness == NodeState.NONE) {
      int node = wire.to();
      world.edit(node).begin(machines.made(() -> protocol.witness(self(node), 0)));
    }
    int age = Math.max(0, wire.age());
    if (world.site(wire.to()).machine(witness) == NodeState.NONE) {
      CommitMessage answer = protocol.toUnknown(self(wire.to()), wire.from(), wire.message());
      if (answer != null) {
        world.wires.add(message(wire.to(), wire.from(), answer));
        how =
            how.with(
                received(wire),
                List.of(new Effect.Send<>(new Address.Peer(wire.from()), answer)),
                false);
      }
      sink.next(world, how);
      return;
    }
    happened(world, wire.to(), witness, received(wire), age, how, sink);
  }

  private static Event<Input> received(InFlightMessage wire) {
    return new Event.Received<>(new Address.Peer(wire.from()), wire.message());
  }

  /**
   * Makes one more record of a node durable, if there is one, and tells the machine that wanted to
   * know.
   */
  public void flush(GlobalState world, int node, Sink sink) {
    if (world.site(node).tail.isEmpty()) {
      return;
    }
    GlobalState after = world.fork();
    NodeState site = after.edit(node);
    PendingRecord first = site.tail.getFirst();
    site.flushed(1);
    Transition how = Transition.of(Kind.FLUSH, node, null);
    Event<Input> event =
        first.entry() == null ? new Event.Input<>(new Input.Observed()) : new Event.Persisted<>(1);
    if (first.tell() && site.machine(first.witness()) != NodeState.NONE) {
      happened(after, node, first.witness(), event, first.age(), how, sink);
    } else {
      sink.next(after, how.with(event, List.of(), false));
    }
  }

  /** Makes the network take all that a node has sent, for which the node's member waits. */
  public void sent(GlobalState world, int node, Sink sink) {
    NodeState site = world.edit(node);
    int age = site.sending;
    site.sending = NodeState.NONE;
    if (canBeSent()) {
      world.wires.replaceAll(wire -> wire.from() == node ? wire.sent() : wire);
    }
    Transition how = Transition.of(Kind.SENT, node, null);
    happened(world, node, false, new Event.Input<>(new Input.Sent()), age, how, sink);
  }

  /** A message of a node to a node as it is sent. */
  InFlightMessage message(int from, int to, CommitMessage message) {
    boolean unsent = scope.world() == Assumption.SYNCHRONOUS_CRASH && to != from;
    return new InFlightMessage(from, to, message, unsent, 0);
  }

  /**
   * Gives what can become next of the operation that a node runs, or asks about: the operation
   * happens or does not, and its end is told or is not; the check knows, or does not.
   */
  private void operates(GlobalState world, int node, Sink sink) {
    OutsideOperation operation = world.site(node).operation;
    switch (operation.work()) {
      case NONE -> {}
      case RUNS -> {
        happens(world.fork(), node, sink);
        acted(world.fork(), node, Happened.NO, sink);
      }
      case HAS_RUN -> acted(world.fork(), node, Happened.YES, sink);
      case ASKS ->
          acted(world.fork(), node, operation.hasHappened() ? Happened.YES : Happened.NO, sink);
    }
    if (operation.isUnderWay()) {
      acted(world.fork(), node, Happened.UNKNOWN, sink);
    }
  }

  private void happens(GlobalState world, int node, Sink sink) {
    NodeState site = world.edit(node);
    site.operation = site.operation.happens();
    sink.next(world, Transition.of(Kind.OPERATION, node, null));
  }

  private void acted(GlobalState world, int node, Happened happened, Sink sink) {
    NodeState site = world.edit(node);
    site.operation = site.operation.at(OutsideOperation.Work.NONE);
    Transition how = Transition.of(Kind.OPERATION, node, null);
    Event<Input> event = new Event.Input<>(new Input.Acted(happened));
    if (site.member == NodeState.NONE) {
      sink.next(world, how.with(event, List.of(), false));
    } else {
      happened(world, node, false, event, 0, how, sink);
    }
  }

  /** Ends an operation that is under way, and makes its result known, where no fault happens. */
  public void endOperation(GlobalState world, int node, Sink sink) {
    OutsideOperation operation = world.site(node).operation;
    if (operation.work() == OutsideOperation.Work.RUNS) {
      happens(world.fork(), node, sink);
    } else {
      boolean yes = operation.hasHappened();
      acted(world.fork(), node, yes ? Happened.YES : Happened.NO, sink);
    }
  }

  public void rings(GlobalState world, int node, RunningTimer alarm, Sink sink) {
    world.edit(node).stop(alarm);
    Transition how = Transition.of(Kind.TIMER, node, null);
    happened(world, node, alarm.witness(), new Event.TimerFired<>(alarm.timer()), 0, how, sink);
  }

  /** Tells the node's member the node's own wish. */
  public void wishes(GlobalState world, int node, Input wish, Sink sink) {
    Transition how = Transition.of(Kind.REFUSAL, node, null);
    happened(world, node, false, new Event.Input<>(wish), 0, how, sink);
  }

  /** Passes {@code ticks} ticks, when nothing must happen before. */
  public static GlobalState later(GlobalState world, int ticks) {
    GlobalState later = world.fork();
    later.wires.replaceAll(wire -> wire.later(ticks));
    for (int node = 0; node < later.nodes(); node++) {
      later.sites[node] = later.site(node).later(ticks);
      later.numbers[node] = -1;
    }
    return later;
  }

  void crash(GlobalState world, int node, int kept) {
    NodeState site = world.edit(node);
    boolean showed = node != 0 && site.outcome.hasCommitted();
    site.crash(kept);
    if (showed && !site.outcome.hasCommitted()) {
      world.ledger = world.ledger.show();
    }
    // A message that the node has sent to itself dies with it.
    world.wires.removeIf(wire -> wire.from() == node && wire.to() == node);
    world.ledger = world.ledger.crash();
  }

  /** Starts a node again that is down. */
  public void restart(GlobalState world, int node, Sink sink) {
    NodeState site = world.edit(node);
    site.restart();
    site.member = recovered(node, false, site.ofMember);
    site.witness = recovered(node, true, site.ofWitness);
    Transition how = Transition.of(Kind.RESTART, node, null);
    begin(
        world,
        node,
        false,
        how,
        (next, first) -> {
          if (first.crash()) {
            sink.next(next, first);
          } else {
            begin(next, node, true, first, sink);
          }
        });
  }

  private void begin(GlobalState world, int node, boolean witness, Transition how, Sink sink) {
    if (world.site(node).machine(witness) == NodeState.NONE) {
      sink.next(world, how);
    } else {
      happened(world, node, witness, new Event.Input<>(new Input.Restarted()), 0, how, sink);
    }
  }

  private int recovered(int node, boolean witness, DurableRecords durable) {
    if (isForgotten(node, witness, durable)) {
      return NodeState.NONE;
    }
    RecoveredRecords found =
        new RecoveredRecords(
            role(node, witness), 0, durable.entries(), durable.voters(), durable.memory());
    return machines.made(() -> protocol.recovered(self(node), found));
  }

  private static Role role(int node, boolean witness) {
    return witness ? Role.WITNESS : node == 0 ? Role.COORDINATOR : Role.PARTICIPANT;
  }

  /** Whether a recovery finds nothing in the log to go on with. */
  private boolean isForgotten(int node, boolean witness, DurableRecords durable) {
    RecordKind last = durable.last();
    return last == null
        || last == RecordKind.FINISHED
        || role(node, witness) == Role.PARTICIPANT
            && protocol.endsWithOutcome(durable.memory())
            && (last == RecordKind.COMMITTED || last == RecordKind.ABORTED);
  }

  /** Whether a node has no member of the transaction, and never will have. */
  boolean hasNoMember(int node, NodeState site, boolean crashes) {
    boolean stays = site.up && !crashes;
    return site.member == NodeState.NONE
        && (stays
            || isForgotten(node, false, site.ofMember)
                && site.tail.stream().allMatch(PendingRecord::witness));
  }

  /** Whether a message has no effect, whenever it arrives. */
  boolean isIgnored(InFlightMessage wire, NodeState site, boolean crashes) {
    return !wire.message().forWitness()
        && wire.message().meaning() == Meaning.STEP
        && hasNoMember(wire.to(), site, crashes)
        && protocol.toUnknown(self(wire.to()), wire.from(), wire.message()) == null;
  }

  /**
   * Gives the world after an event, made by changing the given one, and each world in which the
   * node crashed midway.
   */
  private void happened(
      GlobalState world,
      int node,
      boolean witness,
      Event<Input> event,
      int age,
      Transition how,
      Sink sink) {
    Machines.Step<Output> step = machines.on(world.site(node).machine(witness), event);
    world.edit(node).become(witness, step.machine());
    List<Effect<Output>> effects = recordsFirst(step.effects());
    NodeStep carrier = new NodeStep(this, world, node, witness, step.machine(), age);
    int done = 0;
    for (Effect<Output> effect : effects) {
      if (done > 0 && world.ledger.left(FaultBudget.CRASH) > 0) {
        for (int kept = 0; kept <= world.site(node).tail.size(); kept++) {
          Transition midway = how.with(event, effects.subList(0, done), true);
          crashes(world, node, kept, midway, sink);
        }
      }
      carrier.carryOut(effect);
      done++;
    }
    sink.next(world, how.with(event, effects, false));
  }

  /** The effects in the order in which a node carries them out. */
  private static List<Effect<Output>> recordsFirst(List<Effect<Output>> effects) {
    List<Effect<Output>> ordered = new ArrayList<>(effects);
    ordered.sort(Comparator.comparing(effect -> !(effect instanceof Effect.Persist)));
    return ordered;
  }

  /** A timer as it runs here: how long silence lasts means something where there is a bound. */
  RunningTimer alarm(boolean witness, Timer timer, long nanos) {
    boolean timed = timer == Timer.SILENCE && scope.world() == Assumption.SYNCHRONOUS_CRASH;
    return new RunningTimer(witness, timer, timed ? Math.toIntExact(nanos) : RunningTimer.ANY_TIME);
  }

  /**
   * Returns the nodes that a record of that machine names, which have voted: the outcome is sent to
   * them.
   */
  Set<Integer> voters(int node, int machine, RecordKind entry) {
    boolean names = entry == RecordKind.DECISION || acts && node == 0 && entry == RecordKind.VOTE;
    return names ? voters.computeIfAbsent(machine, some -> machines.copy(some).voters()) : Set.of();
  }

  /** Returns the phase of the machine with this number, as its protocol names it. */
  public String phase(int machine) {
    return phases.computeIfAbsent(machine, some -> machines.copy(some).phase());
  }
}
