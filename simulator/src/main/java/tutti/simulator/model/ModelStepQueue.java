package tutti.simulator.model;

import java.util.ArrayDeque;
import java.util.Deque;
import tutti.engine.runtime.StepQueue;

/** A thread of the model for steps that may wait for a disk. */
final class ModelStepQueue extends Lane implements StepQueue {
  private final Deque<Runnable> steps = new ArrayDeque<>();

  ModelStepQueue(World world, Cores cores, String name) {
    super(world, cores, name);
  }

  @Override
  public void step(Runnable step) {
    give(() -> steps.addLast(step));
  }

  @Override
  void ready(Fiber fiber) {
    throw new IllegalStateException("a step of " + name + " went on after its end");
  }

  @Override
  boolean queued() {
    return !steps.isEmpty();
  }

  @Override
  void runQueued() {
    world.charge(Constant.STEP);
    run(new Fiber(world, this, steps.removeFirst(), false));
  }
}
