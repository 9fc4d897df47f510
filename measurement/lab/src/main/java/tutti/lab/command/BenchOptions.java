package tutti.lab.command;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;
import tutti.command.Errors;
import tutti.lab.bench.Bench;
import tutti.lab.bench.Workload;
import tutti.lab.load.LoadPlan;
import tutti.lab.measure.HistogramLogs;
import tutti.lab.measure.Ratio;
import tutti.lab.measure.Report;
import tutti.lab.measure.ReportJson;
import tutti.lab.measure.ReportTable;
import tutti.lab.measure.Text;
import tutti.lab.node.RunHistory;

/** The flags that all workloads have in common, and the measurement of a workload. */
public final class BenchOptions {
  /**
   * The number of pairs of simulated runs. Seeds change a simulated run much less than a machine
   * changes a real one.
   */
  private static final int SIMULATED_PAIRS = 3;

  /** The refusal of a history by workloads that have none. */
  static final String NO_HISTORY = "--history is for bench bank, tpcc, smallbank and ycsb --mix";

  /** The command that has these flags. */
  @Spec(Spec.Target.MIXEE)
  private CommandSpec spec;

  @Option(
      names = {"--clients", "--committers"},
      paramLabel = "N",
      description = "Requests outstanding at any time (usual: 64; 1000 of journal and deposit).")
  private @Nullable Integer clients;

  @Option(
      names = "--seconds",
      paramLabel = "S",
      description = "How long each run is measured (usual: 5; 1 in a comparison).")
  private @Nullable Double seconds;

  @Option(
      names = "--warmup",
      paramLabel = "S",
      description =
          "How long each run is loaded before (usual: 3, 0.5 in a comparison; 20 where every run"
              + " has processes of its own).")
  private @Nullable Double warmup;

  @Option(
      names = "--pairs",
      paramLabel = "N",
      description = "Pairs of a comparison (usual: 16; 3 where runs are simulated).")
  private @Nullable Integer pairs;

  @Option(
      names = "--seed",
      paramLabel = "N",
      defaultValue = "1",
      description = "Where all random numbers come from (usual: ${DEFAULT-VALUE}).")
  private long seed;

  @Option(
      names = "--compare",
      paramLabel = "A,B",
      description =
          "Compare two of a kind in pairs: 2pl,psac; sync,off; key=value,key=value;"
              + " key=value+key=value,key=value.")
  private @Nullable String compare;

  @Option(
      names = "--ratio-of",
      paramLabel = "FIGURE",
      description =
          "What a comparison compares (usual: throughput, where the workload has no other).")
  private @Nullable String ratioOf;

  @Option(
      names = "--at-least",
      paramLabel = "R",
      description = "Fail unless the median ratio of a comparison is at least this.")
  private @Nullable Double atLeast;

  @Option(
      names = "--at-most",
      paramLabel = "R",
      description = "Fail unless the median ratio of a comparison is at most this.")
  private @Nullable Double atMost;

  @Option(
      names = "--history",
      paramLabel = "FILE",
      description =
          "Write what happened there, for 'tutti check-history'; further runs go beside it, with"
              + " a number.")
  private @Nullable Path history;

  @Option(
      names = "--out",
      paramLabel = "FILE",
      description = "Write the result there as JSON, and raw latencies beside it.")
  private @Nullable Path out;

  @Option(
      names = "--json",
      description = "Print the result as JSON, as --out writes it, in place of the table.")
  private boolean json;

  @Option(
      names = "--data",
      paramLabel = "DIR",
      description =
          "Where runs put their data, each in a folder that it removes (usual: a temporary one).")
  private @Nullable Path data;

  /** A workload that is made once the flags are known. */
  @FunctionalInterface
  public interface Maker {
    /**
     * @param compare the names to compare, or null
     * @param folder the folder of the runs' data
     * @throws IllegalArgumentException if the flags do not fit
     */
    Workload make(@Nullable String compare, Path folder, RunHistory history) throws Exception;
  }

  /** The settings of a workload when the flags do not say any. */
  public record Usual(
      int clients, double seconds, double pairedSeconds, double warmup, double pairedWarmup) {
    public static final Usual LOAD = new Usual(64, 5, 1);

    /**
     * The usual settings with so many committers that some are always running while others wait for
     * the disk.
     */
    public static final Usual COMMITTERS = new Usual(1_000, 5, 1);

    /**
     * The usual settings of runs with processes of their own, which have to compile before they can
     * be measured.
     */
    public static final Usual PROCESSES = new Usual(64, 5, 5, 20, 20);

    public Usual(int clients, double seconds, double pairedSeconds) {
      this(clients, seconds, pairedSeconds, 3, 0.5);
    }
  }

  /** Sets the comparison when the flags do not say any. */
  public BenchOptions usuallyComparing(String usual) {
    if (compare == null) {
      compare = usual;
    }
    return this;
  }

