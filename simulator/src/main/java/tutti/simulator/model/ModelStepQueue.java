package tutti.simulator.model;

import java.util.ArrayDeque;
import java.util.Deque;
import tutti.engine.runtime.StepQueue;

/** A thread of the model for steps that may wait for a disk. */
final class ModelStepQueue extends ModelThread implements StepQueue {
  private final Deque<ModelStep> steps = new ArrayDeque<>();

  ModelStepQueue(ModelWorld world, Cores cores, String name) {
    super(world, cores, name);
  }

  @Override
  public void step(Runnable step) {
    ModelStep caused = new ModelStep(world.about(), step);
    give(() -> steps.addLast(caused));
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
    ModelStep next = steps.removeFirst();
    next.begin(world);
    run(new Fiber(world, this, next.body(), false));
  }
}
