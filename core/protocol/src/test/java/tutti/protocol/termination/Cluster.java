package tutti.protocol.termination;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import tutti.model.Decoder;
import tutti.model.Encoder;
import tutti.protocol.commit.Arrow;
import tutti.protocol.commit.CommitMachine;
import tutti.protocol.commit.CommitMessage;
import tutti.protocol.commit.CommitProtocol;
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
import tutti.protocol.machine.Address;
import tutti.protocol.machine.Effect;
import tutti.protocol.machine.Event;
import tutti.protocol.machine.ProtocolMessage;
import tutti.protocol.machine.TimerName;

/**
 * Nodes with logs, a network in which every message arrives in time, and one transaction, in
 * virtual time: node 0 coordinates, all others take part. Nodes crash between any two effects, and
 * may come back.
 */
public final class Cluster {
  /** The bound that the machines are told; what they do takes less. */
  public static final long BOUND = 10;

  public static final long MESSAGE = 6;
  public static final long FLUSH = 1;

  /** When a node undoes what it has promised nothing of. */
  private static final long DEADLINE = 5000;

  /** How long nothing must happen but questions for the run to be over. */
  private static final long LONG = 200_000;

  /** The behaviour of a participant. */
  public enum Part {
    CHANGES,
    LOOKS,
    REFUSES
  }

  private record Happening(long at, long number, int node, int life, Event<Input> event) {}

  private record Record(CommitRecord written, boolean tell, Set<Integer> voters) {
    RecordKind entry() {
      return written.entry();
    }
  }

  /** A node. */
  private static final class Site {
    private CommitMachine machine;
    private final List<Record> log = new ArrayList<>();
    private int durable;
    private int life;
    private boolean up = true;
    private int effects;
    private final Map<Timer, Long> timers = new EnumMap<>(Timer.class);

    /** The decision of this member, if it is not lost. */
    private Boolean outcome;
  }

  /**
   * A crash.
   *
   * @param after how many of its effects the node still carries out
   * @param down how long it stays away; at least 1
   * @param flushed whether it lives on until its next effect, and what it has written is durable
   */
  public record Crash(int node, int after, long down, boolean flushed) {}

  private final CommitProtocol protocol;
  private final List<Site> sites = new ArrayList<>();
  private final PriorityQueue<Happening> agenda =
      new PriorityQueue<>(Comparator.comparing(Happening::at).thenComparing(Happening::number));
  private final Map<Integer, List<Crash>> crashes = new HashMap<>();
  private final List<Object[]> story = new ArrayList<>();
  private Predicate<Effect.Send<Output>> lost = _ -> false;

  /** Whether a crash loses what the node has sent since its last event. */
  private boolean losesUnsent;

  /** The messages that the node at hand has sent since its last event. */
  private final List<Happening> unsent = new ArrayList<>();

  private long now;
  private long number;
  private int messages;
  private int forced;
  private int unforced;
  private final Map<Boolean, Set<Arrow>> arrows = new HashMap<>();

  /** Nodes whose No comes behind the Yes of others. */
  private final Set<Integer> slow = new HashSet<>();

  private Boolean told;
  private long toldAt;
  private boolean torn;

  /** Whether a participant has committed, whose effects others may have seen since. */
  private boolean shown;

  public Cluster(CommitProtocol protocol, Part... parts) {
    this.protocol = protocol;
    for (int node = 0; node <= parts.length; node++) {
      Site site = new Site();
      NodeView self = self(node, parts.length + 1);
      site.machine = node == 0 ? protocol.coordinator(self) : protocol.participant(self, 0);
      sites.add(site);
    }
    for (int node = 1; node <= parts.length; node++) {
      if (parts[node - 1] == Part.REFUSES) {
        slow.add(node);
      }
      happen(0, new Event.Input<>(new Input.Joined(node, 1)));
      happen(node, new Event.Input<>(new Input.Executed(1, parts[node - 1] != Part.LOOKS, false)));
      if (parts[node - 1] == Part.REFUSES) {
        happen(node, new Event.Input<>(new Input.RollBack()));
      }
    }
    for (int node = 1; node <= parts.length; node++) {
      schedule(DEADLINE, node, new Event.Input<>(new Input.RollBack()));
    }
    sites.forEach(site -> site.effects = 0);
  }

  private static NodeView self(int node, int nodes) {
    return new NodeView(node, nodes, new Timing(100, 800, BOUND));
  }

  public Cluster with(Crash... planned) {
    for (Crash crash : planned) {
      crashes.computeIfAbsent(crash.node(), _ -> new ArrayList<>()).add(crash);
    }
    crashNow();
    return this;
  }

  /** Loses the chosen messages on the way: what only more than crashes can do. */
  public Cluster losing(Predicate<Effect.Send<Output>> which) {
    lost = which;
    return this;
  }

  /**
   * Lets a crash lose what its node has sent in the event before: the network takes it only after
   * that.
   */
  public Cluster losingUnsent() {
    losesUnsent = true;
    return this;
  }

