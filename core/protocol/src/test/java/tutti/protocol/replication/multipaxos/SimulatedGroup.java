package tutti.protocol.replication.multipaxos;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.IntStream;
import tutti.protocol.machine.Address;
import tutti.protocol.machine.Effect;
import tutti.protocol.machine.Event;
import tutti.protocol.machine.ProtocolMessage;
import tutti.protocol.machine.TimerName;
import tutti.protocol.replication.Ballot;
import tutti.protocol.replication.Command;
import tutti.protocol.replication.Group;
import tutti.protocol.replication.Input;
import tutti.protocol.replication.LogEntry;
import tutti.protocol.replication.Output;
import tutti.protocol.replication.ShardMessage;
import tutti.protocol.replication.Timer;
import tutti.protocol.replication.Timing;
import tutti.protocol.testing.VirtualNetwork;

/**
 * The hosts of one shard in virtual time, with faults that a seed draws. Every step is checked
 * against the invariants of the package's card.
 */
final class SimulatedGroup extends VirtualNetwork {
  /** A line of the story; put into words only for a walk that fails. */
  private record Told(long at, int host, Object event, String phase, Object effects) {
    @Override
    public String toString() {
      return "%.3f ms: %d %s -> %s %s".formatted(at / (double) MILLI, host, event, phase, effects);
    }
  }

  final List<SimulatedHost> hosts = new ArrayList<>();
  final Timing timing;

  /** The directions in which nothing arrives. */
  private final Map<Integer, Integer> cuts = new HashMap<>();

  private long nonces;

  /** The agreed log, by start. */
  private final TreeMap<Long, LogEntry> agreed = new TreeMap<>();

  /** The position up to which some open term has told its clients. */
  private long told;

  /** The ballot of the term that did. */
  private Ballot toldBy = Ballot.NONE;

  /** The position that each question must see, by ticket. */
  private final Map<Long, Long> asked = new HashMap<>();

  private long tickets;
  private int proposals;
  int confirmed;
  int terms;
  int rejoins;
  int offers;
  int returns;

  SimulatedGroup(long seed, int size, Timing timing) {
    super(seed);
    this.timing = timing;
    List<Integer> all = IntStream.range(0, size).boxed().toList();
    all.forEach(host -> hosts.add(new SimulatedHost(new Group(host, all), timing)));
  }

  /** Lets clocks run fast or slow, by that share at most. */
  void drift(double most) {
    hosts.forEach(host -> host.rate = 1 + most * (random.nextInt(3) - 1));
  }

  void start(SimulatedHost host) {
    host.start();
    on(host, new Event.Started<>(++nonces));
  }

  /** Crashes a host between two effects; a part of what was not durable stays. */
  void crash(SimulatedHost host) {
    host.crash(random.nextInt(host.written.size() + 1));
    tell(new Told(now(), host.number(), "crash", "down", ""));
  }

  void cut(int from, int to) {
    cuts.put(from, to);
  }

  @Override
  public void heal() {
    cuts.clear();
    super.heal();
  }

  void on(SimulatedHost host, Event<Input> event) {
    List<Effect<Output>> effects = host.on(event);
    tell(new Told(now(), host.number(), event, host.up().phase(), effects));
    for (Effect<Output> effect : effects) {
      carryOut(host, effect);
    }
    if (host.isUp()) {
      flushSoon(host);
    }
  }

  private void carryOut(SimulatedHost host, Effect<Output> effect) {
    switch (effect) {
      case Effect.Send(Address to, ProtocolMessage sent) -> {
        Message message = (Message) ((ShardMessage) sent).message();
        checkSaid(host, message);
        if (message instanceof Message.Rejoin(_, int disk)) {
          host.newestDisk = Math.max(host.newestDisk, disk);
        }
        send(host.number(), to.host(), new Event.Received<>(new Address.Peer(host.number()), sent));
      }
      case Effect.Persist<Output> persist -> host.written.add(persist);
      case Effect.SetTimer(TimerName timer, long nanos) -> setTimer(host, (Timer) timer, nanos);
      case Effect.CancelTimer(TimerName timer) -> host.timers.remove((Timer) timer);
      case Effect.Output(Output output) -> decided(host, output);
    }
  }

  private void decided(SimulatedHost host, Output output) {
    switch (output) {
      case Output.Chosen(long position, List<LogEntry> entries) -> chosen(host, position, entries);
      case Output.Opened(Ballot ballot, long term, long position) -> {
        // A term that opens when a later one has already spoken can do no harm.
        require(
            position >= told || ballot.isBelow(toldBy),
            "I5: a term opens at %d, but %d was told",
            position,
            told);
        terms++;
        host.term = ballot;
        host.position = position;
      }
      case Output.SteppedDown(Ballot ballot) -> host.term = null;
      case Output.Follows _ -> {}
      case Output.Confirmed(long ticket) -> confirmed(host, ticket);
      case Output.SnapshotNeeded(int to) -> offer(host, to);
    }
  }

