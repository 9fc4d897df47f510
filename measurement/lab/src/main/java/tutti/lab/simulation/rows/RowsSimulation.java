package tutti.lab.simulation.rows;

import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;
import tutti.engine.relational.RelationalApplication;
import tutti.lab.bank.BundledSpecification;
import tutti.model.actor.JavaApplication;
import tutti.simulator.application.ActorNames;
import tutti.simulator.application.SimulatedApplication;

/**
 * Shelves of items that come and go, in Java. Procedures play scripts, and report every row that
 * they saw and made; the script shows whether it must be refused.
 *
 * <p>There may be tills beside them, which are instances of a Rebel specification. Scripts move
 * tills, tills have shelves play scripts, and money goes both ways, all in one transaction and as
 * deep as it comes.
 */
public final class RowsSimulation implements SimulatedApplication {
  private static final int MOST_SHELVES = 4;

  /** The largest number of shelves where there are tills. */
  private static final int MOST_SHELVES_BESIDE = 3;

  private static final int MOST_TILLS = 6;

  private final RowActorVersion version;
  private final boolean tills;
  private final RelationalApplication application;

  /** Shelves alone. */
  public RowsSimulation() {
    this(RowActorVersion.FIRST, false);
  }

  private RowsSimulation(RowActorVersion version, boolean tills) {
    this.version = version;
    this.tills = tills;
    JavaApplication shelves = version.application();
    application =
        new RelationalApplication(
            shelves, tills ? BundledSpecification.tills(shelves.schema()) : null);
  }

  /** Returns the simulation of shelves beside tills. */
  public static RowsSimulation tills() {
    return new RowsSimulation(RowActorVersion.FIRST, true);
  }

  @Override
  public String name() {
    return tills ? "tills" : "rows";
  }

  @Override
  public RelationalApplication application() {
    return application;
  }

  @Override
  public @Nullable RowsSimulation next() {
    RowActorVersion next = version.next();
    return next == null ? null : new RowsSimulation(next, tills);
  }

  @Override
  public Record row(Record former) {
    return version.row(former);
  }

  @Override
  public Scenario scenario(RandomGenerator random) {
    return scenario(random, ActorNames.PLAIN);
  }

  /** Tills name shelves by numbers, and have numbers for keys themselves. */
  @Override
  public Scenario scenario(RandomGenerator random, ActorNames names) {
    int shelves = 2 + random.nextInt((tills ? MOST_SHELVES_BESIDE : MOST_SHELVES) - 1);
    int keys = 3 + random.nextInt(RowActor.KEYS - 2);
    boolean later = version != RowActorVersion.FIRST;
    return tills
        ? new TillScenario(application, shelves, keys, 3 + random.nextInt(MOST_TILLS - 2), later)
        : new RowScenario(application, names, shelves, keys, 0, later);
  }
}
