package tutti.protocol.commit.paxoscommit;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import tutti.protocol.commit.Arrow;
import tutti.protocol.commit.CommitMachine;
import tutti.protocol.commit.CommitMessage;
import tutti.protocol.commit.CommitRecord;
import tutti.protocol.commit.Input;
import tutti.protocol.commit.Invariants;
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
import tutti.protocol.machine.ProtocolMessage;
import tutti.protocol.machine.TimerName;

/**
 * One transaction on a few nodes, each with one log for its member and its witness. The test
 * chooses the next event: a message arrives, is lost or comes twice, a record becomes durable, a
 * timer runs down, a node crashes between any two effects, and comes back.
 */
final class World {
  private static final Timing TIMING = new Timing(1, 8);

  /** A message under way. */
  record Wire(int from, int to, CommitMessage message) {}

  /** A record of a log; the machine is told when it is durable, or is not. */
  record Written(Role role, CommitMachine by, CommitRecord record, boolean tell) {
    RecordKind entry() {
      return record.entry();
    }
  }

  /** A role on a node while that is up. */
  static final class Actor {
    final CommitMachine machine;
    final Set<Timer> timers = EnumSet.noneOf(Timer.class);

    final Invariants invariants;

    Actor(CommitMachine machine, boolean voted) {
      this.machine = machine;
      this.invariants = new Invariants(voted);
    }
  }

  /** A node. */
  final class Site {
    final int node;
    boolean up = true;
    final Map<Boolean, Actor> actors = new TreeMap<>();
    final List<Written> log = new ArrayList<>();
    int durable;

    /** The number of records behind which the member's observations are durable; below 0 none. */
    int observed = -1;

    Site(int node) {
      this.node = node;
    }

    @Nullable CommitMachine member() {
      Actor actor = actors.get(false);
      return actor == null ? null : actor.machine;
    }

    @Nullable CommitMachine witness() {
      Actor actor = actors.get(true);
      return actor == null ? null : actor.machine;
    }
  }

  final PaxosCommit protocol;
  final Set<Integer> changers;
  final List<Site> sites = new ArrayList<>();
  final List<Wire> wires = new ArrayList<>();
  final List<String> story = new ArrayList<>();

  /** The outcomes that the nodes that change something have ever carried out. */
  final Map<Integer, Set<Boolean>> decided = new TreeMap<>();

  /** Every change of a machine's state, by its role. */
  final Map<Role, Set<Arrow>> arrows =
      new EnumMap<>(
          Map.of(
              Role.COORDINATOR, new HashSet<>(),
              Role.PARTICIPANT, new HashSet<>(),
              Role.WITNESS, new HashSet<>()));

  final Set<Boolean> told = new TreeSet<>();

  /** Crashes a node between two effects: how many more of them it carries out; below 0 all. */
  int fuse = -1;

  int messages;
  final Map<RecordKind, Integer> forced = new EnumMap<>(RecordKind.class);

  /** All participants have executed; the coordinator is node 0 and about to close. */
  World(int nodes, int f, Set<Integer> participants, Set<Integer> changers) {
    protocol = new PaxosCommit(f);
    this.changers = changers;
    for (int node = 0; node < nodes; node++) {
      sites.add(new Site(node));
    }
    make(0, protocol.coordinator(self(0)), false);
    for (int node : participants) {
      happened(0, false, new Event.Input<>(new Input.Joined(node, 1)));
      make(node, protocol.participant(self(node), 0), false);
      happened(
          node, false, new Event.Input<>(new Input.Executed(1, changers.contains(node), false)));
    }
  }

  private NodeView self(int node) {
    return new NodeView(node, sites.size(), TIMING);
  }

  private void make(int node, CommitMachine machine, boolean witness) {
    Site site = sites.get(node);
    boolean voted = site.log.stream().anyMatch(each -> each.entry() == RecordKind.VOTE);
    site.actors.put(witness, new Actor(machine, voted));
  }

  Site site(int node) {
    return sites.get(node);
  }

