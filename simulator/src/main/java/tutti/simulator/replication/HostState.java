package tutti.simulator.replication;

import java.util.List;
import tutti.protocol.replication.Ballot;
import tutti.protocol.replication.Timer;

/**
 * A host at a moment. Immutable.
 *
 * @param machine the number of its machine; {@link #DOWN} if it is down
 * @param disk the number of what is durable
 * @param doomed whether nothing that it writes becomes durable any more: it crashes before that
 * @param timers that run, in their order
 * @param said the highest ballot in which it has promised or accepted on this disk
 * @param applied the position up to which it has learnt that all is chosen
 * @param reign the ballot of its open reign; none if it has none
 */
record HostState(
    int host,
    int machine,
    int disk,
    boolean doomed,
    List<Timer> timers,
    Ballot said,
    long applied,
    Ballot reign) {
  static final int DOWN = -1;

  /** A host that is down, with a disk that has said nothing. */
  static HostState blank(int host, int disk) {
    return new HostState(host, DOWN, disk, false, List.of(), Ballot.NONE, 0, Ballot.NONE);
  }

  boolean isUp() {
    return machine != DOWN;
  }

  boolean reigns() {
    return reign.host() >= 0;
  }

  HostState with(int newMachine) {
    return new HostState(host, newMachine, disk, doomed, timers, said, applied, reign);
  }

  /** The host after a flush; it is doomed if that was not of all that it had written. */
  HostState flushed(int newDisk, boolean all) {
    return new HostState(host, machine, newDisk, !all, timers, said, applied, reign);
  }

  HostState timing(List<Timer> running) {
    return new HostState(host, machine, disk, doomed, List.copyOf(running), said, applied, reign);
  }

  /** All but the machine and a lease that was granted. */
  HostState ungranted() {
    List<Timer> others = timers.stream().filter(each -> each != Timer.GRANT).toList();
    return new HostState(host, 0, disk, doomed, others, said, applied, reign);
  }

  HostState saying(Ballot ballot) {
    return new HostState(host, machine, disk, doomed, timers, ballot, applied, reign);
  }

  HostState applying(long position) {
    return new HostState(host, machine, disk, doomed, timers, said, position, reign);
  }

  HostState reigning(Ballot ballot) {
    return new HostState(host, machine, disk, doomed, timers, said, applied, ballot);
  }

  HostState crashed() {
    return new HostState(host, DOWN, disk, false, List.of(), said, 0, Ballot.NONE);
  }
}
