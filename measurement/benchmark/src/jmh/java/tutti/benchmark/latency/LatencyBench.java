package tutti.benchmark.latency;

import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import tutti.command.DeploymentFlags;
import tutti.lab.command.BenchOptions;
import tutti.lab.command.Benchmark;
import tutti.lab.command.DeploymentOptions;
import tutti.lab.node.MessageTrace;
import tutti.lab.node.RealNodes;
import tutti.lab.node.Side;

/** {@code tutti bench latency}. */
@Command(
    name = "latency",
    modelTransformer = DeploymentFlags.Adding.class,
    description = {
      "One client deposits on accounts nobody else uses: from submission to outcome.",
      "It waits spinning, or parked; --compare spinning-client,parked-client says what parking"
          + " costs.",
      "--call has it call procedures instead that do nothing, and that call others."
    })
public final class LatencyBench implements Benchmark {
  @Mixin private BenchOptions options;
  @Mixin private DeploymentOptions deployment;

  @Option(
      names = "--client",
      paramLabel = "HOW",
      defaultValue = LatencyWorkload.SPINNING,
      description = "spinning-client or parked-client (usual: ${DEFAULT-VALUE}).")
  private String client;

  @Option(
      names = "--call",
      paramLabel = "WHAT",
      description =
          "Procedures: empty; or calls of an actor here, or apart, in another container of"
              + " --containers 2.")
  private @Nullable String procedure;

  @Option(
      names = "--actors",
      paramLabel = "N",
      description =
          "Transactions that each read the row of one of N actors, asked for from the executor.")
  private int actors;

  @Override
  public Integer call() throws Exception {
    return options.measure(
        new BenchOptions.Usual(1, 5, 1),
        (compare, folder, history) -> {
          if (actors > 0 || procedure != null) {
            deployment.usually("durability", "off").usually("concurrency-control", "optimistic");
          }
          if (actors > 0) {
            return new ActorsWorkload(
                deployment.usually("containers", "1").usually("executors", "1").sides(compare),
                actors,
                folder);
          }
          if (procedure != null) {
            Side side = deployment.sides(null).getFirst();
            return new CallWorkload(
                BenchOptions.sides(compare, procedure),
                side,
                client.equals(LatencyWorkload.SPINNING),
                folder);
          }
          List<String> clients = BenchOptions.sides(compare, client);
          for (String each : clients) {
            if (!each.equals(LatencyWorkload.SPINNING) && !each.equals(LatencyWorkload.PARKED)) {
              throw new IllegalArgumentException(
                  "'" + each + "' is neither spinning-client nor parked-client");
            }
          }
          Side side = deployment.usually("durability", "off").sides(null).getFirst();
          return new LatencyWorkload(
              RealNodes.in(folder, history, MessageTrace.NONE), side, clients);
        });
  }
}
