package tutti.simulator.replication;

import java.util.List;
import tutti.protocol.replication.Ballot;
import tutti.protocol.replication.Effect;
import tutti.protocol.replication.Timer;

/**
 * A host at a moment. Immutable.
 *
 * @param machine the number of its machine; {@link #DOWN} if it is down
 * @param disk the number of what is durable
 * @param written the records behind that
 * @param timers that run, in their order
 * @param said the highest ballot in which it has promised or accepted on this disk
 * @param applied the position up to which it has learnt that all is chosen
 * @param reign the ballot of its open reign; none if it has none
 */
record HostState(
    int machine,
    int disk,
    List<Effect.Persist> written,
    List<Timer> timers,
    Ballot said,
    long applied,
    Ballot reign) {
  static final int DOWN = -1;

  boolean isUp() {
    return machine != DOWN;
  }

  boolean reigns() {
    return reign.host() >= 0;
  }

  HostState with(int newMachine) {
    return new HostState(newMachine, disk, written, timers, said, applied, reign);
  }

  HostState writing(List<Effect.Persist> all) {
    return new HostState(machine, disk, List.copyOf(all), timers, said, applied, reign);
  }

  HostState flushed(int newDisk) {
    return new HostState(machine, newDisk, List.of(), timers, said, applied, reign);
  }

  HostState timing(List<Timer> running) {
    return new HostState(machine, disk, written, List.copyOf(running), said, applied, reign);
  }

  HostState saying(Ballot ballot) {
    return new HostState(machine, disk, written, timers, ballot, applied, reign);
  }

  HostState applying(long position) {
    return new HostState(machine, disk, written, timers, said, position, reign);
  }

  HostState reigning(Ballot ballot) {
    return new HostState(machine, disk, written, timers, said, applied, ballot);
  }

  HostState crashed(int newDisk) {
    return new HostState(DOWN, newDisk, List.of(), List.of(), said, applied, Ballot.NONE);
  }
}
