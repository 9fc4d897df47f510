package tutti.simulator.model;

import java.util.ArrayDeque;
import java.util.Deque;

/**
 * The cores of one node. Threads that have work queue for them, and queue anew after each piece of
 * work: pieces are short, so that no thread waits long behind another.
 */
final class ModelCores {
  private final ModelWorld world;
  private final MachineModel machine;
  private final Deque<ModelThread> queue = new ArrayDeque<>();
  private int busy;
  private long busyNanos;

  ModelCores(ModelWorld world, MachineModel machine) {
    this.world = world;
    this.machine = machine;
  }

  MachineModel machine() {
    return machine;
  }

  boolean anyFree() {
    return busy < machine.cores() && queue.isEmpty();
  }

  /**
   * Returns whether a thread may spin. As in the engine, one core is always left to the callers.
   */
  boolean maySpin() {
    return machine.cores() > 1 && anyFree();
  }

  /** Returns the time that cores were busy so far, all together. */
  long busyNanos() {
    return busyNanos;
  }

  /** Queues a lane that has work. */
  void ready(ModelThread lane) {
    queue.addLast(lane);
    dispatch();
  }

  private void dispatch() {
    while (busy < machine.cores() && !queue.isEmpty()) {
      ModelThread next = queue.removeFirst();
      busy++;
      long begin = world.nanos();
      long end = world.slice(next);
      world.at(end, () -> ended(next, end - begin));
    }
  }

  private void ended(ModelThread lane, long nanos) {
    busy--;
    busyNanos += nanos;
    if (lane.hasWork()) {
      queue.addLast(lane);
    } else {
      lane.rests();
    }
    dispatch();
  }
}
