package tutti.simulator.replication;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
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
import tutti.simulator.commit.table.IntMultisets;
import tutti.simulator.commit.table.InternTable;
import tutti.simulator.commit.table.LongToInt;
import tutti.simulator.machines.Machines;

/** The parts of states as numbers: machines, disks, messages. Confined to one thread. */
final class LogModel {
  static final int HOSTS = 3;
  private static final List<Integer> GROUP = List.of(0, 1, 2);
  private static final Timing INDEX = new Timing(30, 10, 0, 0, 1, 1 << 20);
  private static final Timing LEASE = new Timing(30, 10, 30, 27, 1, 1 << 20);

  /** The parts of a machine's state that steps and rules look at. */
  record View(Ballot promised, LogMark end, boolean votes, String phase) {}

  private final Timing timing;
  private final Machines<ReplicaMachine, Event, Effect> machines =
      new Machines<>(ReplicaMachine::on);
  private final Map<Integer, View> views = new HashMap<>();
  private final Map<String, Integer> disks = new HashMap<>();
  private final List<List<Fact>> facts = new ArrayList<>();
  private final List<Kept> memories = new ArrayList<>();
  final InternTable<Sent> messages = new InternTable<>();
  final IntMultisets bags = new IntMultisets();

  /** Whether a machine does nothing about a message: 1 if so, 0 if not. */
  private final LongToInt nothing = new LongToInt();

  private final LogScope.Budget budget;

  LogModel(LogScope scope) {
    this.budget = scope.budget();
    this.timing = scope.reads() == LogScope.Reads.LEASE ? LEASE : INDEX;
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

  int send(int bag, Sent sent) {
    return bags.sum(bag, bags.number(new int[] {messages.number(sent)}));
  }

  /**
   * The messages that can still make a difference: an answer to a ballot that its receiver does not
   * lead any more is as good as lost, and so is what a higher promise refuses.
   */
  int alive(int bag, List<HostState> hosts) {
    int left = bag;
    for (int each : bags.get(bag)) {
      Sent sent = messages.value(each);
      HostState receiver = hosts.get(sent.to());
      boolean dead =
          switch (sent.message()) {
            case Message.Promise promise -> isPast(receiver, promise.ballot());
            case Message.Accepted accepted -> isPast(receiver, accepted.ballot());
            case Message.Behind behind -> isPast(receiver, behind.ballot());
            case Message.Prepare prepare -> refuses(receiver, prepare.ballot());
            case Message.Accept accept -> refuses(receiver, accept.ballot());
            default -> false;
          };
      if (dead && (!receiver.isUp() || isNothing(receiver.machine(), each))) {
        left = bags.without(left, each);
      }
    }
    return left;
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

  /** Whether a machine does nothing about a message but refuse it. */
  private boolean isNothing(int machine, int message) {
    long key = (long) machine << 32 | message;
    int known = nothing.get(key);
    if (known < 0) {
      Sent sent = messages.value(message);
      known = refuses(machine, sent) ? 1 : 0;
      nothing.put(key, known);
    }
    return known == 1;
  }

  private boolean refuses(int machine, Sent sent) {
    try {
      Machines.Step<Effect> step =
          on(machine, new Event.Received(sent.from(), sent.shard(), sent.message()));
      return step.machine() == machine
          && step.effects().stream()
              .allMatch(it -> it instanceof Effect.Send(int _, long _, Message.Refused _));
    } catch (IllegalStateException broken) {
      return false;
    }
  }

  private boolean isPast(HostState receiver, Ballot ballot) {
    return !receiver.isUp() || !view(receiver.machine()).promised().equals(ballot);
  }

  private boolean refuses(HostState receiver, Ballot ballot) {
    return receiver.isUp() && ballot.isBelow(view(receiver.machine()).promised());
  }
}
