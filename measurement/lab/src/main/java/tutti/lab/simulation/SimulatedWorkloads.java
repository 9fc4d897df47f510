package tutti.lab.simulation;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import tutti.lab.objects.RegistersSimulation;
import tutti.lab.simulation.outside.ChargesSimulation;
import tutti.lab.simulation.rows.RowsSimulation;
import tutti.lab.simulation.values.ValuesSimulation;
import tutti.lab.smallbank.SmallbankSimulation;
import tutti.lab.tpcc.TpccSimulation;
import tutti.lab.zipf.CountersSimulation;
import tutti.simulator.application.SimulatedApplication;

/** The workloads of {@code tutti simulate --workload}, by name. */
public final class SimulatedWorkloads {
  private static final Map<String, Supplier<SimulatedApplication>> ALL = all();

  private SimulatedWorkloads() {}

  private static Map<String, Supplier<SimulatedApplication>> all() {
    Map<String, Supplier<SimulatedApplication>> all = new LinkedHashMap<>();
    all.put("mixed", MixedSimulation::new);
    all.put("blocks", () -> new BlocksSimulation(new MixedSimulation()));
    all.put("bank", BankSimulation::new);
    all.put("hot", BankSimulation::hot);
    all.put("ring", PostsSimulation::ring);
    all.put("watch", PostsSimulation::watch);
    all.put("rows", RowsSimulation::new);
    all.put("tills", RowsSimulation::tills);
    all.put("registers", RegistersSimulation::new);
    all.put("charges", ChargesSimulation::new);
    all.put("counters", CountersSimulation::new);
    all.put("values", ValuesSimulation::new);
    all.put("tpcc", TpccSimulation::new);
    all.put("orders", OrdersSimulation::new);
    all.put("smallbank", SmallbankSimulation::new);
    all.put("smallbank-rebel", SmallbankSimulation::rebel);
    return all;
  }

  /** Returns the names, the default first. */
  public static List<String> names() {
    return List.copyOf(ALL.keySet());
  }

  /** Returns the workload with this name; null if there is none. */
  public static @Nullable SimulatedApplication named(String name) {
    Supplier<SimulatedApplication> made = ALL.get(name);
    return made == null ? null : made.get();
  }
}
