package tutti.engine.replication;

import java.time.Instant;
import tutti.engine.journal.ManualScheduler;
import tutti.engine.runtime.Scheduler;
import tutti.engine.runtime.StepQueue;
import tutti.engine.runtime.TaskExecutor;

/** The scheduler of one host of a test: its steps run for nothing once the host has crashed. */
final class HostScheduler implements Scheduler {
  private final ManualScheduler shared;
  private boolean dead;

  HostScheduler(ManualScheduler shared) {
    this.shared = shared;
  }

  void crash() {
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
    return shared.nanos();
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
    return shared.after(delayNanos, on, step);
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
