package tutti.benchmark.calibrate;

import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;
import tutti.lab.command.Benchmark;
import tutti.simulator.model.MachineFile;
import tutti.simulator.model.MachineModel;

/** {@code tutti bench validate-model}. */
@Command(
    name = "validate-model",
    description = {
      "The bank on real nodes of this machine against the model of them, a table.",
      "Exit status 1 if a workload's throughput or median latency differs by a quarter or more."
    })
public final class ValidateModelBench implements Benchmark {
  @Spec private CommandSpec spec;

  @Option(
      names = "--cells",
      paramLabel = "KIND",
      defaultValue = "all",
      description = "padded, processor or all (usual: ${DEFAULT-VALUE}).")
  private String cells;

  @Option(
      names = "--seconds",
      paramLabel = "S",
      defaultValue = "2",
      description = "How long each real run is measured (usual: ${DEFAULT-VALUE}).")
  private double seconds;

  @Option(
      names = "--machine",
      paramLabel = "FILE",
      description = "What things cost here, as 'tutti calibrate' wrote it.")
  private @Nullable Path machine;

  @Option(names = "--out", paramLabel = "FILE", description = "Write the table there, in Markdown.")
  private @Nullable Path out;

  @Option(
      names = "--data",
      paramLabel = "DIR",
      description = "Where real runs put their data (usual: a temporary folder).")
  private @Nullable Path data;

  @Override
  public Integer call() throws Exception {
    PrintWriter stdout = spec.commandLine().getOut();
    MachineModel costs;
    try {
      costs = machine == null ? MachineFile.committed() : MachineFile.read(machine);
    } catch (IllegalArgumentException wrong) {
      throw new ParameterException(spec.commandLine(), wrong.getMessage(), wrong);
    }
    Path folder = data == null ? Files.createTempDirectory("tutti-bench-") : data;
    try {
      ModelValidation.Result result =
          ModelValidation.measure(
              kinds(),
              seconds,
              folder,
              costs,
              line -> {
                spec.commandLine().getErr().println(line);
                spec.commandLine().getErr().flush();
              });
      result.table().forEach(stdout::println);
      stdout.println();
      stdout.println(result.held() + " of " + result.cells() + " hold");
      stdout.flush();
      if (out != null) {
        Files.write(out, result.table());
      }
      return result.held() == result.cells() ? 0 : 1;
    } finally {
      if (data == null) {
        Files.deleteIfExists(folder);
      }
    }
  }

  private List<ModelValidation.Kind> kinds() {
    return switch (cells) {
      case "padded" -> List.of(ModelValidation.Kind.PADDED);
      case "processor" -> List.of(ModelValidation.Kind.PROCESSOR);
      case "all" -> List.of(ModelValidation.Kind.values());
      default ->
          throw new ParameterException(
              spec.commandLine(), "--cells: '" + cells + "' is none of padded, processor, all");
    };
  }
}
