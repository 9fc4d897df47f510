package tutti.benchmark.index;

import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import tutti.benchmark.index.IndexWorkload.Operation;
import tutti.lab.command.BenchOptions;
import tutti.lab.command.Benchmark;

/** {@code tutti bench index}. */
@Command(
    name = "index",
    description = {
      "What one operation on an index costs, on one thread.",
      "--compare ordered,skip-list says what the JDK's costs beside it."
    })
public final class IndexBench implements Benchmark {
  @Mixin private BenchOptions options;

  @Option(
      names = "--side",
      paramLabel = "SIDE",
      defaultValue = "ordered",
      description = "ordered, skip-list or hash (usual: ${DEFAULT-VALUE}).")
  private String side;

  @Option(
      names = "--operation",
      paramLabel = "OPERATION",
      defaultValue = "GET",
      description = "GET, INSERT or SCAN, of 100 (usual: ${DEFAULT-VALUE}).")
  private Operation operation;

  @Option(
      names = "--rows",
      paramLabel = "N",
      defaultValue = "100000",
      description = "How many keys there are (usual: ${DEFAULT-VALUE}).")
  private int rows;

  @Override
  public Integer call() throws Exception {
    return options.measure(
        new BenchOptions.Usual(1, 2, 0.3),
        (compare, folder, history) ->
            new IndexWorkload(BenchOptions.sides(compare, side), operation, rows));
  }
}
