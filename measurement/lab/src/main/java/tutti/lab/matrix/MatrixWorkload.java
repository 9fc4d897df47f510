package tutti.lab.matrix;

import java.util.List;
import org.jspecify.annotations.Nullable;
import tutti.lab.bank.BankWorkload;
import tutti.lab.bank.Scenario;
import tutti.lab.bench.Workload;
import tutti.lab.node.RunNodes;
import tutti.lab.node.Side;
import tutti.lab.smallbank.Formulation;
import tutti.lab.smallbank.SmallbankShape;
import tutti.lab.smallbank.SmallbankShape.MultiTransferShape;
import tutti.lab.smallbank.SmallbankWorkload;
import tutti.lab.tpcc.Actors;
import tutti.lab.tpcc.Mix;
import tutti.lab.tpcc.TpccShape;
import tutti.lab.tpcc.TpccWorkload;
import tutti.lab.ycsb.CoreMix;
import tutti.lab.ycsb.CoreYcsb;

/** The workloads of the matrix, each so small that it is loaded in some milliseconds. */
enum MatrixWorkload {
  BANK("bank"),
  TPCC("tpcc --actors warehouses"),
  TPCC_ROWS("tpcc --actors rows"),
  SMALLBANK("smallbank"),
  SMALLBANK_REBEL("smallbank --language rebel"),
  MULTI_TRANSFER("smallbank --multi-transfer"),
  YCSB_A("ycsb --mix A"),
  YCSB_E("ycsb --mix E");

  private static final int ACCOUNTS = 20;
  private static final int CUSTOMERS = 30;
  private static final int ROWS = 300;

  private final String label;

  MatrixWorkload(String label) {
    this.label = label;
  }

  /** Returns the flags of {@code tutti bench} for it. */
  String label() {
    return label;
  }

  /**
   * Returns the workload on a deployment.
   *
   * @throws IllegalArgumentException if it does not run there; the message says why
   */
  Workload on(Side side, RunNodes.Source source) {
    List<Side> sides = List.of(side);
    return switch (this) {
      case BANK -> new BankWorkload(Scenario.SYNC, ACCOUNTS, source, sides);
      case TPCC -> new TpccWorkload(tpcc(Actors.WAREHOUSES), sides, source, null, note -> {});
      case TPCC_ROWS -> new TpccWorkload(tpcc(Actors.ROWS), sides, source, null, note -> {});
      case SMALLBANK -> new SmallbankWorkload(smallbank(null), sides, source, note -> {});
      case SMALLBANK_REBEL -> SmallbankWorkload.rebel(smallbank(null), sides, source, note -> {});
      case MULTI_TRANSFER ->
          new SmallbankWorkload(
              smallbank(new MultiTransferShape(Formulation.FULLY_ASYNC, 3, null)),
              sides,
              source,
              note -> {});
      case YCSB_A -> new CoreYcsb(CoreMix.A, ROWS, 0, false, sides, source, note -> {});
      case YCSB_E -> new CoreYcsb(CoreMix.E, ROWS, 0, false, sides, source, note -> {});
    };
  }

  private static TpccShape tpcc(Actors actors) {
    return new TpccShape(MatrixCell.NODES, 4, 15, actors, Mix.STANDARD, 50, 20, true, 0);
  }

  private static SmallbankShape smallbank(@Nullable MultiTransferShape multi) {
    return new SmallbankShape(CUSTOMERS, 4, 50, multi);
  }
}