  // What can happen.

  void close() {
    boolean elsewhere = changers.stream().anyMatch(node -> node != 0);
    happened(0, false, new Event.Input<>(new Input.Closed(changers.contains(0), elsewhere)));
  }

  /** An event, if the role is there. */
  void happened(int node, boolean witness, Event<Input> event) {
    happened(node, witness, event, kind(event));
  }

  private void happened(int node, boolean witness, Event<Input> event, String kind) {
    Site site = sites.get(node);
    Actor actor = site.actors.get(witness);
    if (!site.up || actor == null) {
      return;
    }
    story.add(node + (witness ? " witness " : " ") + event);
    Enum<?> before = state(actor.machine);
    List<Effect<Output>> effects = actor.machine.on(event);
    actor.invariants.check(event, effects);
    Enum<?> after = state(actor.machine);
    if (before != after) {
      arrows.get(role(node, witness)).add(new Arrow(before.name(), kind, after.name()));
    }
    for (Effect<Output> effect : effects) {
      if (fuse-- == 0) {
        crash(node, site.log.size());
        return;
      }
      carryOut(site, actor, witness, effect);
    }
  }

  private static Enum<?> state(CommitMachine machine) {
    return switch (machine) {
      case Coordinator coordinator -> coordinator.state();
      case Participant participant -> participant.state();
      case Witness acceptor -> acceptor.state();
      default -> throw new AssertionError(machine);
    };
  }

  private static String kind(Event<Input> event) {
    return switch (event) {
      case Event.Received(Address _, Message.Outcome(boolean commit)) ->
          commit ? "Outcome commit" : "Outcome abort";
      case Event.Received(Address _, ProtocolMessage message) -> message.name();
      case Event.TimerFired(TimerName timer) -> timer.toString();
      case Event.Input(Input input) -> input.getClass().getSimpleName();
      default -> event.getClass().getSimpleName();
    };
  }

  private void carryOut(Site site, Actor actor, boolean witness, Effect<Output> effect) {
    story.add("  " + effect);
    switch (effect) {
      case Effect.Send(Address to, ProtocolMessage message) ->
          send(site, witness, to.host(), (CommitMessage) message);
      case Effect.Persist<Output> persist -> {
        CommitRecord record = (CommitRecord) persist.record();
        if (persist.isTold()) {
          forced.merge(record.entry(), 1, Integer::sum);
        }
        site.log.add(
            new Written(role(site.node, witness), actor.machine, record, persist.isTold()));
      }
      case Effect.SetTimer(TimerName timer, long nanos) -> {
        if (nanos < 1) {
          throw new AssertionError(timer + " of " + nanos);
        }
        actor.timers.add((Timer) timer);
      }
      case Effect.CancelTimer(TimerName timer) -> {
        if (!actor.timers.remove((Timer) timer)) {
          throw new AssertionError(timer + " does not run");
        }
      }
      case Effect.Output(Output output) -> carryOut(site, actor, witness, output);
    }
  }

  private void send(Site site, boolean witness, int to, CommitMessage message) {
    if (to != site.node) {
      messages++;
    } else if (message.forWitness() == witness) {
      throw new AssertionError("says to itself " + message);
    }
    wires.add(new Wire(site.node, to, message));
  }

  private void carryOut(Site site, Actor actor, boolean witness, Output output) {
    switch (output) {
      case Output.Act _, Output.AwaitSent _ ->
          throw new IllegalStateException("nothing acts or waits for the network here");
      case Output.AwaitObserved _ -> site.observed = site.log.size();
      case Output.Decide(boolean commit) -> decide(site.node, commit);
      case Output.Tell(boolean commit) -> told.add(commit);
      case Output.End _ -> {
        if (!actor.timers.isEmpty()) {
          throw new AssertionError("ends with " + actor.timers);
        }
        site.actors.remove(witness);
      }
    }
  }

