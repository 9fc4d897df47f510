package tutti.engine.replication;

import java.time.Instant;
import tutti.engine.journal.ManualScheduler;
import tutti.engine.runtime.Scheduler;
import tutti.engine.runtime.StepQueue;
import tutti.engine.runtime.TaskExecutor;

/** The scheduler of one host of a test: its steps run for nothing once the host has crashed. */
public final class HostScheduler implements Scheduler {
  private final ManualScheduler shared;
  private final double rate;
  private boolean dead;

  /** Whether timers that are due do not ring: the process has stood still. */
  private boolean still;

  /**
   * @param rate of the host's clock, about 1
   */
  public HostScheduler(ManualScheduler shared, double rate) {
    this.shared = shared;
    this.rate = rate;
  }

  /** From now on no timer rings. */
  void standStill() {
    still = true;
  }

  public void crash() {
    dead = true;
  }

  private Runnable alive(Runnable step) {
    return () -> {
      if (!dead) {
        step.run();
      }
    };
  }

  @Override
  public long nanos() {
    return (long) (shared.nanos() * rate);
  }

  @Override
  public Instant now() {
    return shared.now();
  }

  @Override
  public StepQueue newStepQueue(String name) {
    StepQueue queue = shared.newStepQueue(name);
    return step -> queue.step(alive(step));
  }

  @Override
  public Timer after(long delayNanos, StepQueue on, Runnable step) {
    Runnable rings =
        () -> {
          if (!still && !dead) {
            step.run();
          }
        };
    return shared.after((long) Math.ceil(delayNanos / rate), on, rings);
  }

  @Override
  public TaskExecutor newExecutor(String name) {
    return shared.newExecutor(name);
  }

  @Override
  public void point() {}

  @Override
  public void close() {}
}
