package tutti.engine.integrated.janus;

import java.util.ArrayDeque;
import java.util.Queue;
import java.util.function.LongSupplier;

/**
 * The bound of the values in memory of all executions on one host. The results of an execution wait
 * for the queue of machines, so the number of executions is no bound. Executions for which there is
 * no room wait, in their order; a single execution always begins. No execution waits for another
 * execution's result, so each gets its turn. Confined to the host's queue of machines.
 *
 * <p>For example, with room for 6 MB, of ten executions of 1 MB each, six begin, and each of the
 * other four begins when one has ended.
 */
final class ExecutionRoom {
  private record Waiting(long bytes, Runnable execution) {}

  private final LongSupplier most;
  private final Queue<Waiting> waiting = new ArrayDeque<>();
  private long taken;
  private int running;

  /**
   * @param most gives the bytes of values that may be worked on
   */
  ExecutionRoom(LongSupplier most) {
    this.most = most;
  }

  /**
   * Begins an execution, now or later; {@link #ended} has to follow.
   *
   * @param bytes of the values that it works on
   */
  void begin(long bytes, Runnable execution) {
    if (waiting.isEmpty() && fits(bytes)) {
      run(bytes, execution);
    } else {
      waiting.add(new Waiting(bytes, execution));
    }
  }

  private boolean fits(long bytes) {
    return running == 0 || taken + bytes <= most.getAsLong();
  }

  private void run(long bytes, Runnable execution) {
    running++;
    taken += bytes;
    execution.run();
  }

  /** Notes that an execution that began with {@code bytes} bytes has ended. */
  void ended(long bytes) {
    running--;
    taken -= bytes;
    Waiting next = waiting.peek();
    while (next != null && fits(next.bytes())) {
      waiting.remove();
      run(next.bytes(), next.execution());
      next = waiting.peek();
    }
  }
}
