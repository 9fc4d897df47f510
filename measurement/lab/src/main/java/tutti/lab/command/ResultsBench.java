package tutti.lab.command;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.SortedMap;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;
import tutti.command.Errors;
import tutti.lab.measure.KeptResults;
import tutti.lab.measure.KeptResults.Change;
import tutti.lab.measure.KeptResults.Kept;
import tutti.lab.measure.Text;

/** {@code tutti bench results}. */
@Command(
    name = "results",
    description = {
      "Compares results of comparisons with those that are kept, by their ratios.",
      "A result is worse if its interval lies apart from the kept one's, on the worse side: more"
          + " of",
      "a cost, less throughput. Exit status 1 if one is."
    })
public final class ResultsBench implements Callable<Integer> {
  private static final String LINE = "%-24s %-26s %-30s %-30s %s%n";

  @Spec private CommandSpec spec;

  @Parameters(
      paramLabel = "DIR",
      description = "The folder of the results, as --out writes them: .ci/measure has made one.")
  private Path folder;

  @Option(
      names = "--kept",
      paramLabel = "FILE",
      defaultValue = "docs/benchmarks/results.json",
      description = "The kept results (usual: ${DEFAULT-VALUE}).")
  private Path kept;

  @Option(names = "--keep", description = "Keep these results in place of those of their names.")
  private boolean keep;

  @Override
  public Integer call() {
    PrintWriter stdout = spec.commandLine().getOut();
    try {
      SortedMap<String, Kept> measured = KeptResults.measured(folder);
      SortedMap<String, Kept> earlier = KeptResults.read(kept);
      int worse = 0;
      stdout.printf(LINE, "measurement", "figure", "kept", "now", "");
      for (String name : measured.keySet()) {
        Kept now = measured.get(name);
        Kept before = earlier.put(name, now);
        worse += before != null && now.since(before) == Change.WORSE ? 1 : 0;
        stdout.printf(
            LINE, name, now.figure(), interval(before), interval(now), verdict(before, now));
      }
      stdout.printf("%s comparisons, %s of them worse%n", measured.size(), worse);
      if (keep) {
        KeptResults.write(earlier, kept);
      }
      stdout.flush();
      return worse == 0 ? 0 : 1;
    } catch (IOException failed) {
      spec.commandLine().getErr().println("tutti: " + Errors.why(failed));
      return 1;
    }
  }

  private static String interval(@Nullable Kept result) {
    return result == null
        ? "-"
        : Text.of(
            "%.3f (%.3f-%.3f)",
            result.ratio().median(), result.ratio().low(), result.ratio().high());
  }

  private static String verdict(@Nullable Kept before, Kept now) {
    if (before == null) {
      return "new";
    }
    return switch (now.since(before)) {
      case NONE -> "as before";
      case BETTER -> "better";
      case WORSE -> "WORSE than at " + before.commit();
      case OTHER_FIGURE -> "of another figure";
    };
  }
}
