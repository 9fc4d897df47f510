package tutti.cli.simulate;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;
import tutti.cli.command.Deployments;
import tutti.cli.command.ExitStatus;
import tutti.cli.command.Failure;
import tutti.cli.command.OutputFile;
import tutti.cli.command.ThisProcess;
import tutti.command.DeploymentFlags;
import tutti.command.Errors;
import tutti.engine.deployment.Deployment;
import tutti.engine.deployment.NodeAddress;
import tutti.lab.torture.Torture;
import tutti.lab.torture.TortureFault;
import tutti.lab.torture.TortureOptions;
import tutti.lab.torture.TortureReport;
import tutti.lab.torture.TortureReport.RoundReport;
import tutti.lab.torture.TortureWorkload;
import tutti.simulator.history.Anomaly;

/** The command {@code tutti torture}. */
@Command(
    name = "torture",
    modelTransformer = DeploymentFlags.Adding.class,
    abbreviateSynopsis = true,
    description =
        "Load real nodes on real disks and sockets, kill, pause and cut them off, and judge what"
            + " they did.",
    sortOptions = false,
    footer =
        """

        Rounds of about half a minute, each on new data folders: one to four nodes, each a process of
        its own, serve a bank to clients over HTTP, TPC-C or Smallbank, or payments that charge cards.
        They are killed (-9), stopped, paused (SIGSTOP) and started again, with other numbers of
        containers and, all at once, under another concurrency control, commit protocol or isolation;
        connections between nodes, and between clients and nodes, are cut, held up, delayed and left
        half-open; disks become full (a limit of the file size, which needs no privilege). With
        --replication multipaxos the nodes are three hosts of three replicas, and lose their disks
        too, the next one only once all replicas vote again. Where a commit protocol needs it, nodes
        just end and start again. At the end all are up, nothing may be in doubt for long, and what
        clients were told and what the nodes' logs have is judged by the checkers of 'tutti simulate',
        or what the nodes have then by the rules of the benchmark.

        The plan of a round is drawn from the seed. When it meets what is not: no round can be
        repeated exactly, so of one in which something did not hold everything is kept.

        Examples:
          tutti torture --minutes 10
          tutti torture --minutes 1 --nodes 3 --concurrency-control psac --isolation object
          tutti torture --minutes 10 --replication multipaxos
          tutti torture --minutes 10 --integrated tapir
          tutti torture --minutes 10 --integrated janus
          tutti torture --round 240 --replication multipaxos --workload purses \\
            --troubles kill,pause,cut,lose-disk,lose-two
          tutti torture --seed 7 --history history.jsonl && tutti check-history history.jsonl

        Exit status: 0 everything held, 1 something did not, 2 wrong usage.\
        """)
public final class TortureCommand implements Callable<Integer> {
  private static final int SHOWN = 5;

  @Spec private CommandSpec spec;

  @Option(
      names = "--minutes",
      paramLabel = "M",
      defaultValue = "1",
      description = "Begin no further round after this time. Default: 1.")
  private double minutes;

  @Option(
      names = "--nodes",
      paramLabel = "N",
      defaultValue = "0",
      description = "On so many nodes, 1 to 4. Default: rounds take turns.")
  private int nodes;

  @Option(
      names = "--seed",
      paramLabel = "N",
      defaultValue = "1",
      description = "Of all that is drawn. Default: 1.")
  private long seed;

  @Option(
      names = "--clients",
      paramLabel = "N",
      defaultValue = "6",
      description = "Clients, each with one request at a time. Default: 6.")
  private int clients;

  @Option(
      names = "--troubles",
      paramLabel = "LIST",
      split = ",",
      description =
          "Only these, and each at least once: kill, kill-several, stop, pause, containers,"
              + " disk-full, lose-disk, lose-two, cut, hold, half-open, delay, client-cut, client-hold,"
              + " client-half-open, client-delay, change. Default: rounds choose.")
  private List<String> troubles = List.of();

  @Option(
      names = "--workload",
      paramLabel = "NAME",
      description =
          "What nodes serve: bank; purses, payments in Java; charges, payments in Java that charge"
              + " cards in a world outside, each once at most; tpcc, tpcc-rows or smallbank, the"
              + " benchmarks. Default: rounds choose, mostly the bank.")
  private @Nullable String workload;

  @Option(
      names = "--round",
      paramLabel = "SECONDS",
      defaultValue = "25",
      description = "How long nodes are tortured in each round. Default: 25.")
  private double round;

  @Option(
      names = "--data",
      paramLabel = "DIR",
      description = "Where rounds have their folders. Default: a temporary one.")
  private @Nullable Path data;

  @Option(
      names = "--history",
      paramLabel = "FILE",
      description =
          "Write the first round's history there, and those of others beside it, with a number."
              + " Default: into the rounds' folders.")
  private @Nullable Path history;

