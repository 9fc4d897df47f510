package tutti.engine.integrated;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.function.LongSupplier;
import tutti.engine.memory.Heap;
import tutti.engine.runtime.ForwardingScheduler;
import tutti.engine.runtime.Scheduler;
import tutti.engine.runtime.StepQueue;

/** A scheduler on whose queues each step takes some time before it has any effect. */
public final class SlowSteps extends ForwardingScheduler {
  private final Scheduler scheduler;
  private final LongSupplier nanosOfAStep;

  /**
   * @param nanosOfAStep the time of each step that begins now; 0 if it takes none
   */
  public SlowSteps(Scheduler scheduler, LongSupplier nanosOfAStep) {
    super(scheduler);
    this.scheduler = scheduler;
    this.nanosOfAStep = nanosOfAStep;
  }

  private final class Queue implements StepQueue {
    private final StepQueue queue;
    private final Deque<Runnable> steps = new ArrayDeque<>();
    private boolean busy;

    Queue(StepQueue queue) {
      this.queue = queue;
    }

    @Override
    public void step(Runnable step) {
      if (!busy && nanosOfAStep.getAsLong() == 0) {
        queue.step(step);
        return;
      }
      steps.add(step);
      if (!busy) {
        busy = true;
        next();
      }
    }

    private void next() {
      scheduler.after(nanosOfAStep.getAsLong(), queue, this::take);
    }

    private void take() {
      steps.remove().run();
      busy = !steps.isEmpty();
      if (busy) {
        next();
      }
    }
  }

  @Override
  public StepQueue newStepQueue(String name) {
    return new Queue(scheduler.newStepQueue(name));
  }

  @Override
  public Timer after(long delayNanos, StepQueue on, Runnable step) {
    return scheduler.after(delayNanos, on, () -> on.step(step));
  }

  @Override
  public Heap heap() {
    return scheduler.heap();
  }

  @Override
  public void close() {}
}
