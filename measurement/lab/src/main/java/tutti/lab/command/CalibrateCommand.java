package tutti.lab.command;

import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.ServiceLoader;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;
import tutti.engine.node.cost.CostFile;
import tutti.lab.cost.CallCalibration;
import tutti.lab.cost.CostSetting;
import tutti.lab.measure.Beside;
import tutti.simulator.model.MachineFile;

/** {@code tutti calibrate}. */
@Command(
    name = "calibrate",
    description = {
      "Measure what this machine's parts cost, for 'tutti bench bank --simulated --machine FILE'.",
      "With --calls, measure what calls cost, for 'tutti explain … --calibration FILE'.",
      "Takes a minute; nothing else should run meanwhile."
    })
public final class CalibrateCommand implements Callable<Integer> {
  /** The rounds of the costs of calls, and the time for which each probe runs before them. */
  private static final int ROUNDS = 9;

  private static final Duration COMPILED = Duration.ofMillis(500);

  @Spec private CommandSpec spec;

  @Option(
      names = "--out",
      paramLabel = "FILE",
      description = "Write the constants there (usual: only show them).")
  private @Nullable Path out;

  @Option(
      names = "--data",
      paramLabel = "DIR",
      description = "Where the disk is measured (usual: a temporary folder).")
  private @Nullable Path data;

  @Option(
      names = "--calls",
      description =
          "The costs of calls instead: in a container, between containers, between nodes of a"
              + " process and between processes; of rows, of commitment and of a flush.")
  private boolean calls;

  @Override
  public Integer call() throws Exception {
    PrintWriter stdout = spec.commandLine().getOut();
    try (RunFolder folder = RunFolder.of(data)) {
      if (calls) {
        return calls(folder, stdout);
      }
      Calibrator.Calibrated found =
          ServiceLoader.load(Calibrator.class)
              .findFirst()
              .orElseThrow()
              .calibrate(
                  folder.path(),
                  line -> {
                    stdout.println(line);
                    stdout.flush();
                  });
      if (out != null) {
        Files.writeString(out, MachineFile.text(found.machine(), found.spreads()));
        stdout.println("\nwritten: " + out);
      }
    }
    return 0;
  }

  private int calls(RunFolder folder, PrintWriter stdout) throws Exception {
    Beside.Watch watch = Beside.watch();
    try (CallCalibration calibration =
        new CallCalibration(List.of(CostSetting.values()), folder.path())) {
      calibration.warmUp(COMPILED);
      for (int i = 0; i < ROUNDS; i++) {
        calibration.round(CallCalibration.USUAL);
      }
      Beside beside = watch.seen();
      String text = CostFile.text(calibration.constants(), calibration.spreads());
      stdout.print(text);
      if (beside.known()) {
        stdout.println("\n" + beside);
      }
      if (out != null) {
        Files.writeString(out, text);
        stdout.println("\nwritten: " + out);
      }
    }
    stdout.flush();
    return 0;
  }
}
