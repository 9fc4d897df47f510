package tutti.simulator.trace;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;

/** The newest events of a run. Not thread-safe: the simulator has one thread. */
final class Recording {
  private final int capacity;
  private final Deque<Step> steps = new ArrayDeque<>();
  private long forgotten;

  /**
   * @param capacity the number of kept events; 0 for none
   */
  Recording(int capacity) {
    this.capacity = capacity;
  }

  boolean on() {
    return capacity > 0;
  }

  void add(Step step) {
    if (steps.size() == capacity) {
      steps.removeFirst();
      forgotten++;
    }
    steps.addLast(step);
  }

  List<Step> steps() {
    return List.copyOf(steps);
  }

  /** Returns the number of older events that are not kept any more. */
  long forgotten() {
    return forgotten;
  }
}
