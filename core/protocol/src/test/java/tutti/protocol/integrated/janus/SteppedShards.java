package tutti.protocol.integrated.janus;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.stream.IntStream;
import tutti.model.ActorId;
import tutti.model.Decoder;
import tutti.protocol.integrated.Ballot;
import tutti.protocol.integrated.Timer;
import tutti.protocol.integrated.janus.graph.Payload;
import tutti.protocol.integrated.janus.graph.Piece;
import tutti.protocol.integrated.janus.graph.Request;
import tutti.protocol.integrated.janus.graph.Transaction;
import tutti.protocol.integrated.janus.graph.TransactionId;
import tutti.protocol.machine.Address;
import tutti.protocol.machine.Effect;
import tutti.protocol.machine.Effects;
import tutti.protocol.machine.Event;
import tutti.protocol.machine.ProtocolMessage;
import tutti.protocol.machine.ProtocolRecord;
import tutti.protocol.replication.Group;

/**
 * Shards whose messages and flushes happen when a test says so. Each transaction has its first
 * coordinator on host 0; one that takes over runs on host 1.
 */
final class SteppedShards {
  static final Settings SETTINGS = Settings.of(10, 100, 1000);

  /** A message under way; to a coordinator if {@code toReplica} is not set. */
  record Sent(boolean toReplica, int from, int to, int shard, Message message) {}

  final List<List<SimulatedReplica>> shards = new ArrayList<>();
  final List<Sent> messages = new ArrayList<>();
  final SortedMap<TransactionId, Coordinator> coordinators = new TreeMap<>();
  final SortedMap<TransactionId, Request> requests = new TreeMap<>();
  final SortedMap<Long, Reader> readers = new TreeMap<>();

  /** How often the item of each read was written before it. */
  final SortedMap<Long, Integer> read = new TreeMap<>();

  final List<Coordinator.Output.Ended> ended = new ArrayList<>();
  final List<Transaction> freed = new ArrayList<>();
  final List<Output.TakeOver> takeOvers = new ArrayList<>();
  private final Settings settings;
  private final Map<Integer, List<Integer>> groups = new HashMap<>();
  private long nonces;

  /** Whether pieces are executed at once. */
  boolean executes = true;

  /** Messages that were delivered, and flushes that an answer has waited for. */
  int delivered;

  int flushed;

  SteppedShards(int count, int size) {
    this(count, size, SETTINGS);
  }

  SteppedShards(int count, int size, Settings settings) {
    this.settings = settings;
    List<Integer> hosts = IntStream.range(0, size).boxed().toList();
    IntStream.range(0, count).forEach(shard -> groups.put(shard, hosts));
    for (int shard = 0; shard < count; shard++) {
      int number = shard;
      shards.add(
          hosts.stream()
              .map(host -> new SimulatedReplica(number, new Group(host, hosts), groups, settings))
              .toList());
    }
    shards.forEach(shard -> shard.forEach(this::start));
  }

  static ActorId item(String key) {
    return new ActorId("Item", key);
  }

  static Transaction transaction(long number, Integer... participants) {
    return new Transaction(new TransactionId(number, 1), List.of(participants));
  }

  /** A request that writes an item in each of the transaction's shards. */
  static Request writing(Transaction transaction, String key) {
    SortedMap<Integer, Piece> pieces = new TreeMap<>();
    for (int shard : transaction.shards()) {
      pieces.put(shard, piece(shard, key));
    }
    return new Request(pieces);
  }

  /** A request of the shards from 0 on, with that piece in each. */
  static Request request(Piece... pieces) {
    SortedMap<Integer, Piece> all = new TreeMap<>();
    for (Piece each : pieces) {
      all.put(all.size(), each);
    }
    return new Request(all);
  }

  /** A piece that reads those items of shard 0. */
  static Piece reading(String... keys) {
    SortedSet<ActorId> reads = new TreeSet<>();
    for (String key : keys) {
      reads.add(item(key + 0));
    }
    return new Piece(reads, new TreeSet<>(), Payload.NONE);
  }

