package tutti.cli;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.Callable;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.BooleanSupplier;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;
import tools.jackson.databind.SerializationFeature;
import tools.jackson.databind.json.JsonMapper;
import tutti.engine.deployment.Deployment;
import tutti.engine.runtime.Place;
import tutti.lab.command.DeploymentFlags;
import tutti.lab.simulation.SimulatedWorkloads;
import tutti.simulator.Excerpt;
import tutti.simulator.Scope;
import tutti.simulator.SimulatedApplication;
import tutti.simulator.Simulation;
import tutti.simulator.SimulationOptions;
import tutti.simulator.SimulationReport;
import tutti.simulator.SimulationReport.Violation;
import tutti.simulator.Standard;
import tutti.simulator.Watch;
import tutti.simulator.commit.Explored;
import tutti.simulator.exhaustive.Exploration;
import tutti.simulator.exhaustive.Witness;
import tutti.simulator.fault.FaultKind;
import tutti.simulator.history.HistoryFiles;
import tutti.simulator.history.RecordedHistory;
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
    footer = {
      "",
      "Nodes, their journals, their commit protocol and their recovery are those of production;"
          + " threads,",
      "time, disks and the network are simulated. Clients use a bank of accounts and transfers at"
          + " any",
      "node. Nodes crash at any point, disks forget what was not flushed and tear the last write,",
      "messages are late, lost, doubled and reordered, links are cut. Then every answer and every"
          + " state",
      "is checked: acknowledged transactions are there, whole, on all nodes, no half of one is,"
          + " nothing",
      "stays in doubt, money is conserved, life cycles and invariants hold, histories are"
          + " serializable.",
      "A run is named by its seed: the same seed and flags give the same digest, always. Without"
          + " flags",
      "the seed draws the deployment too, one to four nodes among it.",
      "",
      "An application of yours, in Java or of specifications, is simulated by a test:"
          + " Simulation.of(…) of",
      "the test kit (docs/guide-java.md).",
      "",
      "Examples:",
      "  tutti simulate --seed 7",
      "  tutti simulate --seed 1 --runs 100",
      "  tutti simulate --seed 1 --minutes 10 --out simulation.json",
      "  tutti simulate --seed 7 --nodes 3 --concurrency-control 2pl --containers 3",
      "  tutti simulate --mutants",
      "",
      "Exit status: 0 everything held, 1 something did not (with the command that replays it), or"
          + " with",
      "--nightly was never tried, 2 wrong usage."
    })
final class SimulateCommand implements Callable<Integer> {
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

  private static final JsonMapper JSON =
      JsonMapper.builder().enable(SerializationFeature.INDENT_OUTPUT).build();

  private static final String ALL_MUTANTS = "all";

  /** The greatest number of events of a run whose messages are written. */
  private static final int MOST_EVENTS = 1_000_000;

  @Spec private CommandSpec spec;

  @Option(
      names = "--seed",
      paramLabel = "N",
      defaultValue = "1",
      description = "Names the first run; each further one has the next number. Default: 1.")
  private long seed;

  @Option(
      names = "--runs",
      paramLabel = "N",
      description = "How many runs. Default: 1, or as many as fit into the time given.")
  private @Nullable Long runs;

  @Option(
      names = "--seconds",
      paramLabel = "S",
      description =
          "End after this time. A run that goes on then is cut: what went wrong in it until there"
              + " counts, and nothing else of it.")
  private @Nullable Double seconds;

  @Option(names = "--minutes", paramLabel = "M", description = "The same in minutes.")
  private @Nullable Double minutes;

  @Option(
      names = "--requests",
      paramLabel = "N",
      defaultValue = "1200",
      description = "Requests in each run, about. Default: 1200.")
  private int requests;

  @Option(
      names = "--nodes",
      paramLabel = "N",
      defaultValue = "0",
      description = "On so many nodes. Default: each seed chooses.")
  private int nodes;

  @Option(
      names = "--threads",
      paramLabel = "N",
      description =
          "Make so many runs side by side; nothing that comes out depends on it. Default: as many"
              + " as there are processors.")
  private @Nullable Integer threads;

  @Option(
      names = "--faults",
      paramLabel = "LIST",
      defaultValue = "all",
      description =
          "The kinds of faults that runs may use: all, none, or some with commas between them, as"
              + " docs/simulation.md lists them. Default: all.")
  private String faults = "all";

