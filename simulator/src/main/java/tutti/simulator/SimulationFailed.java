package tutti.simulator;

/**
 * The simulated code did something that a simulation must not bear: it threw, waited for something
 * that is not simulated, or used a thread that is not the simulator's.
 */
public final class SimulationFailed extends RuntimeException {
  private static final long serialVersionUID = 1L;

  public SimulationFailed(String message) {
    super(message);
  }

  public SimulationFailed(String message, Throwable cause) {
    super(message, cause);
  }
}
