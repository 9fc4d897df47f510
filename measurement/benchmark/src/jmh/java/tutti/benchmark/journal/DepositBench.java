package tutti.benchmark.journal;

import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import tutti.command.DeploymentFlags;
import tutti.lab.command.BenchOptions;
import tutti.lab.command.Benchmark;
import tutti.lab.command.DeploymentOptions;
import tutti.lab.node.MessageTrace;
import tutti.lab.node.RealNodes;

/** {@code tutti bench deposit}. */
@Command(
    name = "deposit",
    modelTransformer = DeploymentFlags.Adding.class,
    description = {
      "Whole durable deposits through a node: committers wait for one each.",
      "--compare tutti,bare-file has a bare group-commit file writing as many bytes beside it."
    })
public final class DepositBench implements Benchmark {
  @Mixin private BenchOptions options;
  @Mixin private DeploymentOptions deployment;

  @Override
  public Integer call() throws Exception {
    return options.measure(
        BenchOptions.Usual.COMMITTERS,
        (compare, folder, history) ->
            new DepositWorkload(
                BenchOptions.sides(compare, JournalWorkload.TUTTI),
                RealNodes.in(folder, history, MessageTrace.NONE),
                deployment.sides(null).getFirst()));
  }
}
