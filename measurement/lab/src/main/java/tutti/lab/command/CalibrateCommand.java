package tutti.lab.command;

import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ServiceLoader;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;
import tutti.simulator.model.MachineFile;

/** {@code tutti calibrate}. */
@Command(
    name = "calibrate",
    description = {
      "Measure what this machine's parts cost, for 'tutti bench bank --simulated --machine FILE'.",
      "Takes a minute; nothing else should run meanwhile."
    })
public final class CalibrateCommand implements Callable<Integer> {
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

  @Override
  public Integer call() throws Exception {
    PrintWriter stdout = spec.commandLine().getOut();
    try (RunFolder folder = RunFolder.of(data)) {
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
}
