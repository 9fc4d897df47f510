package tutti.lab.command;

import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;
import tutti.command.DeploymentFlags;
import tutti.engine.deployment.Deployment;
import tutti.lab.bench.Workload;
import tutti.lab.node.MessageTrace;
import tutti.lab.node.RealNodes;
import tutti.lab.node.RunHistory;
import tutti.lab.node.Side;
import tutti.lab.ycsb.CoreMix;
import tutti.lab.ycsb.CoreYcsb;
import tutti.lab.ycsb.PartitionedYcsb;
import tutti.lab.ycsb.YcsbWorkload;
import tutti.lab.ycsb.YcsbWorkload.Generator;
import tutti.lab.ycsb.YcsbWorkload.Reads;
import tutti.lab.ycsb.YcsbWorkload.Shape;

/** {@code tutti bench ycsb}. */
@Command(
    name = "ycsb",
    modelTransformer = DeploymentFlags.Adding.class,
    description = {
      "Transactions of a few reads and writes on one large relation.",
      "--compare tutti,prototype says what Silo's algorithm alone does, on one thread.",
      "With --nodes, each has a partition, and every transaction is on several (Easy Commit, 6.1):",
      "under no-wait, with its rows spread over them.",
      "With --mix, YCSB's core workloads, of one operation each; --nodes spreads the rows:",
      "  A  half reads, half updates       D  95 reads of the latest rows, 5 inserts in a hundred",
      "  B  95 reads, 5 updates            E  95 scans of up to 100 rows in order, 5 inserts",
      "  C  reads alone                    F  half reads, half read-modify-writes"
    })
public final class YcsbBench implements Callable<Integer> {
  private static final String TUTTI = "tutti";

  private static final List<String> NOT_OF_MIXES =
      List.of("--side", "--operations", "--writes", "--reads", "--generator", "--partitions");

  @Spec private CommandSpec spec;
  @Mixin private BenchOptions options;
  @Mixin private DeploymentOptions deployment;

  @Option(
      names = "--side",
      paramLabel = "SIDE",
      defaultValue = TUTTI,
      description = "tutti or prototype (usual: ${DEFAULT-VALUE}).")
  private String side;

  @Option(
      names = "--rows",
      paramLabel = "N",
      description =
          "Rows, of each partition; with --mix in all (usual: 1000000; 10000 with --nodes; 100000 with"
              + " --mix).")
  private @Nullable Integer rows;

  @Option(
      names = "--wide",
      description =
          "Rows of 1 KB, ten columns of a hundred characters (Easy Commit, 6.1), not of 96 bytes.")
  private boolean wide;

  @Option(
      names = "--operations",
      paramLabel = "N",
      defaultValue = "10",
      description = "Operations of a transaction, each on another row (usual: ${DEFAULT-VALUE}).")
  private int operations;

  @Option(
      names = "--writes",
      paramLabel = "PERCENT",
      defaultValue = "50",
      description = "How many of them write (usual: ${DEFAULT-VALUE}).")
  private int writes;

  @Option(
      names = "--theta",
      paramLabel = "T",
      description = "Skew: 0 is none, 0.9 is much (usual: 0; 0.99 with --mix).")
  private @Nullable Double theta;

  @Option(
      names = "--reads",
      paramLabel = "HOW",
      defaultValue = "ONE_BY_ONE",
      description =
          "A procedure reads its rows, and the prototype too, ONE_BY_ONE or TOGETHER (usual:"
              + " ${DEFAULT-VALUE}).")
  private Reads reads;

  @Option(
      names = "--generator",
      paramLabel = "WHO",
      defaultValue = "CLIENT",
      description =
          "Who draws and sends: CLIENT, a thread, or EXECUTORS (usual: ${DEFAULT-VALUE}).")
  private Generator generator;

  @Option(
      names = "--mix",
      paramLabel = "LETTER",
      description = "One of A to F, in place of transactions of --operations.")
  private @Nullable String mix;

