package tutti.simulator.world;

import tutti.engine.runtime.PassingFailure;

/**
 * A failure of the simulated code that a simulation must not tolerate: the code threw, waited for
 * something that is not simulated, or used a thread that is not the simulator's.
 */
public final class SimulationFailed extends RuntimeException implements PassingFailure {
  private static final long serialVersionUID = 1L;
  private static final int FRAMES = 12;

  public SimulationFailed(String message) {
    super(message);
  }

  public SimulationFailed(String message, Throwable cause) {
    super(message, cause);
  }

  /**
   * Returns the failure and its place, for a person: the message, and the first frames of each
   * cause.
   */
  public String story() {
    StringBuilder story = new StringBuilder(String.valueOf(getMessage()));
    for (Throwable cause = getCause(); cause != null; cause = cause.getCause()) {
      story.append("\n    ").append(cause);
      StackTraceElement[] frames = cause.getStackTrace();
      for (int i = 0; i < Math.min(FRAMES, frames.length); i++) {
        story.append("\n      at ").append(frames[i]);
      }
    }
    return story.toString();
  }
}