  private static Piece piece(int shard, String key, int... action) {
    SortedSet<ActorId> writes = new TreeSet<>(List.of(item(key + shard)));
    byte[] bytes = new byte[action.length];
    for (int each = 0; each < action.length; each++) {
      bytes[each] = (byte) action[each];
    }
    return new Piece(new TreeSet<>(), writes, new Payload(bytes));
  }

  /**
   * A request that does so after an exchange of words: so many rounds, and the last shard refuses
   * if {@code refuses} is above 0 and divides the number of writes that it has seen or heard of.
   */
  static Request exchanging(Transaction transaction, String key, int rounds, int refuses) {
    SortedMap<Integer, Piece> pieces = new TreeMap<>();
    for (int shard : transaction.shards()) {
      boolean last = shard == transaction.shards().getLast();
      pieces.put(shard, piece(shard, key, rounds, last ? refuses : 0));
    }
    return new Request(pieces, true);
  }

  void start(SimulatedReplica replica) {
    replica.start(requests);
    on(replica, new Event.Started<>(++nonces));
  }

  SimulatedReplica replica(int shard, int host) {
    return shards.get(shard).get(host);
  }

  DurableState memory(int shard, int host) {
    return replica(shard, host).memory();
  }

  /** The transactions that have written an item at a replica. */
  List<TransactionId> written(int shard, int host, String key) {
    return replica(shard, host).items.getOrDefault(item(key + shard), List.of());
  }

  void begin(Transaction transaction, Request request) {
    requests.put(transaction.id(), request);
    Coordinator coordinator = Coordinator.first(0, transaction, settings, groups, request, 0);
    coordinators.put(transaction.id(), coordinator);
    coordinated(0, coordinator.on(new Event.Started<>(++nonces)));
  }

  /** Begins a read of an item of shard 0 on host 0; the nearest replica is that of a host. */
  void read(long number, String key, int nearest) {
    List<Integer> hosts = new ArrayList<>(groups.get(0));
    Collections.rotate(hosts, -nearest);
    Reader reader = new Reader(number, 0, hosts, item(key + 0), true, settings);
    readers.put(number, reader);
    read(0, reader.on(new Event.Started<>(++nonces)));
  }

  private void values(long number, Payload values) {
    read.put(number, (int) new Decoder(values.bytes()).getVarLong());
  }

  /** A coordinator takes over, as a replica has asked for; the one before is gone. */
  void takeOver(Transaction transaction, Ballot above) {
    Coordinator coordinator = Coordinator.takingOver(1, transaction, above, settings, groups);
    coordinators.put(transaction.id(), coordinator);
    coordinated(1, coordinator.on(new Event.Started<>(++nonces)));
  }

  /** No client waits for the transaction any more. */
  void giveUp(Transaction transaction) {
    Event<Coordinator.Input> event = new Event.Input<>(new Coordinator.Input.GivenUp());
    coordinated(0, coordinators.get(transaction.id()).on(event));
  }

  void fire(Transaction transaction, Timer timer) {
    coordinated(0, coordinators.get(transaction.id()).on(new Event.TimerFired<>(timer)));
  }

  void on(SimulatedReplica replica, Input input) {
    on(replica, new Event.Input<>(input));
  }

  void on(SimulatedReplica replica, Event<Input> event) {
    for (Effect<Output> effect : replica.on(event)) {
      switch (effect) {
        case Effect.Send(Address.Replica(int to, int shard), ProtocolMessage message) ->
            messages.add(new Sent(true, replica.host(), to, shard, (Message) message));
        case Effect.Send(Address to, ProtocolMessage message) ->
            answer(replica, to.host(), (Message) message);
        case Effect.Persist(ProtocolRecord record, Effect.Flush flush) -> {
          replica.written.add((Record) record);
          replica.forced |= flush == Effect.Flush.FORCED;
        }
        case Effect.SetTimer(_, _), Effect.CancelTimer(_) -> {}
        case Effect.Output(Output output) -> carryOut(replica, output);
      }
    }
    while (executes && !replica.executions.isEmpty()) {
      on(replica, replica.execute());
    }
  }

