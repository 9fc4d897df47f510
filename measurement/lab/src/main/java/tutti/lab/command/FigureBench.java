package tutti.lab.command;

import java.io.IOException;
import java.io.PrintWriter;
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
import tutti.command.DeploymentFlags;
import tutti.command.Errors;
import tutti.lab.figure.AtomicRmi13;
import tutti.lab.figure.EasyCommitFigures;
import tutti.lab.figure.EasyCommitTimes;
import tutti.lab.figure.Figure;
import tutti.lab.figure.FigureFiles;
import tutti.lab.figure.HotSweep;
import tutti.lab.figure.JanusFigures;
import tutti.lab.figure.Measuring;
import tutti.lab.figure.Panel;
import tutti.lab.figure.Psac6;
import tutti.lab.figure.Psac8;
import tutti.lab.figure.ThreeProcesses;
import tutti.lab.load.LoadPlan;

/** {@code tutti bench figure}. */
@Command(
    name = "figure",
    modelTransformer = DeploymentFlags.Adding.class,
    description = {
      "Measures a figure anew, and writes it as JSON, a page and plots.",
      "  psac-6     throughput by number of nodes, each a process (PSAC Figure 6)",
      "  psac-8     latency against throughput, Sync1000 (PSAC Figure 8)",
      "  hot-sweep  a hot account by path-sensitive.max-in-progress",
      "  three-processes  transfers on one process and three: log off and flushed, asked at any",
      "             node and at the one that coordinates, and what each process uses",
      "and simulated, under every commit protocol, YCSB as Easy Commit has it, with",
      "throughput against",
      "  easy-commit-9   skew",
      "  easy-commit-10  partitions of a transaction",
      "  easy-commit-11  numbers of nodes, and the slowest hundredth's latency",
      "  easy-commit-13  the share of writes",
      "and",
      "  easy-commit-12  what the cores' time goes to, by the paper's seven heads",
      "also simulated, the benchmarks of Atomic RMI by number of nodes, relative to one",
      "concurrency control:",
      "  atomic-rmi-13   DHT, bank, loan and vacation, with few reads and with many",
      "and, simulated, popular counters under Janus, TAPIR, and locks and optimistic control over",
      "MultiPaxos, in the paper's layout and in ours, by theta and by clients:",
      "  janus-3    in one place",
      "  janus-4    in three places",
      "All but easy-commit-12, janus-3 and janus-4 also on real nodes of this process: --real."
    })
public final class FigureBench implements Callable<Integer> {
  private static final String ATOMIC_RMI = "atomic-rmi-13";
  private static final String JANUS = "janus-";
  private static final int MOST_NODES = 16;

  /** A ninth of the clients is one, at least. */
  private static final int FEWEST_CLIENTS = 9;

  private static final int MOST_SIMULATED_NODES = 64;
  private static final int MOST_THREADS = 1024;

  @Spec private CommandSpec spec;
  @Mixin private DeploymentOptions deployment;

  @Parameters(index = "0", paramLabel = "NAME", description = "One of these.")
  private String name;

  @Option(
      names = "--nodes",
      paramLabel = "N,…",
      split = ",",
      description =
          "Numbers of nodes (usual: 1,2,3; 1,3 in three-processes; 16 where simulated, 2,4,8,16,32"
              + " in 11; 2,4,6,8,10 in atomic-rmi-13).")
  private @Nullable List<Integer> nodes;

  @Option(
      names = "--real",
      description = {
        "Easy Commit's and Atomic RMI's on real nodes of this process, not simulated",
        "(usual nodes: 2; 6 in 10; 2,4 in 11 and in atomic-rmi-13)."
      })
  private boolean real;

  @Option(
      names = "--controls",
      paramLabel = "A,B,…",
      split = ",",
      description = {
        "Concurrency controls of atomic-rmi-13, the one first to which the others are compared",
        "(usual: exclusive-locks,read-write-locks,tl2,versioning,versioning-rw)."
      })
  private @Nullable List<String> controls;

  @Option(
      names = "--graphs",
      paramLabel = "A,B,…",
      split = ",",
      description =
          "Only these graphs of atomic-rmi-13, as in loan-20,vacation-80; or of janus-3 and -4: apart"
              + " or ring.")
  private List<String> graphs = List.of();

  @Option(
      names = "--thetas",
      paramLabel = "T,…",
      split = ",",
      description = "Skews of janus-3 and -4 (usual: 0.5,0.6,0.7,0.8,0.9,0.99).")
  private List<Double> thetas = List.of();

