package tutti.lab.command;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;
import tutti.command.Errors;
import tutti.lab.cost.CostSetting;
import tutti.lab.cost.PredictionReport;
import tutti.lab.cost.PredictionRun;
import tutti.lab.measure.Beside;

/** {@code tutti bench predict}. */
@Command(
    name = "predict",
    description = {
      "Compare predicted with measured times of every multi-transfer (Reactors, 2.4 and 4.2).",
      "Four programs, 1 to 7 destinations, where the payer is: in one container, in another one,",
      "and on another node of this process. The costs of calls are measured in the same run, in",
      "turn with the programs, by procedures that are of no workload. A cell counts if the two",
      "halves of its measurements lie within 8 %%; it holds if the prediction lies within 25 %%.",
      "Takes two to four minutes; nothing else should run meanwhile."
    })
public final class PredictBench implements Callable<Integer> {
  @Spec private CommandSpec spec;

  @Option(
      names = "--rounds",
      paramLabel = "N",
      defaultValue = "5",
      description = "Rounds of all cells (usual: ${DEFAULT-VALUE}); noisy cells get twice as many.")
  private int rounds;

  @Option(
      names = "--seconds",
      paramLabel = "S",
      defaultValue = "0.06",
      description = "How long a program is measured in a round, twice (usual: ${DEFAULT-VALUE}).")
  private double seconds;

  @Option(
      names = "--settings",
      paramLabel = "A,B,…",
      split = ",",
      description =
          "Of one-container, two-containers and two-nodes those that are compared (usual: all).")
  private @Nullable List<String> settings;

  @Option(
      names = "--out",
      paramLabel = "FILE",
      description = "Write the costs that were measured there, for 'tutti explain'.")
  private @Nullable Path out;

  @Option(
      names = "--data",
      paramLabel = "DIR",
      description = "Where the log is flushed (usual: a temporary folder).")
  private @Nullable Path data;

  @Override
  public Integer call() throws Exception {
    PrintWriter stdout = spec.commandLine().getOut();
    PrintWriter err = spec.commandLine().getErr();
    if (rounds < 1 || rounds > 100 || !(seconds > 0)) {
      throw new ParameterException(
          spec.commandLine(), "--rounds is from 1 to 100, and --seconds more than 0");
    }
    Duration measured = Duration.ofNanos(Math.round(seconds * 1e9));
    Beside.Watch watch = Beside.watch();
    try (RunFolder folder = RunFolder.of(data)) {
      PredictionReport report =
          new PredictionRun(
                  chosen(),
                  new PredictionRun.Plan(
                      rounds, 2 * rounds, measured, Duration.ofSeconds(1).dividedBy(3)),
                  folder.path(),
                  line -> BenchOptions.progress(err, line))
              .run();
      stdout.println(
          report.constants().machine() + ", " + report.constants().date() + "; " + watch.seen());
      report.lines().forEach(stdout::println);
      if (out != null) {
        Files.writeString(out, report.calibration());
        stdout.println("\nwritten: " + out);
      }
      stdout.flush();
      return 0;
    } catch (IOException broken) {
      err.println("tutti: " + Errors.why(broken));
      return 1;
    }
  }

  private List<CostSetting> chosen() {
    return settings == null
        ? CostSetting.ofThisProcess()
        : settings.stream().map(this::setting).toList();
  }

  private CostSetting setting(String key) {
    return CostSetting.ofThisProcess().stream()
        .filter(each -> each.key().equals(key))
        .findFirst()
        .orElseThrow(
            () ->
                new ParameterException(
                    spec.commandLine(),
                    "--settings are of "
                        + String.join(
                            ", ",
                            CostSetting.ofThisProcess().stream().map(CostSetting::key).toList())
                        + ", not '"
                        + key
                        + "'"));
  }
}
