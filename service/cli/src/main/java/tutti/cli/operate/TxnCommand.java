package tutti.cli.operate;

import java.io.PrintWriter;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;
import tools.jackson.databind.JsonNode;
import tutti.cli.command.ExitStatus;
import tutti.cli.command.Failure;
import tutti.cli.command.Urls;

/** The command {@code tutti txn}. */
@Command(
    name = "txn",
    abbreviateSynopsis = true,
    synopsisSubcommandLabel = "COMMAND",
    description = "See transactions over several nodes, and end by hand what is stuck.",
    sortOptions = false,
    footer =
        """

        Any node is asked, and answers for all that it reaches; name several, or the deployment, to
        see what they cannot see of each other.

        Examples:
          tutti txn list --deployment examples/bank/three-nodes.conf
          tutti txn show 0-3-127 --url http://localhost:8081
          tutti txn resolve 0-3-127 --abort --url http://localhost:8081

        Exit status: 0 good, 1 there is no such transaction, it was refused or nobody answers, 2 wrong
        usage.\
        """)
public final class TxnCommand implements Runnable {
  @Spec private CommandSpec spec;

  @Override
  public void run() {
    throw new ParameterException(spec.commandLine(), "which command? list, show or resolve");
  }

  @Command(
      name = "list",
      abbreviateSynopsis = true,
      description = "List what is in progress between nodes, the oldest first.",
      sortOptions = false)
  int list(
      @Mixin TxnNodes nodes,
      @Option(
              names = "--resolved",
              description = "List what was ever resolved by hand, and how it ended, instead.")
          boolean resolved,
      @Option(names = "--json", description = "Print the answer as it came.") boolean json)
      throws InterruptedException {
    JsonNode answer =
        nodes.everywhere(resolved ? "/transactions/resolved" : "/transactions/in-progress");
    PrintWriter out = spec.commandLine().getOut();
    if (json) {
      out.println(answer);
    } else if (resolved) {
      TxnText.resolved(out, answer);
    } else {
      TxnText.list(out, answer);
    }
    out.flush();
    return ExitStatus.GOOD;
  }

  @Command(
      name = "show",
      abbreviateSynopsis = true,
      description = "Show what every node knows of a transaction, and what would end it.",
      sortOptions = false)
  int show(
      @Mixin TxnNodes nodes,
      @Parameters(paramLabel = "ID", description = "The transaction's id.") String id,
      @Option(names = "--json", description = "Print the answer as it came.") boolean json)
      throws InterruptedException {
    JsonNode answer = nodes.everywhere("/transactions/" + Urls.part(id) + "/parts");
    PrintWriter out = spec.commandLine().getOut();
    if (json) {
      out.println(answer);
    } else {
      TxnText.show(out, answer);
    }
    out.flush();
    return ExitStatus.GOOD;
  }

  /** The outcome, of which the command line must have exactly one. */
  static final class Outcome {
    @Option(names = "--commit", required = true, description = "Commit its part.")
    private boolean commit;

    @Option(names = "--abort", required = true, description = "Abort its part.")
    @SuppressWarnings("UnusedVariable") // Picocli sets it where commit is not set.
    private boolean abort;
  }

  @Command(
      name = "resolve",
      abbreviateSynopsis = true,
      description = {
        "End a transaction's part by hand, on the nodes where it is in doubt and cannot end by"
            + " itself.",
        "If the other nodes end it otherwise, half of it has happened: refused without --force and",
        "--reason, and told ever after if it was wrong."
      },
      sortOptions = false)
  int resolve(
      @Mixin TxnNodes nodes,
      @Parameters(paramLabel = "ID", description = "The transaction's id.") String id,
      @ArgGroup(multiplicity = "1") Outcome outcome,
      @Option(
              names = "--node",
              paramLabel = "NAME",
              description = "On this node alone. Default: all where it is in doubt.")
          @Nullable String node,
      @Option(names = "--force", description = "Do it, though it may turn out wrong.")
          boolean force,
      @Option(names = "--reason", paramLabel = "TEXT", description = "Why; kept for ever.")
          @Nullable String reason,
      @Option(
              names = "--by",
              paramLabel = "NAME",
              description = "Who does it. Default: the user of this system.")
          @Nullable String by,
      @Option(names = "--json", description = "Print the answer as it came.") boolean json)
      throws InterruptedException {
    if (force && (reason == null || reason.isBlank())) {
      throw new Failure(ExitStatus.USAGE, "--force needs a --reason, which is kept for ever");
    }
    Map<String, Object> order = new LinkedHashMap<>();
    order.put("outcome", outcome.commit ? "commit" : "abort");
    if (node != null) {
      order.put("node", node);
    }
    order.put("force", force);
    order.put("reason", reason == null ? "" : reason);
    order.put("by", by == null ? System.getProperty("user.name", "unknown") : by);
    JsonNode answer =
        nodes.order("/transactions/" + Urls.part(id) + "/resolution", order, "resolved");
    PrintWriter out = spec.commandLine().getOut();
    if (json) {
      out.println(answer);
    } else {
      answer.path("resolved").forEach(each -> out.println(TxnText.inWords(each)));
      for (JsonNode each : answer.path("refused")) {
        out.println("node " + TxnText.text(each, "node") + ": " + TxnText.text(each, "detail"));
      }
    }
    out.flush();
    return answer.path("refused").isEmpty() ? ExitStatus.GOOD : ExitStatus.FAILED;
  }
}
