package tutti.benchmark.recovery;

import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import tutti.lab.command.BenchOptions;
import tutti.lab.command.Benchmark;

/** {@code tutti bench recovery}. */
@Command(
    name = "recovery",
    description = {
      "How fast a node starts on rows of 100 bytes that are in its log, or in a checkpoint.",
      "Counted are rows per second of the start, in a virtual machine that has just begun."
    })
public final class RecoveryBench implements Benchmark {
  @Mixin private BenchOptions options;

  @Option(
      names = "--side",
      paramLabel = "SIDE",
      defaultValue = "log",
      description = {
        "log or checkpoint (usual: ${DEFAULT-VALUE});",
        "log-serial or checkpoint-serial: without ablation.parallel-recovery."
      })
  private String side;

  @Option(
      names = "--rows",
      paramLabel = "N",
      defaultValue = "1000000",
      description = "How many rows there are (usual: ${DEFAULT-VALUE}).")
  private int rows;

  @Option(
      names = "--actors",
      paramLabel = "N",
      defaultValue = "100",
      description = "How many actors have them (usual: ${DEFAULT-VALUE}).")
  private int actors;

  @Option(
      names = "--per-transaction",
      paramLabel = "N",
      defaultValue = "10",
      description = "How many rows each transaction inserted (usual: ${DEFAULT-VALUE}).")
  private int perTransaction;

  @Option(
      names = "--warm",
      description =
          "Starts follow one another in this virtual machine, instead of one in each of its own.")
  private boolean warm;

  @Override
  public Integer call() throws Exception {
    return options.measure(
        new BenchOptions.Usual(1, 1, 1),
        (compare, folder, history) ->
            new RecoveryWorkload(
                BenchOptions.sides(compare, side), rows, actors, perTransaction, warm, folder));
  }
}
