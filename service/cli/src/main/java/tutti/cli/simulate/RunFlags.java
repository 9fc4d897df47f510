package tutti.cli.simulate;

import java.util.Set;
import java.util.TreeSet;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import tutti.cli.command.Deployments;
import tutti.cli.command.ExitStatus;
import tutti.cli.command.Failure;
import tutti.engine.runtime.FaultPoint;
import tutti.lab.simulation.SimulatedWorkloads;
import tutti.simulator.application.SimulatedApplication;
import tutti.simulator.fault.FaultKind;
import tutti.simulator.options.Expectation;
import tutti.simulator.options.RunSelection;
import tutti.simulator.options.SimulationOptions;

/** The flags of {@code tutti simulate} that choose runs, and what may happen in them. */
final class RunFlags {
  static final int MOST_NODES = 64;

  @Option(
      names = "--seed",
      paramLabel = "N",
      defaultValue = "1",
      description = "Names the first run; each further one has the next number. Default: 1.")
  long seed;

  @Option(
      names = "--runs",
      paramLabel = "N",
      description = "How many runs. Default: 1, or as many as fit into the time given.")
  @Nullable Long runs;

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
  int nodes;

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
      names = "--most-faults",
      paramLabel = "N",
      defaultValue = "-1",
      description =
          "At most so many crashes, failing disks, cuts and pauses in each run. Default: -1, as"
              + " many as the seed chooses.")
  private int mostFaults;

  @Option(
      names = "--workload",
      paramLabel = "NAME",
      defaultValue = "mixed",
      description =
          "What clients do: bank; hot, a bank with one account that nearly all want; ring, posts"
              + " that take over what others keep; watch, posts that may be left while another is"
              + " manned; rows, actors in Java; tills, these beside Rebel instances, each calling"
              + " the other; registers, transfers in Java that take time, and audits; charges,"
              + " payments in Java that charge cards in a world outside; counters, requests that"
              + " nothing refuses, of which under Janus each shard executes its own part; blocks,"
              + " the mix with client transactions in every run; values, rows with odd and huge"
              + " values; tpcc; orders, the order numbers of TPC-C in Rebel; smallbank, and"
              + " smallbank-rebel; mixed, of each seed one of bank,"
              + " ring, watch, rows, tills and charges, and of counters under an integrated"
              + " protocol. Default: mixed.")
  private String workload = "mixed";

  @Option(
      names = "--claim",
      paramLabel = "CLAIM",
      description =
          "Judge runs by this and not by what their deployments claim: object, serializable or"
              + " strict-serializable; durable to judge by durability = sync; asynchronous to let"
              + " messages be lost and late, and nodes stop, where the deployment assumes that they"
              + " just crash; some of them with commas between. With --participants: asynchronous.")
  @Nullable String claim;

  @Option(
      names = "--no-checks",
      description =
          "Only make the runs, as fast as they go: nothing is noted and nothing judged, and only"
              + " what fails by itself is found.")
  private boolean noChecks;

  /** Ends the command if a number is out of its range. */
  void check() {
    if (nodes < 0 || nodes > MOST_NODES) {
      throw new Failure(ExitStatus.USAGE, "--nodes must be between 1 and " + MOST_NODES);
    }
    if (requests < 1 || runs != null && runs < 1) {
      throw new Failure(ExitStatus.USAGE, "--runs and --requests must be 1 at least");
    }
    if (threads != null && (threads < 1 || threads > 1024)) {
      throw new Failure(ExitStatus.USAGE, "--threads must be between 1 and 1024");
    }
  }

  /** Whether runs are judged at all. */
  boolean checks() {
    return !noChecks;
  }

  /** Whether more than one run may be made. */
  boolean several() {
    return runs != null && runs > 1 || seconds != null || minutes != null;
  }

  /** Returns the application of the runs' workload. */
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

  /**
   * The options of the runs.
   *
   * @param stopped tells whether a person has ended the command
   */
  SimulationOptions options(CommandSpec spec, BooleanSupplier stopped) {
    SimulationOptions one = SimulationOptions.of(seed, ReplayCommand.of(spec));
    Double given = minutes != null ? Double.valueOf(minutes * 60) : seconds;
    long end = given == null ? Long.MAX_VALUE : System.nanoTime() + (long) (given * 1e9);
    BooleanSupplier enough =
        () -> stopped.getAsBoolean() || given != null && System.nanoTime() - end > 0;
    long atMost = runs != null ? runs : given != null ? Long.MAX_VALUE : 1;
    return one.withRuns(atMost, enough)
        .withCut(enough)
        .withRequests(requests)
        .withNodes(nodes)
        .withExcerpt(excerpt())
        .withDeployment(drawn -> Deployments.over(spec, drawn))
        .withFaults(Failure.reading("--faults", faults, FaultKind::parse))
        .withProvoked(
            provoke == null ? Set.of() : Failure.reading("--provoke", provoke, FaultPoint::parse))
        .withStandard(
            claim == null
                ? Expectation.AS_CLAIMED
                : Failure.reading("--claim", claim, Expectation::parse))
        .withChecks(!noChecks)
        .withThreads(threads == null ? Runtime.getRuntime().availableProcessors() : threads);
  }

  private RunSelection excerpt() {
    return Failure.reading(
        "--clients, --keep or --most-faults",
        () ->
            new RunSelection(
                clients,
                keep == null ? new TreeSet<>() : RunSelection.parseKeep(keep),
                schedule,
                mostFaults));
  }
}