  private void answer(SimulatedReplica replica, int host, Message message) {
    messages.add(new Sent(false, replica.host(), host, replica.shard, message));
  }

  private void carryOut(SimulatedReplica replica, Output output) {
    switch (output) {
      case Output.Execute _, Output.Evaluate _, Output.Refuse _ -> replica.executions.add(output);
      case Output.Read(int host, long number, Piece piece) ->
          answer(replica, host, new Message.Value(number, replica.read(piece)));
      case Output.TakeOver what -> takeOvers.add(what);
      case Output.Append _, Output.Fail _, Output.Stuck _, Output.Diverged _ ->
          throw new AssertionError(output);
    }
  }

  private <O> void send(int host, List<Effect<O>> effects) {
    for (Effect.Send<O> each : Effects.sends(effects)) {
      Address.Replica to = (Address.Replica) each.to();
      messages.add(new Sent(true, host, to.host(), to.shard(), (Message) each.message()));
    }
  }

  private void coordinated(int host, List<Effect<Coordinator.Output>> effects) {
    send(host, effects);
    for (Coordinator.Output output : Effects.outputs(effects)) {
      switch (output) {
        case Coordinator.Output.Ended end -> ended.add(end);
        case Coordinator.Output.Freed(Transaction transaction) -> freed.add(transaction);
        case Coordinator.Output.Done(_, _) -> {}
      }
    }
  }

  private void read(int host, List<Effect<Reader.HasRead>> effects) {
    send(host, effects);
    Effects.outputs(effects).forEach(each -> values(each.number(), each.values()));
  }

  /** Makes all records of all replicas durable; returns whether there were any. */
  boolean flush() {
    boolean any = false;
    for (List<SimulatedReplica> shard : shards) {
      for (SimulatedReplica replica : shard) {
        int count = replica.written.size();
        if (count > 0) {
          flushed += replica.forced ? 1 : 0;
          replica.keep(count);
          on(replica, new Event.Persisted<>(count));
          any = true;
        }
      }
    }
    return any;
  }

  void deliver(Sent sent) {
    delivered++;
    Address from = new Address.Replica(sent.from(), sent.shard());
    if (!sent.toReplica()) {
      readers
          .values()
          .forEach(each -> read(sent.to(), each.on(new Event.Received<>(from, sent.message()))));
      coordinators
          .values()
          .forEach(
              each -> coordinated(sent.to(), each.on(new Event.Received<>(from, sent.message()))));
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

  /** Delivers those messages under way, and leaves the others. */
  void deliver(Predicate<Sent> which) {
    for (Sent each : take()) {
      if (which.test(each)) {
        deliver(each);
      } else {
        messages.add(each);
      }
    }
  }

  /** Delivers all messages under way. */
  void deliver() {
    take().forEach(this::deliver);
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
      more = flush() || !now.isEmpty();
    }
  }

  /** The outputs that were told of a transaction, by shard; none if it has not ended. */
  SortedMap<Integer, Payload> outputs(Transaction transaction) {
    return ended.stream()
        .filter(end -> end.transaction().equals(transaction))
        .map(Coordinator.Output.Ended::outputs)
        .findFirst()
        .orElse(new TreeMap<>());
  }

  /** The outcome that was told of a transaction; unknown if none was. */
  Outcome outcome(Transaction transaction) {
    return ended.stream()
        .filter(end -> end.transaction().equals(transaction))
        .map(Coordinator.Output.Ended::outcome)
        .findFirst()
        .orElse(Outcome.UNKNOWN);
  }
}
