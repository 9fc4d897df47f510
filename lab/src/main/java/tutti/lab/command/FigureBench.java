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
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;
import tutti.lab.figure.Figure;
import tutti.lab.figure.FigureFiles;
import tutti.lab.figure.HotSweep;
import tutti.lab.figure.Measuring;
import tutti.lab.figure.Panel;
import tutti.lab.figure.Psac6;
import tutti.lab.figure.Psac8;

/** {@code tutti bench figure}. */
@Command(
    name = "figure",
    modelTransformer = DeploymentFlags.Adding.class,
    description = {
      "Measures a figure anew, and writes it as JSON, a page and plots:",
      "  psac-6     throughput by number of nodes, each a process (PSAC Figure 6)",
      "  psac-8     latency against throughput, Sync1000 (PSAC Figure 8)",
      "  hot-sweep  a hot account by path-sensitive.max-in-progress"
    })
public final class FigureBench implements Callable<Integer> {
  private static final int MOST_NODES = 16;

  @Spec private CommandSpec spec;
  @Mixin private DeploymentOptions deployment;

  @Parameters(index = "0", paramLabel = "NAME", description = "psac-6, psac-8 or hot-sweep.")
  private String name;

  @Option(
      names = "--nodes",
      paramLabel = "N,…",
      split = ",",
      defaultValue = "1,2,3",
      description = "Numbers of nodes (usual: ${DEFAULT-VALUE}).")
  private List<Integer> nodes;

  @Option(
      names = "--seconds",
      paramLabel = "S",
      defaultValue = "3",
      description = "How long each run is measured (usual: ${DEFAULT-VALUE}).")
  private double seconds;

  @Option(
      names = "--warmup",
      paramLabel = "S",
      defaultValue = "4",
      description = "How long each run is loaded before (usual: ${DEFAULT-VALUE}).")
  private double warmup;

  @Option(
      names = "--seed",
      paramLabel = "N",
      defaultValue = "1",
      description = "Where all random numbers come from (usual: ${DEFAULT-VALUE}).")
  private long seed;

  @Option(
      names = "--out",
      paramLabel = "DIR",
      defaultValue = "figures",
      description = "Where the files go (usual: ${DEFAULT-VALUE}).")
  private Path out;

  @Option(
      names = "--data",
      paramLabel = "DIR",
      description = "Where runs put their data, each in a folder that it removes.")
  private @Nullable Path data;

  /** How a figure is made. */
  @FunctionalInterface
  private interface Maker {
    Figure make(Measuring measuring) throws Exception;
  }

  @Override
  public Integer call() throws Exception {
    Maker maker = maker();
    for (int each : nodes) {
      if (each < 1 || each > MOST_NODES) {
        throw wrong("--nodes must be between 1 and " + MOST_NODES + ", is " + each);
      }
    }
    if (!(seconds > 0) || warmup < 0) {
      throw wrong("--seconds must be more than 0, and --warmup not negative");
    }
    Path folder = data == null ? Files.createTempDirectory("tutti-bench-") : data;
    PrintWriter err = spec.commandLine().getErr();
    try {
      Files.createDirectories(folder);
      deployment.settings();
      Measuring measuring =
          new Measuring(
              new Measuring.Setting(
                  deployment::with,
                  folder,
                  duration(warmup),
                  duration(seconds),
                  seed,
                  nodes.stream().sorted().distinct().toList(),
                  line -> {
                    err.println(line);
                    err.flush();
                  }));
      return tell(maker.make(measuring));
    } catch (IllegalArgumentException wrong) {
      throw new ParameterException(spec.commandLine(), wrong.getMessage(), wrong);
    } catch (IOException broken) {
      err.println("tutti: " + broken.getMessage());
      return 1;
    } finally {
      if (data == null) {
        Files.deleteIfExists(folder);
      }
    }
  }

  private Maker maker() {
    return switch (name) {
      case "psac-6" -> Psac6::measure;
      case "psac-8" -> Psac8::measure;
      case "hot-sweep" -> HotSweep::measure;
      default -> throw wrong("'" + name + "' is none of psac-6, psac-8, hot-sweep");
    };
  }

  private ParameterException wrong(String message) {
    return new ParameterException(spec.commandLine(), message);
  }

  private static Duration duration(double seconds) {
    return Duration.ofNanos(Math.round(seconds * 1e9));
  }

  /** Exit status 1 if a check failed: not if something was not found again. */
  private int tell(Figure figure) throws IOException {
    PrintWriter stdout = spec.commandLine().getOut();
    for (Panel panel : figure.panels()) {
      stdout.println(panel.title() + ": " + (panel.found() ? "found again" : "NOT found again"));
      stdout.println("  " + panel.verdict());
    }
    stdout.println("\nwritten: " + FigureFiles.write(figure, out));
    if (!figure.good()) {
      stdout.println("FAILED: a check of a run does not hold; the JSON file says which");
    }
    stdout.flush();
    return figure.good() ? 0 : 1;
  }
}
