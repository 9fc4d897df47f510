package tutti.cli.operate;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;
import tutti.access.audit.AuditCheck;
import tutti.cli.command.ExitStatus;
import tutti.cli.command.Failure;
import tutti.command.Errors;

/** The command {@code tutti audit}. */
@Command(
    name = "audit",
    abbreviateSynopsis = true,
    synopsisSubcommandLabel = "COMMAND",
    description = "Check a service's audit log.",
    sortOptions = false,
    footer =
        """

        The log is in the folder that security.audit.folder of the deployment names, as lines of
        JSON. Each has the hash of the line before: a line that was changed, put in or taken out is
        found. That the last lines were cut off is found by the hash that an earlier check printed.

        Examples:
          tutti audit verify audit
          jq -r 'select(.what == "refused") | [.at, .caller, .path, .code] | @tsv' audit/audit-*.jsonl

        Exit status: 0 the log is whole, 1 it is not, or cannot be read, 2 wrong usage.\
        """)
public final class AuditCommand implements Runnable {
  @Spec private CommandSpec spec;

  @Override
  public void run() {
    throw new ParameterException(spec.commandLine(), "which command? verify");
  }

  @Command(
      name = "verify",
      abbreviateSynopsis = true,
      description = "Check that no line was changed, put in or taken out; a service may go on.",
      sortOptions = false)
  int verify(
      @Parameters(paramLabel = "FOLDER", description = "The folder of the log.") Path folder) {
    AuditCheck.Result found;
    try {
      found = AuditCheck.of(folder);
    } catch (IOException failed) {
      throw new Failure(ExitStatus.FAILED, "the audit log cannot be read: " + Errors.why(failed));
    }
    if (!found.faults().isEmpty()) {
      throw new Failure(ExitStatus.FAILED, String.join("\ntutti: ", found.faults()));
    }
    PrintWriter out = spec.commandLine().getOut();
    if (found.last() == 0) {
      out.println("no line");
    } else {
      out.printf(
          "lines %s to %s, each the one that was written; the hash of the last is %s%n",
          found.first(), found.last(), found.hash());
    }
    out.flush();
    return ExitStatus.GOOD;
  }
}
