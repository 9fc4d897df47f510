package tutti.simulator.world;

import java.util.List;

/**
 * An executor or a step queue: the seed chooses among lanes when it chooses the next slice of work.
 */
public abstract class WorkQueue {
  final Core core;
  public final SimulatedNode node;
  public final String name;

  /**
   * The number of the lane in the order of creation, so that traces name lanes without depending on
   * hashes.
   */
  final int number;

  /** The index of the lane among the runnable lanes of {@link Core}, or -1. */
  int runnableAt = -1;

  /** The moment when the lane became runnable, or last ran: a number that grows. */
  long waitsSince;

  WorkQueue(Core core, SimulatedNode node, String name) {
    this.core = core;
    this.node = node;
    this.name = name;
    this.number = core.nextLane();
  }

  /** Returns whether the lane has something to run now. */
  abstract boolean runnable();

  /** Runs one slice of work. */
  abstract void runSlice();

  /**
   * Returns the slices of which one may be next; first the one that is next if no choice is made.
   */
  abstract List<Slice> slices();

  /** Returns whether the task that ran last has only left at a scheduling point. */
  boolean goesOn() {
    return false;
  }

  /** Forgets everything that is queued, in a crash. */
  abstract void clear();

  @Override
  public String toString() {
    return node.name() + "/" + name;
  }
}
