package tutti.simulator.replication;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Stream;
import tutti.protocol.machine.Effect;
import tutti.protocol.machine.Event;
import tutti.protocol.replication.Ballot;
import tutti.protocol.replication.Group;
import tutti.protocol.replication.Input;
import tutti.protocol.replication.LogMark;
import tutti.protocol.replication.Output;
import tutti.protocol.replication.ReplicaMachine;
import tutti.protocol.replication.ShardMessage;
import tutti.protocol.replication.Timer;
import tutti.protocol.replication.Timing;
import tutti.protocol.replication.multipaxos.Disks;
import tutti.protocol.replication.multipaxos.Fact;
import tutti.protocol.replication.multipaxos.Kept;
import tutti.protocol.replication.multipaxos.Message;
import tutti.protocol.replication.multipaxos.MultiPaxos;
import tutti.simulator.explorer.search.Network;
import tutti.simulator.explorer.world.Machines;

/** The parts of states as numbers: machines, disks, messages. Confined to one thread. */
final class LogModel {
  static final int HOSTS = 3;
  private static final List<Integer> GROUP = List.of(0, 1, 2);
  private static final Timing INDEX = new Timing(30, 10, 0, 0, 1, 1 << 20);
  private static final Timing WHOLE_LOGS = new Timing(30, 10, 0, 0, 1 << 20, 1 << 20);
  private static final Timing LEASE = new Timing(30, 10, 30, 27, 1, 1 << 20);

  /**
   * The fields by which machines may differ and go on alike: whether a leader or follower was heard
   * decides only how long a host waits before it stands for election, and here it always may.
   */
  private static final Set<String> UNSEEN = Set.of("heard");

  /**
   * Fields that say how far a leader has got in sending its log, which decide nothing where all of
   * it is under way from the beginning.
   */
  private static final Set<String> SENDING = Set.of("heard", "next", "reached", "probing");

  /** A field that decides only what a leader adds to its next heartbeat. */
  static final String OUTDATED = "outdated";

  /** Fields in which the reduction lets machines differ from those that hear real messages. */
  private static final Set<String> COMPARED =
      Set.of("heard", "next", "reached", "probing", "accepted", OUTDATED, "matched", "nonce");

  static final Set<String> CANDIDATE = Set.of("preparing");
  static final Set<String> LEADER = Set.of("opening", "reigning");

  /** The stages: hosts go on, or may crash, or may lose their disks as well. */
  static final int CALM = 0;

  private static final int CRASH = 1;
  static final int LOSS = 2;

  /** The parts of a machine's state that steps and rules look at. */
  record View(Ballot promised, LogMark end, boolean votes, String phase, long chosen) {}

  private final Timing timing;
  private final boolean standing;
  private final Machines<ReplicaMachine, Event<Input>, Effect<Output>> machines;
  private final Map<Integer, View> views = new HashMap<>();
  private final Map<Integer, String> pictures = new HashMap<>();
  private final Map<String, Integer> disks = new HashMap<>();
  private final List<List<Fact>> facts = new ArrayList<>();
  private final List<Kept> memories = new ArrayList<>();
  private final List<String> diskPictures = new ArrayList<>();

  private final LogScope.Budget budget;

  LogModel(LogScope scope, Network network) {
    this.budget = scope.budget();
    this.standing = network == Network.STANDING;
    boolean whole = standing && scope.sendsWholeLogs();
    this.timing = scope.reads() == LogScope.Reads.LEASE ? LEASE : whole ? WHOLE_LOGS : INDEX;
    Set<String> unseen = new HashSet<>(standing ? SENDING : UNSEEN);
    if (budget.beats() == 0 && standing) {
      unseen.add(OUTDATED);
    }
    this.machines = new Machines<>(ReplicaMachine::on, _ -> unseen);
  }

  /** Whether messages stay under way, and states are reduced accordingly. */
  boolean isStanding() {
    return standing;
  }