  private void decide(int node, boolean commit) {
    if (changers.contains(node)) {
      decided.computeIfAbsent(node, _ -> new TreeSet<>()).add(commit);
    }
  }

  private static Role role(int node, boolean witness) {
    return witness ? Role.WITNESS : node == 0 ? Role.COORDINATOR : Role.PARTICIPANT;
  }

  /** Delivers the message, if its node is up. */
  void deliver(Wire wire) {
    wires.remove(wire);
    Site site = sites.get(wire.to());
    if (!site.up) {
      return;
    }
    boolean witness = wire.message().forWitness();
    if (!site.actors.containsKey(witness)) {
      if (!witness) {
        CommitMessage answer = protocol.toUnknown(self(wire.to()), wire.from(), wire.message());
        if (answer != null) {
          messages += wire.from() == wire.to() ? 0 : 1;
          wires.add(new Wire(wire.to(), wire.from(), answer));
        }
        return;
      }
      make(wire.to(), protocol.witness(self(wire.to()), 0), true);
    }
    happened(
        wire.to(), witness, new Event.Received<>(new Address.Peer(wire.from()), wire.message()));
  }

  /** The oldest record that is not durable becomes so, or the observations behind it do. */
  void flush(int node) {
    Site site = sites.get(node);
    if (site.up && site.observed == site.durable) {
      site.observed = -1;
      happened(node, false, new Event.Input<>(new Input.Observed()));
    } else if (site.up && site.durable < site.log.size()) {
      Written written = site.log.get(site.durable++);
      boolean witness = written.role() == Role.WITNESS;
      Actor actor = site.actors.get(witness);
      // A witness is not told of records that a witness before it has written.
      if (written.tell() && actor != null && actor.machine == written.by()) {
        happened(node, witness, new Event.Persisted<>(1), "Persisted " + written.entry());
      }
    }
  }

  void fire(int node, boolean witness, Timer timer) {
    Actor actor = sites.get(node).actors.get(witness);
    if (actor != null && actor.timers.remove(timer)) {
      happened(node, witness, new Event.TimerFired<>(timer));
    }
  }

  /** The node dies; the first records of its log survive. */
  void crash(int node, int kept) {
    fuse = -1;
    Site site = sites.get(node);
    story.add(node + " crashes");
    site.up = false;
    site.actors.clear();
    List<Written> lost = site.log.subList(Math.max(kept, site.durable), site.log.size());
    if (lost.stream().anyMatch(written -> written.entry() == RecordKind.DECISION)) {
      // A coordinator that decides alone decides as it writes. What the crash takes never was, or
      // a client was told of it too early.
      decided.remove(node);
    }
    lost.clear();
    site.observed = -1;
    site.durable = site.log.size();
  }

  void restart(int node) {
    Site site = sites.get(node);
    story.add(node + " is back");
    site.up = true;
    for (Written written : site.log) {
      switch (written.entry()) {
        case COMMITTED, DECISION -> decide(node, true);
        case ABORTED -> decide(node, false);
        case VOTE, NOTE, FINISHED -> {}
      }
    }
    for (boolean witness : List.of(false, true)) {
      Role role = role(node, witness);
      List<Written> own = site.log.stream().filter(w -> w.role() == role).toList();
      if (!own.isEmpty() && own.getLast().entry() != RecordKind.FINISHED) {
        Set<RecordKind> entries = EnumSet.noneOf(RecordKind.class);
        own.forEach(written -> entries.add(written.entry()));
        RecoveredRecords found =
            new RecoveredRecords(role, 0, entries, Set.of(), own.getLast().record().memory());
        make(node, protocol.recovered(self(node), found), witness);
        happened(node, witness, new Event.Input<>(new Input.Restarted()));
      }
    }
  }

  // What must hold.

  void check() {
    Set<Boolean> all = new TreeSet<>(told);
    decided.values().forEach(all::addAll);
    if (all.size() > 1) {
      throw new AssertionError("some commit and some abort");
    }
    if (all.contains(true)) {
      for (int node : changers) {
        if (sites.get(node).log.stream()
            .noneMatch(w -> w.entry() == RecordKind.VOTE || w.entry() == RecordKind.DECISION)) {
          throw new AssertionError("commits without a vote of " + node);
        }
      }
    }
  }

