package tutti.lab.simulation.rows;

import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;
import tutti.engine.relational.RelationalApplication;
import tutti.simulator.application.SimulatedApplication;

/**
 * Shelves of items that come and go, in Java. Procedures play scripts, and report every row that
 * they saw and made; the script shows whether it must be refused.
 */
public final class RowsSimulation implements SimulatedApplication {
  private static final int MOST_SHELVES = 4;

  private final RowActorVersion version;
  private final RelationalApplication application;

  public RowsSimulation() {
    this(RowActorVersion.FIRST);
  }

  private RowsSimulation(RowActorVersion version) {
    this.version = version;
    application = new RelationalApplication(version.application(), null);
  }

  @Override
  public String name() {
    return "rows";
  }

  @Override
  public RelationalApplication application() {
    return application;
  }

  @Override
  public @Nullable RowsSimulation next() {
    RowActorVersion next = version.next();
    return next == null ? null : new RowsSimulation(next);
  }

  @Override
  public Record row(Record former) {
    return version.row(former);
  }

  @Override
  public Scenario scenario(RandomGenerator random) {
    return new RowScenario(
        application,
        2 + random.nextInt(MOST_SHELVES - 1),
        3 + random.nextInt(RowActor.KEYS - 2),
        0,
        version != RowActorVersion.FIRST);
  }
}
