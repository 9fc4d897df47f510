package tutti.protocol.integrated.tapir;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.IntStream;
import tutti.protocol.integrated.Timer;
import tutti.protocol.integrated.tapir.Entry.Outcome;
import tutti.protocol.machine.Address;
import tutti.protocol.machine.Effect;
import tutti.protocol.machine.Event;
import tutti.protocol.machine.ProtocolMessage;
import tutti.protocol.machine.ProtocolRecord;
import tutti.protocol.machine.TimerName;
import tutti.protocol.replication.Group;
import tutti.protocol.testing.VirtualNetwork;

/**
 * Replicas of some shards, each on every host, and coordinators, in virtual time with faults that a
 * seed draws. The configuration log of each shard is a list that never loses anything: the
 * replicated log has tests of its own. Every step is checked against the invariants of the
 * package's card.
 */
final class SimulatedShards extends VirtualNetwork {
  /** A coordinator that runs on a host. */
  static final class Running {
    final int host;
    final Transaction transaction;
    final Coordinator machine;
    final Map<Timer, Long> timers = new EnumMap<>(Timer.class);

    Running(int host, Transaction transaction, Coordinator machine) {
      this.host = host;
      this.transaction = transaction;
      this.machine = machine;
    }
  }

  /** The configuration log of a shard's views. */
  static final class ConfigurationEntries {
    final List<ViewCommand> log = new ArrayList<>();
    int leader = -1;
  }

  /** A listener to the ends of transactions. */
  interface Client {
    void ended(Coordinator.Output.Ended end);
  }

  final Settings settings;
  final List<Integer> hosts;
  final List<List<SimulatedReplica>> shards = new ArrayList<>();
  final List<ConfigurationEntries> configurationLogs = new ArrayList<>();
  final List<Running> coordinators = new ArrayList<>();
  final SortedMap<Timestamp, Outcome> outcomes = new TreeMap<>();

  private Client client = _ -> {};
  private long nonces;
  int takeovers;

  /** Transactions of which a coordinator proposes that they are refused, as nobody waits. */
  int givenUp;

  int views;

  SimulatedShards(long seed, int shardCount, int size, Settings settings) {
    super(seed);
    this.settings = settings;
    this.hosts = IntStream.range(0, size).boxed().toList();
    for (int shard = 0; shard < shardCount; shard++) {
      int number = shard;
      shards.add(
          hosts.stream()
              .map(host -> new SimulatedReplica(number, new Group(host, hosts), settings))
              .toList());
      configurationLogs.add(new ConfigurationEntries());
    }
  }

  void client(Client its) {
    client = its;
  }

  List<SimulatedReplica> replicas() {
    return shards.stream().flatMap(List::stream).toList();
  }

  Map<Integer, List<Integer>> groups() {
    Map<Integer, List<Integer>> groups = new HashMap<>();
    IntStream.range(0, shards.size()).forEach(shard -> groups.put(shard, hosts));
    return groups;
  }

  void start(SimulatedReplica replica) {
    start(replica, false);
  }

  /**
   * Starts a replica.
   *
   * @param behind whether the commands of the configuration log that it lacks were let go
   */
  void start(SimulatedReplica replica, boolean behind) {
    replica.start();
    replica.isBehind = behind;
    on(replica, new Event.Started<>(++nonces));
    ConfigurationEntries configurationLog = configurationLogs.get(replica.shard);
    catchUp(replica);
    if (configurationLog.leader >= 0 && configurationLog.leader != replica.host()) {
      on(replica, new Event.Input<>(new Input.Leads(configurationLog.leader)));
    }
  }

  /** Crashes a replica between two records; a part of what was not durable stays. */
  void crash(SimulatedReplica replica) {
    replica.crash(random.nextInt(replica.written.size() + 1));
    ConfigurationEntries configurationLog = configurationLogs.get(replica.shard);
    if (configurationLog.leader == replica.host()) {
      configurationLog.leader = -1;
    }
    tell("replica " + replica.shard + "." + replica.host(), "crash", "");
  }

