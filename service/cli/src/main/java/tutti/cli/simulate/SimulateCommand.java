package tutti.cli.simulate;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;
import tutti.cli.command.EngineLog;
import tutti.cli.command.ExitStatus;
import tutti.cli.command.Failure;
import tutti.cli.command.LastWords;
import tutti.cli.command.OutputFile;
import tutti.command.DeploymentFlags;
import tutti.simulator.Simulation;
import tutti.simulator.application.SimulatedApplication;
import tutti.simulator.history.RecordedHistory;
import tutti.simulator.history.file.HistoryFiles;
import tutti.simulator.options.SimulationOptions;
import tutti.simulator.options.Watch;
import tutti.simulator.report.SimulationReport;
import tutti.simulator.report.SimulationReport.Violation;
import tutti.simulator.shrink.Shrinker;
import tutti.simulator.trace.Transcript;

/** The command {@code tutti simulate}. */
@Command(
    name = "simulate",
    modelTransformer = DeploymentFlags.Adding.class,
    abbreviateSynopsis = true,
    description =
        "Run whole nodes on one thread in virtual time, with faults of all kinds, and check them.",
    sortOptions = false,
    footer =
        """

        Nodes, their journals, their commit protocol and their recovery are those of production; threads,
        time, disks and the network are simulated. Clients use a bank of accounts and transfers at any
        node. Nodes crash at any point, disks forget what was not flushed and tear the last write,
        messages are late, lost, doubled and reordered, links are cut. Then every answer and every state
        is checked: acknowledged transactions are there, whole, on all nodes, no half of one is, nothing
        stays in doubt, money is conserved, life cycles and invariants hold, histories are serializable.
        A run is named by its seed: the same seed and flags give the same digest, always. Without flags
        the seed draws the deployment too, one to four nodes among it.

        An application of yours, in Java or of specifications, is simulated by a test: Simulation.of(…) of
        the test kit (docs/guide-java.md).

        Examples:
          tutti simulate --seed 7
          tutti simulate --seed 1 --runs 100
          tutti simulate --seed 1 --minutes 10 --out simulation.json
          tutti simulate --seed 7 --nodes 3 --concurrency-control 2pl --containers 3
          tutti simulate --mutants

        Exit status: 0 everything held, 1 something did not (with the command that replays it), or with
        --nightly was never tried, 2 wrong usage.\
        """)
public final class SimulateCommand implements Callable<Integer> {
  private static final String ALL_MUTANTS = "all";

  /** The greatest number of events of a run whose messages are written. */
  private static final int MOST_EVENTS = 1_000_000;

  @Spec private CommandSpec spec;

  @Mixin private RunFlags runs = new RunFlags();

  @Mixin private OutputFlags output = new OutputFlags();

  @Option(
      names = "--mutants",
      paramLabel = "NAME",
      arity = "0..1",
      split = ",",
      fallbackValue = ALL_MUTANTS,
      description =
          "Put bugs into the real code, one at a time, and see that each is caught: all of them, or"
              + " these. --seed and --runs are each one's.")
  private @Nullable List<String> mutants;

  @Option(
      names = "--mutants-page",
      paramLabel = "FILE",
      description = "Write the list of all these bugs there, as a page of docs.")
  private @Nullable Path mutantsPage;

  @Option(
      names = "--break-at",
      paramLabel = "N",
      description = "Stop before that event of the run, for a debugger (docs/simulation.md).")
  private @Nullable Long breakAt;

  @Option(
      names = "--shrink",
      description =
          "Look for a smaller run that goes wrong in the same way as the first one that does.")
  private boolean shrink;

  @Option(
      names = "--shrink-runs",
      paramLabel = "N",
      defaultValue = "3000",
      description = "Make at most so many runs to shrink one. Default: 3000.")
  private int shrinkRuns;

  @Option(
      names = "--nightly",
      description =
          "Fail also if a kind of fault never came, or a situation was never reached that runs get"
              + " into now and then: for many runs, of which it matters what they tried.")
  private boolean nightly;

  @Option(
      names = "--exhaustive",
      description =
          "Make every schedule of a small cluster: messages, requests, crashes and restarts in"
              + " every order that makes a difference (docs/exploring.md).")
  private boolean exhaustive;

  @Mixin private ScopeFlags scope = new ScopeFlags();

  /** Whether Ctrl-C or SIGTERM has stopped the command. */
  private volatile boolean stopped;

  @Override
  public Integer call() throws IOException {
    runs.check();
    if (shrinkRuns < 1) {
      throw new Failure(ExitStatus.USAGE, "--shrink-runs must be 1 at least");
    }
    if (mutantsPage != null) {
      MutantTable.writePage(mutantsPage);
      return ExitStatus.GOOD;
    }
    if (exploresCommit()) {
      ProgressLine progress = new ProgressLine(spec.commandLine().getErr());
      return commitExplorations().tell(spec.commandLine().getOut(), progress, output.out);
    }
    if (exploresReplication()) {
      ProgressLine progress = new ProgressLine(spec.commandLine().getErr());
      return logExplorations().tell(spec.commandLine().getOut(), progress, output.out);
    }
    EngineLog.silence();
    // A wrong flag is reported before the first run.
    HostFlags.check(spec, runs.nodes);
    SimulationOptions options = options();
    if (mutants != null) {
      List<String> names = mutants.equals(List.of(ALL_MUTANTS)) ? List.of() : mutants;
      return new MutantTable(spec.commandLine().getOut())
          .hunt(names, runs.seed, runs.runs, options.series().threads(), output.out);
    }
    int steps = output.steps();
    if (breakAt != null) {
      return stopAt(breakAt, options);
    }
    if (exhaustive) {
      return ClusterExploration.explore(
          application(), options, scope.ofNodes(runs.nodes), spec.commandLine().getOut());
    }
    output.check(runs);
    try (LastWords _ = new LastWords(() -> stopped = true)) {
      return simulate(options, steps);
    }
  }

