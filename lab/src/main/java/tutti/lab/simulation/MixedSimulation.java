package tutti.lab.simulation;

import java.util.random.RandomGenerator;
import tutti.lab.simulation.rows.RowsSimulation;
import tutti.model.Application;
import tutti.simulator.Seeds;
import tutti.simulator.SimulatedApplication;

/** What nothing was said of: mostly the bank, and now and then actors in Java. */
public final class MixedSimulation implements SimulatedApplication {
  private static final int ROWS_ONE_OF = 4;

  private final SimulatedApplication bank = new BankSimulation();
  private final SimulatedApplication rows = new RowsSimulation();

  @Override
  public SimulatedApplication drawn(long seed, int nodes) {
    return Seeds.stream(seed, "workload").nextInt(ROWS_ONE_OF) == 0 ? rows : bank;
  }

  @Override
  public String name() {
    return "mixed";
  }

  @Override
  public Application application() {
    return bank.application();
  }

  @Override
  public Scenario scenario(RandomGenerator random) {
    return bank.scenario(random);
  }
}
