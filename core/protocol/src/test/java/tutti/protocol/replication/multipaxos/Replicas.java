package tutti.protocol.replication.multipaxos;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.function.Predicate;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import tutti.protocol.machine.Address;
import tutti.protocol.machine.Effect;
import tutti.protocol.machine.Event;
import tutti.protocol.replication.Ballot;
import tutti.protocol.replication.Command;
import tutti.protocol.replication.Group;
import tutti.protocol.replication.Input;
import tutti.protocol.replication.Output;
import tutti.protocol.replication.ReplicaMachine;
import tutti.protocol.replication.ShardMessage;
import tutti.protocol.replication.Timer;
import tutti.protocol.replication.Timing;

/** The replicas of a shard, driven by hand: messages wait until they are delivered or dropped. */
final class Replicas {
  static final Timing TIMING = Timing.of(1_000_000_000L);

  /** A message under way. */
  record Sent(int from, int to, long shard, Message message) {}

  final List<ReplicaMachine> machines = new ArrayList<>();
  final List<DurableState> disks = new ArrayList<>();
  private final List<Invariants> invariants = new ArrayList<>();
  final Deque<Sent> messages = new ArrayDeque<>();

  /** All effects so far of each host but messages. */
  final List<List<Effect<Output>>> effects = new ArrayList<>();

  /** The records of each host that are not durable. */
  private final List<List<Effect.Persist<Output>>> written = new ArrayList<>();

  private final Timing timing;

  /** Messages that were delivered, and forced writes. */
  int delivered;

  int forced;

  private Replicas(List<DurableState> memories, Timing timing) {
    this.timing = timing;
    int size = memories.size();
    for (int host = 0; host < size; host++) {
      disks.add(memories.get(host));
      effects.add(new ArrayList<>());
      written.add(new ArrayList<>());
      invariants.add(new Invariants(memories.get(host)));
      machines.add(machine(host, size, timing));
    }
  }

  private ReplicaMachine machine(int host, int size, Timing its) {
    List<Integer> all = IntStream.range(0, size).boxed().toList();
    return MultiPaxos.replica(new Group(host, all), its, disks.get(host));
  }

  /** Blank replicas, started. */
  static Replicas blank(int size, Timing timing) {
    return started(Stream.generate(DurableState::new).limit(size).toList(), timing);
  }

  /** Replicas with these memories, started. */
  static Replicas started(List<DurableState> memories, Timing timing) {
    Replicas all = new Replicas(memories, timing);
    for (int host = 0; host < memories.size(); host++) {
      all.on(host, new Event.Started<>(100 + host));
    }
    return all;
  }

  /** A shard that was formed, and whose first host leads in ballot 1.0. */
  static Replicas led(int size) {
    return led(size, TIMING);
  }

  static Replicas led(int size, Timing timing) {
    Replicas all = blank(size, timing);
    all.settle();
    if (!all.phase(0).equals("leader")) {
      throw new AssertionError(all.phase(0));
    }
    all.forget();
    return all;
  }

  void on(int host, Event<Input> event) {
    List<Effect<Output>> step = machines.get(host).on(event);
    invariants.get(host).check(event, step);
    for (Effect<Output> effect : step) {
      switch (effect) {
        case Effect.Send(Address to, ShardMessage(long shard, var message)) ->
            messages.add(new Sent(host, to.host(), shard, (Message) message));
        case Effect.Persist<Output> persist -> {
          written.get(host).add(persist);
          effects.get(host).add(effect);
        }
        default -> effects.get(host).add(effect);
      }
    }
  }

  void fire(int host, Timer timer) {
    on(host, new Event.TimerFired<>(timer));
  }

  void propose(int host, String command) {
    on(
        host,
        new Event.Input<>(
            new Input.Propose(
                machines.get(host).promised(),
                List.of(new Command(command.getBytes(java.nio.charset.StandardCharsets.UTF_8))))));
  }

  /** Makes everything durable that a host has written. */
  void flush(int host) {
    int count = 0;
    for (Effect.Persist<Output> each : written.get(host)) {
      disks.get(host).add((Record) each.record());
      count += each.isTold() ? 1 : 0;
    }
    written.get(host).clear();
    if (count > 0) {
      forced++;
      on(host, new Event.Persisted<>(count));
    }
  }

  private void flushAll() {
    for (int host = 0; host < machines.size(); host++) {
      flush(host);
    }
  }

  /** Delivers every message, and flushes, until nothing is left. */
  void settle() {
    settle(sent -> true);
  }

  /** Delivers those messages and drops all others, and flushes, until nothing is left. */
  void settle(Predicate<Sent> arrives) {
    do {
      flushAll();
      while (!messages.isEmpty()) {
        Sent next = messages.remove();
        if (arrives.test(next)) {
          deliver(next);
        }
      }
    } while (written.stream().anyMatch(some -> !some.isEmpty()));
  }

  void deliver(Sent sent) {
    delivered++;
    on(
        sent.to(),
        new Event.Received<>(
            new Address.Peer(sent.from()), new ShardMessage(sent.shard(), sent.message())));
  }

  /** Takes all messages under way. */
  List<Sent> take() {
    List<Sent> all = List.copyOf(messages);
    messages.clear();
    return all;
  }

  /** Crashes a host, which loses what is not durable, and starts it again. */
  void restart(int host, long nonce) {
    restart(host, nonce, timing);
  }

  /** Crashes a host and starts it again with other waits. */
  void restart(int host, long nonce, Timing its) {
    written.get(host).clear();
    invariants.set(host, new Invariants(disks.get(host)));
    machines.set(host, machine(host, machines.size(), its));
    on(host, new Event.Started<>(nonce));
  }

  /** Crashes a host, which loses its disk, and starts it again. */
  void loseDisk(int host, long nonce) {
    exchangeDisk(host, new DurableState(), nonce);
  }

  /** Crashes a host, which starts again on another disk. */
  void exchangeDisk(int host, DurableState other, long nonce) {
    disks.set(host, other);
    restart(host, nonce);
  }

  void forget() {
    effects.forEach(List::clear);
    delivered = 0;
    forced = 0;
  }

  String phase(int host) {
    return machines.get(host).phase();
  }

  Ballot promised(int host) {
    return machines.get(host).promised();
  }

  long chosen(int host) {
    return machines.get(host).chosen();
  }

  <T extends Output> List<T> outputs(int host, Class<T> kind) {
    return effects.get(host).stream()
        .filter(Effect.Output.class::isInstance)
        .map(effect -> ((Effect.Output<Output>) effect).output())
        .filter(kind::isInstance)
        .map(kind::cast)
        .toList();
  }

  <T> List<T> effects(int host, Class<T> kind) {
    return effects.get(host).stream().filter(kind::isInstance).map(kind::cast).toList();
  }
}
