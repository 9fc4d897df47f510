package tutti.simulator.trace;

/** The place where a debugger stops a run. */
public final class Breakpoint {
  private Breakpoint() {}

  /**
   * Called on the run's own thread just before event {@code number} is noted. Set a breakpoint on
   * this method; everything of the world can be looked at from here.
   *
   * @param wait returns when the run is to go on
   */
  public static void here(long number, Runnable wait) {
    wait.run();
  }
}
