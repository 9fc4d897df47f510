package tutti.cli.simulate;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;
import tutti.cli.command.ExitStatus;
import tutti.cli.command.Failure;
import tutti.cli.command.OutputFile;
import tutti.command.Errors;
import tutti.simulator.history.Anomaly;
import tutti.simulator.history.HistoryChecker;
import tutti.simulator.history.HistoryClaim;
import tutti.simulator.history.RecordedHistory;
import tutti.simulator.history.file.HistoryFiles;
import tutti.simulator.history.file.HistoryFormatException;

/** The command {@code tutti check-history}. */
@Command(
    name = "check-history",
    abbreviateSynopsis = true,
    description = "Judge a recorded history: what clients asked, were told, saw and made.",
    sortOptions = false,
    footer =
        """

        Every anomaly is told as a story: who saw or made which version of what and when, why each of
        them must come before the next, and why that is impossible. The file is JSON lines, one
        operation a line; docs/history-format.md says how, and what each anomaly means. The checkers
        know nothing of Tutti, so the history may be of any system.

        Examples:
          tutti check-history run.jsonl
          tutti check-history run.jsonl --claim serializable --out verdict.json

        Exit status: 0 it is as claimed, 1 it is not, 2 wrong usage or no history.\
        """)
public final class CheckHistoryCommand implements Callable<Integer> {
  @Spec private CommandSpec spec;

  @Parameters(paramLabel = "FILE", description = "A history, as JSON lines.")
  private Path file;

  @Option(
      names = "--claim",
      paramLabel = "CLAIM",
      description =
          "Judge it by this: object, each actor alone; serializable, in some order;"
              + " strict-serializable, in one that real time agrees with. Default: what the file"
              + " claims.")
  private @Nullable String claim;

  @Option(names = "--out", paramLabel = "FILE", description = "Write the verdict there as JSON.")
  private @Nullable Path out;

  @Override
  public Integer call() {
    HistoryClaim asked =
        claim == null ? null : Failure.reading("--claim", claim, HistoryClaim::parse);
    RecordedHistory history = read();
    if (asked != null) {
      history = new RecordedHistory(asked, history.operations(), history.last());
    }
    List<Anomaly> anomalies = HistoryChecker.check(history);
    print(history, anomalies);
    if (out != null) {
      write(history, anomalies, out);
    }
    if (anomalies.isEmpty()) {
      return ExitStatus.GOOD;
    }
    return anomalies.getFirst().name().equals("malformed") ? ExitStatus.USAGE : ExitStatus.FAILED;
  }

  private RecordedHistory read() {
    try {
      return HistoryFiles.read(file);
    } catch (HistoryFormatException wrong) {
      throw new Failure(ExitStatus.USAGE, file + ", " + wrong.getMessage());
    } catch (IOException failed) {
      throw new Failure(ExitStatus.USAGE, "cannot read " + file + ": " + Errors.why(failed));
    }
  }

  private void print(RecordedHistory history, List<Anomaly> anomalies) {
    PrintWriter stdout = spec.commandLine().getOut();
    for (Anomaly anomaly : anomalies) {
      stdout.println(anomaly.name() + ": " + String.join(", ", anomaly.operations()));
      anomaly.story().forEach(line -> stdout.println("  " + line));
      stdout.println();
    }
    int operations = history.operations().size();
    String judged =
        file + ": " + operations + " operation" + (operations == 1 ? "" : "s") + ", claimed ";
    stdout.println(
        judged
            + history.claim().label()
            + (anomalies.isEmpty()
                ? ": as claimed"
                : ": " + anomalies.size() + (anomalies.size() == 1 ? " anomaly" : " anomalies")));
    stdout.flush();
  }

  private void write(RecordedHistory history, List<Anomaly> anomalies, Path to) {
    Map<String, Object> json = new LinkedHashMap<>();
    json.put("file", file.toString());
    json.put("claim", history.claim().label());
    json.put("operations", history.operations().size());
    List<Map<String, Object>> told = new ArrayList<>();
    for (Anomaly anomaly : anomalies) {
      Map<String, Object> one = new LinkedHashMap<>();
      one.put("name", anomaly.name());
      one.put("operations", anomaly.operations());
      one.put("story", anomaly.story());
      told.add(one);
    }
    json.put("anomalies", told);
    OutputFile.writeJson(to, json);
  }
}
