package tutti.lab.remote;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import tutti.lab.bank.Scenario;
import tutti.lab.bench.SidedWorkload;
import tutti.lab.load.LoadPlan;
import tutti.lab.measure.RunResult;
import tutti.lab.node.RunHistory;
import tutti.lab.node.Side;

/** {@code bench bank --processes}: the bank on nodes that are processes, new ones for every run. */
public final class ProcessBankWorkload extends SidedWorkload {
  private final Scenario scenario;
  private final int accounts;
  private final Path data;
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
    super(sides);
    this.scenario = scenario;
    this.accounts = scenario.checked(accounts);
    this.data = data;
    this.front = front;
    this.history = history;
  }

  @Override
  public String name() {
    return "bank " + scenario.label() + " on processes";
  }

  @Override
  protected void describe(Map<String, Object> parameters) {
    scenario.describe(accounts, parameters);
    for (Side side : deployed()) {
      parameters.put("processes of " + side.label(), side.deployment().nodeCount());
    }
    parameters.put("front", front.toString().toLowerCase(Locale.ROOT));
    parameters.put("specification", "bundled bank");
  }

  @Override
  public boolean startsCold() {
    return true;
  }

  @Override
  protected RunResult run(Side side, LoadPlan plan) throws IOException {
    try (BankProcesses processes =
        BankProcesses.start(scenario, accounts, front, side.deployment(), data, history)) {
      RunResult run = processes.run(side.label(), plan);
      processes.end();
      return run;
    }
  }
}