  /** Makes a replica lead its shard's configuration log. */
  void lead(SimulatedReplica replica) {
    ConfigurationEntries configurationLog = configurationLogs.get(replica.shard);
    configurationLog.leader = replica.host();
    catchUp(replica);
    for (SimulatedReplica each : shards.get(replica.shard)) {
      if (each == replica) {
        on(each, new Event.Input<>(new Input.Leads(replica.host())));
      } else {
        int life = each.life;
        after(delay(), () -> leads(each, life, replica.host()));
      }
    }
  }

  private void leads(SimulatedReplica replica, int life, int leader) {
    boolean still =
        configurationLogs.get(replica.shard).leader == leader && leader != replica.host();
    if (replica.isUp() && replica.life == life && still) {
      on(replica, new Event.Input<>(new Input.Leads(leader)));
    }
  }

  void catchUp(SimulatedReplica replica) {
    ConfigurationEntries configurationLog = configurationLogs.get(replica.shard);
    while (!replica.isBehind && replica.told < configurationLog.log.size()) {
      on(replica, new Event.Input<>(new Input.Chosen(configurationLog.log.get(replica.told++))));
    }
  }

  /** Begins a transaction at a coordinator on that host. */
  Running begin(int host, Transaction transaction, Map<Integer, Part> parts) {
    return run(host, transaction, Coordinator.first(host, transaction, settings, groups(), parts));
  }

  private Running run(int host, Transaction transaction, Coordinator machine) {
    Running running = new Running(host, transaction, machine);
    coordinators.add(running);
    on(running, new Event.Started<>(++nonces));
    return running;
  }

  void kill(Running coordinator) {
    coordinators.remove(coordinator);
    tell("coordinator of " + coordinator.transaction.id(), "gone", "");
  }

  /** Tells a coordinator that no client waits for its transaction. */
  void giveUp(Running coordinator) {
    givenUp += on(coordinator, new Event.Input<>(new Coordinator.Input.GivenUp())) ? 1 : 0;
  }

  void on(SimulatedReplica replica, Event<Input> event) {
    boolean acted = replica.acts();
    List<Effect<Output>> effects = replica.on(event);
    String who = "replica " + replica.shard + "." + replica.host();
    tell(who, event, effects);
    require(
        acted
            || !(event instanceof Event.Received<Input>)
            || effects.stream().noneMatch(SimulatedShards::isAnswer),
        "I5: %s answers, and does not act",
        who);
    for (Effect<Output> effect : effects) {
      carryOut(replica, effect);
    }
    int life = replica.life;
    if (!replica.written.isEmpty()) {
      after(MILLI / 5 + random.nextLong(2 * MILLI), () -> flush(replica, life));
    }
  }

  private void flush(SimulatedReplica replica, int life) {
    if (replica.isUp() && replica.life == life && !replica.written.isEmpty()) {
      int count = replica.written.size();
      replica.durable.addAll(replica.written);
      replica.written.clear();
      on(replica, new Event.Persisted<>(count));
    }
  }

  static boolean isAnswer(Effect<?> effect) {
    return effect instanceof Effect.Send(Address.Coordinator _, var _);
  }

  private void carryOut(SimulatedReplica replica, Effect<Output> effect) {
    switch (effect) {
      case Effect.Send(Address.Coordinator(int host), ProtocolMessage message) -> {
        require(replica.written.isEmpty(), "I8: %s is not durable", message);
        Address from = new Address.Replica(replica.host(), replica.shard);
        send(() -> answered(host, new Event.Received<>(from, message)));
      }
      case Effect.Send(Address to, ProtocolMessage message) ->
          ask(replica.host(), (Address.Replica) to, message);
      case Effect.Persist(ProtocolRecord fact, var _) -> {
        replica.written.add((Record) fact);
        views += fact instanceof Record.Opened ? 1 : 0;
      }
      case Effect.SetTimer(TimerName timer, long nanos) -> setTimer(replica, (Timer) timer, nanos);
      case Effect.CancelTimer(TimerName timer) -> replica.timers.remove((Timer) timer);
      case Effect.Output(Output output) -> decided(replica, output);
    }
  }

