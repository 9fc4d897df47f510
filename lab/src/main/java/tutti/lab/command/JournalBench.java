package tutti.lab.command;

import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;
import tutti.lab.journal.JournalWorkload;

/** {@code tutti bench journal}. */
@Command(
    name = "journal",
    description = {
      "The journal alone: committers append a record each, and wait until it is durable.",
      "--compare tutti,bare-file has a bare preallocated group-commit file beside it."
    })
public final class JournalBench implements Callable<Integer> {
  @Spec private CommandSpec spec;
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
        spec,
        BenchOptions.Usual.LOAD,
        (compare, folder, history) -> {
          return new JournalWorkload(JournalBench.sides(compare), folder, payload, platformThreads);
        });
  }

  /** One or both of the sides; ours alone if nothing is compared. */
  static List<String> sides(@Nullable String compare) {
    return compare == null ? List.of(JournalWorkload.TUTTI) : List.of(compare.split(",", -1));
  }
}
