package tutti.simulator.replication;

import static tutti.simulator.explorer.world.ChoiceKind.CRASH;
import static tutti.simulator.explorer.world.ChoiceKind.DISK;
import static tutti.simulator.explorer.world.ChoiceKind.RETRY;
import static tutti.simulator.replication.LogScope.BEAT;
import static tutti.simulator.replication.LogScope.HAND_OVER;

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
import tutti.protocol.machine.ProtocolRecord;
import tutti.protocol.replication.Ballot;
import tutti.protocol.replication.Group;
import tutti.protocol.replication.Input;
import tutti.protocol.replication.LogMark;
import tutti.protocol.replication.Output;
import tutti.protocol.replication.ReplicaMachine;
import tutti.protocol.replication.ShardMessage;
import tutti.protocol.replication.Timer;
import tutti.protocol.replication.Timing;
import tutti.protocol.replication.multipaxos.CrashVector;
import tutti.protocol.replication.multipaxos.DurableState;
import tutti.protocol.replication.multipaxos.LogFacts;
import tutti.protocol.replication.multipaxos.Message;
import tutti.protocol.replication.multipaxos.MultiPaxos;
import tutti.protocol.replication.multipaxos.Record;
import tutti.simulator.explorer.search.Network;
import tutti.simulator.explorer.world.Budget;
import tutti.simulator.explorer.world.DiskTable;
import tutti.simulator.explorer.world.InFlight;
import tutti.simulator.explorer.world.Machines;
import tutti.simulator.explorer.world.Member;

/** The parts of states as numbers: machines, disks, messages. Confined to one thread. */
final class LogModel {
  static final int HOSTS = 3;

  /** The owner of all disks: they mean the same to any host. */
  private static final int ANY = 0;

  private static final List<Integer> GROUP = List.of(0, 1, 2);
  private static final Timing INDEX = new Timing(30, 10, 0, 0, 1, 1 << 20);
  private static final Timing WHOLE_LOGS = new Timing(30, 10, 0, 0, 1 << 20, 1 << 20);
  private static final Timing LEASE = new Timing(30, 10, 30, 27, 1, 1 << 20);

  /**
   * The fields in which machines may differ and still continue alike: whether a leader or follower
   * was heard decides only how long a host waits before it stands for election, and here it always
   * may.
   */
  private static final Set<String> UNSEEN = Set.of("heard");

  /**
   * Fields that say how far a leader has got in sending its log, which decide nothing where all of
   * it is under way from the beginning.
   */
  private static final Set<String> SENDING = Set.of("heard", "next", "reached", "probing");

  /** A field that decides only what a leader adds to its next heartbeat. */
  static final String OUTDATED = "outdated";

  /**
   * The fields in which the reduction permits machines to differ from machines that get real
   * messages.
   */
  private static final Set<String> COMPARED =
      Set.of("heard", "next", "reached", "probing", "accepted", OUTDATED, "matched", "nonce");

  static final Set<String> CANDIDATE = Set.of("candidate");
  static final Set<String> LEADER = Set.of("opening", "leader");

  /** The stages: hosts go on, or may crash, or may lose their disks as well. */
  static final int CALM = 0;

  private static final int MAY_CRASH = 1;
  static final int LOSS = 2;

  /** The parts of a machine's state that steps and rules look at. */
  record View(Ballot promised, LogMark end, boolean votes, String phase, long chosen) {}

  private final Timing timing;
  private final boolean standing;
  final Machines<ReplicaMachine, Input, Output> machines;
  private final Map<Integer, View> views = new HashMap<>();
  private final Map<Integer, String> pictures = new HashMap<>();
  final DiskTable<DurableState> disks = new DiskTable<>((_, records) -> kept(records));

  private final Budget budget;

  LogModel(LogScope scope, Network network) {
    this.budget = scope.budget();
    this.standing = network == Network.STANDING;
    boolean whole = standing && scope.sendsWholeLogs();
    this.timing = scope.reads() == LogScope.Reads.LEASE ? LEASE : whole ? WHOLE_LOGS : INDEX;
    Set<String> unseen = new HashSet<>(standing ? SENDING : UNSEEN);
    if (!budget.has(BEAT) && standing) {
      unseen.add(OUTDATED);
    }
    this.machines = new Machines<>(_ -> unseen);
  }

  /** Whether messages stay under way, and states are reduced accordingly. */
  boolean isStanding() {
    return standing;
  }

  /**
   * Returns whether the timer obeys the rule that a lease which was granted later ends later: the
   * time that a leader relies on must be as much shorter as two clocks can differ.
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
   * Returns whether nothing that a doomed host sends from now on counts, or is more than it sends
   * once it has restarted. A leader's questions count, though the leader has not written itself
   * what it asks others to write; all that another voting host sends must be durable, except for
   * its answers to hosts that rejoin, more than once.
   */
  boolean isSilenced(Member<LogFacts> host) {
    if (!standing || !host.doomed() || !memory(host.disk()).votes()) {
      return false;
    }
    View view = view(host.machine());
    boolean mayLead =
        LEADER.contains(view.phase())
            || CANDIDATE.contains(view.phase())
                && memory(host.disk()).promised().equals(view.promised());
    boolean rejoinsOnce = budget.left(DISK) + budget.left(CRASH) + budget.left(RETRY) <= 2;
    return view.votes() && !mayLead && (!budget.has(DISK) || rejoinsOnce);
  }

  /** The messages that are under way once this one is sent. */
  Stream<InFlight> underWay(InFlight sent) {
    return standing ? MessageParts.of(sent) : Stream.of(sent);
  }

