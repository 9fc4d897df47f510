package tutti.lab.command;

import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import tutti.command.DeploymentFlags;
import tutti.lab.node.MessageTrace;
import tutti.lab.node.RealNodes;
import tutti.lab.node.RunHistory;
import tutti.lab.zipf.ZipfShape;
import tutti.lab.zipf.ZipfWorkload;

/** {@code tutti bench zipf}. */
@Command(
    name = "zipf",
    modelTransformer = DeploymentFlags.Adding.class,
    description = {
      "Increments of three counters on three shards, some far more popular (Janus, 6.2).",
      "A transaction is attempted 20 times at most, without pauses: -Dattempts.most, attempts.pause.",
      "--compare integrated=tapir,concurrency-control=occ+replication=multipaxos compares whole"
          + " sides."
    })
public final class ZipfBench implements Callable<Integer> {
  private static final int MOST_SHARDS = 64;
  private static final int CLIENTS = 900;

  @Mixin private BenchOptions options;
  @Mixin private DeploymentOptions deployment;

  @Option(
      names = "--theta",
      paramLabel = "T",
      defaultValue = "0.5",
      description = "Skew: 0 is none, 0.9 is much (usual: ${DEFAULT-VALUE}).")
  private double theta;

  @Option(
      names = "--shards",
      paramLabel = "N",
      defaultValue = "" + ZipfShape.USUAL_SHARDS,
      description = "Shards, or nodes without replicas (usual: ${DEFAULT-VALUE}).")
  private int shards;

  @Option(
      names = "--keys",
      paramLabel = "N",
      defaultValue = "" + ZipfShape.USUAL_KEYS,
      description = "Counters of each shard (usual: ${DEFAULT-VALUE}).")
  private int keys;

  @Option(
      names = "--increments",
      paramLabel = "N",
      defaultValue = "" + ZipfShape.USUAL_INCREMENTS,
      description =
          "Counters that a transaction increments, each of another shard (usual: ${DEFAULT-VALUE}).")
  private int increments;

  @Option(
      names = "--silent",
      paramLabel = "HOST",
      description =
          "With --simulated and an integrated protocol: the number of a host that falls silent"
              + " when the load begins.")
  private @Nullable Integer silent;

  @Mixin private ModelOptions model;
  @Mixin private TraceOption trace;

  @Override
  public Integer call() throws Exception {
    deployment
        .usually("containers", "1")
        .usually("executors", "1")
        .usually("attempts.most", "20")
        .usually("attempts.pause", "0s")
        .usually("admission.max-in-flight", "100000")
        .joiningShards(shards);
    return options.measure(
        new BenchOptions.Usual(CLIENTS, 2, 1, 1, 0.5),
        (compare, folder, history) -> {
          model.refuseConstants();
          if (history.enabled()) {
            throw new IllegalArgumentException(BenchOptions.NO_HISTORY);
          }
          if (shards < 1 || shards > MOST_SHARDS) {
            throw new IllegalArgumentException(
                "there can be 1 to " + MOST_SHARDS + " --shards, not " + shards);
          }
          MessageTrace messages = trace.messages(shards > 1);
          return new ZipfWorkload(
              new ZipfShape(shards, keys, increments, theta),
              deployment.sides(compare),
              model.simulated()
                  ? model.model(messages)
                  : RealNodes.in(folder, RunHistory.NONE, messages),
              silent);
        });
  }
}
