package tutti.lab.ycsb;

import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.LongAdder;
import tutti.engine.container.Placements;
import tutti.engine.relational.ProcedureResult;
import tutti.lab.bench.NodesWorkload;
import tutti.lab.load.ClosedLoop;
import tutti.lab.load.LoadPlan;
import tutti.lab.load.LoadResult;
import tutti.lab.measure.RunResult;
import tutti.lab.node.Counts;
import tutti.lab.node.NodeKeys;
import tutti.lab.node.RunNodes;
import tutti.lab.node.Side;
import tutti.lab.virtual.HeadShares;
import tutti.lab.virtual.Model;
import tutti.lab.virtual.ModelNodes;

/**
 * {@code tutti bench ycsb --nodes N}: transactions each of which is on several nodes (Easy Commit
 * §6.1), on real nodes of this process or on a model. Every run has nodes and rows of its own.
 */
public final class PartitionedYcsb extends NodesWorkload {
  /** The latency in the middle of all requests, and of the slowest hundredth, in microseconds. */
  public static final String MEDIAN = "median-us";

  public static final String P99 = "p99-us";

  private final YcsbWorkload.Shape shape;
  private final int partitions;
  private final int nodes;
  private final Zipfian zipfian;

  /**
   * @param shape its rows are those of each partition
   * @param partitions of a transaction
   * @param source of the nodes; a model's have a local network if no other is given, unless they
   *     share a machine
   */
  public PartitionedYcsb(
      YcsbWorkload.Shape shape,
      int partitions,
      int nodes,
      List<Side> sides,
      RunNodes.Source source) {
    super(
        Model.onLan(source),
        sides.stream()
            .map(
                side ->
                    new Side(
                        side.label(),
                        NodeKeys.spread("ycsb", side.deployment(), nodes, PartitionRequests.TYPES)))
            .toList());
    if (nodes > NodeKeys.MOST_NODES || partitions < 2 || partitions > nodes) {
      throw new IllegalArgumentException(
          "--partitions is at least 2 and at most --nodes, which is at most "
              + NodeKeys.MOST_NODES
              + "; there are "
              + partitions
              + " and "
              + nodes);
    }
    if (shape.operations() < partitions) {
      throw new IllegalArgumentException("--operations is at least --partitions");
    }
    this.shape = shape;
    this.partitions = partitions;
    this.nodes = nodes;
    this.zipfian = new Zipfian(shape.rows(), shape.theta());
  }

  @Override
  public String name() {
    return model() == null ? "ycsb" : "ycsb, simulated";
  }

  @Override
  protected void describe(Map<String, Object> parameters) {
    parameters.put("nodes", nodes);
    parameters.put("rows-per-partition", shape.rows());
    parameters.put("row-bytes", shape.rowBytes());
    parameters.put("partitions-per-transaction", partitions);
    shape.describe(parameters);
  }

  @Override
  protected RunResult run(Side side, LoadPlan plan, RunNodes.Source from) throws Exception {
    PartitionRequests requests =
        new PartitionRequests(shape, zipfian, partitions, nodes, plan.clients(), plan.seed());
    Placements placements = new Placements(side.deployment().placement(), nodes, 1);
    try (RunNodes open = from.open(PartitionRequests.APPLICATION, side.deployment(), plan)) {
      open.commit(requests.chunks(), requests::load, loaded -> {});
      HeadShares shares = open instanceof ModelNodes modelled ? new HeadShares(modelled) : null;
      Counts before = Counts.of(open.nodes());
      LoadResult load =
          open.load(
              requests,
              (client, request) -> placements.nodeOf(request.calls().getFirst().target()),
              plan,
              shares == null ? ClosedLoop.Measuring.NOBODY : shares);
      Counts during = Counts.of(open.nodes()).minus(before);
      double requested = Math.max(1, load.total().ended());
      RunResult run =
          load.result(side.label(), during.retries())
              .measure(MEDIAN, load.latency().getValueAtPercentile(50) / 1e3)
              .measure(P99, load.latency().getValueAtPercentile(99) / 1e3)
              .measure("messages-per-request", during.messages() / requested)
              .measure("retries-per-request", during.retries() / requested)
              .measure("records-per-request", during.records() / requested)
              .measure("flushes-per-request", during.flushes() / requested);
      Map<String, Double> heads = shares == null ? Map.of() : shares.shares();
      for (Map.Entry<String, Double> share : heads.entrySet()) {
        run = run.measure(share.getKey(), share.getValue());
      }
      return judged(run, load, requests.writes(), written(open, requests));
    }
  }

  /**
   * Checks the number of writes: those that are missing are at most the operations of the
   * transactions that did not commit.
   */
  private RunResult judged(RunResult run, LoadResult load, long asked, long written) {
    long lost = (load.total().ended() - load.total().committed()) * shape.operations();
    return run.check("all-answered", load.answered())
        .check("nothing-in-doubt", load.total().inDoubt() == 0)
        .check("every-write-is-there", written <= asked && written >= asked - lost);
  }

  private static long written(RunNodes open, PartitionRequests requests)
      throws InterruptedException {
    LongAdder sum = new LongAdder();
    open.commit(
        requests.chunks(),
        requests::written,
        committed -> {
          if (committed.results().getFirst() instanceof ProcedureResult result
              && result.value() instanceof Long there) {
            sum.add(there);
          }
        });
    return sum.sum();
  }
}
