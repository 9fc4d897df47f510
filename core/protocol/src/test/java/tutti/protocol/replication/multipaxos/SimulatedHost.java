package tutti.protocol.replication.multipaxos;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tutti.protocol.machine.Effect;
import tutti.protocol.machine.Event;
import tutti.protocol.replication.Ballot;
import tutti.protocol.replication.Group;
import tutti.protocol.replication.Input;
import tutti.protocol.replication.Output;
import tutti.protocol.replication.ReplicaMachine;
import tutti.protocol.replication.Timer;
import tutti.protocol.replication.Timing;

/** A host of a test: a machine, a log of which only a first part is durable, and timers. */
final class SimulatedHost {
  final Group group;
  final Timing timing;
  private Invariants invariants = new Invariants(new DurableState());
  @Nullable ReplicaMachine machine;

  /** The records that a crash leaves. */
  DurableState durable = new DurableState();

  /** The records behind them. */
  final List<Effect.Persist<Output>> written = new ArrayList<>();

  /** The moment at which each running timer runs down. */
  final Map<Timer, Long> timers = new EnumMap<>(Timer.class);

  /** The rate of the host's clock. */
  double rate = 1;

  /** The host's starts; what belongs to an earlier one is void. */
  int life;

  /** The ballots that were promised or accepted in on this disk. */
  Ballot said = Ballot.NONE;

  /** The highest number that the host has given to a disk of its own. */
  int newestDisk;

  /** The position up to which the host has applied the log. */
  long applied;

  /** The open term of the host, and the next position of its journal. */
  @Nullable Ballot term;

  long position;

  /** The newest disk that was lost; null if there is none, or it has come back. */
  @Nullable Former former;

  /** A disk that was lost, with what was said and applied on it. */
  record Former(DurableState durable, Ballot said, long applied) {}

  SimulatedHost(Group group, Timing timing) {
    this.group = group;
    this.timing = timing;
  }

  int number() {
    return group.self();
  }

  boolean isUp() {
    return machine != null;
  }

  ReplicaMachine up() {
    if (machine == null) {
      throw new AssertionError("host " + number() + " is down");
    }
    return machine;
  }

  boolean votes() {
    return machine != null && machine.votes();
  }

  /** Gives the machine an event, whose step must break no invariant that the host can see. */
  List<Effect<Output>> on(Event<Input> event) {
    List<Effect<Output>> effects = up().on(event);
    invariants.check(event, effects);
    return effects;
  }

  ReplicaMachine start() {
    life++;
    invariants = new Invariants(durable);
    machine = MultiPaxos.replica(group, timing, durable);
    return machine;
  }

  /** Loses what is not durable, but the first so many of these records. */
  void crash(int left) {
    for (int each = 0; each < left; each++) {
      durable.add((Record) written.get(each).record());
    }
    written.clear();
    timers.clear();
    machine = null;
    term = null;
  }

  void loseDisk() {
    former = durable.votes() ? new Former(durable, said, applied) : former;
    durable = new DurableState();
    said = Ballot.NONE;
    applied = 0;
  }

  /** Gets the disk back that was lost. */
  void getDiskBack(Former old) {
    former = null;
    durable = old.durable;
    said = old.said;
    applied = old.applied;
  }
}
