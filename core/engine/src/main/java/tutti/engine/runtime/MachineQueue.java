package tutti.engine.runtime;

/**
 * A queue for the steps of machines over any other queue: a step that throws ends the process.
 *
 * @param queue runs the steps
 * @param scheduler ends the process
 * @param name of the queue, for a person
 */
record MachineQueue(StepQueue queue, Scheduler scheduler, String name) implements StepQueue {

  @Override
  public void step(Runnable step) {
    queue.step(
        () -> {
          try {
            step.run();
          } catch (Throwable e) {
            throw scheduler.failStop(new MachineFailure("a machine of " + name, "a step", e));
          }
        });
  }

  @Override
  public void end() {
    queue.end();
  }
}
