package tutti.benchmark.journal;

import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import tutti.engine.deployment.Deployment.Durability;
import tutti.lab.bank.Bank;
import tutti.lab.bank.BundledSpecification;
import tutti.lab.bench.Workload;
import tutti.lab.load.LoadPlan;
import tutti.lab.measure.RunResult;
import tutti.lab.node.Folders;
import tutti.lab.node.RealNodes;
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
  private final Bank bank = new Bank(BundledSpecification.bank());
  private final RealNodes nodes;
  private final Side side;
  private final int payload;

  /**
   * Opens a node once to measure the size of a deposit's record.
   *
   * @param sides of {@link JournalWorkload#TUTTI} and {@link JournalWorkload#BARE_FILE}
   */
  public DepositWorkload(List<String> sides, RealNodes nodes, Side side)
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

  private RealNodes.Opened open(long seed) throws IOException {
    return nodes.open(bank.application(), side.deployment(), seed);
  }

  private int bytesPerDeposit() throws IOException, InterruptedException {
    try (RealNodes.Opened open = open(1)) {
      DepositLog log = new DepositLog(open.node(), bank);
      var before = open.node().statistics();
      for (int i = 0; i < CALIBRATION; i++) {
        log.commit(new byte[0]);
      }
      var after = open.node().statistics();
      return (int)
          ((after.log().bytes() - before.log().bytes())
              / Math.max(1, after.log().records() - before.log().records()));
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
    try (RealNodes.Opened open = open(plan.seed())) {
      DepositLog log = new DepositLog(open.node(), bank);
      RunResult run = Committers.run(label, log, plan, payload, false);
      return run.check("money-conserved", log.conserved());
    }
  }
}