  /** I3, I4 and I9: what is said is durable, and never takes an earlier word back. */
  private void checkSaid(SimulatedHost host, Message message) {
    DurableState kept = host.durable;
    switch (message) {
      case Message.Promise promise -> {
        require(kept.identity().votes(), "I9: host %d promises", host.number());
        require(
            kept.promised().compareTo(promise.ballot()) >= 0
                && kept.endMark().compareTo(promise.end()) >= 0,
            "I4: %s is not durable",
            promise);
        require(!promise.ballot().isBelow(host.said), "I3: %s after %s", promise, host.said);
        host.said = promise.ballot();
      }
      case Message.Accepted accepted when accepted.votes() -> {
        require(kept.identity().votes(), "I9: host %d accepts", host.number());
        require(
            kept.promised().compareTo(accepted.ballot()) >= 0
                && kept.endMark().position() >= accepted.end(),
            "I4: %s is not durable",
            accepted);
        require(!accepted.ballot().isBelow(host.said), "I3: %s after %s", accepted, host.said);
        host.said = accepted.ballot();
      }
      default -> {}
    }
  }

  private void send(int from, int to, Event<Input> event) {
    if (cuts.getOrDefault(from, -1) == to) {
      return;
    }
    send(
        () -> {
          SimulatedHost receiver = hosts.get(to);
          if (receiver.isUp()) {
            on(receiver, event);
          }
        });
  }

  private void setTimer(SimulatedHost host, Timer timer, long nanos) {
    int life = host.life;
    setTimer(
        host.timers,
        timer,
        (long) Math.ceil(nanos / host.rate),
        () -> host.isUp() && host.life == life,
        () -> on(host, new Event.TimerFired<>(timer)));
  }

  private void flushSoon(SimulatedHost host) {
    int life = host.life;
    if (!host.written.isEmpty()) {
      after(
          MILLI / 5 + random.nextLong(2 * MILLI),
          () -> {
            if (host.isUp() && host.life == life) {
              flush(host);
            }
          });
    }
  }

  private void flush(SimulatedHost host) {
    int count = 0;
    for (Effect.Persist<Output> each : host.written) {
      host.durable.add((Record) each.record());
      count += each.isTold() ? 1 : 0;
    }
    host.written.clear();
    if (count > 0) {
      on(host, new Event.Persisted<>(count));
    }
  }

  /** I1 and I2: all replicas apply one log, each a first part of it. */
  private void chosen(SimulatedHost host, long position, List<LogEntry> entries) {
    for (LogEntry entry : entries) {
      LogEntry before = agreed.putIfAbsent(entry.start(), entry);
      require(
          before == null || before.equals(entry), "I1: %s is chosen where %s was", entry, before);
      require(
          agreed.lowerEntry(entry.start()) == null
              || agreed.lowerEntry(entry.start()).getValue().end() == entry.start(),
          "I2: a gap before %s",
          entry);
      require(entry.start() <= host.applied, "I2: a gap behind %d", host.applied);
      host.applied = Math.max(host.applied, entry.end());
    }
    require(host.applied >= position, "I2: host %d lacks what is chosen", host.number());
    if (host.term != null && position > told) {
      told = position;
      toldBy = host.term;
    }
  }

  void propose(SimulatedHost host) {
    if (host.term == null) {
      return;
    }
    byte[] bytes = ("command " + proposals++).getBytes(java.nio.charset.StandardCharsets.UTF_8);
    host.position = LogEntry.after(host.position, bytes.length);
    on(host, new Event.Input<>(new Input.Propose(host.term, List.of(new Command(bytes)))));
    require(
        host.term == null || host.up().end().position() == host.position,
        "the journal's position %d is not the log's",
        host.position);
  }

  void read(SimulatedHost host) {
    if (host.term != null) {
      asked.put(++tickets, told);
      on(host, new Event.Input<>(new Input.Confirm(host.term, tickets)));
    }
  }

  /** I6: a read sees all that any term had told when it was asked. */
  private void confirmed(SimulatedHost host, long ticket) {
    long must = asked.getOrDefault(ticket, 0L);
    LogEntry last = must == 0 ? null : agreed.lowerEntry(must).getValue();
    require(
        last == null || host.applied >= must || host.up().end().position() >= must,
        "I6: a read at %d misses what was told up to %d",
        host.applied,
        must);
    require(host.term != null, "I6: a read is confirmed when no term is open");
    confirmed++;
  }

  private void offer(SimulatedHost from, int to) {
    offers++;
    var mark = from.up().start();
    long count = countTerms(mark.position());
    after(
        20 * MILLI,
        () -> {
          SimulatedHost receiver = hosts.get(to);
          if (receiver.isUp() && receiver.up().chosen() < mark.position()) {
            receiver.applied = Math.max(receiver.applied, mark.position());
            on(receiver, new Event.Input<>(new Input.Installed(mark, count)));
          }
        });
  }

  private long countTerms(long upTo) {
    return agreed.headMap(upTo).values().stream()
        .filter(it -> it.content() instanceof tutti.protocol.replication.TermStart)
        .count();
  }

  long told() {
    return told;
  }

  /** The sizes of the agreed log, in entries. */
  int agreedEntries() {
    return agreed.size();
  }
}