  @Option(
      names = "--clients",
      paramLabel = "N",
      description = "Clients of janus-3 and -4, at least 9 (usual: the paper's 900, and 10800).")
  private @Nullable Integer clients;

  @Option(
      names = "--threads",
      paramLabel = "N",
      description = {
        "Make so many runs of janus-3 and -4 side by side; nothing that comes out depends on it",
        "(usual: as many as there are processors, but no more than memory has 6 GB for each)."
      })
  private @Nullable Integer threads;

  @Option(
      names = "--rounds",
      paramLabel = "N",
      defaultValue = "3",
      description = "With --real: so many runs each, in turn (usual: ${DEFAULT-VALUE}).")
  private int rounds;

  @Option(
      names = "--rows",
      paramLabel = "N",
      description =
          "Rows of each partition in Easy Commit's, at least 1000 (usual: 5000; 100000 with"
              + " --real).")
  private @Nullable Integer rows;

  @Option(
      names = "--seconds",
      paramLabel = "S",
      description =
          "How long each run is measured (usual: 3; 10 in three-processes; 0.2 where simulated, 1"
              + " in atomic-rmi-13; in janus-3 and -4 by theta).")
  private @Nullable Double seconds;

  @Option(
      names = "--warmup",
      paramLabel = "S",
      description =
          "How long each run is loaded before (usual: 4; where runs start processes 20, and 60 in"
              + " three-processes; 0.1 where simulated, 0.5 in atomic-rmi-13; in janus-3 and -4 by"
              + " theta).")
  private @Nullable Double warmup;

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

  /** A method that makes a figure. */
  @FunctionalInterface
  private interface Maker {
    Figure make(Measuring measuring) throws Exception;
  }

  /** A figure, and the settings with which it is usually made. */
  private record Known(
      Maker maker, List<Integer> nodes, int mostNodes, double seconds, double warmup) {
    static Known real(Maker maker, Integer... nodes) {
      return new Known(maker, List.of(nodes), MOST_NODES, 3, 4);
    }

    /**
     * Returns a figure whose runs start processes, which must compile before they can be measured.
     */
    static Known processes(Maker maker, double seconds, double warmup, Integer... nodes) {
      return new Known(maker, List.of(nodes), MOST_NODES, seconds, warmup);
    }

    static Known simulated(Maker maker, Integer... nodes) {
      return new Known(maker, List.of(nodes), MOST_SIMULATED_NODES, 0.2, 0.1);
    }
  }

  @Override
  public Integer call() throws Exception {
    Known known = known();
    List<Integer> counts = nodes == null ? known.nodes : nodes;
    for (int each : counts) {
      if (each < 1 || each > known.mostNodes) {
        throw wrong("--nodes must be between 1 and " + known.mostNodes + ", is " + each);
      }
    }
    if (rounds < 1) {
      throw wrong("--rounds must be at least 1, is " + rounds);
    }
    refuseOthers();
    double measured = seconds == null ? known.seconds : seconds;
    double before = warmup == null ? known.warmup : warmup;
    if (!(measured > 0) || before < 0) {
      throw wrong("--seconds must be more than 0, and --warmup not negative");
    }
    PrintWriter err = spec.commandLine().getErr();
    try (RunFolder runs = RunFolder.of(data)) {
      deployment.settings();
      Measuring measuring =
          new Measuring(
              new Measuring.Setting(
                  deployment::with,
                  runs.path(),
                  new LoadPlan(1, duration(before), duration(measured), seed),
                  counts.stream().sorted().distinct().toList(),
                  real ? rounds : 0,
                  rows,
                  line -> {
                    err.println(line);
                    err.flush();
                  },
                  figure -> FigureFiles.write(figure, out)));
      return tell(known.maker.make(measuring));
    } catch (IllegalArgumentException wrong) {
      throw new ParameterException(spec.commandLine(), wrong.getMessage(), wrong);
    } catch (IOException broken) {
      err.println("tutti: " + Errors.why(broken));
      return 1;
    }
  }

