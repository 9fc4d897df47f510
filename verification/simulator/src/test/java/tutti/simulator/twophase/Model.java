package tutti.simulator.twophase;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Predicate;
import tutti.model.Decoder;
import tutti.model.Encoder;
import tutti.protocol.commit.CommitMachine;
import tutti.protocol.commit.CommitMessage;
import tutti.protocol.commit.CommitRecord;
import tutti.protocol.commit.DurableState;
import tutti.protocol.commit.Input;
import tutti.protocol.commit.NodeView;
import tutti.protocol.commit.Output;
import tutti.protocol.commit.RecordKind;
import tutti.protocol.commit.RecoveredRecords;
import tutti.protocol.commit.Role;
import tutti.protocol.commit.Timer;
import tutti.protocol.commit.Timing;
import tutti.protocol.commit.twophase.Message;
import tutti.protocol.commit.twophase.Presumption;
import tutti.protocol.commit.twophase.TwoPhase;
import tutti.protocol.machine.Address;
import tutti.protocol.machine.Effect;
import tutti.protocol.machine.Event;
import tutti.protocol.machine.ProtocolMessage;
import tutti.protocol.machine.TimerName;
import tutti.simulator.explorer.world.Machines;
import tutti.simulator.twophase.World.Execute;
import tutti.simulator.twophase.World.Executed;
import tutti.simulator.twophase.World.Site;
import tutti.simulator.twophase.World.Wire;
import tutti.simulator.twophase.World.Written;

/**
 * The model network's laws: what can happen in a {@link World}, and what then is. Messages come in
 * any order; as often as the world's faults allow they are lost or come twice, nodes crash between
 * any two effects and come back with what was durable, timers run down early, and nodes would give
 * up, roll back or object.
 */
final class Model {

  /** The coordinator asks that node to execute. */
  record Ask(int node, int round, boolean vote) {}

  /**
   * A transaction.
   *
   * @param asks what the coordinator asks for, one after the other
   * @param changers the nodes that the transaction changes; 0 is the coordinator's
   */
  record Plan(List<Ask> asks, TreeSet<Integer> changers) {
    /** The round of the last ask at that node. */
    int lastRound(int node) {
      return asks.stream().filter(ask -> ask.node() == node).mapToInt(Ask::round).max().orElse(0);
    }
  }

  private static final Timing TIMING = new Timing(1, 1);

  /** By this a coordinator hears that the branch that it asked is not there. */
  private static final int ELSEWHERE = -1;

  private final Machines<CommitMachine, Input, Output> machines = new Machines<>();
  private final Plan plan;
  private final TwoPhase protocol;
  private final int nodes;

  Model(Plan plan, Presumption presumption, int nodes) {
    this.plan = plan;
    this.protocol = new TwoPhase(presumption);
    this.nodes = nodes;
  }

  private NodeView self(int node) {
    return new NodeView(node, nodes, TIMING);
  }

  /** The beginning: the first ask is under way. */
  World start(int faults) {
    World world = new World(nodes, faults);
    world.edit(0).machine = machines.made(() -> protocol.coordinator(self(0)));
    world.ask = 0;
    ask(world);
    return world;
  }

  // What can happen.

  /** Every world that can come next. */
  List<World> next(World world) {
    List<World> next = new ArrayList<>();
    new LinkedHashSet<>(world.wires).forEach(wire -> next.addAll(delivered(world, wire)));
    for (int node = 0; node < nodes; node++) {
      next.addAll(forced(world, node));
    }
    if (world.quiet() || world.faults > 0) {
      World later = world.copy();
      if (!world.quiet()) {
        later.faults--;
      }
      next.addAll(timedOut(later));
    }
    if (world.faults > 0) {
      addFaults(world, next);
    }
    return next;
  }

  private void addFaults(World world, List<World> next) {
    for (Wire wire : new LinkedHashSet<>(world.wires)) {
      World lost = world.copy();
      lost.faults--;
      lost.wires.remove(wire);
      next.add(lost);
      World twice = world.copy();
      twice.faults--;
      twice.wires.add(wire);
      next.add(twice);
    }
    for (int node = 0; node < nodes; node++) {
      Site site = world.site(node);
      for (int kept = site.durable; kept <= site.log.size(); kept++) {
        World crashed = world.copy();
        crashed.faults--;
        crash(crashed, node, kept);
        next.add(crashed);
        World cut = crashed.copy();
        int here = node;
        cut.wires.removeIf(wire -> wire.from() == here || wire.to() == here);
        next.add(cut);
      }
    }
  }

