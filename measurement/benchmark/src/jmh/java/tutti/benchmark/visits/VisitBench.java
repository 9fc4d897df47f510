package tutti.benchmark.visits;

import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import tutti.lab.command.BenchOptions;
import tutti.lab.command.Benchmark;

/** {@code tutti bench visits}. */
@Command(
    name = "visits",
    description = {
      "What an access of an actor that no other transaction uses costs an executor.",
      "By concurrency control: --compare versioning,exclusive-locks."
    })
public final class VisitBench implements Benchmark {
  @Mixin private BenchOptions options;

  @Option(
      names = "--side",
      paramLabel = "CONTROL",
      defaultValue = "versioning",
      description = "A concurrency control (usual: ${DEFAULT-VALUE}).")
  private String side;

  @Override
  public Integer call() throws Exception {
    return options.measure(
        new BenchOptions.Usual(1, 2, 0.5),
        (compare, folder, history) -> new VisitWorkload(BenchOptions.sides(compare, side)));
  }
}
