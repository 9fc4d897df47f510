package tutti.cli.simulate;

import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import tutti.cli.command.Failure;
import tutti.simulator.commit.Explored;
import tutti.simulator.exhaustive.Scope;

/** The flags of {@code tutti simulate --exhaustive} that bound what is explored. */
final class ScopeFlags {
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
      names = "--operation",
      description =
          "With --participants: transactions that each have an irrevocable operation, under a"
              + " protocol whose coordinator alone decides.")
  private boolean operation;

  @Option(
      names = "--states",
      paramLabel = "N",
      defaultValue = "50000000",
      description =
          "With --participants or --replication: fail if one transaction, or scope, has more states."
              + " Default: 50000000.")
  private int states;

  @Option(
      names = "--scope",
      paramLabel = "NAME",
      defaultValue = "all",
      description =
          "With --exhaustive --replication or --integrated: the bounds of what is explored"
              + " (docs/exploring.md). Default: all but everything, one after another.")
  private String scope;

  @Option(
      names = "--walks",
      paramLabel = "N",
      defaultValue = "0",
      description =
          "With --exhaustive --replication or --integrated: so many random walks from --seed on,"
              + " instead of every state. Default: 0.")
  private int walks;

  /**
   * Whether the machines of a protocol are explored alone: {@code --replication} or {@code
   * --integrated} names one.
   */
  boolean ofMachines(CommandSpec spec) {
    return LogExplorations.ofHosts(spec);
  }

  /** The explorations of the protocol that {@code --replication} or {@code --integrated} names. */
  LogExplorations ofMachines(CommandSpec spec, long seed) {
    String integrated = LogExplorations.integrated(spec);
    if (!integrated.equals(LogExplorations.NONE)) {
      return LogExplorations.ofIntegrated(integrated, scope, states, walks, seed);
    }
    return LogExplorations.of(spec, scope, states, walks, seed);
  }

  /** Whether a commit protocol is explored alone. */
  boolean ofCommit() {
    return participants != 0;
  }

  /**
   * The bounds of an exploration of whole nodes.
   *
   * @param nodes the number of nodes; 0 for the usual number
   */
  Scope ofNodes(int nodes) {
    return Failure.reading(
        "--exhaustive",
        () ->
            new Scope(
                nodes == 0 ? 2 : nodes,
                actors,
                transactions,
                crashes,
                lost,
                duplicated,
                timers,
                switches(),
                schedules));
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

  /**
   * The explorations of the commit protocol that {@code --commit} names.
   *
   * @param claim what the protocol is judged by, or null for its own claim
   */
  CommitExplorations ofCommit(CommandSpec spec, @Nullable String claim) {
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
        operation,
        states,
        claim);
  }
}