  private List<World> timedOut(World world) {
    List<World> next = new ArrayList<>();
    for (int node = 0; node < nodes; node++) {
      Site site = world.site(node);
      for (Timer timer : site.timers) {
        next.addAll(happened(world, node, new Event.TimerFired<>(timer)));
      }
      if (site.machine != World.NONE) {
        next.addAll(
            happened(
                world,
                node,
                node == 0
                    ? new Event.Input<>(new Input.GaveUp())
                    : new Event.Input<>(new Input.RollBack())));
        if (node != 0) {
          next.addAll(happened(world, node, new Event.Input<>(new Input.Objected())));
        }
      }
    }
    if (world.ask != World.NONE && world.site(0).machine != World.NONE) {
      World again = world.copy();
      sendAsk(again);
      next.add(again);
    }
    return next;
  }

  // What then is.

  /** One more record of that node is durable, and its waiters are told. */
  private List<World> forced(World world, int node) {
    Site before = world.site(node);
    if (before.durable == before.log.size()) {
      return List.of();
    }
    World after = world.copy();
    Site site = after.edit(node);
    Written written = site.log.get(site.durable++);
    if (!written.tell() || site.machine == World.NONE || written.branch() != site.branch) {
      return List.of(after);
    }
    return happened(after, node, durable(written));
  }

  private static Event<Input> durable(Written written) {
    return written.entry() == null
        ? new Event.Input<>(new Input.Observed())
        : new Event.Persisted<>(1);
  }

  private List<World> delivered(World world, Wire wire) {
    World after = world.copy();
    after.wires.remove(wire);
    return switch (wire.content()) {
      case Execute execute -> execute(after, wire, execute);
      case Executed executed -> executed(after, wire, executed);
      case Message message when wire.to() == 0 -> toCoordinator(after, wire, message);
      case Message message -> toParticipant(after, wire, message);
      default -> throw new AssertionError(wire);
    };
  }

  private List<World> toCoordinator(World world, Wire wire, Message message) {
    if (world.site(0).machine == World.NONE) {
      return answered(world, wire, message);
    }
    Integer counted = world.counted.get(wire.from());
    if (counted == null && message instanceof Message.Voted) {
      world.counted.put(wire.from(), wire.branch());
    } else if (counted != null && counted != wire.branch()) {
      if (message instanceof Message.Inquire) {
        world.wires.add(new Wire(0, wire.from(), wire.branch(), protocol.abort()));
      }
      return List.of(world);
    }
    return happened(world, 0, new Event.Received<>(new Address.Peer(wire.from()), message));
  }

  private List<World> toParticipant(World world, Wire wire, Message message) {
    Site site = world.site(wire.to());
    if (site.machine == World.NONE || wire.branch() != 0 && wire.branch() != site.branch) {
      return answered(world, wire, message);
    }
    return happened(world, wire.to(), new Event.Received<>(new Address.Peer(0), message));
  }

  /** A node answers about a branch that it does not have. */
  private List<World> answered(World world, Wire wire, Message message) {
    CommitMessage answer = protocol.toUnknown(self(wire.to()), wire.from(), message);
    if (answer != null) {
      world.wires.add(new Wire(wire.to(), wire.from(), wire.branch(), answer));
    }
    return List.of(world);
  }

  private List<World> execute(World world, Wire wire, Execute execute) {
    int node = wire.to();
    Site site = world.edit(node);
    if (site.machine == World.NONE && wire.branch() == 0) {
      site.machine = machines.made(() -> protocol.participant(self(node), 0));
      site.branch = ++site.branches;
      site.round = 0;
    }
    boolean same = wire.branch() == 0 || wire.branch() == site.branch;
    if (site.machine == World.NONE || site.recovered || !same) {
      world.wires.add(new Wire(node, 0, ELSEWHERE, new Executed(execute.round())));
      return List.of(world);
    }
    site.round = Math.max(site.round, execute.round());
    world.wires.add(new Wire(node, 0, site.branch, new Executed(execute.round())));
    boolean changes = plan.changers().contains(node);
    return happened(
        world,
        node,
        new Event.Input<>(new Input.Executed(execute.round(), changes, execute.vote())));
  }

