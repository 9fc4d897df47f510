package tutti.benchmark.memory;

import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import tutti.lab.command.BenchOptions;
import tutti.lab.command.Benchmark;

/** {@code tutti bench memory}. */
@Command(
    name = "memory",
    description = "Opens idle instances in a JVM with a fixed heap, and says what each takes.")
public final class MemoryBench implements Benchmark {
  @Mixin private BenchOptions options;

  @Option(
      names = "--instances",
      paramLabel = "N",
      defaultValue = "1000000",
      description = "How many (usual: ${DEFAULT-VALUE}).")
  private int instances;

  @Option(
      names = "--heap",
      paramLabel = "MIB",
      defaultValue = "4096",
      description = "The heap in MiB (usual: ${DEFAULT-VALUE}).")
  private int heap;

  @Option(
      names = "--durability",
      paramLabel = "NAME",
      defaultValue = "sync",
      description = "sync, async or off (usual: ${DEFAULT-VALUE}).")
  private String durability;

  @Override
  public Integer call() throws Exception {
    return options.measure(
        BenchOptions.Usual.LOAD,
        (compare, folder, history) -> {
          if (compare != null) {
            throw new IllegalArgumentException("--compare: 'bench memory' has one side only");
          }
          return new MemoryWorkload(instances, heap, durability, folder);
        });
  }
}
