package tutti.lab.remote;

import java.io.IOException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import tutti.lab.bank.Scenario;
import tutti.lab.bench.Workload;
import tutti.lab.load.LoadPlan;
import tutti.lab.measure.RunResult;
import tutti.lab.node.RunHistory;
import tutti.lab.node.Side;
import tutti.lab.node.Sides;

/** {@code bench bank --processes}: the bank on nodes that are processes, new ones for every run. */
public final class ProcessBankWorkload implements Workload {
  private final Scenario scenario;
  private final int accounts;
  private final Path data;
  private final List<Side> sides;
  private final Front front;
  private final RunHistory history;

  /**
   * @param data the folder of the runs' folders
   * @param sides one, or two to compare; each has as many processes as its deployment has nodes
   * @param front the choice of the node that clients ask
   * @param history takes the clients' answers, and reads the rest when a run is over
   */
  public ProcessBankWorkload(
      Scenario scenario,
      int accounts,
      Path data,
      List<Side> sides,
      Front front,
      RunHistory history) {
    if (accounts < scenario.fewestAccounts()) {
      throw new IllegalArgumentException(
          "--accounts must be at least " + scenario.fewestAccounts() + " for " + scenario.label());
    }
    this.scenario = scenario;
    this.accounts = accounts;
    this.data = data;
    this.sides = List.copyOf(sides);
    this.front = front;
    this.history = history;
  }

  @Override
  public String name() {
    return "bank " + scenario.label() + " on processes";
  }

  @Override
  public Map<String, Object> parameters() {
    Map<String, Object> parameters = new LinkedHashMap<>();
    scenario.describe(accounts, parameters);
    for (Side side : sides) {
      parameters.put("processes of " + side.label(), side.deployment().nodeCount());
    }
    parameters.put("front", front.toString().toLowerCase(Locale.ROOT));
    parameters.put("specification", "bundled bank");
    parameters.put("deployment", Sides.common(sides));
    return parameters;
  }

  @Override
  public List<String> sides() {
    return Sides.labels(sides);
  }

  @Override
  public boolean startsCold() {
    return true;
  }

  @Override
  public RunResult run(String label, LoadPlan plan) throws IOException {
    Side side = Sides.labelled(label, sides);
    try (BankProcesses processes =
        BankProcesses.start(scenario, accounts, front, side.deployment(), data, history)) {
      RunResult run = processes.run(label, plan);
      processes.end();
      return run;
    }
  }
}
