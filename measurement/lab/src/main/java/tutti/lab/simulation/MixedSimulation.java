package tutti.lab.simulation;

import java.util.Optional;
import java.util.function.UnaryOperator;
import java.util.random.RandomGenerator;
import tutti.engine.deployment.Deployment;
import tutti.engine.deployment.Deployment.Durability;
import tutti.lab.simulation.outside.ChargesSimulation;
import tutti.lab.simulation.rows.RowsSimulation;
import tutti.lab.simulation.values.ValuesSimulation;
import tutti.lab.smallbank.SmallbankSimulation;
import tutti.lab.tpcc.TpccSimulation;
import tutti.lab.zipf.CountersSimulation;
import tutti.model.Application;
import tutti.simulator.application.SimulatedApplication;
import tutti.simulator.run.DrawnReplication;
import tutti.simulator.world.Seeds;

/**
 * The default mix. Of twelve seeds, one charges cards, unless a fixed setting excludes that, and of
 * twelve others one keeps things with extreme values. Of forty-eight others, one runs TPC-C, whose
 * rows are actors, two Smallbank, in Java or in Rebel, and one the order numbers of TPC-C in Rebel,
 * unless a fixed setting keeps no log. Of eight others, two run the bank, two actors in Java, two
 * these actors with Rebel instances, one a ring of posts and one a watch. Under an integrated
 * protocol, one seed of four runs counters, before all that. A control that is serializable, but
 * not strictly, passes in all of these except the ring, whose states keep the reads of each
 * transaction.
 */
final class MixedSimulation implements SimulatedApplication {
  private static final int ONE_OF = 8;
  private static final int CHARGES_ONE_OF = 12;
  private static final int COUNTERS_ONE_OF = 4;
  private static final int VALUES_ONE_OF = 12;

  /** The divisor of seeds that run one of the benchmarks: a run of TPC-C costs as much as some. */
  private static final int BENCHMARKS_ONE_OF = 48;

  private final SimulatedApplication bank = new BankSimulation();
  private final SimulatedApplication rows = new RowsSimulation();
  private final SimulatedApplication tills = RowsSimulation.tills();
  private final SimulatedApplication values = new ValuesSimulation();
  private final SimulatedApplication ring = PostsSimulation.ring();
  private final SimulatedApplication watch = PostsSimulation.watch();

  @Override
  public SimulatedApplication drawn(long seed, int nodes, UnaryOperator<Deployment> fixed) {
    // A stream of their own leaves to the other seeds the workloads that they had before charges.
    if (Seeds.stream(seed, "charges").nextInt(CHARGES_ONE_OF) == 0
        && ChargesSimulation.suits(nodes, fixed)) {
      return new ChargesSimulation();
    }
    if (Seeds.stream(seed, "counters").nextInt(COUNTERS_ONE_OF) == 0
        && isIntegrated(nodes, fixed)) {
      return new CountersSimulation();
    }
    if (Seeds.stream(seed, "values").nextInt(VALUES_ONE_OF) == 0) {
      return values;
    }
    int benchmark = Seeds.stream(seed, "benchmarks").nextInt(BENCHMARKS_ONE_OF);
    if (benchmark < 4 && keepsLog(nodes, fixed)) {
      return switch (benchmark) {
        case 0 -> TpccSimulation.ofRows();
        case 1 -> new SmallbankSimulation();
        case 2 -> SmallbankSimulation.rebel();
        default -> new OrdersSimulation();
      };
    }
    return switch (Seeds.stream(seed, "workload").nextInt(ONE_OF)) {
      case 0, 1 -> rows;
      case 2, 3 -> tills;
      case 4 -> ring;
      case 5 -> watch;
      default -> bank;
    };
  }

  /** The benchmarks put {@code durability = sync} in the place of what is drawn. */
  private static boolean keepsLog(int nodes, UnaryOperator<Deployment> fixed) {
    Optional<Deployment> asked =
        nodes == 1 ? Optional.of(fixed.apply(Deployment.DEFAULT)) : DrawnReplication.several(fixed);
    return asked.filter(it -> it.durability() == Durability.SYNC).isPresent();
  }

  private static boolean isIntegrated(int nodes, UnaryOperator<Deployment> fixed) {
    return nodes != 1
        && nodes != 2
        && DrawnReplication.several(fixed).filter(Deployment::integrated).isPresent();
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