  /**
   * Refuses a kept folder or a history where the workload's runs can have none.
   *
   * @throws IllegalArgumentException if so; the message says why
   */
  void refuseUnfit(boolean keep, RunHistory kept, boolean simulated) {
    if (kept.enabled() && simulated) {
      throw new IllegalArgumentException("--history is for real nodes, without --simulated");
    }
    if (keep && (compare != null || simulated || data == null)) {
      throw new IllegalArgumentException(
          "--keep is for one side with a --data folder, on real nodes");
    }
  }

  /** Refuses a file where a folder is asked for, before anything is measured. */
  void mustBeFolder(String flag, @Nullable Path path) {
    if (path != null && Files.exists(path) && !Files.isDirectory(path)) {
      throw new ParameterException(
          spec.commandLine(), flag + " " + path + " is a file, and no folder");
    }
  }

  /**
   * Measures a workload as the flags say, and reports the result.
   *
   * @return the exit status: 0, or 1 if a check or a claim failed
   * @throws ParameterException for wrong flags
   */
  public int measure(Usual usual, Maker maker) throws Exception {
    PrintWriter err = spec.commandLine().getErr();
    mustBeFolder("--data", data);
    try (RunFolder runs = RunFolder.of(data)) {
      Path folder = runs.path();
      RunHistory kept = history == null ? RunHistory.NONE : RunHistory.to(history);
      try (Workload workload = maker.make(compare, folder, kept)) {
        if (workload.sides().size() < 2 && (atLeast != null || atMost != null)) {
          throw new IllegalArgumentException(
              "--at-least and --at-most judge a comparison: say what to compare by --compare A,B");
        }
        if (workload.simulatedMachine() != null && data != null) {
          throw new IllegalArgumentException(
              "--data is for real nodes: simulated ones keep their disks in memory");
        }
        LoadPlan plan = plan(usual);
        int rounds =
            pairs != null ? pairs : workload.simulatedMachine() == null ? 16 : SIMULATED_PAIRS;
        Report report =
            Bench.measure(
                workload,
                new Bench.Settings(plan, rounds, ratioOf, folder),
                line -> progress(err, line));
        return tell(report, workload.appendix(plan, line -> progress(err, line)));
      }
    } catch (IllegalArgumentException wrong) {
      throw new ParameterException(spec.commandLine(), wrong.getMessage(), wrong);
    } catch (UncheckedIOException broken) {
      err.println("tutti: " + Errors.why(Objects.requireNonNull(broken.getCause())));
      return 1;
    } catch (IOException broken) {
      err.println("tutti: " + Errors.why(broken));
      return 1;
    }
  }

  /** Returns the names that {@code --compare} gives, or the usual one. */
  public static List<String> sides(@Nullable String compare, String usual) {
    return List.of((compare == null ? usual : compare).split(",", -1));
  }

  private LoadPlan plan(Usual usual) {
    double measured =
        seconds != null ? seconds : compare == null ? usual.seconds() : usual.pairedSeconds();
    double before =
        warmup != null ? warmup : compare == null ? usual.warmup() : usual.pairedWarmup();
    return new LoadPlan(
        clients == null ? usual.clients() : clients, duration(before), duration(measured), seed);
  }

  private static Duration duration(double seconds) {
    return Duration.ofNanos(Math.round(seconds * 1e9));
  }

  static void progress(PrintWriter err, String line) {
    err.println(line);
    err.flush();
  }

  private int tell(Report report, List<String> appendix) throws IOException {
    PrintWriter stdout = spec.commandLine().getOut();
    PrintWriter notes = json ? spec.commandLine().getErr() : stdout;
    stdout.print(json ? ReportJson.text(report) + "\n" : ReportTable.text(report));
    appendix.forEach(notes::println);
    if (out != null) {
      if (!appendix.isEmpty()) {
        Files.write(out.resolveSibling(out.getFileName() + ".txt"), appendix);
      }
      ReportJson.write(report, out);
      List<Path> logs = HistogramLogs.write(report, out);
      notes.println("\nwritten: " + out + ", " + logs);
    }
    boolean claims = claims(notes, report);
    stdout.flush();
    notes.flush();
    return report.good() && claims ? 0 : 1;
  }

  private boolean claims(PrintWriter stdout, Report report) {
    boolean hold = true;
    for (Map.Entry<String, Ratio> entry : report.ratios().entrySet()) {
      double median = entry.getValue().median();
      if (atLeast != null) {
        hold &= claim(stdout, entry.getKey() + " >= " + atLeast, median >= atLeast);
      }
      if (atMost != null) {
        hold &= claim(stdout, entry.getKey() + " <= " + atMost, median <= atMost);
      }
    }
    return hold;
  }

  private static boolean claim(PrintWriter stdout, String what, boolean holds) {
    stdout.println(Text.of("claim %s: %s", what, holds ? "holds" : "FAILED"));
    return holds;
  }
}