  private int simulate(SimulationOptions options, int steps) {
    AtomicReference<RecordedHistory> made = new AtomicReference<>();
    SimulationOptions noting = output.history == null ? options : options.withHistories(made::set);
    ProgressLine progress = new ProgressLine(spec.commandLine().getErr());
    SimulatedApplication application = application();
    SimulationReport report = Simulation.run(application, noting.withProgress(progress));
    progress.end();
    // From here on, stories and searches are about runs that have ended.
    SimulationOptions whole = noting.withCut(() -> false);
    print(report, application, whole, steps);
    Path messages = output.messages;
    if (messages != null && !stopped) {
      SimulationMessages.write(
          Simulation.watch(application, whole, runs.seed, Watch.events(MOST_EVENTS)), messages);
    }
    Path history = output.history;
    if (history != null) {
      write(made.get(), history);
    }
    Path out = output.out;
    if (out != null) {
      OutputFile.writeJson(out, new SimulationResult(report).tree());
    }
    List<String> untried = nightly ? report.untried(options.conditions().faults()) : List.of();
    if (!untried.isEmpty()) {
      PrintWriter stdout = spec.commandLine().getOut();
      stdout.println("not tried, and so nothing is shown of it: " + String.join(", ", untried));
      stdout.flush();
    }
    boolean held = report.violations().isEmpty() && report.runs() > 0 && untried.isEmpty();
    return held ? ExitStatus.GOOD : ExitStatus.FAILED;
  }

  private void print(
      SimulationReport report,
      SimulatedApplication application,
      SimulationOptions whole,
      int steps) {
    PrintWriter stdout = spec.commandLine().getOut();
    boolean shrinks = shrink && !stopped && !report.violations().isEmpty();
    SimulationStory story = new SimulationStory(application, whole, stdout);
    new SimulationResult(report)
        .print(
            stdout,
            output.html != null,
            violation -> {
              // If a run is shrunk, the story of the smaller run is told instead.
              if (!shrinks) {
                story.tell(
                    violation == null ? runs.seed : violation.seed(),
                    violation,
                    violation == null ? output.stepsOfAGoodRun() : steps,
                    output.html);
              }
            });
    if (shrinks) {
      shrink(application, whole.withSeed(report.violations().getFirst().seed()), steps);
    }
  }

  /** Whether a commit protocol is explored alone. */
  boolean exploresCommit() {
    return exhaustive && scope.ofCommit();
  }

  /** Whether the machines of a replicated log or of an integrated protocol are explored alone. */
  boolean exploresReplication() {
    return exhaustive && scope.ofMachines(spec);
  }

  LogExplorations logExplorations() {
    return scope.ofMachines(spec, runs.seed);
  }

  CommitExplorations commitExplorations() {
    return scope.ofCommit(spec, runs.claim);
  }

  SimulatedApplication application() {
    return runs.application();
  }

  SimulationOptions options() {
    return runs.options(spec, () -> stopped);
  }

  private static void write(@Nullable RecordedHistory recorded, Path file) {
    if (recorded == null) {
      throw new Failure(
          ExitStatus.FAILED,
          "the run did not come to its end, so that there is no history to write");
    }
    try {
      HistoryFiles.write(file, recorded);
    } catch (IOException failed) {
      throw OutputFile.notWritten(file, failed);
    }
  }

  /** Makes one run, and waits before one of its events until a person continues it. */
  private int stopAt(long event, SimulationOptions options) {
    Long given = runs.runs;
    if (event < 1 || given != null && given > 1) {
      throw new Failure(ExitStatus.USAGE, "--break-at is for one run, and counts events from 1");
    }
    PrintWriter stdout = spec.commandLine().getOut();
    Transcript transcript =
        Simulation.watch(
            application(),
            options,
            runs.seed,
            Watch.NONE.withBreak(event, () -> DebuggerStop.await(event, stdout)));
    transcript.findings().forEach(stdout::println);
    stdout.println("the run has ended; digest " + transcript.digest());
    stdout.flush();
    return transcript.findings().isEmpty() ? ExitStatus.GOOD : ExitStatus.FAILED;
  }

  private void shrink(SimulatedApplication application, SimulationOptions failing, int steps) {
    PrintWriter stdout = spec.commandLine().getOut();
    PrintWriter stderr = spec.commandLine().getErr();
    Shrinker.Result result =
        Shrinker.shrink(
            application,
            failing,
            shrinkRuns,
            line -> {
              stderr.println("shrinking seed " + failing.seed() + ": " + line);
              stderr.flush();
            });
    if (result == null) {
      throw new IllegalStateException(
          "seed " + failing.seed() + " went wrong, and the same again did not");
    }
    stdout.printf(
        Locale.ROOT,
        "%nshrunk in %d runs%s: still breaks %s, with the digest %s%n",
        result.tried(),
        result.complete() ? "" : ", which are as many as it may make",
        result.rule(),
        result.attempt().digest());
    Violation violation = result.attempt().violation();
    if (violation != null) {
      SimulationResult.print(violation, stdout, output.html != null);
      new SimulationStory(application, result.options(), stdout)
          .tell(failing.seed(), violation, steps, output.html);
    }
    stdout.flush();
  }
}
