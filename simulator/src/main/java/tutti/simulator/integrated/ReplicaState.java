package tutti.simulator.integrated;

import java.util.List;
import tutti.protocol.integrated.tapir.Fact;

/**
 * A replica at a moment. Immutable.
 *
 * @param machine the number of its machine; {@link #DOWN} if it is down
 * @param disk the number of what is durable
 * @param written the records behind that
 * @param told the number of commands of the register that it has heard of
 */
record ReplicaState(int machine, int disk, List<Fact> written, int told) {
  static final int DOWN = -1;

  boolean isUp() {
    return machine != DOWN;
  }

  ReplicaState with(int newMachine) {
    return new ReplicaState(newMachine, disk, written, told);
  }

  ReplicaState writing(List<Fact> all) {
    return new ReplicaState(machine, disk, List.copyOf(all), told);
  }

  ReplicaState flushed(int newDisk) {
    return new ReplicaState(machine, newDisk, List.of(), told);
  }

  ReplicaState hearing(int commands) {
    return new ReplicaState(machine, disk, written, commands);
  }

  ReplicaState crashed(int newDisk) {
    return new ReplicaState(DOWN, newDisk, List.of(), 0);
  }
}