  /** Nodes that have no effect left before their crash, and have had none. */
  private void crashNow() {
    for (int node = 0; node < sites.size(); node++) {
      crashIfPlanned(node, false);
    }
  }

  /** The coordinator ends the execution, and everything runs until nothing more can happen. */
  public Cluster run(Event<Input> event) {
    if (sites.getFirst().up) {
      happen(0, event);
    }
    while (!agenda.isEmpty() && agenda.peek().at() < LONG && !over()) {
      Happening next = agenda.remove();
      now = next.at();
      Site site = sites.get(next.node());
      if (next.event() instanceof Event.Input(Input.Restarted _)) {
        restart(next.node());
      } else if (site.up && (next.life() == site.life || next.event() instanceof Event.Received)) {
        take(next);
      }
    }
    return this;
  }

  private boolean over() {
    return sites.stream().allMatch(site -> site.up && site.machine == null)
        && agenda.stream().noneMatch(next -> next.event() instanceof Event.Received);
  }

  private void take(Happening next) {
    Site site = sites.get(next.node());
    switch (next.event()) {
      case Event.TimerFired(TimerName name) -> {
        Timer timer = (Timer) name;
        if (site.timers.getOrDefault(timer, -1L) == next.number()) {
          site.timers.remove(timer);
          happen(next.node(), next.event());
        }
      }
      case Event.Persisted(int _) -> flushed(next.node());
      default -> happen(next.node(), next.event());
    }
  }

  /** Everything that was written until now is durable. */
  private void flushed(int node) {
    Site site = sites.get(node);
    int life = site.life;
    List<Record> news = List.copyOf(site.log.subList(site.durable, site.log.size()));
    site.durable = site.log.size();
    for (Record record : news) {
      if (record.tell() && site.life == life) {
        happen(node, new Event.Persisted<>(1), "Persisted " + record.entry());
      }
    }
  }

  private void happen(int node, Event<Input> event) {
    happen(node, event, kind(event));
  }

  private void happen(int node, Event<Input> event, String kind) {
    Site site = sites.get(node);
    if (site.machine == null) {
      if (event instanceof Event.Received(Address from, CommitMessage message)) {
        CommitMessage answer = protocol.toUnknown(self(node, sites.size()), from.host(), message);
        if (answer != null) {
          send(node, new Effect.Send<>(from, answer));
        }
      }
      return;
    }
    CommitMachine machine = site.machine;
    unsent.clear();
    note(node, event);
    State before = state(machine);
    List<Effect<Output>> effects = machine.on(event);
    State after = state(machine);
    if (before != after) {
      arrows
          .computeIfAbsent(node == 0, _ -> new LinkedHashSet<>())
          .add(new Arrow(before.name(), kind, after.name()));
    }
    for (Effect<Output> effect : effects) {
      if (!crashIfPlanned(node, true)) {
        carryOut(node, effect);
        site.effects++;
      }
      if (site.machine != machine) {
        return;
      }
    }
    crashIfPlanned(node, false);
    if (site.machine == machine && machine.phase().equals("ended")) {
      site.machine = null;
    }
  }

  private static String kind(Event<Input> event) {
    return switch (event) {
      case Event.Received(Address _, Message.Voted voted) -> "Voted " + voted.vote();
      case Event.Received(Address _, Message.Global global) ->
          global.commit() ? "Global-commit" : "Global-abort";
      case Event.Received(Address _, ProtocolMessage message) -> message.name();
      case Event.TimerFired(TimerName timer) -> timer.toString();
      case Event.Input(Input input) -> input.getClass().getSimpleName();
      default -> event.getClass().getSimpleName();
    };
  }

  private void note(int node, Object what) {
    story.add(new Object[] {now, node, what});
  }

  private boolean crashIfPlanned(int node, boolean next) {
    Site site = sites.get(node);
    List<Crash> planned = crashes.getOrDefault(node, List.of());
    if (!site.up
        || planned.isEmpty()
        || planned.getFirst().after() != site.effects
        || planned.getFirst().flushed() && !next) {
      return false;
    }
    Crash crash = planned.removeFirst();
    note(node, "crashes");
    if (losesUnsent) {
      agenda.removeAll(unsent);
    }
    site.log.subList(site.durable, site.log.size()).clear();
    site.life++;
    site.up = false;
    site.effects = 0;
    site.machine = null;
    site.timers.clear();
    site.outcome = durableOutcome(site);
    schedule(crash.down(), node, new Event.Input<>(new Input.Restarted()));
    return true;
  }

  private static Boolean durableOutcome(Site site) {
    Set<RecordKind> entries = EnumSet.noneOf(RecordKind.class);
    site.log.forEach(record -> entries.add(record.entry()));
    if (entries.contains(RecordKind.COMMITTED) || entries.contains(RecordKind.DECISION)) {
      return true;
    }
    return entries.contains(RecordKind.ABORTED) || entries.isEmpty() ? false : null;
  }