  /**
   * Whether the rule holds for a timer that a lease which was granted later ends later: what a
   * leader relies on must be as much shorter as two clocks can differ.
   */
  boolean isOrdered(Timer timer, long nanos) {
    return switch (timer) {
      case LEASE_EVEN, LEASE_ODD -> nanos <= timing.leaderLeaseNanos();
      case GRANT -> nanos >= timing.leaseNanos();
      case ELECTION, HEARTBEAT, QUORUM, RETRY -> true;
    };
  }

  /** The machine without a lease that it has granted. */
  int withoutGrant(int machine) {
    return timing.hasLeases()
        ? on(machine, new Event.TimerFired<>(Timer.GRANT)).machine()
        : machine;
  }

  /**
   * Whether nothing that a doomed host says from now on counts, or is more than it says once it has
   * started again. A leader's questions count, though it has not written itself what it asks others
   * to write; all that another host says that votes has to be durable, but for what it answers to
   * those that rejoin, more than once.
   */
  boolean isSilenced(HostState host) {
    if (!standing || !host.doomed() || !memory(host.disk()).votes()) {
      return false;
    }
    View view = view(host.machine());
    boolean mayLead =
        LEADER.contains(view.phase())
            || CANDIDATE.contains(view.phase())
                && memory(host.disk()).promised().equals(view.promised());
    boolean rejoinsOnce = budget.disks() + budget.crashes() + budget.retries() <= 2;
    return view.votes() && !mayLead && (budget.disks() == 0 || rejoinsOnce);
  }

  /** The messages that are under way once this one is sent. */
  Stream<Sent> underWay(Sent sent) {
    return standing ? Parts.of(sent) : Stream.of(sent);
  }

  /**
   * The parts of all that a leader can have sent by now: its log from the beginning, whatever it
   * did send of that. A host that does not lead has sent no more than it did.
   */
  List<Sent> sentBy(HostState host, long shard) {
    List<Sent> all = new ArrayList<>();
    if (standing && host.isUp() && LEADER.contains(view(host.machine()).phase())) {
      for (int to : GROUP) {
        if (to != host.host()) {
          addSent(host, to, shard, all);
        }
      }
    }
    return all;
  }

  /** Asks the leader for the log behind its start, then behind each entry that it gives. */
  private void addSent(HostState host, int to, long shard, List<Sent> all) {
    Ballot ballot = view(host.machine()).promised();
    long behind = -1;
    long next = 0;
    while (next > behind) {
      behind = next;
      Event<Input> lacks =
          new Sent(to, host.host(), shard, new Message.Behind(ballot, behind)).arrival();
      for (Effect<Output> effect : on(host.machine(), lacks).effects()) {
        if (effect instanceof Effect.Send(var _, ShardMessage(long _, Message.Accept part))) {
          Parts.of(new Sent(host.host(), to, shard, part)).forEach(all::add);
          next = part.entries().isEmpty() ? next : part.entries().getLast().end();
        }
      }
    }
  }

  Timing timing() {
    return timing;
  }

  Machines.Step<Effect<Output>> on(int machine, Event<Input> event) {
    return machines.on(machine, event);
  }

  View view(int machine) {
    return views.computeIfAbsent(
        machine,
        number -> {
          ReplicaMachine copy = machines.copy(number);
          return new View(copy.promised(), copy.end(), copy.votes(), copy.phase(), copy.chosen());
        });
  }

  /**
   * All that makes a difference for a host, in words: not what it has said, since a message that is
   * lost is as good as one that a crash has kept from being sent; nor what the card names of a
   * leader's and a follower's knowledge of one another, and the names of starts.
   */
  String picture(HostState host) {
    String machine =
        host.isUp() ? pictures.computeIfAbsent(host.machine(), it -> picture(it, COMPARED)) : "";
    HostState rest = host.with(0).flushed(0, !host.doomed()).saying(Ballot.NONE);
    return machine + diskPictures.get(host.disk()) + rest;
  }

  /** The text of all fields of a machine but those of these names. */
  String picture(int machine, Set<String> without) {
    return Machines.picture(machines.copy(machine), without);
  }

