package tutti.protocol.integrated.tapir;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.stream.IntStream;
import tutti.model.ActorId;
import tutti.protocol.integrated.Ballot;
import tutti.protocol.integrated.Timer;
import tutti.protocol.integrated.tapir.Entry.Outcome;
import tutti.protocol.machine.Address;
import tutti.protocol.machine.Effect;
import tutti.protocol.machine.Event;
import tutti.protocol.replication.Group;

/**
 * Shards whose messages and flushes happen when a test says so. Each transaction has its first
 * coordinator on host 0 and is known by its timestamp; whoever takes over runs on host 1.
 */
final class SteppedShards {
  static final Settings STRICT = Settings.of(true, 10, 100, 1000);
  static final Settings TIMESTAMPS = Settings.of(false, 10, 100, 1000);

  /** A message under way; to a coordinator if {@code toReplica} is not set. */
  record Sent(boolean toReplica, int from, int to, int shard, Message message) {}

  final List<List<SimulatedReplica>> shards = new ArrayList<>();
  final List<Sent> messages = new ArrayList<>();
  final SortedMap<Timestamp, Coordinator> coordinators = new TreeMap<>();
  final List<Coordinator.Output.Ended> ended = new ArrayList<>();
  final List<Output.TakeOver> takeOvers = new ArrayList<>();
  private final List<List<ViewCommand>> configurationLogs = new ArrayList<>();
  private final Settings settings;
  private long nonces;

  /** Messages that were delivered, and flushes, since {@link #forget}. */
  int delivered;

  int flushed;

  private SteppedShards(int count, int size, Settings settings) {
    this.settings = settings;
    List<Integer> hosts = IntStream.range(0, size).boxed().toList();
    for (int shard = 0; shard < count; shard++) {
      int number = shard;
      shards.add(
          hosts.stream()
              .map(host -> new SimulatedReplica(number, new Group(host, hosts), settings))
              .toList());
      configurationLogs.add(new ArrayList<>());
    }
  }

  /** Shards in their first view, whose configuration logs host 0 leads. */
  static SteppedShards open(int count, int size, Settings settings) {
    SteppedShards all = new SteppedShards(count, size, settings);
    all.shards.forEach(shard -> shard.forEach(all::start));
    for (int shard = 0; shard < count; shard++) {
      all.lead(shard, 0);
    }
    all.settle();
    all.forget();
    return all;
  }

  void start(SimulatedReplica replica) {
    replica.start();
    on(replica, new Event.Started<>(++nonces));
    catchUp(replica);
  }

  void lead(int shard, int host) {
    shards.get(shard).forEach(each -> on(each, new Event.Input<>(new Input.Leads(host))));
  }

  SimulatedReplica replica(int shard, int host) {
    return shards.get(shard).get(host);
  }

  DurableState memory(int shard, int host) {
    return replica(shard, host).up().memory();
  }

  static ActorId item(String key) {
    return new ActorId("Item", key);
  }

  /** Begins a transaction of one shard. */
  void begin(Timestamp id, Part part) {
    begin(new Transaction(id, List.of(0)), Map.of(0, part));
  }

  void begin(Transaction transaction, Map<Integer, Part> parts) {
    Coordinator coordinator = Coordinator.first(0, transaction, settings, groups(), parts);
    coordinators.put(transaction.id(), coordinator);
    carryOut(0, coordinator.on(new Event.Started<>(++nonces)));
  }

  /** A coordinator takes over, as a replica has asked for; the one before is gone. */
  void takeOver(Transaction transaction, Ballot above) {
    Coordinator coordinator = Coordinator.takingOver(1, transaction, above, settings, groups());
    coordinators.put(transaction.id(), coordinator);
    carryOut(1, coordinator.on(new Event.Started<>(++nonces)));
  }

  private Map<Integer, List<Integer>> groups() {
    Map<Integer, List<Integer>> groups = new HashMap<>();
    for (int shard = 0; shard < shards.size(); shard++) {
      groups.put(shard, shards.get(shard).getFirst().group.hosts());
    }
    return groups;
  }

  void fire(Timestamp id, Timer timer) {
    carryOut(0, coordinators.get(id).on(new Event.TimerFired<>(timer)));
  }

  /** Tells a first coordinator that no client waits for its transaction. */
  void giveUp(Timestamp id) {
    Event<Coordinator.Input> event = new Event.Input<>(new Coordinator.Input.GivenUp());
    carryOut(0, coordinators.get(id).on(event));
  }