  @Option(
      names = "--provoke",
      paramLabel = "LIST",
      description =
          "Places in nodes' code where runs that provoke any see to it that something unlikely"
              + " happens, with commas between them. Default: what each seed draws.")
  private @Nullable String provoke;

  @Option(
      names = "--clients",
      paramLabel = "N",
      defaultValue = "0",
      description = "With the first so many clients. Default: each seed chooses.")
  private int clients;

  @Option(
      names = "--keep",
      paramLabel = "LIST",
      description =
          "Only these requests of clients, CLIENT:INDEX with commas between them. Default: all.")
  private @Nullable String keep;

  @Option(
      names = "--schedule",
      paramLabel = "K",
      defaultValue = "0",
      description =
          "Another choice of what goes on next and when faults come, with the same requests."
              + " Default: 0, the seed's own.")
  private long schedule;

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
      description = "Write the table of all these bugs there, as docs/mutants.md has it.")
  private @Nullable Path mutantsPage;

  @Option(
      names = "--events",
      paramLabel = "N",
      description =
          "Draw so many steps of a run that went wrong, or all; with a single run, also if nothing"
              + " did. Default: 80 of the first run that went wrong.")
  private @Nullable String events;

  @Option(
      names = "--html",
      paramLabel = "FILE",
      description =
          "Write a page that shows the run, or the first that went wrong: who sent what to whom,"
              + " and at a click what a node held and had in its log.")
  private @Nullable Path html;

  @Option(
      names = "--trace",
      paramLabel = "FILE",
      description =
          "Write the messages of a single run there, a line each: when, from, to, bytes,"
              + " transaction, what it says, and whether it was lost.")
  private @Nullable Path messages;

  @Option(
      names = "--break-at",
      paramLabel = "N",
      description = "Stop before that event of the run, for a debugger (docs/simulation.md).")
  private @Nullable Long breakAt;

  @Option(
      names = "--workload",
      paramLabel = "NAME",
      defaultValue = "mixed",
      description =
          "What clients do: bank; hot, a bank with one account that nearly all want; ring, posts"
              + " that take over what others keep; watch, posts that may be left while another is"
              + " manned; rows, actors in Java; tills, these beside Rebel instances, each calling"
              + " the other; mixed, of each seed one of bank, ring, watch, rows and tills. Default:"
              + " mixed.")
  private String workload = "mixed";

  @Option(
      names = "--history",
      paramLabel = "FILE",
      description = "Write the history of a single run there, for tutti check-history.")
  private @Nullable Path history;

  @Option(
      names = "--claim",
      paramLabel = "CLAIM",
      description =
          "Judge runs by this and not by what their deployments claim: object, serializable or"
              + " strict-serializable; durable to judge by durability = sync; asynchronous to let"
              + " messages be lost and late, and nodes stop, where the deployment assumes that they"
              + " just crash; some of them with commas between. With --participants: asynchronous.")
  private @Nullable String claim;

  @Option(
      names = "--no-checks",
      description =
          "Only make the runs, as fast as they go: nothing is noted and nothing judged, and only"
              + " what fails by itself is found.")
  private boolean noChecks;

  @Option(
      names = "--most-faults",
      paramLabel = "N",
      defaultValue = "-1",
      description =
          "At most so many crashes, failing disks, cuts and pauses in each run. Default: -1, as"
              + " many as the seed chooses.")
  private int mostFaults;

  @Option(
      names = "--shrink",
      description =
          "Look for a smaller run that goes wrong in the same way as the first one that does.")
  private boolean shrink;

  @Option(
      names = "--exhaustive",
      description =
          "Make every schedule of a small cluster: messages, requests, crashes and restarts in"
              + " every order that makes a difference (docs/simulation.md).")
  private boolean exhaustive;

  @Option(
      names = "--transactions",
      paramLabel = "N",
      defaultValue = "2",
      description = "With --exhaustive: so many that touch the same actors. Default: 2.")
  private int transactions;

  @Option(
      names = "--actors",
      paramLabel = "N",
      defaultValue = "2",
      description =
          "With --exhaustive: so many actors that they are about, each shared by two. Default: 2.")
  private int actors;

  @Option(
      names = "--crashes",
      paramLabel = "N",
      defaultValue = "0",
      description = "With --exhaustive: at most so many crashes, at any point. Default: 0.")
  private int crashes;

  @Option(
      names = {"--lost", "--losses"},
      paramLabel = "N",
      defaultValue = "0",
      description = "With --exhaustive: at most so many messages are lost. Default: 0.")
  private int lost;

  @Option(
      names = {"--duplicated", "--duplicates"},
      paramLabel = "N",
      defaultValue = "0",
      description = "With --exhaustive: at most so many messages arrive twice. Default: 0.")
  private int duplicated;

  @Option(
      names = "--switches",
      paramLabel = "N",
      defaultValue = "0",
      description =
          "With --exhaustive: so often, at most, a node does not do what it would do next, at any"
              + " scheduling point; 'any' for no bound. Default: 0, all that it can between two"
              + " deliveries.")
  private String switches = "0";

  @Option(
      names = "--timers",
      paramLabel = "N",
      defaultValue = "0",
      description =
          "With --exhaustive: so many timers ring before all that is under way has arrived."
              + " Default: 0.")
  private int timers;

  @Option(
      names = "--schedules",
      paramLabel = "N",
      defaultValue = "100000",
      description = "With --exhaustive: fail if there are more. Default: 100000.")
  private long schedules;

  @Option(
      names = "--participants",
      paramLabel = "N",
      defaultValue = "0",
      description =
          "With --exhaustive: explore the protocol that --commit names alone, with so many nodes,"
              + " the coordinator's among them; --claim asynchronous judges it by more than it"
              + " claims.")
  private int participants;

  @Option(
      names = "--delays",
      paramLabel = "N",
      arity = "0..1",
      defaultValue = "-1",
      fallbackValue = "1",
      description =
          "With --participants: so many messages come as late as they like. Default: 0, or 2 with"
              + " --claim asynchronous where no message is lost; without a number 1.")
  private int delays;

  @Option(
      names = "--refusals",
      paramLabel = "N",
      description =
          "With --participants: so many nodes, at most, undo their part, will not promise it, or"
              + " give up. Default: 1; 0 of Paxos Commit.")
  private @Nullable Integer refusals;

  @Option(
      names = "--silences",
      paramLabel = "N",
      description =
          "With --participants, where no bound of delays is assumed: so often silence is taken for"
              + " a crash. Default: 2; 1 of Paxos Commit.")
  private @Nullable Integer silences;

  @Option(
      names = "--repeats",
      paramLabel = "N",
      description =
          "With --participants: so many timers, at most, that say or ask again run down; -1 for as"
              + " many as there are. Default: -1; 1 of Paxos Commit.")
  private @Nullable Integer repeats;

  @Option(
      names = "--states",
      paramLabel = "N",
      defaultValue = "50000000",
      description =
          "With --participants: fail if one transaction has more states. Default: 50000000.")
  private int states;

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

  @Option(names = "--out", paramLabel = "FILE", description = "Write the result there as JSON.")
  private @Nullable Path out;

  /** Whether Ctrl-C or SIGTERM has stopped the command. */
  private volatile boolean stopped;

  @Override
  public Integer call() throws IOException {
    if (nodes < 0 || nodes > 64) {
      throw new Failure(ExitStatus.USAGE, "--nodes must be between 1 and 64");
    }
    if (requests < 1 || runs != null && runs < 1) {
      throw new Failure(ExitStatus.USAGE, "--runs and --requests must be 1 at least");
    }
    if (shrinkRuns < 1) {
      throw new Failure(ExitStatus.USAGE, "--shrink-runs must be 1 at least");
    }
    if (threads != null && (threads < 1 || threads > 1024)) {
      throw new Failure(ExitStatus.USAGE, "--threads must be between 1 and 1024");
    }
    if (mutantsPage != null) {
      MutantTable.writePage(mutantsPage);
      return ExitStatus.GOOD;
    }
    if (exploresCommit()) {
      ProgressLine progress = new ProgressLine(spec.commandLine().getErr());
      return commitExplorations().tell(spec.commandLine().getOut(), progress, out);
    }
    EngineLog.silence();
    // A wrong flag is reported before the first run.
    Deployments.over(spec, Deployment.DEFAULT);
    SimulationOptions options = options();
    if (mutants != null) {
      List<String> names = mutants.equals(List.of(ALL_MUTANTS)) ? List.of() : mutants;
      return new MutantTable(spec.commandLine().getOut())
          .hunt(names, seed, runs, options.threads(), out);
    }
    int steps = steps();
    if (breakAt != null) {
      return stopAt(breakAt, options);
    }
    if (exhaustive) {
      return explore(application(), options);
    }
    if (messages != null && (runs != null && runs > 1 || seconds != null || minutes != null)) {
      throw new Failure(ExitStatus.USAGE, "--trace is for a single run");
    }
    AtomicReference<RecordedHistory> made = new AtomicReference<>();
    if (history != null && noChecks) {
      throw new Failure(ExitStatus.USAGE, "--no-checks notes no --history");
    }
    if (history != null) {
      if (runs != null && runs > 1 || seconds != null || minutes != null) {
        throw new Failure(ExitStatus.USAGE, "--history is for a single run");
      }
      options = options.withHistories(made::set);
    }
    try (LastWords lastWords = new LastWords(() -> stopped = true)) {
      return simulate(options, made, steps);
    }
  }

  private int simulate(SimulationOptions options, AtomicReference<RecordedHistory> made, int steps)
      throws IOException {
    ProgressLine progress = new ProgressLine(spec.commandLine().getErr());
    SimulatedApplication bank = application();
    SimulationReport report = Simulation.run(bank, options.withProgress(progress));
    progress.end();
    // From here on, stories and searches are about runs that have ended.
    SimulationOptions whole = options.withCut(() -> false);
    boolean shrinks = shrink && !stopped && !report.violations().isEmpty();
    PrintWriter stdout = spec.commandLine().getOut();
    // If a run is shrunk, the story of the smaller run is told instead.
    print(
        report,
        new SimulationStory(bank, whole, stdout),
        shrinks ? 0 : steps,
        shrinks ? null : html);
    if (shrinks) {
      shrink(bank, whole.withSeed(report.violations().getFirst().seed()), steps);
    }
    if (messages != null && !stopped) {
      SimulationMessages.write(
          Simulation.watch(bank, whole, seed, Watch.events(MOST_EVENTS)), messages);
    }
    if (history != null) {
      write(made.get(), history);
    }
    if (out != null) {
      write(report, out);
    }
    List<String> untried = nightly ? report.untried(options.faults()) : List.of();
    if (!untried.isEmpty()) {
      stdout.println("not tried, and so nothing is shown of it: " + String.join(", ", untried));
      stdout.flush();
    }
    return report.violations().isEmpty() && untried.isEmpty() ? ExitStatus.GOOD : ExitStatus.FAILED;
  }

  /** Whether a commit protocol is explored alone. */
  boolean exploresCommit() {
    return exhaustive && participants != 0;
  }

  CommitExplorations commitExplorations() {
    return CommitExplorations.of(
        spec,
        participants,
        crashes,
        lost,
        duplicated,
        delays,
        bounds ->
            new Explored.Bounds(
                refusals == null ? bounds.refusals() : refusals,
                silences == null ? bounds.silences() : silences,
                repeats == null ? bounds.repeats() : repeats),
        states,
        claim);
  }

  private Set<FaultKind> kinds() {
    try {
      return FaultKind.parse(faults);
    } catch (IllegalArgumentException wrong) {
      throw new Failure(ExitStatus.USAGE, "--faults: " + wrong.getMessage());
    }
  }

  private Set<Place> places() {
    try {
      return provoke == null ? Set.of() : Place.parse(provoke);
    } catch (IllegalArgumentException wrong) {
      throw new Failure(ExitStatus.USAGE, "--provoke: " + wrong.getMessage());
    }
  }

  SimulatedApplication application() {
    SimulatedApplication known = SimulatedWorkloads.named(workload);
    if (known == null) {
      throw new Failure(
          ExitStatus.USAGE,
          "--workload: there is no '"
              + workload
              + "'; there are "
              + String.join(", ", SimulatedWorkloads.names()));
    }
    return known;
  }

  SimulationOptions options() {
    SimulationOptions one = SimulationOptions.of(seed, replayCommand());
    Double given = minutes != null ? Double.valueOf(minutes * 60) : seconds;
    long end = given == null ? Long.MAX_VALUE : System.nanoTime() + (long) (given * 1e9);
    BooleanSupplier enough = () -> stopped || given != null && System.nanoTime() - end > 0;
    long atMost = runs != null ? runs : given != null ? Long.MAX_VALUE : 1;
    return one.withRuns(atMost, enough)
        .withCut(enough)
        .withRequests(requests)
        .withNodes(nodes)
        .withExcerpt(excerpt())
        .withDeployment(drawn -> Deployments.over(spec, drawn))
        .withFaults(kinds())
        .withProvoked(places())
        .withStandard(standard())
        .withChecks(!noChecks)
        .withThreads(threads == null ? Runtime.getRuntime().availableProcessors() : threads);
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
      throw new Failure(ExitStatus.FAILED, "cannot write " + file + ": " + Errors.why(failed));
    }
  }

  private Standard standard() {
    try {
      return claim == null ? Standard.AS_CLAIMED : Standard.parse(claim);
    } catch (IllegalArgumentException wrong) {
      throw new Failure(ExitStatus.USAGE, "--claim: " + wrong.getMessage());
    }
  }

  private Excerpt excerpt() {
    try {
      return new Excerpt(
          clients, keep == null ? new TreeSet<>() : Excerpt.parseKeep(keep), schedule, mostFaults);
    } catch (IllegalArgumentException wrong) {
      throw new Failure(
          ExitStatus.USAGE, "--clients, --keep or --most-faults: " + wrong.getMessage());
    }
  }

  /** The command line without the flags that choose runs and output files. */
  private String replayCommand() {
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

  /** The number of steps to draw. */
  private int steps() {
    if (events == null) {
      return 80;
    }
    try {
      int steps = events.equals("all") ? Integer.MAX_VALUE : Integer.parseInt(events);
      if (steps >= 0) {
        return steps;
      }
    } catch (NumberFormatException notANumber) {
      // The message below reports this.
    }
    throw new Failure(ExitStatus.USAGE, "--events must be a number, 0 or more, or all");
  }

  /** Makes one run, and waits before one of its events until a person lets it go on. */
  private int stopAt(long event, SimulationOptions options) {
    if (event < 1 || runs != null && runs > 1) {
      throw new Failure(ExitStatus.USAGE, "--break-at is for one run, and counts events from 1");
    }
    PrintWriter stdout = spec.commandLine().getOut();
    Transcript transcript =
        Simulation.watch(
            application(),
            options,
            seed,
            Watch.NONE.withBreak(event, () -> DebuggerStop.await(event, stdout)));
    transcript.findings().forEach(stdout::println);
    stdout.println("the run has ended; digest " + transcript.digest());
    stdout.flush();
    return transcript.findings().isEmpty() ? ExitStatus.GOOD : ExitStatus.FAILED;
  }

  private void print(SimulationReport report, SimulationStory story, int steps, @Nullable Path page)
      throws IOException {
    PrintWriter stdout = spec.commandLine().getOut();
    stdout.printf(
        Locale.ROOT,
        "%d run%s%s, %.1f simulated seconds, %d transactions, %d reads, %d messages, %d crashes%n",
        report.runs(),
        report.runs() == 1 ? "" : "s",
        report.cut().isEmpty() ? "" : " and " + report.cut().size() + " cut",
        report.simulatedSeconds(),
        report.transactions(),
        report.reads(),
        report.messages(),
        report.crashes());
    if (report.runs() > 1) {
      stdout.printf(
          Locale.ROOT,
          "medians of a run: %d operations, %d faults, %d crashes%n",
          report.medianOperations(),
          report.medianFaults(),
          report.medianCrashes());
      PairTable.lines(report.pairs()).forEach(stdout::println);
    }
    if (report.runs() > 1 && !report.pointsNeverReached().isEmpty()) {
      stdout.println("never reached: " + String.join(", ", report.pointsNeverReached()));
    }
    boolean first = true;
    for (Violation violation : report.violations()) {
      stdout.println();
      print(violation);
      // A run that was cut may need any time to reach its violation again.
      if (first && !report.cut().contains(violation.seed())) {
        story.tell(violation.seed(), violation, steps, page);
        first = false;
      }
    }
    if (!report.cut().isEmpty()) {
      stdout.println(
          "cut when the time was over, and judged until there: "
              + report.cut().stream()
                  .map(each -> "seed " + each)
                  .collect(Collectors.joining(", ")));
    }
    if (first && report.runs() == 1 && report.cut().isEmpty() && report.violations().isEmpty()) {
      story.tell(seed, null, events == null ? 0 : steps, page);
    }
    stdout.println(
        report.violations().isEmpty()
            ? "everything held; digest " + report.digest()
            : report.violations().size() + " runs went wrong; digest " + report.digest());
    stdout.flush();
  }

  private void print(Violation violation) {
    PrintWriter stdout = spec.commandLine().getOut();
    stdout.println("seed " + violation.seed() + " went wrong, deployed as");
    stdout.println("  " + violation.deployment());
    violation.findings().forEach(finding -> stdout.println("  " + finding));
    stdout.println("  again:     " + violation.replay());
    if (html == null) {
      stdout.println(
          "  as a page: " + violation.replay() + " --html seed-" + violation.seed() + ".html");
    }
  }

  private int explore(SimulatedApplication application, SimulationOptions options) {
    PrintWriter stdout = spec.commandLine().getOut();
    Scope scope;
    try {
      scope =
          new Scope(
              nodes == 0 ? 2 : nodes,
              actors,
              transactions,
              crashes,
              lost,
              duplicated,
              timers,
              switches(),
              schedules);
    } catch (IllegalArgumentException wrong) {
      throw new Failure(ExitStatus.USAGE, "--exhaustive: " + wrong.getMessage());
    }
    Witness none = soFar -> {};
    Exploration explored = Simulation.explore(application, options, scope, true, none);
    stdout.println(scope);
    stdout.printf(
        Locale.ROOT,
        "%d schedules made to their end, %d cut off as the same as others; %d states, %d"
            + " transitions, %d different ends%n",
        explored.schedules(),
        explored.cut(),
        explored.states(),
        explored.transitions(),
        explored.outcomes());
    explored.findings().forEach(finding -> stdout.println("  " + finding));
    explored.schedule().forEach(choice -> stdout.println("    " + choice));
    if (explored.complete()) {
      stdout.println("everything held in every schedule");
    } else if (explored.findings().isEmpty()) {
      stdout.println("not done: there are more schedules than --schedules " + schedules);
    } else {
      stdout.println("went wrong in the schedule above");
    }
    stdout.flush();
    return explored.complete() ? ExitStatus.GOOD : ExitStatus.FAILED;
  }

  private int switches() {
    if (switches.equals("any")) {
      return Scope.ANY;
    }
    try {
      return Integer.parseInt(switches);
    } catch (NumberFormatException notANumber) {
      throw new IllegalArgumentException("--switches must be a number, or any", notANumber);
    }
  }

  private void shrink(SimulatedApplication bank, SimulationOptions failing, int steps)
      throws IOException {
    PrintWriter stdout = spec.commandLine().getOut();
    PrintWriter stderr = spec.commandLine().getErr();
    Shrinker.Result result =
        Shrinker.shrink(
            bank,
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
      print(violation);
      new SimulationStory(bank, result.options(), stdout)
          .tell(failing.seed(), violation, steps, html);
    }
    stdout.flush();
  }

  private static void write(SimulationReport report, Path file) throws IOException {
    Map<String, Object> json = new LinkedHashMap<>();
    json.put("runs", report.runs());
    json.put("cut", report.cut());
    json.put("violations", report.violations().size());
    json.put("simulated-seconds", report.simulatedSeconds());
    json.put("messages", report.messages());
    json.put("crashes", report.crashes());
    json.put("transactions", report.transactions());
    json.put("reads", report.reads());
    json.put("median-operations", report.medianOperations());
    json.put("median-faults", report.medianFaults());
    json.put("median-crashes", report.medianCrashes());
    json.put("faults", report.faults());
    Map<String, Long> pairs = new LinkedHashMap<>();
    report.pairs().forEach((pair, count) -> pairs.put(pair.control() + "/" + pair.commit(), count));
    json.put("pairs", pairs);
    json.put("digest", report.digest());
    json.put("points-never-reached", report.pointsNeverReached());
    List<Map<String, Object>> details = new ArrayList<>();
    for (Violation violation : report.violations()) {
      Map<String, Object> detail = new LinkedHashMap<>();
      detail.put("seed", violation.seed());
      detail.put("deployment", violation.deployment());
      detail.put("findings", violation.findings());
      detail.put("replay", violation.replay());
      details.add(detail);
    }
    json.put("violation-details", details);
    try {
      Files.writeString(file, JSON.writeValueAsString(json) + "\n");
    } catch (IOException failed) {
      throw new Failure(ExitStatus.FAILED, "cannot write " + file + ": " + Errors.why(failed));
    }
  }
}
