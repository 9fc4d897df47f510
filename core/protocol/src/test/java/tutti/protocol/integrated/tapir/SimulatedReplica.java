package tutti.protocol.integrated.tapir;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tutti.protocol.integrated.Timer;
import tutti.protocol.machine.Effect;
import tutti.protocol.machine.Event;
import tutti.protocol.replication.Group;

/** A replica of a test: a machine, a log of which only a first part is durable, and timers. */
final class SimulatedReplica {
  final int shard;
  final Group group;
  final Settings settings;
  private Invariants invariants = new Invariants(new DurableState(0));
  @Nullable Replica machine;

  /** The records that a crash leaves. */
  final List<Record> durable = new ArrayList<>();

  /** The records behind them. */
  final List<Record> written = new ArrayList<>();

  /** The moment at which each running timer runs down. */
  final Map<Timer, Long> timers = new EnumMap<>(Timer.class);

  /** The replica's starts; what belongs to an earlier one is void. */
  int life;

  /** The number of commands of the configuration log that this life was told. */
  int told;

  /**
   * Whether the next commands of the configuration log were let go: another replica's image comes.
   */
  boolean isBehind;

  SimulatedReplica(int shard, Group group, Settings settings) {
    this.shard = shard;
    this.group = group;
    this.settings = settings;
  }

  int host() {
    return group.self();
  }

  boolean isUp() {
    return machine != null;
  }

  Replica up() {
    if (machine == null) {
      throw new AssertionError("host " + host() + " is down");
    }
    return machine;
  }

  boolean acts() {
    return machine != null && machine.memory().acts();
  }

  /** Gives the machine an event, whose step must break no invariant that it can see. */
  List<Effect<Output>> on(Event<Input> event) {
    List<Effect<Output>> effects = up().on(event);
    invariants.check(event, effects);
    return effects;
  }

  void start() {
    life++;
    told = 0;
    isBehind = false;
    DurableState kept = disk();
    invariants = new Invariants(kept);
    machine = new Replica(shard, group, settings, kept);
  }

  /** The memory that the durable records leave. */
  DurableState disk() {
    DurableState kept = new DurableState(host());
    durable.forEach(kept::add);
    return kept;
  }

  /** Loses what is not durable, but the first so many of these records. */
  void crash(int left) {
    durable.addAll(written.subList(0, left));
    written.clear();
    timers.clear();
    machine = null;
  }

  void loseDisk() {
    durable.clear();
  }
}
