package tutti.simulator.world;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Set;
import tutti.engine.runtime.StepQueue;

/**
 * A thread for blocking work in the simulated world. Each step takes its time before it has any
 * effect: so a crash between a request for a flush and the flush is as likely as in reality.
 */
final class SimulatedStepQueue extends WorkQueue implements StepQueue {
  private static final Set<String> READERS = Set.of("replicas", "tapir", "janus");

  private final Deque<Runnable> steps = new ArrayDeque<>();
  private final boolean isDisk;

  /** True if its steps are those of machines of replicas, which may read the disk. */
  private final boolean reads;

  private boolean due;
  private boolean waiting;

  SimulatedStepQueue(Core core, SimulatedNode node, String name) {
    super(core, node, name);
    isDisk = name.startsWith("journal") || name.startsWith("checkpoint");
    reads = READERS.contains(name);
  }

  @Override
  public void step(Runnable step) {
    core.enter("StepQueue.step");
    if (!node.crashed()) {
      steps.addLast(step);
      await();
    }
  }

  private void await() {
    if (!due && !waiting && !steps.isEmpty()) {
      waiting = true;
      core.alarm(
          node,
          latency(),
          null,
          () -> {
            waiting = false;
            due = true;
            core.changed(this);
          });
    }
  }

  /**
   * Returns a latency like that of this project's disk: mostly tens of microseconds, at times
   * milliseconds.
   */
  private long latency() {
    if (core.explored) {
      return 0;
    }
    return isDisk ? node.diskLatency(usual()) : usual();
  }

  private long usual() {
    return core.latencies.nextInt(10) == 0
        ? core.latencies.nextLong(1_000_000, 5_000_000)
        : core.latencies.nextLong(20_000, 120_000);
  }

  /** Returns whether steps wait in the queue. */
  boolean behind() {
    return !steps.isEmpty() && !hangs();
  }

  @Override
  boolean runnable() {
    return due && !steps.isEmpty() && !waitsForDisk();
  }

  private boolean waitsForDisk() {
    return isDisk && node.diskHangs() || reads && node.readsHang();
  }

  /** Returns whether a step waits for a disk that hangs. */
  boolean hangs() {
    return !steps.isEmpty() && waitsForDisk();
  }

  /** Returns whether its steps are those of a disk. */
  boolean isDisk() {
    return isDisk;
  }

  @Override
  void runSlice() {
    due = false;
    core.runStep(this, steps.removeFirst());
    if (!node.crashed()) {
      await();
    }
  }

  @Override
  List<Slice> slices() {
    return runnable() ? List.of(new Slice(this, "step", this::runSlice)) : List.of();
  }

  @Override
  void clear() {
    steps.clear();
    core.changed(this);
  }
}
