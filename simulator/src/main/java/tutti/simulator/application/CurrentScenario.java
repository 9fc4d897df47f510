package tutti.simulator.application;

import java.util.function.Supplier;

/** The scenario of clients for the version of the application that runs. */
public final class CurrentScenario implements Supplier<SimulatedApplication.Scenario> {
  private SimulatedApplication.Scenario now;

  public CurrentScenario(SimulatedApplication.Scenario first) {
    now = first;
  }

  /** Switches to the scenario of another version. */
  public void goOn(SimulatedApplication.Scenario next) {
    now = next;
  }

  @Override
  public SimulatedApplication.Scenario get() {
    return now;
  }
}
