package tutti.benchmark.hotactor;

import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import tutti.engine.deployment.Deployment.Isolation;
import tutti.lab.command.BenchOptions;
import tutti.lab.command.Benchmark;

/** {@code tutti bench hot-actor}. */
@Command(
    name = "hot-actor",
    description = {
      "What one action on a hot account costs concurrency control alone, with N in progress.",
      "--compare intervals-1000,intervals-1 says what the other 999 cost."
    })
public final class HotActorBench implements Benchmark {
  @Mixin private BenchOptions options;

  @Option(
      names = "--side",
      paramLabel = "SIDE",
      defaultValue = "intervals-1000",
      description = "intervals-N, tree-N or locks-1 (usual: ${DEFAULT-VALUE}).")
  private String side;

  @Option(
      names = "--isolation",
      paramLabel = "ISOLATION",
      defaultValue = "SERIALIZABLE",
      description = "SERIALIZABLE or OBJECT (usual: ${DEFAULT-VALUE}).")
  private Isolation isolation;

  @Override
  public Integer call() throws Exception {
    return options.measure(
        new BenchOptions.Usual(1, 2, 0.3),
        (compare, folder, history) ->
            new HotActorWorkload(BenchOptions.sides(compare, side), isolation));
  }
}
