package tutti.lab.simulation.rows;

import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;
import tutti.engine.relational.RelationalApplication;
import tutti.lab.bank.BundledSpecification;
import tutti.model.actor.JavaApplication;
import tutti.simulator.application.SimulatedApplication;

/**
 * A simulation of the {@linkplain RowsSimulation shelves} beside tills, which are instances of a
 * Rebel specification. Scripts move tills, tills have shelves play scripts, and money goes both
 * ways, all in one transaction and as deep as it comes.
 */
public final class TillsSimulation implements SimulatedApplication {
  private static final int MOST_SHELVES = 3;
  private static final int MOST_TILLS = 6;

  private final RowActorVersion version;
  private final RelationalApplication application;

  public TillsSimulation() {
    this(RowActorVersion.FIRST);
  }

  private TillsSimulation(RowActorVersion version) {
    this.version = version;
    JavaApplication shelves = version.application();
    application = new RelationalApplication(shelves, BundledSpecification.tills(shelves.schema()));
  }

  @Override
  public String name() {
    return "tills";
  }

  @Override
  public RelationalApplication application() {
    return application;
  }

  @Override
  public @Nullable TillsSimulation next() {
    RowActorVersion next = version.next();
    return next == null ? null : new TillsSimulation(next);
  }

  @Override
  public Record row(Record former) {
    return version.row(former);
  }

  @Override
  public Scenario scenario(RandomGenerator random) {
    return new TillScenario(
        application,
        2 + random.nextInt(MOST_SHELVES - 1),
        3 + random.nextInt(RowActor.KEYS - 2),
        3 + random.nextInt(MOST_TILLS - 2),
        version != RowActorVersion.FIRST);
  }
}