  void on(SimulatedReplica replica, Event<Input> event) {
    for (Effect<Output> effect : replica.on(event)) {
      switch (effect) {
        case Effect.Send(Address.Replica(int to, int shard), var message) ->
            messages.add(new Sent(true, replica.host(), to, shard, (Message) message));
        case Effect.Send(Address to, var message) ->
            messages.add(
                new Sent(false, replica.host(), to.host(), replica.shard, (Message) message));
        case Effect.Persist(var fact, var _) -> replica.written.add((Record) fact);
        case Effect.SetTimer(var _, long _), Effect.CancelTimer(var _) -> {}
        case Effect.Output(Output output) -> decided(replica, output);
      }
    }
  }

  private void decided(SimulatedReplica replica, Output output) {
    switch (output) {
      case Output.Append(ViewCommand entry) -> {
        configurationLogs.get(replica.shard).add(entry);
        shards.get(replica.shard).stream().filter(SimulatedReplica::isUp).forEach(this::catchUp);
      }
      case Output.TakeOver what -> takeOvers.add(what);
      case Output.Executed _ -> {}
    }
  }

  void catchUp(SimulatedReplica replica) {
    List<ViewCommand> configurationLog = configurationLogs.get(replica.shard);
    while (replica.told < configurationLog.size()) {
      on(replica, new Event.Input<>(new Input.Chosen(configurationLog.get(replica.told++))));
    }
  }

  private void carryOut(int host, List<Effect<Coordinator.Output>> effects) {
    for (Effect<Coordinator.Output> effect : effects) {
      switch (effect) {
        case Effect.Send(Address.Replica(int to, int shard), var message) ->
            messages.add(new Sent(true, host, to, shard, (Message) message));
        case Effect.Output(Coordinator.Output.Ended end) -> ended.add(end);
        default -> {}
      }
    }
  }

  void flush(int shard, int host) {
    SimulatedReplica replica = replica(shard, host);
    int count = replica.written.size();
    if (count > 0) {
      replica.durable.addAll(replica.written);
      replica.written.clear();
      flushed++;
      on(replica, new Event.Persisted<>(count));
    }
  }

  void deliver(Sent sent) {
    delivered++;
    Address from = new Address.Replica(sent.from(), sent.shard());
    if (!sent.toReplica()) {
      coordinators
          .values()
          .forEach(
              each -> carryOut(sent.to(), each.on(new Event.Received<>(from, sent.message()))));
    } else if (replica(sent.shard(), sent.to()).isUp()) {
      on(replica(sent.shard(), sent.to()), new Event.Received<>(from, sent.message()));
    }
  }

  /** Takes all messages under way. */
  List<Sent> take() {
    List<Sent> all = List.copyOf(messages);
    messages.clear();
    return all;
  }

  /** Delivers all messages and flushes, until there are none. */
  void settle() {
    settle(_ -> true);
  }

  /** Delivers those messages, loses the others, and flushes, until there are none. */
  void settle(Predicate<Sent> which) {
    boolean more = true;
    while (more) {
      List<Sent> now = take();
      now.stream().filter(which).forEach(this::deliver);
      int before = flushed;
      shards.forEach(
          shard ->
              shard.stream()
                  .filter(SimulatedReplica::isUp)
                  .forEach(each -> flush(each.shard, each.host())));
      more = !now.isEmpty() || flushed > before;
    }
  }

  /** Ends the view of a shard, and opens the next with the records of hosts that are up. */
  void changeView(int shard, Predicate<Sent> which) {
    SimulatedReplica leader = replica(shard, 0);
    on(
        leader,
        new Event.Received<>(
            new Address.Replica(0, shard), new Message.RequestViewChange(memory(shard, 0).view())));
    settle(which);
  }

  void loseDisk(int shard, int host) {
    SimulatedReplica replica = replica(shard, host);
    replica.crash(0);
    replica.loseDisk();
    start(replica);
    on(replica, new Event.Input<>(new Input.Leads(0)));
  }

  void forget() {
    delivered = 0;
    flushed = 0;
    ended.clear();
    takeOvers.clear();
  }

  /** The outcome that was told of a transaction; unknown if none was. */
  Outcome outcome(Timestamp id) {
    return ended.stream()
        .filter(end -> end.transaction().id().equals(id))
        .map(Coordinator.Output.Ended::outcome)
        .findFirst()
        .orElse(Outcome.UNKNOWN);
  }

  Vote refusal(Timestamp id) {
    return ended.stream()
        .filter(end -> end.transaction().id().equals(id))
        .map(Coordinator.Output.Ended::refusal)
        .findFirst()
        .orElse(Vote.NONE);
  }
}
