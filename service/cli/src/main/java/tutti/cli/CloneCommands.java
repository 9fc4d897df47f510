package tutti.cli;

import java.util.Map;
import tutti.cli.simulate.CheckHistoryCommand;
import tutti.cli.simulate.SimulateCommand;
import tutti.cli.simulate.TortureCommand;
import tutti.cli.simulate.WarmUpRuns;
import tutti.lab.BenchCommand;
import tutti.lab.command.CalibrateCommand;

/**
 * The commands that simulate, measure and test Tutti itself. They need the lab and the simulator,
 * which are in a clone and not in an installed Tutti; no other class of the command needs them.
 */
final class CloneCommands {
  private static final boolean HERE =
      CloneCommands.class.getResource("/tutti/lab/BenchCommand.class") != null;

  private CloneCommands() {}

  /** Returns the commands by their names; none in an installed Tutti. */
  static Map<String, Class<?>> all() {
    return HERE
        ? Map.of(
            "bench", BenchCommand.class,
            "calibrate", CalibrateCommand.class,
            "simulate", SimulateCommand.class,
            "torture", TortureCommand.class,
            "check-history", CheckHistoryCommand.class,
            "install", InstallCommand.class,
            "test", TestCommand.class)
        : Map.of();
  }

  /** Makes simulated runs where the simulator is there: a few if profiles are kept, else one. */
  static void warmUp(boolean profiles) {
    if (HERE) {
      WarmUpRuns.simulate(profiles);
    }
  }
}