  private void refuseOthers() {
    boolean janus = name.startsWith(JANUS);
    boolean hasGraphs = janus || name.equals(ATOMIC_RMI);
    if (controls != null && !name.equals(ATOMIC_RMI) || !graphs.isEmpty() && !hasGraphs) {
      throw wrong("--controls and --graphs are of " + ATOMIC_RMI + ", not of " + name);
    }
    if ((clients != null || threads != null || !thetas.isEmpty()) && !janus) {
      throw wrong("--clients, --thetas and --threads are of janus-3 and janus-4, not of " + name);
    }
    if (threads != null && (threads < 1 || threads > MOST_THREADS)) {
      throw wrong("--threads must be between 1 and " + MOST_THREADS + ", is " + threads);
    }
    if (clients != null && clients < FEWEST_CLIENTS) {
      throw wrong("--clients must be at least " + FEWEST_CLIENTS + ", is " + clients);
    }
    if (janus && nodes != null) {
      throw wrong("--nodes is not of " + name + ": its layouts have 9 hosts and 3");
    }
  }

  private Known known() {
    if (real) {
      return switch (name) {
        case "easy-commit-9" -> Known.real(EasyCommitFigures::nine, 2);
        case "easy-commit-10" -> Known.real(EasyCommitFigures::ten, 6);
        case "easy-commit-11" -> Known.real(EasyCommitFigures::eleven, 2, 4);
        case "easy-commit-13" -> Known.real(EasyCommitFigures::thirteen, 2);
        case ATOMIC_RMI -> Known.real(this::atomicRmi, 2, 4);
        default ->
            throw wrong(
                "--real is of easy-commit-9, -10, -11 and -13 and atomic-rmi-13, not of " + name);
      };
    }
    return switch (name) {
      case "psac-6" -> Known.processes(Psac6::measure, 3, 20, 1, 2, 3);
      case "psac-8" -> Known.processes(Psac8::measure, 3, 20, 1, 2, 3);
      case "three-processes" -> Known.processes(ThreeProcesses::measure, 10, 60, 1, 3);
      case "hot-sweep" -> Known.real(HotSweep::measure, 1, 2, 3);
      case "easy-commit-9" -> Known.simulated(EasyCommitFigures::nine, 16);
      case "easy-commit-10" -> Known.simulated(EasyCommitFigures::ten, 16);
      case "easy-commit-11" -> Known.simulated(EasyCommitFigures::eleven, 2, 4, 8, 16, 32);
      case "easy-commit-12" -> Known.simulated(EasyCommitTimes::measure, 16);
      case "easy-commit-13" -> Known.simulated(EasyCommitFigures::thirteen, 16);
      case ATOMIC_RMI ->
          new Known(this::atomicRmi, List.of(2, 4, 6, 8, 10), MOST_SIMULATED_NODES, 1, 0.5);
      case JANUS + "3" ->
          Known.simulated(measuring -> JanusFigures.three(measuring, janusScope()), 3);
      case JANUS + "4" ->
          new Known(
              measuring -> JanusFigures.four(measuring, janusScope()),
              List.of(3),
              MOST_NODES,
              2,
              2);
      default ->
          throw wrong(
              "'"
                  + name
                  + "' is none of psac-6, psac-8, hot-sweep, three-processes, easy-commit-9, -10,"
                  + " -11, -12 and -13, atomic-rmi-13, janus-3 and janus-4");
    };
  }

  private Figure atomicRmi(Measuring measuring) throws Exception {
    return AtomicRmi13.measure(
        measuring, controls == null ? AtomicRmi13.CONTROLS : controls, graphs);
  }

  private JanusFigures.Scope janusScope() {
    return new JanusFigures.Scope(
        thetas, clients, graphs, seconds != null || warmup != null, threads);
  }

  private ParameterException wrong(String message) {
    return new ParameterException(spec.commandLine(), message);
  }

  private static Duration duration(double seconds) {
    return Duration.ofNanos(Math.round(seconds * 1e9));
  }

  /** Reports the figure; exit status 1 if a check failed: not if a result was not found again. */
  private int tell(Figure figure) throws IOException {
    PrintWriter stdout = spec.commandLine().getOut();
    for (Panel panel : figure.panels()) {
      stdout.println(panel.title() + ": " + figure.verdict(panel).text());
      stdout.println("  " + panel.verdict());
    }
    if (figure.machine().beside().known()) {
      stdout.println(figure.machine().beside());
    }
    stdout.println("\nwritten: " + FigureFiles.write(figure, out));
    if (!figure.runs().checksHold()) {
      stdout.println("FAILED: a check of a run does not hold; the JSON file says which");
    }
    figure
        .runs()
        .failed()
        .forEach((label, reason) -> stdout.println("FAILED: " + label + ": " + reason));
    stdout.flush();
    return figure.good() ? 0 : 1;
  }
}