  private List<World> executed(World world, Wire wire, Executed executed) {
    if (world.ask == World.NONE || world.site(0).machine == World.NONE) {
      return List.of(world);
    }
    int counted = world.counted.getOrDefault(wire.from(), wire.branch());
    if (counted != wire.branch() || wire.branch() == ELSEWHERE) {
      return happened(world, 0, new Event.Input<>(new Input.GaveUp()));
    }
    world.counted.put(wire.from(), counted);
    Ask ask = plan.asks().get(world.ask);
    if (ask.node() != wire.from() || ask.round() != executed.round()) {
      return List.of(world);
    }
    if (world.ask + 1 < plan.asks().size()) {
      world.ask++;
      ask(world);
      return List.of(world);
    }
    world.ask = World.NONE;
    return happened(world, 0, new Event.Input<>(new Input.Closed(plan.changers().contains(0))));
  }

  private void ask(World world) {
    Ask ask = plan.asks().get(world.ask);
    Site site = world.edit(0);
    site.machine =
        machines
            .on(site.machine, new Event.Input<>(new Input.Joined(ask.node(), ask.round())))
            .machine();
    sendAsk(world);
  }

  private void sendAsk(World world) {
    Ask ask = plan.asks().get(world.ask);
    int branch = world.counted.getOrDefault(ask.node(), 0);
    world.wires.add(new Wire(0, ask.node(), branch, new Execute(ask.round(), ask.vote())));
  }

  /**
   * The world after an event; and, while faults are left, each in which its node crashed midway.
   */
  private List<World> happened(World world, int node, Event<Input> event) {
    Machines.Step<Output> step = machines.on(world.site(node).machine, event);
    List<World> worlds = new ArrayList<>();
    World done = world.copy();
    done.edit(node).machine = step.machine();
    if (event instanceof Event.TimerFired(TimerName timer)) {
      done.edit(node).timers.remove((Timer) timer);
    }
    for (Effect<Output> effect : step.effects()) {
      if (world.faults > 0) {
        Site site = done.site(node);
        for (int kept = site.durable; kept <= site.log.size(); kept++) {
          World crashed = done.copy();
          crashed.faults--;
          crash(crashed, node, kept);
          worlds.add(crashed);
        }
      }
      carryOut(done, node, effect);
    }
    worlds.add(done);
    return worlds;
  }

  private void carryOut(World world, int node, Effect<Output> effect) {
    Site site = world.edit(node);
    switch (effect) {
      case Effect.Send(Address to, ProtocolMessage message) -> {
        int branch = node == 0 ? world.counted.getOrDefault(to.host(), 0) : site.branch;
        world.wires.add(new Wire(node, to.host(), branch, message));
      }
      case Effect.Persist<Output> persist -> {
        CommitRecord record = (CommitRecord) persist.record();
        TreeMap<Integer, Integer> branches = new TreeMap<>();
        if (record.entry() == RecordKind.DECISION) {
          CommitMachine coordinator = machines.copy(site.machine);
          coordinator.voters().forEach(to -> branches.put(to, world.counted.get(to)));
        } else if (node == 0) {
          named(record.memory()).forEach(to -> branches.put(to, world.counted.getOrDefault(to, 0)));
        }
        site.log.add(
            new Written(
                record.entry(),
                record.memory(),
                persist.isTold(),
                site.branch,
                site.round,
                branches));
      }
      case Effect.SetTimer(TimerName timer, long _) -> site.timers.add((Timer) timer);
      case Effect.CancelTimer(TimerName timer) -> site.timers.remove((Timer) timer);
      case Effect.Output(Output output) -> carryOut(world, site, node, output);
    }
  }

  private void carryOut(World world, Site site, int node, Output output) {
    switch (output) {
      case Output.Act _, Output.AwaitSent _ ->
          throw new IllegalStateException("nothing acts or waits for the network here");
      case Output.AwaitObserved _ ->
          site.log.add(new Written(null, DurableState.NONE, true, site.branch, 0, new TreeMap<>()));
      case Output.Decide decide -> {
        if (node != 0 && plan.changers().contains(node)) {
          (decide.commit() ? site.applied : site.undone).add(site.branch);
        }
      }
      case Output.Tell tell -> {
        world.toldCommit |= tell.commit();
        world.toldAbort |= !tell.commit();
      }
      case Output.End _ -> site.forget();
    }
  }