  /**
   * The parts of all that a leader can have sent by now: its log from the beginning, whatever it
   * did send of that. A host that does not lead has sent no more than it did.
   */
  List<InFlight> sentBy(Member<LogFacts> host, long shard) {
    List<InFlight> all = new ArrayList<>();
    if (standing && host.isUp() && LEADER.contains(view(host.machine()).phase())) {
      for (int to : GROUP) {
        if (to != host.place()) {
          addSent(host, to, shard, all);
        }
      }
    }
    return all;
  }

  /** Asks the leader for the log behind its start, then behind each entry that it gives. */
  private void addSent(Member<LogFacts> host, int to, long shard, List<InFlight> all) {
    Ballot ballot = view(host.machine()).promised();
    long behind = -1;
    long next = 0;
    while (next > behind) {
      behind = next;
      Event<Input> lacks =
          MessageParts.sent(to, host.place(), shard, new Message.Behind(ballot, behind)).arrival();
      for (Effect<Output> effect : on(host.machine(), lacks).effects()) {
        if (effect instanceof Effect.Send(var _, ShardMessage(long _, Message.Accept part))) {
          MessageParts.of(MessageParts.sent(host.place(), to, shard, part)).forEach(all::add);
          next = part.entries().isEmpty() ? next : part.entries().getLast().end();
        }
      }
    }
  }

  Timing timing() {
    return timing;
  }

  Machines.Step<Output> on(int machine, Event<Input> event) {
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
   * Returns all that makes a difference for a host, in words. This leaves out what it has sent,
   * since a message that is lost is equivalent to one that a crash has kept from being sent; and
   * the card's names for a leader's and a follower's knowledge of one another, and the names of
   * starts.
   */
  String picture(Member<LogFacts> host) {
    String machine =
        host.isUp() ? pictures.computeIfAbsent(host.machine(), it -> picture(it, COMPARED)) : "";
    LogFacts rest = host.facts().saying(Ballot.NONE);
    String disk = Machines.picture(memory(host.disk()));
    return machine + disk + host.place() + host.doomed() + host.timers() + rest;
  }

  /** The text of all fields of a machine but those of these names. */
  String picture(int machine, Set<String> without) {
    return Machines.picture(machines.copy(machine), without);
  }

  /** The machine of a host that starts with that disk. */
  int made(int host, int disk) {
    return machines.made(
        () -> MultiPaxos.replica(new Group(host, GROUP), timing, kept(disks.records(disk))));
  }

  private static DurableState kept(List<ProtocolRecord> of) {
    DurableState kept = new DurableState();
    of.forEach(each -> kept.add((Record) each));
    return kept;
  }

  /** The number of a disk with these records. */
  int disk(List<Record> records) {
    return disks.number(ANY, records);
  }

  DurableState memory(int disk) {
    return disks.memory(disk);
  }

  /** Whether a message arrives at any moments once it is sent; if not, it arrives once. */
  static boolean stays(Message message) {
    // Each answer to this tells what the replica has by then: a second one is as good as the first,
    // later, but for a rejoining replica that would rather have the first.
    return !(message instanceof Message.Rejoin);
  }

  /** The messages of the time before the start that are under way. */
  List<InFlight> standing(Collection<InFlight> sent) {
    return sent.stream().filter(each -> standing && stays(MessageParts.message(each))).toList();
  }

  /** The dangers that are left, by which messages may still make a difference. */
  static int stage(Budget left) {
    return left.has(DISK) ? LOSS : left.has(CRASH) ? MAY_CRASH : CALM;
  }

  /**
   * Returns the machine of a leader that has learnt from all followers what it knows to be chosen,
   * in place of a leader that has learnt it from a majority: the leader does the same from now on,
   * unless it hands over.
   */
  int hearingAll(Member<LogFacts> leader) {
    int machine = leader.machine();
    View view = view(machine);
    if (!standing || budget.has(HAND_OVER) || !view.phase().equals("leader")) {
      return machine;
    }
    DurableState kept = memory(leader.disk());
    CrashVector disks = disks(GROUP.stream().map(kept::disk).toList());
    for (int from : GROUP) {
      Message accepted = new Message.Accepted(view.promised(), view.chosen(), 0, true, disks);
      Machines.Step<Output> step =
          on(machine, MessageParts.sent(from, leader.place(), LogSteps.SHARD, accepted).arrival());
      machine = step.effects().isEmpty() ? step.machine() : machine;
    }
    return machine;
  }

  /** The disks of these numbers, by host. */
  static CrashVector disks(List<Integer> numbers) {
    SortedMap<Integer, Integer> disks = new TreeMap<>();
    for (int host = 0; host < numbers.size(); host++) {
      if (numbers.get(host) > 0) {
        disks.put(host, numbers.get(host));
      }
    }
    return new CrashVector(disks);
  }

  /** Whether the timer never runs down in this scope. */
  boolean isIdle(Timer timer) {
    return switch (timer) {
      case HEARTBEAT -> !budget.has(BEAT);
      case RETRY -> !budget.has(RETRY);
      case QUORUM -> true;
      case ELECTION, LEASE_EVEN, LEASE_ODD, GRANT -> false;
    };
  }

  /** Whether two hosts differ at most in a lease that was granted. */
  boolean differInGrant(Member<LogFacts> one, Member<LogFacts> other) {
    return one.isUp()
        && other.isUp()
        && withoutGrant(one.machine()) == withoutGrant(other.machine())
        && ungranted(one).equals(ungranted(other));
  }

  /** All of a host but its machine and a lease that it has granted. */
  private static Member<LogFacts> ungranted(Member<LogFacts> host) {
    return host.with(0).without(Timer.GRANT);
  }

  /** Whether a host votes, or has learnt what it may have promised on a lost disk. */
  boolean knowsWhatItSaid(Member<LogFacts> host) {
    return memory(host.disk()).votes()
        || host.isUp() && view(host.machine()).phase().equals("learning");
  }
}