  @Option(names = "--out", paramLabel = "FILE", description = "Write the result there as JSON.")
  private @Nullable Path out;

  @Override
  public Integer call() throws IOException, InterruptedException {
    if (!(minutes > 0) || !(round > 0)) {
      throw new Failure(ExitStatus.USAGE, "--minutes and --round must be positive");
    }
    DeploymentFlags flags = DeploymentFlags.of(spec);
    // A wrong flag is reported before the first run.
    Deployment given = Deployments.over(spec, base(flags.arguments()));
    PrintWriter say = spec.commandLine().getOut();
    Path folder = data != null ? data : Files.createTempDirectory("tutti-torture-");
    TortureReport report;
    try {
      report = Torture.run(options(flags, given, folder, say));
    } catch (IllegalArgumentException wrong) {
      throw new Failure(ExitStatus.USAGE, String.valueOf(wrong.getMessage()));
    } catch (IOException failed) {
      throw new Failure(
          ExitStatus.FAILED, Errors.why(failed) + "; everything is in " + folder.toAbsolutePath());
    }
    print(report, say);
    if (out != null) {
      OutputFile.writeJson(out, report.tree());
    }
    return report.good() ? ExitStatus.GOOD : ExitStatus.FAILED;
  }

  private TortureOptions options(
      DeploymentFlags flags, Deployment given, Path folder, PrintWriter say) {
    List<String> typed = flags.arguments();
    return new TortureOptions(
        seed,
        minutes * 60,
        round,
        new TortureOptions.Fixed(
            nodes,
            clients,
            troubles.stream().map(TortureFault::of).toList(),
            workload == null ? null : TortureWorkload.of(workload),
            set(typed, "concurrency-control") ? given.concurrencyControl() : null,
            set(typed, "commit") ? given.commit() : null,
            set(typed, "isolation") ? given.isolation() : null,
            TortureOptions.Replicas.of(given)),
        new TortureOptions.Program(ThisProcess.command(spec), typed),
        folder,
        history,
        line -> {
          say.println(line);
          say.flush();
        });
  }

  /** The deployment that flags go over: replicas need nodes, whose addresses rounds choose. */
  private Deployment base(List<String> typed) {
    return set(typed, "replication") || set(typed, "integrated")
        ? Deployment.DEFAULT.withNodes(NodeAddress.inOneProcess(Math.max(3, nodes)))
        : Deployment.DEFAULT;
  }

  private static boolean set(List<String> typed, String key) {
    return typed.stream().anyMatch(each -> each.matches("-D(tutti\\.)?" + key + "=.*"));
  }

  private void print(TortureReport report, PrintWriter say) {
    say.println();
    Map<String, Integer> troubles = report.troubles();
    say.println(
        "troubles: "
            + troubles.entrySet().stream()
                .map(each -> each.getKey() + " " + each.getValue())
                .collect(Collectors.joining(", ")));
    Map<String, Object> all = report.tree();
    say.println(
        "rounds %s, operations %s, acknowledged %s, known by logs alone %s"
            .formatted(
                all.get("rounds"),
                all.get("operations"),
                all.get("acknowledged"),
                all.get("known-by-logs-alone")));
    say.println(
        "changes of leaders %s, lost disks %s"
            .formatted(all.get("leader-changes"), all.get("lost-disks")));
    say.println("histories, for 'tutti check-history':");
    for (RoundReport each : report.rounds()) {
      say.println("  " + each.history() + "  (" + each.claim() + ")");
    }
    if (report.good()) {
      say.println("everything held");
    } else if (report.rounds().isEmpty()) {
      say.println("no round ended, so nothing is known: give it more --minutes");
    } else {
      report.rounds().stream().filter(each -> each.kept() != null).forEach(each -> bad(each, say));
    }
    say.flush();
  }

  private void bad(RoundReport round, PrintWriter say) {
    say.println();
    say.println("round " + round.number() + " did not hold:");
    List<Anomaly> anomalies = round.anomalies();
    for (Anomaly each : anomalies.subList(0, Math.min(SHOWN, anomalies.size()))) {
      say.println(
          "  " + each.name() + (each.operations().isEmpty() ? "" : " ") + each.operations());
      each.story().forEach(line -> say.println("    " + line));
    }
    if (anomalies.size() > SHOWN) {
      say.println("  and " + (anomalies.size() - SHOWN) + " more");
    }
    say.println("  folders, outputs and troubles are in " + round.kept());
    say.println("  the same plan again: " + command());
  }

  private String command() {
    List<String> words = new ArrayList<>(List.of("./tutti"));
    List<String> typed = spec.commandLine().getParseResult().originalArgs();
    words.addAll(typed);
    if (typed.stream().noneMatch(word -> word.startsWith("--seed"))) {
      words.addAll(List.of("--seed", Long.toString(seed)));
    }
    return String.join(" ", words);
  }
}
