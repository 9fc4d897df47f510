package tutti.simulator.integrated.janus;

import java.util.ArrayList;
import java.util.List;

/** A member of the world at a moment: a replica, or a coordinator. Immutable. */
sealed interface JanusMember {
  /** The machine of a member that does not run. */
  int NONE = -1;

  /** The number of the member's machine. */
  int machine();

  default boolean isUp() {
    return machine() != NONE;
  }

  /**
   * A replica.
   *
   * @param disk the number of what is durable
   * @param doomed whether nothing that it writes becomes durable any more: it crashes before that
   * @param heard the commands of the shard's register that it was told
   * @param executed the indexes of the transactions that it has executed, in their order
   */
  record Replicated(
      int number, int machine, int disk, boolean doomed, int heard, List<Integer> executed)
      implements JanusMember {
    Replicated with(int newMachine) {
      return new Replicated(number, newMachine, disk, doomed, heard, executed);
    }

    /** The replica after a flush; it is doomed if that was not of all that it had written. */
    Replicated flushed(int newDisk, boolean all) {
      return new Replicated(number, machine, newDisk, !all, heard, executed);
    }

    Replicated executing(int transaction) {
      List<Integer> all = new ArrayList<>(executed);
      all.add(transaction);
      return new Replicated(number, machine, disk, doomed, heard, List.copyOf(all));
    }

    /** The replica when it is told the next command of the register. */
    Replicated hearing() {
      return new Replicated(number, machine, disk, doomed, heard + 1, executed);
    }

    /** The replica on a blank disk, before it starts. */
    Replicated on(int blank) {
      return new Replicated(number, NONE, blank, false, 0, List.of());
    }

    /** The replica after a crash, with the executions that its disk has kept. */
    Replicated crashed(List<Integer> left) {
      return new Replicated(number, NONE, disk, false, 0, left);
    }
  }

  /**
   * A coordinator. One whose messages never arrive is one that is gone.
   *
   * @param slot its number among the coordinators
   * @param transaction the index of its transaction among the scope's
   * @param waits whether its wait for the last replicas is still running
   * @param done whether it has nothing left to do
   */
  record Coordinating(int slot, int transaction, int machine, boolean waits, boolean done)
      implements JanusMember {
    Coordinating with(int newMachine) {
      return new Coordinating(slot, transaction, newMachine, waits, done);
    }

    Coordinating waited() {
      return new Coordinating(slot, transaction, machine, false, done);
    }

    Coordinating finished() {
      return new Coordinating(slot, transaction, machine, false, true);
    }
  }
}
