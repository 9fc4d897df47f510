package tutti.simulator.model;

import java.time.Instant;
import org.jspecify.annotations.Nullable;
import tutti.engine.runtime.Scheduler;
import tutti.engine.runtime.StepQueue;
import tutti.engine.runtime.TaskExecutor;
import tutti.simulator.world.SimulatedScheduler;

/** A node's threads and time in the model. */
record ModelScheduler(ModelWorld world, ModelCores own) implements Scheduler {

  @Override
  public long nanos() {
    return world.nanos();
  }

  @Override
  public Instant now() {
    return SimulatedScheduler.EPOCH.plusNanos(world.nanos());
  }

  @Override
  public TaskExecutor newExecutor(String name) {
    return new ModelExecutor(world, own, name);
  }

  @Override
  public StepQueue newStepQueue(String name) {
    return new ModelThread(world, own, name);
  }

  @Override
  public Timer after(long delayNanos, StepQueue on, Runnable step) {
    world.charge(Constant.TIMER);
    long due = world.nanos() + Math.clamp(delayNanos, 0, Long.MAX_VALUE >> 2);
    Planned planned = new Planned(step);
    Head causer = world.about();
    planned.event =
        world.at(
            due,
            () -> {
              world.about(causer);
              on.step(planned);
            });
    return planned;
  }

  /** A timer, and the step that is queued when it is due: it can be cancelled until it runs. */
  private final class Planned implements Timer, Runnable {
    private final Runnable step;
    private ModelWorld.@Nullable Event event;
    private boolean over;

    Planned(Runnable step) {
      this.step = step;
    }

    @Override
    public void run() {
      if (!over) {
        over = true;
        step.run();
      }
    }

    @Override
    public void cancel() {
      over = true;
      ModelWorld.Event planned = event;
      if (planned != null) {
        world.cancel(planned);
      }
    }
  }

  /** Does nothing: the model switches where the engine waits, and nowhere else. */
  @Override
  public void point() {}

  /** Does nothing: no task runs any more once the world is not run. */
  @Override
  public void close() {}
}
