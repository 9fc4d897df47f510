package tutti.cli.operate;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
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
import tutti.cli.command.TextTable;

/** The command {@code tutti shard}. */
@Command(
    name = "shard",
    abbreviateSynopsis = true,
    synopsisSubcommandLabel = "COMMAND",
    description = "See the replicas of shards, and let them go on (docs/replication.md).",
    sortOptions = false,
    footer =
        """

        Any node is asked, and answers for all that it reaches.

        Examples:
          tutti shard list
          tutti shard list --deployment examples/bank/three-replicas.conf
          tutti shard pass-over 2 --entry 4711 --reason "cannot be decoded"
          tutti shard reset --node a --accept-loss --reason "b and c burnt" --deployment three.conf

        Exit status: 0 good, 1 nobody answers or it was refused, 2 wrong usage.\
        """)
public final class ShardCommand implements Runnable {
  @Spec private CommandSpec spec;

  @Override
  public void run() {
    throw new ParameterException(spec.commandLine(), "which command? list, pass-over or reset");
  }

  @Command(
      name = "list",
      abbreviateSynopsis = true,
      description = "List the replicas of all shards: what each does, and how far it is behind.",
      sortOptions = false)
  int list(
      @Mixin TxnNodes nodes,
      @Option(names = "--json", description = "Print the answer as it came.") boolean json)
      throws InterruptedException {
    JsonNode answer = nodes.any("/shards", "shards");
    PrintWriter out = spec.commandLine().getOut();
    if (json) {
      out.println(answer);
    } else if (answer.path("shards").isEmpty()) {
      out.println("the shards of this deployment have no replicas");
    } else {
      TextTable.print(out, lines(answer));
    }
    out.flush();
    return ExitStatus.GOOD;
  }

  @Command(
      name = "pass-over",
      abbreviateSynopsis = true,
      description = {
        "Let all replicas of a shard pass over the entry at which it is stopped, since the entry"
            + " failed at two starts. The order is an entry of the shard's log, so all pass over the"
            + " same place.",
        "The entry has no effect then, also if its client was told that it has committed; of a"
            + " transaction over several shards the others keep their parts.",
        "Where replicas of Janus came to different ends and no majority agrees, all go on with what the"
            + " node has that is asked (docs/janus.md)."
      },
      sortOptions = false)
  int passOver(
      @Mixin TxnNodes nodes,
      @Parameters(paramLabel = "SHARD", description = "The number of the shard.") int shard,
      @Option(
              names = "--entry",
              paramLabel = "POSITION",
              required = true,
              description = "The entry, as /ready and the log name it.")
          long entry,
      @Option(
              names = "--reason",
              paramLabel = "TEXT",
              required = true,
              description = "Why; kept in the log.")
          String reason,
      @Option(
              names = "--by",
              paramLabel = "NAME",
              description = "Who does it. Default: the user of this system.")
          @Nullable String by)
      throws InterruptedException {
    reasoned(reason);
    Map<String, Object> order = new LinkedHashMap<>();
    order.put("entry", entry);
    order.put("reason", reason);
    order.put("by", by == null ? System.getProperty("user.name", "unknown") : by);
    JsonNode answer = nodes.order("/shards/" + shard + "/pass-over", order, "detail");
    PrintWriter out = spec.commandLine().getOut();
    out.println("shard " + shard + ": " + TxnText.text(answer, "detail"));
    out.flush();
    return ExitStatus.GOOD;
  }

  @Command(
      name = "reset",
      abbreviateSynopsis = true,
      description = {
        "Begin shards anew from the data folders that are left, when the disks of so many nodes are"
            + " gone that no majority of a shard's replicas votes any more. No node may run. Shards"
            + " of which a majority is left stay as they are.",
        "Lost is what was acknowledged and had not come to these nodes; of a transaction over several"
            + " shards a part may be lost alone."
      },
      sortOptions = false)
  int reset(
      @Option(
              names = "--deployment",
              paramLabel = "FILE",
              required = true,
              description = "The deployment of all nodes.")
          Path deployment,
      @Option(
              names = "--data",
              paramLabel = "DIR",
              description =
                  "The folder of the nodes' data folders. Those of all other nodes are made in it, to"
                      + " be moved to their machines. Default: data.")
          @Nullable Path data,
      @Option(
              names = "--node",
              paramLabel = "NAME",
              required = true,
              description = "A node whose folder is left; may be repeated: name all of them.")
          List<String> left,
      @Option(
              names = "--accept-loss",
              description = "Accept that acknowledged transactions may be lost.")
          boolean acceptLoss,
      @Option(
              names = "--reason",
              paramLabel = "TEXT",
              required = true,
              description = "Why; kept in the folders.")
          String reason)
      throws IOException {
    reasoned(reason);
    if (left.size() != Set.copyOf(left).size()) {
      throw new Failure(ExitStatus.USAGE, "each --node is named once: " + left);
    }
    if (!acceptLoss) {
      throw new Failure(
          ExitStatus.USAGE,
          "what was acknowledged and had not come to node "
              + left.stream().map(node -> "'" + node + "'").collect(Collectors.joining(", "))
              + " would be lost, and of a transaction over several shards perhaps a part alone. If"
              + " the other nodes' disks still exist, start those instead; if not, say"
              + " --accept-loss");
    }
    return ReplicaFolders.of(deployment, data == null ? Path.of("data") : data)
        .reset(left, reason, spec.commandLine().getOut());
  }

  private static void reasoned(String reason) {
    if (reason.isBlank()) {
      throw new Failure(
          ExitStatus.USAGE, "--reason says why, for those who will ask: it is kept, and not empty");
    }
  }

  private static List<List<String>> lines(JsonNode answer) {
    List<List<String>> lines = new ArrayList<>();
    lines.add(List.of("SHARD", "NODE", "STATE", "VOTES", "BALLOT", "CHOSEN", "LAG", "HELD"));
    for (JsonNode shard : answer.path("shards")) {
      for (JsonNode replica : shard.path("replicas")) {
        String number = shard.path("shard").toString();
        String host = TxnText.text(replica, "host");
        lines.add(
            replica.has("unavailable")
                ? List.of(number, host, TxnText.text(replica, "unavailable"), "", "", "", "", "")
                : List.of(
                    number,
                    host,
                    TxnText.text(replica, "state"),
                    replica.path("votes").asBoolean() ? "yes" : "no",
                    TxnText.text(replica, "ballot"),
                    replica.path("chosen").toString(),
                    replica.path("lag").toString(),
                    replica.path("held").toString()));
      }
    }
    return lines;
  }
}