  /** The machine of a host that starts with that disk. */
  int made(int host, int disk) {
    return machines.made(
        () -> MultiPaxos.replica(new Group(host, GROUP), timing, kept(facts.get(disk))));
  }

  private static Kept kept(List<Fact> of) {
    Kept kept = new Kept();
    of.forEach(kept::add);
    return kept;
  }

  /** The number of a disk with these records: disks that mean the same are one. */
  int disk(List<Fact> records) {
    Kept kept = kept(records);
    String picture = Machines.picture(kept);
    return disks.computeIfAbsent(
        picture,
        _ -> {
          facts.add(List.copyOf(records));
          memories.add(kept);
          diskPictures.add(picture);
          return facts.size() - 1;
        });
  }

  /** A disk with the first so many of these records behind its own. */
  int disk(int before, List<Effect.Persist<Output>> written, int many) {
    if (many == 0) {
      return before;
    }
    List<Fact> all = new ArrayList<>(facts.get(before));
    written.subList(0, many).forEach(each -> all.add((Fact) each.record()));
    return disk(all);
  }

  Kept memory(int disk) {
    return memories.get(disk);
  }

  /** Whether a message arrives at any moments once it is sent; if not, it arrives once. */
  static boolean stays(Message message) {
    // Each answer to this tells what the replica has by then: a second one is as good as the first,
    // later, but for a rejoining replica that would rather have the first.
    return !(message instanceof Message.Rejoin);
  }

  /** The messages of the time before the start that are under way. */
  List<Sent> standing(Collection<Sent> sent) {
    return sent.stream().filter(each -> standing && stays(each.message())).toList();
  }

  /** The dangers that are left, by which messages may still make a difference. */
  static int stage(LogScope.Budget left) {
    return left.disks() > 0 ? LOSS : left.crashes() > 0 ? CRASH : CALM;
  }

  /**
   * The machine of a leader that has heard from all followers what it knows to be chosen, in place
   * of one that has heard that from a majority: the leader does the same from now on, unless it
   * hands over.
   */
  int hearingAll(HostState leader) {
    int machine = leader.machine();
    View view = view(machine);
    if (!standing || budget.handOvers() > 0 || !view.phase().equals("reigning")) {
      return machine;
    }
    Kept kept = memory(leader.disk());
    Disks disks = disks(GROUP.stream().map(kept::disk).toList());
    for (int from : GROUP) {
      Message accepted = new Message.Accepted(view.promised(), view.chosen(), 0, true, disks);
      Machines.Step<Effect<Output>> step =
          on(machine, new Sent(from, leader.host(), LogSteps.SHARD, accepted).arrival());
      machine = step.effects().isEmpty() ? step.machine() : machine;
    }
    return machine;
  }

  /** The disks of these numbers, by host. */
  static Disks disks(List<Integer> numbers) {
    SortedMap<Integer, Integer> disks = new TreeMap<>();
    for (int host = 0; host < numbers.size(); host++) {
      if (numbers.get(host) > 0) {
        disks.put(host, numbers.get(host));
      }
    }
    return new Disks(disks);
  }

  /** Whether the timer never runs down in this scope. */
  boolean isIdle(Timer timer) {
    return switch (timer) {
      case HEARTBEAT -> budget.beats() == 0;
      case RETRY -> budget.retries() == 0;
      case QUORUM -> true;
      case ELECTION, LEASE_EVEN, LEASE_ODD, GRANT -> false;
    };
  }

  /** Whether two hosts differ at most in a lease that was granted. */
  boolean differInGrant(HostState one, HostState other) {
    return one.isUp()
        && other.isUp()
        && withoutGrant(one.machine()) == withoutGrant(other.machine())
        && one.ungranted().equals(other.ungranted());
  }

  /** Whether a host votes, or has learnt what it may have promised on a lost disk. */
  boolean knowsWhatItSaid(HostState host) {
    return memory(host.disk()).votes()
        || host.isUp() && view(host.machine()).phase().equals("learning");
  }
}