  /** Lets everything end, without further faults. */
  void settle() {
    fuse = -1;
    for (Site site : sites) {
      if (!site.up) {
        restart(site.node);
      }
    }
    for (int rounds = 0; !over(); rounds++) {
      if (rounds > 60) {
        throw new AssertionError("it never ends");
      }
      if (!quiet()) {
        calm();
      } else {
        timersFire(rounds);
      }
    }
    check();
    for (int node : changers) {
      if (told.contains(true) && !decided.getOrDefault(node, Set.of()).contains(true)) {
        throw new AssertionError("told of a commit that is not everywhere");
      }
    }
  }

  /** Everything arrives and is flushed, in order. */
  void calm() {
    while (!quiet()) {
      if (!wires.isEmpty()) {
        deliver(wires.getFirst());
      } else {
        for (int node = 0; node < sites.size(); node++) {
          flush(node);
        }
      }
      check();
    }
  }

  private void timersFire(int rounds) {
    for (Site site : sites) {
      for (boolean witness : List.of(false, true)) {
        Actor actor = site.actors.get(witness);
        if (actor != null) {
          // One after the other: who waits longer is not disturbed by who waits less.
          for (Timer timer : List.copyOf(actor.timers)) {
            fire(site.node, witness, timer);
            calm();
          }
          if (rounds > 20 && site.member() != null && !witness) {
            happened(
                site.node,
                false,
                site.node == 0
                    ? new Event.Input<>(new Input.GaveUp())
                    : new Event.Input<>(new Input.RollBack()));
          }
        }
      }
    }
  }

  boolean quiet() {
    return wires.isEmpty()
        && sites.stream()
            .allMatch(site -> site.durable == site.log.size() && site.observed < 0 || !site.up);
  }

  boolean over() {
    return quiet() && sites.stream().allMatch(site -> site.actors.isEmpty());
  }

  /** One thing that can happen, and perhaps one that should not. */
  void step(Random random, boolean faults) {
    int choice = random.nextInt(100);
    Site site = sites.get(random.nextInt(sites.size()));
    if (choice < 55 && !wires.isEmpty()) {
      deliver(wires.get(random.nextInt(wires.size())));
    } else if (choice < 80) {
      flush(site.node);
    } else if (choice < 88) {
      boolean witness = random.nextInt(3) == 0;
      Actor actor = site.actors.get(witness);
      if (actor != null && !actor.timers.isEmpty()) {
        fire(
            site.node, witness, List.copyOf(actor.timers).get(random.nextInt(actor.timers.size())));
      }
    } else if (faults) {
      fault(random, site);
    }
    check();
  }

  private void fault(Random random, Site site) {
    switch (random.nextInt(8)) {
      case 0, 1 -> {
        if (!wires.isEmpty()) {
          story.add("lost " + wires.remove(random.nextInt(wires.size())));
        }
      }
      case 2, 3 -> {
        if (!wires.isEmpty()) {
          wires.add(wires.get(random.nextInt(wires.size())));
        }
      }
      case 4 -> {
        if (site.up) {
          crash(site.node, site.durable + random.nextInt(site.log.size() - site.durable + 1));
        }
      }
      case 5 -> fuse = random.nextInt(12);
      case 6 -> {
        if (!site.up) {
          restart(site.node);
        }
      }
      case 7 -> {
        if (random.nextInt(6) == 0 && site.up) {
          if (site.node == 0) {
            happened(0, false, new Event.Input<>(new Input.GaveUp()));
          } else {
            happened(
                site.node,
                false,
                random.nextBoolean()
                    ? new Event.Input<>(new Input.RollBack())
                    : new Event.Input<>(new Input.Objected()));
          }
        }
      }
      default -> throw new AssertionError();
    }
  }
}