  @Option(
      names = "--nodes",
      paramLabel = "N",
      defaultValue = "1",
      description = "Nodes, each with a partition of its own (usual: ${DEFAULT-VALUE}).")
  private int nodes;

  @Option(
      names = "--partitions",
      paramLabel = "N",
      defaultValue = "2",
      description = "With --nodes: partitions of a transaction (usual: ${DEFAULT-VALUE}).")
  private int partitions;

  @Mixin private ModelOptions model;
  @Mixin private TraceOption trace;

  @Override
  public Integer call() throws Exception {
    if (mix != null) {
      return core(mix);
    }
    deployment
        .usually("concurrency-control", nodes > 1 ? "no-wait" : "optimistic")
        .usually("durability", "off")
        .usually("containers", "1")
        .usually("executors", "1");
    if (nodes > 1) {
      // The paper makes this assumption, for protocols that are safe only then; late messages would
      // show.
      deployment.usually("accept-loss", "on").usually("assume.delay-bound", "10s");
    }
    if (nodes > 1) {
      deployment.joining(nodes);
    }
    return options.measure(
        BenchOptions.Usual.LOAD,
        (compare, folder, history) -> {
          model.refuseConstants();
          if (nodes > 1) {
            return partitioned(deployment.sides(compare), folder);
          }
          if (model.simulated()) {
            throw new IllegalArgumentException("--simulated is for several --nodes");
          }
          trace.messages(false);
          return new YcsbWorkload(shape(1_000_000), generator, sides(compare), folder);
        });
  }

  private Integer core(String letter) throws Exception {
    for (String flag : NOT_OF_MIXES) {
      if (spec.commandLine().getParseResult().hasMatchedOption(flag)) {
        throw new ParameterException(
            spec.commandLine(), flag + " is for transactions of --operations, without --mix");
      }
    }
    deployment.usually("concurrency-control", "optimistic");
    if (nodes > 1) {
      deployment.joining(nodes);
    }
    PrintWriter err = spec.commandLine().getErr();
    return options.measure(
        BenchOptions.Usual.LOAD,
        (compare, folder, history) -> {
          model.refuseConstants();
          options.refuseUnfit(false, history, model.simulated());
          MessageTrace messages = trace.messages(nodes > 1);
          return new CoreYcsb(
              CoreMix.of(letter),
              rows == null ? CoreYcsb.USUAL_ROWS : rows,
              theta == null ? CoreYcsb.USUAL_THETA : theta,
              wide,
              deployment.sides(compare, nodes),
              model.simulated() ? model.model(messages) : RealNodes.in(folder, history, messages),
              line -> BenchOptions.progress(err, line));
        });
  }

  private Shape shape(int usualRows) {
    return new Shape(
        rows == null ? usualRows : rows,
        operations,
        writes,
        theta == null ? 0 : theta,
        reads,
        wide);
  }

  private Workload partitioned(List<Side> sides, Path folder) {
    MessageTrace messages = trace.messages(true);
    return new PartitionedYcsb(
        shape(10_000),
        partitions,
        nodes,
        sides,
        model.simulated()
            ? model.model(messages)
            : RealNodes.in(folder, RunHistory.NONE, messages));
  }

  private List<Side> sides(@Nullable String compare) {
    List<String> names = BenchOptions.sides(compare, side);
    if (compare == null
        && !names.equals(List.of(TUTTI))
        && !names.equals(List.of(YcsbWorkload.PROTOTYPE))) {
      throw new IllegalArgumentException(
          "--side is tutti or prototype, and not '" + side + "'; --compare takes two of a kind");
    }
    if (compare != null && !names.contains(YcsbWorkload.PROTOTYPE)) {
      return deployment.sides(compare);
    }
    Deployment deployed = deployment.settings().deployment();
    return names.stream().map(name -> new Side(name, deployed)).toList();
  }
}