  private void decided(SimulatedReplica replica, Output output) {
    switch (output) {
      case Output.Append(ViewCommand entry) -> append(replica, entry);
      case Output.Executed(Entry entry) -> outcome(entry.id(), entry.outcome());
      case Output.TakeOver what -> takeOver(replica.host(), what);
    }
  }

  private void takeOver(int host, Output.TakeOver what) {
    boolean runs =
        coordinators.stream()
            .anyMatch(each -> each.host == host && each.transaction.equals(what.transaction()));
    if (!runs) {
      takeovers++;
      run(
          host,
          what.transaction(),
          Coordinator.takingOver(host, what.transaction(), what.above(), settings, groups()));
    }
  }

  private void append(SimulatedReplica replica, ViewCommand entry) {
    ConfigurationEntries configurationLog = configurationLogs.get(replica.shard);
    if (configurationLog.leader != replica.host() || random.nextDouble() < loss) {
      return;
    }
    configurationLog.log.add(entry);
    for (SimulatedReplica each : shards.get(replica.shard)) {
      int life = each.life;
      after(
          delay(),
          () -> {
            if (each.isUp() && each.life == life) {
              catchUp(each);
            }
          });
    }
  }

  private void ask(int from, Address.Replica to, ProtocolMessage message) {
    SimulatedReplica replica = shards.get(to.shard()).get(to.host());
    send(
        () -> {
          if (replica.isUp()) {
            on(replica, new Event.Received<>(new Address.Replica(from, to.shard()), message));
          }
        });
  }

  private void answered(int host, Event<Coordinator.Input> event) {
    for (Running each : List.copyOf(coordinators)) {
      if (each.host == host && coordinators.contains(each)) {
        on(each, event);
      }
    }
  }

  /** Gives an event to a coordinator; returns whether that has any effect. */
  boolean on(Running coordinator, Event<Coordinator.Input> event) {
    List<Effect<Coordinator.Output>> effects = coordinator.machine.on(event);
    if (!effects.isEmpty()) {
      String who = "coordinator of " + coordinator.transaction.id() + " on " + coordinator.host;
      tell(who, event, effects);
    }
    for (Effect<Coordinator.Output> effect : effects) {
      switch (effect) {
        case Effect.Send(Address to, ProtocolMessage message) ->
            ask(coordinator.host, (Address.Replica) to, message);
        case Effect.SetTimer(TimerName timer, long nanos) ->
            setTimer(coordinator, (Timer) timer, nanos);
        case Effect.CancelTimer(TimerName timer) -> coordinator.timers.remove((Timer) timer);
        case Effect.Output(Coordinator.Output output) -> decided(coordinator, output);
        case Effect.Persist<Coordinator.Output> record -> throw new AssertionError(record);
      }
    }
    return !effects.isEmpty();
  }

  private void decided(Running coordinator, Coordinator.Output output) {
    switch (output) {
      case Coordinator.Output.Ended end -> {
        if (end.outcome() != Outcome.UNKNOWN) {
          outcome(end.transaction().id(), end.outcome());
        }
        client.ended(end);
      }
      case Coordinator.Output.LeftOut _ -> {}
      case Coordinator.Output.Done _ -> coordinators.remove(coordinator);
    }
  }

  /** I6: a transaction has one outcome, wherever it is known. */
  private void outcome(Timestamp id, Outcome outcome) {
    Outcome before = outcomes.putIfAbsent(id, outcome);
    require(before == null || before == outcome, "I6: %s is %s and %s", id, before, outcome);
  }

  private void setTimer(SimulatedReplica replica, Timer timer, long nanos) {
    int life = replica.life;
    setTimer(
        replica.timers,
        timer,
        nanos,
        () -> replica.isUp() && replica.life == life,
        () -> on(replica, new Event.TimerFired<>(timer)));
  }

  private void setTimer(Running coordinator, Timer timer, long nanos) {
    setTimer(
        coordinator.timers,
        timer,
        nanos,
        () -> coordinators.contains(coordinator),
        () -> on(coordinator, new Event.TimerFired<>(timer)));
  }
}
