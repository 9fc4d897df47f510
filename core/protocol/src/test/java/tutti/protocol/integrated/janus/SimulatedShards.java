package tutti.protocol.integrated.janus;

import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import tutti.model.ActorId;
import tutti.protocol.integrated.Timer;
import tutti.protocol.integrated.janus.graph.Decision;
import tutti.protocol.integrated.janus.graph.Payload;
import tutti.protocol.integrated.janus.graph.Piece;
import tutti.protocol.integrated.janus.graph.PieceOutput;
import tutti.protocol.integrated.janus.graph.Request;
import tutti.protocol.integrated.janus.graph.Transaction;
import tutti.protocol.integrated.janus.graph.TransactionId;
import tutti.protocol.integrated.janus.membership.ConfigurationCommand;
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
 * seed draws. Every step is checked against the invariants of the package's card.
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

  /** A read that runs on a host. */
  static final class Reading {
    final int host;
    final int shard;
    final ActorId item;
    final long begun;
    final Reader machine;
    final Map<Timer, Long> timers = new EnumMap<>(Timer.class);
    @Nullable Payload values;
    long ended = Long.MAX_VALUE;

    Reading(int host, int shard, ActorId item, long begun, Reader machine) {
      this.host = host;
      this.shard = shard;
      this.item = item;
      this.begun = begun;
      this.machine = machine;
    }
  }

  /** The piece of a transaction in a shard. */
  private record Place(TransactionId id, int shard) {}

  /** A listener to the ends of transactions. */
  interface Client {
    void ended(Coordinator.Output.Ended end);
  }

  final Settings settings;
  final List<Integer> hosts;
  final List<List<SimulatedReplica>> shards = new ArrayList<>();
  final List<TransactionNumbers> fronts = new ArrayList<>();
  final List<Running> coordinators = new ArrayList<>();
  final SortedMap<TransactionId, Request> requests = new TreeMap<>();

  /** The transactions that were decided, and whether each is abandoned. */
  final SortedMap<TransactionId, Boolean> abandoned = new TreeMap<>();

  /** The transactions that some replica has executed, and whether each was refused. */
  final SortedMap<TransactionId, Boolean> refused = new TreeMap<>();

  /** The component of each transaction that has its place somewhere. */
  private final Map<TransactionId, SortedSet<Transaction>> ordered = new HashMap<>();

  final SortedMap<Long, Reading> readings = new TreeMap<>();
  private final Map<Place, PieceOutput> outputs = new HashMap<>();
  private final Map<Integer, List<Integer>> groups = new HashMap<>();
  private Client client = _ -> {};
  private long nonces;

  /** The configuration logs of the shards; none if they have their replicas for good. */
  final List<SimulatedConfigurationLog> configurationLogs = new ArrayList<>();

  int takeovers;
  int components;

  SimulatedShards(long seed, int shardCount, int size, Settings settings) {
    this(seed, shardCount, size, settings, false);
  }

  SimulatedShards(long seed, int shardCount, int size, Settings settings, boolean registered) {
    super(seed);
    this.settings = settings;
    this.hosts = IntStream.range(0, size).boxed().toList();
    IntStream.range(0, shardCount).forEach(shard -> groups.put(shard, hosts));
    hosts.forEach(host -> fronts.add(new TransactionNumbers(host + 1, settings.mostOpen())));
    for (int shard = 0; shard < shardCount; shard++) {
      int number = shard;
      shards.add(
          hosts.stream()
              .map(
                  host ->
                      new SimulatedReplica(
                          number, new Group(host, hosts), groups, settings, registered))
              .toList());
      if (registered) {
        configurationLogs.add(new SimulatedConfigurationLog(this, shards.getLast()));
      }
    }
  }

  void client(Client its) {
    client = its;
  }

  List<SimulatedReplica> replicas() {
    return shards.stream().flatMap(List::stream).toList();
  }

  void start(SimulatedReplica replica) {
    replica.start(requests);
    if (!configurationLogs.isEmpty()) {
      configurationLogs.get(replica.shard).started(replica);
    }
    on(replica, new Event.Started<>(++nonces));
  }

  /** Crashes a replica between two records; a part of what was not durable stays. */
  void crash(SimulatedReplica replica) {
    replica.crash(random.nextInt(replica.written.size() + 1));
    tell(name(replica), "crash", "");
  }

  private static String name(SimulatedReplica replica) {
    return "replica " + replica.shard + "." + replica.host();
  }

  /** Begins a transaction at a coordinator on that host. */
  Transaction begin(int host, List<Integer> participants, Request request) {
    Transaction transaction = new Transaction(fronts.get(host).next(), participants);
    requests.put(transaction.id(), request);
    long upTo = fronts.get(host).settledUpTo();
    run(host, transaction, Coordinator.first(host, transaction, settings, groups, request, upTo));
    return transaction;
  }

  private void run(int host, Transaction transaction, Coordinator machine) {
    Running running = new Running(host, transaction, machine);
    coordinators.add(running);
    on(running, new Event.Started<>(++nonces));
  }

  /** Begins a read at that host, of the replica of a random host first. */
  void read(int host, int shard, ActorId item) {
    List<Integer> nearest = new ArrayList<>(hosts);
    Collections.rotate(nearest, random.nextInt(hosts.size()));
    long number = ++nonces;
    Reader machine = new Reader(number, shard, nearest, item, true, settings);
    Reading reading = new Reading(host, shard, item, now(), machine);
    readings.put(number, reading);
    on(reading, new Event.Started<>(++nonces));
  }

  private void on(Reading reading, Event<Void> event) {
    List<Effect<Reader.HasRead>> effects = reading.machine.on(event);
    if (!effects.isEmpty()) {
      tell("read on " + reading.host, event, effects);
    }
    for (Effect<Reader.HasRead> effect : effects) {
      switch (effect) {
        case Effect.Send(Address to, ProtocolMessage message) -> ask(reading.host, to, message);
        case Effect.SetTimer(TimerName timer, long nanos) ->
            setTimer(
                reading.timers,
                (Timer) timer,
                nanos,
                () -> true,
                () -> on(reading, new Event.TimerFired<>(timer)));
        case Effect.CancelTimer(TimerName timer) -> reading.timers.remove((Timer) timer);
        case Effect.Output(Reader.HasRead(long _, Payload values)) -> {
          reading.values = values;
          reading.ended = now();
        }
        case Effect.Persist(var _, var _) -> throw new AssertionError(effect);
      }
    }
  }

  void kill(Running coordinator) {
    coordinators.remove(coordinator);
    tell("coordinator of " + coordinator.transaction.id(), "gone", "");
  }

  void on(SimulatedReplica replica, Input input) {
    on(replica, new Event.Input<>(input));
  }

  void on(SimulatedReplica replica, Event<Input> event) {
    List<Effect<Output>> effects = replica.on(event);
    tell(name(replica), event, effects);
    for (Effect<Output> effect : effects) {
      carryOut(replica, effect);
    }
    int life = replica.life;
    if (!replica.written.isEmpty()) {
      after(MILLI / 5 + random.nextLong(2 * MILLI), () -> flush(replica, life));
    }
    if (!replica.executions.isEmpty()) {
      after(random.nextLong(MILLI / 2), () -> execute(replica, life));
    }
  }

  private void flush(SimulatedReplica replica, int life) {
    if (replica.isUp() && replica.life == life && !replica.written.isEmpty()) {
      int count = replica.written.size();
      replica.keep(count);
      on(replica, new Event.Persisted<>(count));
    }
  }

  private void execute(SimulatedReplica replica, int life) {
    if (replica.isUp() && replica.life == life && !replica.executions.isEmpty()) {
      // Those that are given may run in any order, or all at once.
      for (int skip = random.nextInt(replica.executions.size()); skip > 0; skip--) {
        replica.executions.add(replica.executions.remove());
      }
      on(replica, replica.execute());
    }
  }

  private void carryOut(SimulatedReplica replica, Effect<Output> effect) {
    switch (effect) {
      case Effect.Send(Address.Coordinator(int host), ProtocolMessage sent) -> {
        Message message = (Message) sent;
        require(isForced(replica, message), "I6: %s is not durable", message);
        answer(replica, host, message);
      }
      case Effect.Send(Address to, ProtocolMessage message) -> ask(replica.host(), to, message);
      case Effect.Persist(ProtocolRecord record, var _) -> {
        Record fact = (Record) record;
        replica.written.add(fact);
        check(replica, fact);
      }
      case Effect.SetTimer(TimerName timer, long nanos) -> setTimer(replica, (Timer) timer, nanos);
      case Effect.CancelTimer(TimerName timer) -> replica.timers.remove((Timer) timer);
      case Effect.Output(Output output) -> carryOut(replica, output);
    }
  }

  private void answer(SimulatedReplica replica, int host, Message message) {
    send(() -> answered(host, new Address.Replica(replica.host(), replica.shard), message));
  }

  private void carryOut(SimulatedReplica replica, Output output) {
    switch (output) {
      case Output.Execute _, Output.Evaluate _, Output.Refuse _ -> replica.executions.add(output);
      case Output.TakeOver what -> takeOver(replica.host(), what);
      case Output.Append(ConfigurationCommand change) ->
          configurationLogs.get(replica.shard).append(replica, change);
      case Output.Read(int host, long number, Piece piece) -> {
        Message value = new Message.Value(number, replica.read(piece));
        answer(replica, host, value);
      }
      case Output.Fail _, Output.Stuck _, Output.Diverged _ -> throw new AssertionError(output);
    }
  }

  private static boolean isForced(SimulatedReplica replica, Message message) {
    return switch (message) {
      case Message.Within(_, Message inner) -> isForced(replica, inner);
      case Message.PreAccepted _,
          Message.Promised _,
          Message.Accepted _,
          Message.Refused _,
          Message.Applied _ ->
          replica.written.isEmpty();
      default -> true;
    };
  }

  private void check(SimulatedReplica replica, Record fact) {
    switch (fact) {
      case Record.Witnessed(Transaction transaction, _, _, _) ->
          require(
              !replica.witnessed.contains(transaction.id()),
              "I7: %s witnesses %s twice",
              name(replica),
              transaction);
      case Record.Decided(Transaction transaction, Decision decision) -> {
        Boolean before = abandoned.putIfAbsent(transaction.id(), decision.abandoned());
        require(
            before == null || before == decision.abandoned(),
            "I1: %s is abandoned, or not",
            transaction);
      }
      case Record.Executed(TransactionId id, PieceOutput output) -> {
        Boolean other = refused.putIfAbsent(id, output.refused());
        require(
            other == null || other == output.refused(), "I9: a part of %s is refused alone", id);
        PieceOutput before = outputs.putIfAbsent(new Place(id, replica.shard), output);
        require(
            before == null || before.equals(output),
            "I9: %s has output %s, not %s, at %s",
            id,
            output,
            before,
            name(replica));
      }
      case Record.Ordered(SortedSet<Transaction> component) -> {
        components += component.size() > 1 ? 1 : 0;
        for (Transaction each : component) {
          SortedSet<Transaction> before = ordered.put(each.id(), component);
          require(
              before == null || before.equals(component),
              "I1: the component of %s is %s, not %s, at %s",
              each,
              component,
              before,
              name(replica));
        }
      }
      case Record.Forgotten(TransactionId id) -> checkForgotten(id);
      default -> {}
    }
  }

  /** Every replica of every member of the component has executed it, durably. */
  private void checkForgotten(TransactionId id) {
    for (Transaction member : ordered.get(id)) {
      for (int shard : member.shards()) {
        for (SimulatedReplica each : shards.get(shard)) {
          require(
              each.executed.contains(member.id()) || isOut(each),
              "I8: %s is forgotten, and %s is not executed at %s",
              id,
              member,
              name(each));
        }
      }
    }
  }

  /** Whether nothing waits for a replica: it has to get the memory of another one. */
  private boolean isOut(SimulatedReplica replica) {
    return !configurationLogs.isEmpty()
        && (!replica.isUp()
            || !replica.memory().executes()
            || !configurationLogs.get(replica.shard).newest().executes(replica.host()));
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
          Coordinator.takingOver(host, what.transaction(), what.above(), settings, groups));
    }
  }

  private void ask(int from, Address to, ProtocolMessage message) {
    int shard = ((Address.Replica) to).shard();
    SimulatedReplica replica = shards.get(shard).get(to.host());
    send(
        () -> {
          if (replica.isUp()) {
            on(replica, new Event.Received<>(new Address.Replica(from, shard), message));
          }
        });
  }

  private void answered(int host, Address from, Message message) {
    for (Reading each : readings.values()) {
      if (each.host == host && each.values == null) {
        on(each, new Event.Received<>(from, message));
      }
    }
    for (Running each : List.copyOf(coordinators)) {
      if (each.host == host && coordinators.contains(each)) {
        on(each, new Event.Received<>(from, message));
      }
    }
  }

  void on(Running coordinator, Event<Coordinator.Input> event) {
    List<Effect<Coordinator.Output>> effects = coordinator.machine.on(event);
    if (!effects.isEmpty()) {
      String who = "coordinator of " + coordinator.transaction.id() + " on " + coordinator.host;
      tell(who, event, effects);
    }
    for (Effect<Coordinator.Output> effect : effects) {
      switch (effect) {
        case Effect.Send(Address to, ProtocolMessage message) -> ask(coordinator.host, to, message);
        case Effect.SetTimer(TimerName timer, long nanos) ->
            setTimer(coordinator, (Timer) timer, nanos);
        case Effect.CancelTimer(TimerName timer) -> coordinator.timers.remove((Timer) timer);
        case Effect.Output(Coordinator.Output output) -> decided(coordinator, output);
        case Effect.Persist(var _, var _) -> throw new AssertionError(effect);
      }
    }
  }

  private void decided(Running coordinator, Coordinator.Output output) {
    switch (output) {
      case Coordinator.Output.Ended end -> client.ended(end);
      case Coordinator.Output.Freed(Transaction transaction) ->
          front(transaction).freed(transaction.id());
      case Coordinator.Output.Done(Transaction transaction, boolean settled) -> {
        coordinators.remove(coordinator);
        if (settled) {
          front(transaction).settled(transaction.id());
        }
      }
    }
  }

  private TransactionNumbers front(Transaction transaction) {
    return fronts.get((int) transaction.id().front() - 1);
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
