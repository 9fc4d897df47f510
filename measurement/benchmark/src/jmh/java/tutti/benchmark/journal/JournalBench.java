package tutti.benchmark.journal;

import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import tutti.lab.command.BenchOptions;
import tutti.lab.command.Benchmark;

/** {@code tutti bench journal}. */
@Command(
    name = "journal",
    description = {
      "The journal alone: committers append a record each, and wait until it is durable.",
      "--compare tutti,bare-file has a bare preallocated group-commit file beside it.",
      "With few committers both wait for the disk: with a thousand, or --data on a file system in",
      "memory, --ratio-of cpu-us-per-request says what a commit costs."
    })
public final class JournalBench implements Benchmark {
  @Mixin private BenchOptions options;

  @Option(
      names = "--payload",
      paramLabel = "BYTES",
      defaultValue = "256",
      description = "Bytes of a record (usual: ${DEFAULT-VALUE}).")
  private int payload;

  @Option(names = "--platform-threads", description = "Committers are no virtual threads.")
  private boolean platformThreads;

  @Override
  public Integer call() throws Exception {
    return options.measure(
        BenchOptions.Usual.COMMITTERS,
        (compare, folder, history) ->
            new JournalWorkload(
                BenchOptions.sides(compare, JournalWorkload.TUTTI),
                folder,
                payload,
                platformThreads));
  }
}
