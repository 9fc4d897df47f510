package tutti.lab.ycsb;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Consumer;
import tutti.engine.container.Placement;
import tutti.engine.deployment.Deployment;
import tutti.engine.relational.RelationalApplication;
import tutti.engine.transaction.submission.TransactionRequest;
import tutti.lab.bench.StoredWorkload;
import tutti.lab.load.LoadPlan;
import tutti.lab.node.ActorCalls;
import tutti.lab.node.NodeKeys;
import tutti.lab.node.RunNodes;
import tutti.lab.node.Side;
import tutti.lab.virtual.Model;
import tutti.lab.ycsb.CorePartition.Totals;
import tutti.model.Application;

/**
 * {@code tutti bench ycsb --mix A..F}: the core workloads of YCSB, on one relation, or on one of
 * each container with its share of the rows. Every run has nodes and rows of its own.
 */
public final class CoreYcsb extends StoredWorkload {
  public static final int USUAL_ROWS = 100_000;
  public static final double USUAL_THETA = 0.99;

  /** The rows that one transaction loads or counts. */
  private static final int CHUNK = 2_000;

  private static final RelationalApplication APPLICATION =
      new RelationalApplication(CorePartition.application().build(), null);

  private final CoreMix mix;
  private final int rows;
  private final double theta;
  private final boolean wide;
  private final Zipfian zipfian;
  private final ActorCalls calls;

  /**
   * @param rows the number of rows that are loaded, at least one of each partition
   * @param theta the skew, as {@link Zipfian} has it
   * @param wide whether rows are of 1 KB
   * @param notes is called with a line about work that takes long, and about violations of a rule
   */
  public CoreYcsb(
      CoreMix mix,
      int rows,
      double theta,
      boolean wide,
      List<Side> sides,
      RunNodes.Source source,
      Consumer<String> notes) {
    this(mix, rows, theta, wide, APPLICATION, sides, source, notes);
  }

  /**
   * @param application with the procedures of {@link CorePartition#application}, and perhaps more
   */
  CoreYcsb(
      CoreMix mix,
      int rows,
      double theta,
      boolean wide,
      RelationalApplication application,
      List<Side> sides,
      RunNodes.Source source,
      Consumer<String> notes) {
    super(source, sides.stream().map(CoreYcsb::placed).toList(), notes);
    this.mix = mix;
    this.rows = rows;
    this.theta = theta;
    this.wide = wide;
    this.zipfian = new Zipfian(rows, theta);
    this.calls = new ActorCalls(application);
    for (Side side : sides) {
      if (partitions(side.deployment()) > rows) {
        throw new IllegalArgumentException(
            "--rows is at least the number of containers of all nodes, "
                + partitions(side.deployment()));
      }
    }
  }

  /** Returns a side with a partition in each container, unless its deployment says ranges. */
  private static Side placed(Side side) {
    Deployment deployment = side.deployment();
    int partitions = partitions(deployment);
    return partitions == 1 || deployment.placement() instanceof Placement.Range
        ? side
        : new Side(
            side.label(),
            deployment.toBuilder()
                .placement(NodeKeys.placement(partitions, List.of(CorePartition.TYPE)))
                .build());
  }

  private static int partitions(Deployment deployment) {
    return deployment.shardCount() * deployment.containers();
  }

  private static int partitions(RunNodes open) {
    return partitions(open.nodes().getFirst().deployment());
  }

  @Override
  public String name() {
    return "ycsb " + mix + (model() == null ? "" : ", simulated");
  }

  @Override
  protected void describe(Map<String, Object> parameters) {
    parameters.put("mix", mix.toString());
    parameters.put("rows", rows);
    parameters.put(
        "row-bytes", wide ? YcsbWorkload.Shape.WIDE_BYTES : YcsbWorkload.Shape.SMALL_BYTES);
    parameters.put("theta", theta);
    Model model = model();
    if (model != null) {
      model.describe(parameters);
    }
  }

  @Override
  protected Application application() {
    return calls.application();
  }

  @Override
  protected String stored() {
    return "rows";
  }

  /** Returns false: no run finds the rows of another. */
  @Override
  protected boolean isLoaded(RunNodes open) {
    return false;
  }

  /** A maker of a request about some of a partition's keys. */
  @FunctionalInterface
  private interface Some {
    TransactionRequest request(int partition, long from, long until);
  }

  /** Returns requests about all keys below {@code until}, a chunk of keys in each. */
  private static List<TransactionRequest> chunks(int partitions, long until, Some some) {
    List<TransactionRequest> chunks = new ArrayList<>();
    long step = (long) CHUNK * partitions;
    for (int partition = 0; partition < partitions; partition++) {
      for (long from = partition; from < until; from += step) {
        chunks.add(some.request(partition, from, Math.min(until, from + step)));
      }
    }
    return chunks;
  }

  @Override
  protected void load(RunNodes open, long seed) throws InterruptedException {
    int partitions = partitions(open);
    List<TransactionRequest> chunks =
        chunks(
            partitions,
            rows,
            (partition, from, until) ->
                calls.of(
                    CorePartition.TYPE,
                    NodeKeys.key(partition),
                    new CorePartition.LoadSome(from, until, partitions, wide)));
    open.commit(chunks.size(), i -> chunks.get((int) i), committed -> {});
  }

  private Totals totals(RunNodes open, long until) throws InterruptedException {
    int partitions = partitions(open);
    Totals[] sum = {Totals.NONE};
    calls.<Totals>askAll(
        open,
        chunks(
            partitions,
            until,
            (partition, from, end) ->
                calls.of(
                    CorePartition.TYPE,
                    NodeKeys.key(partition),
                    new CorePartition.Count(from, end, partitions, wide))),
        totals -> sum[0] = sum[0].plus(totals));
    return sum[0];
  }

  @Override
  protected Clients clients(RunNodes open, Deployment deployment, LoadPlan plan) {
    return new CoreRequests(
        mix,
        wide,
        partitions(deployment),
        calls,
        zipfian,
        rows,
        plan.clients(),
        open::nanos,
        until -> totals(open, until));
  }

  /** Returns the loaded rows that are missing, or are in a wrong partition. */
  @Override
  protected SortedMap<String, List<String>> violations(RunNodes open) throws InterruptedException {
    Totals totals = totals(open, rows);
    List<String> found = new ArrayList<>();
    if (totals.rows() != rows) {
      found.add("of " + rows + " rows " + totals.rows() + " are there");
    }
    if (totals.misplaced() > 0) {
      found.add(totals.misplaced() + " rows are in partitions of other keys");
    }
    return new TreeMap<>(Map.of("loaded-rows-are-there", found));
  }
}
