package tutti.cli.simulate;

import java.util.List;
import java.util.Set;
import picocli.CommandLine.Model.CommandSpec;
import tutti.simulator.options.SimulationOptions;

/** The command that makes one of the runs of a {@code tutti simulate} again. */
final class ReplayCommand {
  /**
   * The flags that choose runs and output files, and those that {@link SimulationOptions#replay}
   * adds itself.
   */
  private static final Set<String> NOT_REPLAYED =
      Set.of(
          "--seed",
          "--runs",
          "--seconds",
          "--minutes",
          "--threads",
          "--out",
          "--events",
          "--html",
          "--trace",
          "--break-at",
          "--nodes",
          "--clients",
          "--keep",
          "--schedule",
          "--most-faults",
          "--shrink-runs",
          "--faults");

  private ReplayCommand() {}

  /** The command line without the flags that choose runs and output files. */
  static String of(CommandSpec spec) {
    StringBuilder command = new StringBuilder("./tutti simulate");
    List<String> typed = spec.commandLine().getParseResult().originalArgs();
    for (int i = 0; i < typed.size(); i++) {
      String word = typed.get(i);
      String flag = word.replaceFirst("=.*", "");
      if (flag.equals("--shrink") || flag.equals("--nightly")) {
        continue;
      }
      if (!NOT_REPLAYED.contains(flag)) {
        command.append(i > 0 ? " " + word : "");
      } else if (flag.equals(word)) {
        i++;
      }
    }
    return command.toString();
  }
}
