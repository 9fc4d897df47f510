package tutti.simulator.model;

/**
 * A short piece of work that waits for its thread.
 *
 * @param about the head of its causer
 */
record ModelStep(Head about, Runnable body) {

  void run(ModelWorld world) {
    begin(world);
    body.run();
  }

  /** Charges the beginning of the step; code that runs the step in another way calls this first. */
  void begin(ModelWorld world) {
    world.about(about);
    world.charge(Constant.STEP);
  }
}
