package tutti.lab.ycsb;

import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import tutti.engine.deployment.Deployment;
import tutti.engine.deployment.NodeAddress;
import tutti.engine.relational.ProcedureResult;
import tutti.engine.transaction.submission.Outcome;
import tutti.lab.bench.Workload;
import tutti.lab.load.LoadPlan;
import tutti.lab.load.LoadResult;
import tutti.lab.measure.Machine;
import tutti.lab.measure.RunResult;
import tutti.lab.node.Counts;
import tutti.lab.node.MessageTrace;
import tutti.lab.node.Side;
import tutti.lab.node.Sides;
import tutti.lab.virtual.Sensitivity;
import tutti.simulator.model.MachineModel;
import tutti.simulator.model.NetworkFile;
import tutti.simulator.model.NetworkModel;

/**
 * {@code tutti bench ycsb --nodes N}: transactions each of which is on several nodes (Easy Commit
 * §6.1), on real nodes of this process or on a model. Every run has nodes and rows of its own.
 */
public final class PartitionedYcsb implements Workload {
  /** The latency in the middle of all requests, and of the slowest hundredth, in microseconds. */
  public static final String MEDIAN = "median-us";

  public static final String P99 = "p99-us";

  /** The network of {@code examples/lan.conf}. */
  private static final String LOCAL =
      """
      network {
        places = [lan]
        latency { lan { lan = 250us } }
        bandwidth = 1GiB
        jitter = 0.05
      }
      """;

  /** The largest number of nodes: up to here the keys of partitions are as long. */
  private static final int MOST_NODES = 256;

  private final YcsbWorkload.Shape shape;
  private final int partitions;
  private final int nodes;
  private final List<Side> sides;
  private final Partitions.Source source;

  /** The constants whose effects are asked for; null if they are not. */
  private final @Nullable Constants constants;

  private final Zipfian zipfian;
  private final MessageTrace trace;

  private record Constants(
      MachineModel machine, @Nullable NetworkModel network, boolean oneMachine) {}

