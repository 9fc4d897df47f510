package tutti.simulator.replication;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import tutti.protocol.replication.Ballot;
import tutti.protocol.replication.Effect;
import tutti.protocol.replication.Event;
import tutti.protocol.replication.Group;
import tutti.protocol.replication.LogMark;
import tutti.protocol.replication.ReplicaMachine;
import tutti.protocol.replication.Timer;
import tutti.protocol.replication.Timing;
import tutti.protocol.replication.multipaxos.Fact;
import tutti.protocol.replication.multipaxos.Kept;
import tutti.protocol.replication.multipaxos.Message;
import tutti.protocol.replication.multipaxos.MultiPaxos;
import tutti.simulator.machines.Machines;

/** The parts of states as numbers: machines, disks, messages. Confined to one thread. */
final class LogModel {
  static final int HOSTS = 3;
  private static final List<Integer> GROUP = List.of(0, 1, 2);
  private static final Timing INDEX = new Timing(30, 10, 0, 0, 1, 1 << 20);
  private static final Timing LEASE = new Timing(30, 10, 30, 27, 1, 1 << 20);

  /**
   * The fields by which machines may differ and go on alike: whether a leader or follower was heard
   * decides only how long a host waits before it stands for election, and here it always may.
   */
  private static final Set<String> UNSEEN = Set.of("heard");

  private static final Set<String> CANDIDATE = Set.of("preparing");
  private static final Set<String> LEADER = Set.of("opening", "reigning");

  /** The parts of a machine's state that steps and rules look at. */
  record View(Ballot promised, LogMark end, boolean votes, String phase) {}

  private final Timing timing;
  private final Machines<ReplicaMachine, Event, Effect> machines =
      new Machines<>(ReplicaMachine::on, UNSEEN);
  private final Map<Integer, View> views = new HashMap<>();
  private final Map<String, Integer> disks = new HashMap<>();
  private final List<List<Fact>> facts = new ArrayList<>();
  private final List<Kept> memories = new ArrayList<>();

  private final LogScope.Budget budget;

  /** Whether a replica that has once said that it has accepted need not say so again. */
  private final boolean calm;

  LogModel(LogScope scope) {
    this.budget = scope.budget();
    this.timing = scope.reads() == LogScope.Reads.LEASE ? LEASE : INDEX;
    this.calm =
        !timing.hasLeases() && !budget.mayCrash() && budget.questions() == 0 && budget.beats() == 0;
  }

  Timing timing() {
    return timing;
  }

  Machines.Step<Effect> on(int machine, Event event) {
    return machines.on(machine, event);
  }

  View view(int machine) {
    return views.computeIfAbsent(
        machine,
        number -> {
          ReplicaMachine copy = machines.copy(number);
          return new View(copy.promised(), copy.end(), copy.votes(), copy.phase());
        });
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
          return facts.size() - 1;
        });
  }

  /** A disk with the first so many of these records behind its own. */
  int disk(int before, List<Effect.Persist> written, int many) {
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

  /** The entries of one message of a leader, and what another one of its says to be chosen. */
  static Optional<Sent> implied(Sent one, Sent other) {
    if (one.message() instanceof Message.Accept(var ballot, var previous, var entries, _, var round)
        && other.message() instanceof Message.Accept told
        && told.ballot().equals(ballot)) {
      Message both = new Message.Accept(ballot, previous, entries, told.chosen(), round);
      return Optional.of(new Sent(one.from(), one.to(), one.shard(), both));
    }
    return Optional.empty();
  }

  /** Whether a message makes no difference any more, whatever its receiver does from now on. */
  boolean isDead(HostState receiver, Sent sent) {
    boolean over =
        switch (sent.message()) {
          case Message.Promise promise -> !leads(receiver, promise.ballot(), CANDIDATE);
          case Message.Accepted accepted -> !leads(receiver, accepted.ballot(), LEADER);
          case Message.Behind(Ballot ballot, long _) -> !leads(receiver, ballot, LEADER);
          case Message.Rejoined _ -> true;
          case Message.Prepare prepare -> refuses(receiver, prepare.ballot());
          case Message.Yield(Ballot ballot) -> refuses(receiver, ballot);
          case Message.Accept accept ->
              refuses(receiver, accept.ballot())
                  || calm && receiver.isUp() && hasPromised(receiver, accept.ballot());
          default -> false;
        };
    return over && (!receiver.isUp() || ignores(receiver.machine(), sent));
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

  /** Whether a host leads that ballot, or may lead it; no host ever does so a second time. */
  private boolean leads(HostState host, Ballot ballot, Set<String> phases) {
    if (!host.isUp()) {
      return false;
    }
    return hasPromised(host, ballot) && phases.contains(view(host.machine()).phase());
  }

  private boolean hasPromised(HostState host, Ballot ballot) {
    return ballot.equals(view(host.machine()).promised());
  }

  private boolean refuses(HostState host, Ballot ballot) {
    return host.isUp() && ballot.isBelow(view(host.machine()).promised());
  }

  /** Whether a machine does nothing about a message but refuse it, or say again that it has it. */
  private boolean ignores(int machine, Sent sent) {
    try {
      Machines.Step<Effect> step =
          on(machine, new Event.Received(sent.from(), sent.shard(), sent.message()));
      return step.machine() == machine && step.effects().stream().allMatch(LogModel::isIdle);
    } catch (IllegalStateException broken) {
      return false;
    }
  }

  private static boolean isIdle(Effect effect) {
    return switch (effect) {
      case Effect.Send(int _, long _, var message) ->
          message instanceof Message.Refused || message instanceof Message.Accepted;
      case Effect.SetTimer _ -> true;
      default -> false;
    };
  }
}