  /** The participants that a coordinator's record names: its memory is their number, then each. */
  private static Set<Integer> named(DurableState memory) {
    Encoder out = new Encoder();
    memory.encode(out);
    Decoder in = new Decoder(out.toByteArray());
    Set<Integer> nodes = new TreeSet<>();
    for (int left = in.remaining() == 0 ? 0 : in.getCount(in.remaining()); left > 0; left--) {
      nodes.add(in.getCount(Integer.MAX_VALUE));
    }
    return nodes;
  }

  /** The node dies, and comes back with the first records of its log. */
  private void crash(World world, int node, int kept) {
    Site site = world.edit(node);
    site.forget();
    site.log.subList(kept, site.log.size()).clear();
    site.log.removeIf(written -> written.entry() == null);
    site.durable = site.log.size();
    for (Written written : site.log) {
      if (written.entry() == RecordKind.COMMITTED) {
        site.applied.add(written.branch());
      }
    }
    if (node == 0) {
      world.ask = World.NONE;
      world.counted.clear();
    }
    if (site.log.isEmpty()) {
      return;
    }
    Written last = site.log.getLast();
    boolean decided = last.entry() == RecordKind.DECISION && !last.branches().isEmpty();
    if (decided || last.entry() == RecordKind.NOTE) {
      Set<Integer> nodes = last.branches().keySet();
      world.counted.putAll(last.branches());
      RecoveredRecords found =
          new RecoveredRecords(
              Role.COORDINATOR, 0, Set.of(last.entry()), decided ? nodes : Set.of(), last.memory());
      restart(world, 0, found);
    } else if (last.entry() == RecordKind.VOTE) {
      site.branch = last.branch();
      site.round = last.round();
      site.recovered = true;
      restart(
          world,
          node,
          new RecoveredRecords(
              Role.PARTICIPANT, 0, Set.of(RecordKind.VOTE), Set.of(), last.memory()));
    }
  }

  private void restart(World world, int node, RecoveredRecords found) {
    int machine = machines.made(() -> protocol.recovered(self(node), found));
    Machines.Step<Output> step = machines.on(machine, new Event.Input<>(new Input.Restarted()));
    world.edit(node).machine = step.machine();
    step.effects().forEach(effect -> carryOut(world, node, effect));
  }

  /** The world when nothing goes wrong any more: it ends, or this throws. */
  World settled(World world, Predicate<World> known) {
    World now = world.copy();
    now.faults = 0;
    for (int rounds = 0; !now.over(); ) {
      if (known.test(now)) {
        return now;
      }
      if (!now.wires.isEmpty()) {
        now = only(delivered(now, now.wires.getFirst()));
      } else if (!now.quiet()) {
        now = forcedSomewhere(now);
      } else if (rounds++ < 5) {
        now = patience(now, rounds > 3);
      } else {
        throw new AssertionError("it never ends: " + now);
      }
    }
    return now;
  }

  private World forcedSomewhere(World world) {
    for (int node = 0; node < nodes; node++) {
      List<World> after = forced(world, node);
      if (!after.isEmpty()) {
        return only(after);
      }
    }
    throw new AssertionError("nothing to force");
  }

  /** All timers run down; when that has not helped, all want to give up. */
  private World patience(World world, boolean over) {
    World now = world;
    for (int node = 0; node < nodes; node++) {
      for (Timer timer : world.site(node).timers) {
        if (now.site(node).timers.contains(timer)) {
          now = only(happened(now, node, new Event.TimerFired<>(timer)));
        }
      }
      if (over && now.site(node).machine != World.NONE) {
        now =
            only(
                happened(
                    now,
                    node,
                    node == 0
                        ? new Event.Input<>(new Input.GaveUp())
                        : new Event.Input<>(new Input.RollBack())));
      }
    }
    return now;
  }

  private static World only(List<World> worlds) {
    if (worlds.size() != 1) {
      throw new AssertionError(worlds.size() + " worlds although nothing goes wrong");
    }
    return worlds.getFirst();
  }

  Machines<CommitMachine, Input, Output> machines() {
    return machines;
  }
}