  private void restart(int node) {
    Site site = sites.get(node);
    site.up = true;
    if (site.log.isEmpty() || isLast(node, site.log.getLast())) {
      return;
    }
    Set<RecordKind> entries = EnumSet.noneOf(RecordKind.class);
    Set<Integer> voters = new HashSet<>();
    for (Record record : site.log) {
      entries.add(record.entry());
      voters.addAll(record.voters());
    }
    DurableState memory =
        protocol.decodeDurableState(new Decoder(bytes(site.log.getLast().written().memory())));
    Role role = node == 0 ? Role.COORDINATOR : Role.PARTICIPANT;
    site.machine =
        protocol.recovered(
            self(node, sites.size()), new RecoveredRecords(role, 0, entries, voters, memory));
    happen(node, new Event.Input<>(new Input.Restarted()));
  }

  private boolean isLast(int node, Record newest) {
    return switch (newest.entry()) {
      case FINISHED -> true;
      case COMMITTED, ABORTED -> node > 0 && protocol.endsWithOutcome(newest.written().memory());
      default -> false;
    };
  }

  private static byte[] bytes(DurableState memory) {
    Encoder out = new Encoder();
    memory.encode(out);
    return out.toByteArray();
  }

  private void carryOut(int node, Effect<Output> effect) {
    Site site = sites.get(node);
    note(node, effect);
    switch (effect) {
      case Effect.Send<Output> send -> send(node, send);
      case Effect.Persist<Output> persist -> {
        if (persist.isTold()) {
          forced++;
        } else {
          unforced++;
        }
        CommitRecord record = (CommitRecord) persist.record();
        Set<Integer> voters =
            record.entry() == RecordKind.DECISION ? site.machine.voters() : Set.of();
        site.log.add(new Record(record, persist.isTold(), voters));
        schedule(FLUSH, node, new Event.Persisted<>(1));
      }
      case Effect.SetTimer(TimerName timer, long nanos) ->
          site.timers.put((Timer) timer, schedule(nanos, node, new Event.TimerFired<>(timer)));
      case Effect.CancelTimer(TimerName timer) -> site.timers.remove((Timer) timer);
      case Effect.Output(Output output) -> carryOut(node, output);
    }
  }

  private void carryOut(int node, Output output) {
    Site site = sites.get(node);
    switch (output) {
      case Output.AwaitSent _ -> schedule(0, node, new Event.Input<>(new Input.Sent()));
      case Output.AwaitObserved _ -> schedule(0, node, new Event.Input<>(new Input.Observed()));
      case Output.Act _ -> throw new IllegalStateException("nothing acts here");
      case Output.Decide(boolean commit) -> {
        torn |= site.outcome != null && site.outcome != commit;
        torn |= shown && !commit;
        shown |= commit && node != 0;
        site.outcome = commit;
      }
      case Output.Tell(boolean commit) -> {
        told = commit;
        toldAt = now;
      }
      case Output.End _ -> {}
    }
  }

  private void send(int from, Effect.Send<Output> send) {
    messages++;
    if (!lost.test(send)) {
      Encoder out = new Encoder();
      send.message().encode(out);
      CommitMessage message = protocol.decode(new Decoder(out.toByteArray()));
      unsent.add(
          happening(
              MESSAGE + (slow.contains(from) ? FLUSH + 1 : 0),
              send.to().host(),
              new Event.Received<>(new Address.Peer(from), message)));
    }
  }

  private long schedule(long in, int node, Event<Input> event) {
    return happening(in, node, event).number();
  }

  private Happening happening(long in, int node, Event<Input> event) {
    Happening next = new Happening(now + in, ++number, node, sites.get(node).life, event);
    agenda.add(next);
    return next;
  }

  /** How it ended on that node; null if it has not. */
  public Boolean outcome(int node) {
    return sites.get(node).outcome;
  }

  /**
   * Whether some node committed, and another one, or the same, aborted; also if a crash took the
   * commit: what a participant has done others may see before its own record is durable.
   */
  public boolean isTorn(Set<Integer> nodes) {
    return torn
        || nodes.stream().map(this::outcome).filter(each -> each != null).distinct().count() > 1;
  }

  /** Whether every node is up and has forgotten the transaction. */
  public boolean allEnded() {
    return sites.stream().allMatch(site -> site.up && site.machine == null);
  }

  /** The state of that node's machine; null if it has none. */
  public State state(int node) {
    CommitMachine machine = sites.get(node).machine;
    return machine == null ? null : state(machine);
  }

  private static State state(CommitMachine machine) {
    return State.valueOf(machine.phase().toUpperCase(Locale.ROOT));
  }

  /** From which state to which the coordinator, or the participants, have come. */
  public Set<Arrow> arrows(boolean coordinator) {
    return arrows.getOrDefault(coordinator, Set.of());
  }

  public Boolean told() {
    return told;
  }

  public long toldAt() {
    return toldAt;
  }

  public int messages() {
    return messages;
  }

  public int forced() {
    return forced;
  }

  public int unforced() {
    return unforced;
  }

  public String story() {
    return story.stream()
        .map(line -> line[0] + ": node " + line[1] + ": " + line[2])
        .collect(Collectors.joining("\n"));
  }
}
