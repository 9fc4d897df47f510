package tutti.lab.simulation;

import java.util.random.RandomGenerator;
import tutti.lab.simulation.rows.RowsSimulation;
import tutti.lab.simulation.rows.TillsSimulation;
import tutti.model.Application;
import tutti.simulator.Seeds;
import tutti.simulator.SimulatedApplication;

/**
 * What nothing was said of: mostly the bank, now and then actors in Java, alone or with Rebel
 * instances.
 */
public final class MixedSimulation implements SimulatedApplication {
  private static final int ONE_OF = 8;

  private final SimulatedApplication bank = new BankSimulation();
  private final SimulatedApplication rows = new RowsSimulation();
  private final SimulatedApplication tills = new TillsSimulation();

  @Override
  public SimulatedApplication drawn(long seed, int nodes) {
    return switch (Seeds.stream(seed, "workload").nextInt(ONE_OF)) {
      case 0, 1 -> rows;
      case 2, 3 -> tills;
      default -> bank;
    };
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
