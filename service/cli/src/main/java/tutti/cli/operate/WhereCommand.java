package tutti.cli.operate;

import java.util.Map;
import java.util.concurrent.Callable;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;
import tutti.cli.command.ExitStatus;
import tutti.cli.command.Failure;
import tutti.cli.command.Urls;

/** The command {@code tutti where}. */
@Command(
    name = "where",
    abbreviateSynopsis = true,
    description = "Say in which shard an actor lives, and which node leads that now.",
    sortOptions = false,
    footer =
        """

        The answer is that of the header Tutti-Node, which each answer of several nodes has.

        Examples:
          tutti where Account/NL01
          tutti where Account/NL01 --url http://localhost:8081

        Exit status: 0 good, 1 nobody answers, or there is only one node, 2 wrong usage.\
        """)
public final class WhereCommand implements Callable<Integer> {
  /** A member of the header: a name, and a text in quotes or a number. */
  private static final Pattern MEMBER = Pattern.compile("(\\w+)=\"?([\\w-]+)\"?");

  @Spec private CommandSpec spec;

  @Mixin private TxnNodes nodes = new TxnNodes();

  @Parameters(paramLabel = "TYPE/KEY", description = "The actor: Account/NL01.")
  private String actor;

  @Override
  public Integer call() throws InterruptedException {
    Map<String, String> place =
        members(nodes.header(Urls.ofActor(actor, "Account/NL01"), "Tutti-Node"));
    String shard = place.get("shard");
    if (shard == null) {
      throw new Failure(
          ExitStatus.FAILED,
          place.isEmpty()
              ? "the service is a single node, where all actors live"
              : "node " + place.get("host") + " does not know an actor " + actor);
    }
    String leader = place.get("leader");
    spec.commandLine()
        .getOut()
        .println(
            actor
                + " is in shard "
                + shard
                + (leader == null ? ", which no node is known to lead" : ", led by " + leader)
                + ", says "
                + place.get("host"));
    return ExitStatus.GOOD;
  }

  private static Map<String, String> members(String header) {
    return MEMBER
        .matcher(header)
        .results()
        .collect(Collectors.toMap(each -> each.group(1), each -> each.group(2)));
  }
}