  private PartitionedYcsb(
      YcsbWorkload.Shape shape,
      int partitions,
      int nodes,
      List<Side> sides,
      Partitions.Source source,
      @Nullable Constants constants,
      MessageTrace trace) {
    if (nodes > MOST_NODES || partitions < 2 || partitions > nodes) {
      throw new IllegalArgumentException(
          "--partitions is at least 2 and at most --nodes, which is at most "
              + MOST_NODES
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
    this.sides =
        sides.stream().map(side -> new Side(side.label(), spread(side.deployment()))).toList();
    this.source = source;
    this.constants = constants;
    this.trace = trace;
    this.zipfian = new Zipfian(shape.rows(), shape.theta());
  }

  /**
   * Returns the workload on real nodes.
   *
   * @param shape its rows are those of each partition
   * @param partitions of a transaction
   * @param folder the folder of the runs' data
   * @param trace writes their messages
   */
  public static PartitionedYcsb real(
      YcsbWorkload.Shape shape,
      int partitions,
      int nodes,
      List<Side> sides,
      Path folder,
      MessageTrace trace) {
    return new PartitionedYcsb(
        shape, partitions, nodes, sides, RealPartitions.in(folder), null, trace);
  }

  /**
   * Returns the workload on a model.
   *
   * @param network the places of nodes and clients; null for a local one, unless they share a
   *     machine
   * @param oneMachine whether all nodes share the cores of one
   * @param sensitivity whether the appendix has the effect of each constant
   * @param trace writes their messages
   */
  public static PartitionedYcsb simulated(
      YcsbWorkload.Shape shape,
      int partitions,
      int nodes,
      List<Side> sides,
      MachineModel machine,
      @Nullable NetworkModel network,
      boolean oneMachine,
      boolean sensitivity,
      MessageTrace trace) {
    NetworkModel between =
        network == null && !oneMachine ? NetworkFile.parse(LOCAL, "local") : network;
    return new PartitionedYcsb(
        shape,
        partitions,
        nodes,
        sides,
        ModelPartitions.of(machine, between, oneMachine),
        sensitivity ? new Constants(machine, between, oneMachine) : null,
        trace);
  }

  private Deployment spread(Deployment one) {
    if (!one.nodes().isEmpty() || one.containers() != 1) {
      throw new IllegalArgumentException(
          "ycsb on several nodes has a partition a node, in one container: the deployment may not"
              + " say other nodes or containers");
    }
    int least = one.fewestNodes();
    if (nodes < least) {
      throw new IllegalArgumentException(
          "commit = " + one.commit().longName() + " needs " + least + " nodes, not " + nodes);
    }
    return one.toBuilder()
        .placement(PartitionRequests.placement(nodes))
        .nodes(NodeAddress.inOneProcess(nodes))
        .build();
  }

  @Override
  public String name() {
    return simulatedMachine() == null ? "ycsb" : "ycsb, simulated";
  }

  @Override
  public Map<String, Object> parameters() {
    Map<String, Object> parameters = new LinkedHashMap<>();
    parameters.put("nodes", nodes);
    parameters.put("rows-per-partition", shape.rows());
    parameters.put("row-bytes", shape.rowBytes());
    parameters.put("partitions-per-transaction", partitions);
    parameters.put("operations", shape.operations());
    parameters.put("writes-percent", shape.writes());
    parameters.put("theta", shape.theta());
    parameters.put("reads", shape.reads().toString().toLowerCase(Locale.ROOT).replace('_', '-'));
    parameters.put("deployment", Sides.common(sides));
    return parameters;
  }

  @Override
  public List<String> sides() {
    return Sides.labels(sides);
  }

  @Override
  public @Nullable Machine simulatedMachine() {
    return source.machine();
  }

  @Override
  public RunResult run(String label, LoadPlan plan) throws Exception {
    try {
      return run(label, plan, source);
    } finally {
      trace.ends(PartitionRequests.APPLICATION);
    }
  }

  @Override
  public List<String> appendix(LoadPlan plan, Consumer<String> progress) throws Exception {
    Constants known = constants;
    return known == null
        ? List.of()
        : Sensitivity.table(
            sides(),
            known.machine,
            known.network,
            (label, costs, links) ->
                run(label, plan, ModelPartitions.of(costs, links, known.oneMachine)).throughput(),
            progress);
  }

  private RunResult run(String label, LoadPlan plan, Partitions.Source from) throws Exception {
    Side side = Sides.labelled(label, sides);
    PartitionRequests requests =
        new PartitionRequests(shape, zipfian, partitions, nodes, plan.clients(), plan.seed());
    try (Partitions open = from.open(side.deployment(), plan, trace.tap())) {
      open.commit(requests.chunks(), requests::load);
      Counts before = Counts.of(open.nodes());
      LoadResult load = open.load(requests, plan);
      Counts during = Counts.of(open.nodes()).minus(before);
      double requested = Math.max(1, load.total().ended());
      RunResult run =
          RunResult.of(
                  label,
                  load.throughput(),
                  load.latency(),
                  load.measured().withRetries(during.retries()))
              .measure(MEDIAN, load.latency().getValueAtPercentile(50) / 1e3)
              .measure(P99, load.latency().getValueAtPercentile(99) / 1e3)
              .measure("cpu-us-per-request", load.cpuMicrosPerRequest())
              .measure("messages-per-request", during.messages() / requested)
              .measure("retries-per-request", during.retries() / requested)
              .measure("records-per-request", during.records() / requested)
              .measure("flushes-per-request", during.flushes() / requested);
      for (Map.Entry<String, Double> share : open.shares().entrySet()) {
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

  private static long written(Partitions open, PartitionRequests requests)
      throws InterruptedException {
    long sum = 0;
    for (int i = 0; i < requests.chunks(); i++) {
      Outcome outcome = open.ask(requests.written(i));
      if (!(outcome instanceof Outcome.Committed committed
          && committed.results().getFirst() instanceof ProcedureResult result
          && result.value() instanceof Long there)) {
        throw new IllegalStateException("the rows cannot be read back: " + outcome);
      }
      sum += there;
    }
    return sum;
  }
}
