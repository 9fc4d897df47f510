package tutti.benchmark.journal;

import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import tutti.engine.deployment.Deployment.Durability;
import tutti.lab.bank.BankNodes;
import tutti.lab.bench.Workload;
import tutti.lab.load.LoadPlan;
import tutti.lab.measure.RunResult;
import tutti.lab.node.Folders;
import tutti.lab.node.NodeOpener.OpenNode;
import tutti.lab.node.Side;
import tutti.lab.node.Sides;

/**
 * {@code tutti bench deposit}: whole durable deposits through a node, against the bare file of
 * {@code bench journal}. Both sides have the same committers, and the bare file writes as many
 * bytes for a commit as the node's journal does for a deposit.
 */
public final class DepositWorkload implements Workload {
  private static final int CALIBRATION = 2_000;
  private final List<String> sides;
  private final BankNodes nodes;
  private final Side side;
  private final int payload;

  /**
   * Opens a node once to measure the size of a deposit's record.
   *
   * @param sides of {@link JournalWorkload#TUTTI} and {@link JournalWorkload#BARE_FILE}
   */
  public DepositWorkload(List<String> sides, BankNodes nodes, Side side)
      throws IOException, InterruptedException {
    for (String each : sides) {
      if (!each.equals(JournalWorkload.TUTTI) && !each.equals(JournalWorkload.BARE_FILE)) {
        throw new IllegalArgumentException("'" + each + "' is neither tutti nor bare-file");
      }
    }
    if (side.deployment().durability() != Durability.SYNC) {
      throw new IllegalArgumentException("'bench deposit' measures durability = sync");
    }
    this.sides = List.copyOf(sides);
    this.nodes = nodes;
    this.side = side;
    this.payload = bytesPerDeposit();
  }

  private int bytesPerDeposit() throws IOException, InterruptedException {
    try (OpenNode open = nodes.open(side, 1)) {
      DepositLog log = new DepositLog(open.node(), nodes.bank());
      var before = open.node().statistics();
      for (int i = 0; i < CALIBRATION; i++) {
        log.commit(new byte[0]);
      }
      var after = open.node().statistics();
      return (int)
          ((after.journalBytes() - before.journalBytes())
              / Math.max(1, after.journalRecords() - before.journalRecords()));
    }
  }

  @Override
  public String name() {
    return "deposit";
  }

  @Override
  public Map<String, Object> parameters() {
    Map<String, Object> parameters = new LinkedHashMap<>();
    parameters.put("accounts", DepositLog.ACCOUNTS);
    parameters.put("bytes-per-deposit", payload);
    parameters.put("specification", "bundled bank");
    parameters.put("deployment", Sides.common(List.of(side)));
    return parameters;
  }

  @Override
  public List<String> sides() {
    return sides;
  }

  @Override
  public RunResult run(String label, LoadPlan plan) throws Exception {
    if (label.equals(JournalWorkload.BARE_FILE)) {
      try (Folders folder = Folders.in(nodes.data());
          CommitLog log = JournalWorkload.open(label, folder.path())) {
        return Committers.run(label, log, plan, payload, false);
      }
    }
    try (OpenNode open = nodes.open(side, plan.seed())) {
      DepositLog log = new DepositLog(open.node(), nodes.bank());
      RunResult run = Committers.run(label, log, plan, payload, false);
      return run.check("money-conserved", log.conserved());
    }
  }
}
