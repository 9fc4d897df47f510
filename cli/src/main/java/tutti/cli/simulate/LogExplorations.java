package tutti.cli.simulate;

import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import tutti.cli.command.ExitStatus;
import tutti.cli.command.Failure;
import tutti.cli.command.LastWords;
import tutti.cli.command.OutputFile;
import tutti.simulator.replication.Finding;
import tutti.simulator.replication.LogExploration;
import tutti.simulator.replication.LogExplorer;
import tutti.simulator.replication.LogScope;

/** The command {@code tutti simulate --exhaustive --replication multipaxos}. */
final class LogExplorations {
  private static final String ALL = "all";
  private static final String MULTIPAXOS = "multipaxos";

  /** The word for no replicated log. */
  static final String NONE = "none";

  private final List<LogScope> scopes;
  private final int limit;
  private final int walks;
  private final long seed;

  private LogExplorations(List<LogScope> scopes, int limit, int walks, long seed) {
    this.scopes = scopes;
    this.limit = limit;
    this.walks = walks;
    this.seed = seed;
  }

  /**
   * Returns the explorations that the flags ask for.
   *
   * @param scope the name of a scope, or {@code all}
   * @param walks so many random walks instead of an exploration; 0 for one
   */
  static LogExplorations of(CommandSpec spec, String scope, int limit, int walks, long seed) {
    return Failure.reading(
        "--exhaustive",
        () -> {
          String replication = protocol(spec);
          if (!replication.equals(MULTIPAXOS)) {
            throw new IllegalArgumentException(
                "--replication must be multipaxos, and not " + replication);
          }
          List<String> names = scope.equals(ALL) ? LogScope.exhaustive() : List.of(scope);
          return new LogExplorations(
              names.stream().map(LogScope::named).toList(), limit, walks, seed);
        });
  }

  /**
   * The protocol of {@code --replication}, which is a key of the deployment and a flag like all
   * such keys.
   */
  static String protocol(CommandSpec spec) {
    OptionSpec replication = spec.findOption("--replication");
    Object named = replication == null ? null : replication.getValue();
    return named == null ? NONE : named.toString();
  }

  /** The rules that do not hold, each with its text. */
  List<String> findings() {
    List<String> findings = new ArrayList<>();
    for (LogScope scope : scopes) {
      Finding finding = explore(scope, null).finding();
      if (finding != null) {
        findings.add(finding.rule() + ": " + finding.text());
      }
    }
    return findings;
  }

  private LogExploration explore(LogScope scope, @Nullable ProgressLine progress) {
    LogExplorer explorer = new LogExplorer(scope, limit);
    if (walks > 0) {
      return explorer.walk(seed, walks);
    }
    return explorer.explore(
        states -> {
          if (progress != null) {
            progress.say(
                seconds ->
                    String.format(
                        Locale.ROOT, "%,d states (%,.0f a second)", states, states / seconds));
          }
        });
  }

  /**
   * Explores, and prints the results.
   *
   * @param out where to write the results as JSON, or null
   * @return the exit status: good if all rules held in all states
   */
  int tell(PrintWriter stdout, ProgressLine progress, @Nullable Path out) {
    List<Map<String, Object>> results = new ArrayList<>();
    boolean held = true;
    try (LastWords _ = new LastWords()) {
      for (LogScope scope : scopes) {
        stdout.println("multipaxos, " + scope);
        stdout.flush();
        long began = System.nanoTime();
        LogExploration all = explore(scope, progress);
        progress.end();
        tell(all, (System.nanoTime() - began) / 1e9, stdout);
        results.add(json(scope, all));
        held &= all.held();
        if (Thread.interrupted()) {
          break;
        }
      }
    }
    if (out != null) {
      OutputFile.writeJson(out, Map.of("replication", MULTIPAXOS, "held", held, "scopes", results));
    }
    return held ? ExitStatus.GOOD : ExitStatus.FAILED;
  }

  private void tell(LogExploration all, double seconds, PrintWriter stdout) {
    stdout.printf(
        Locale.ROOT,
        "%d %s, %d transitions, the deepest %d steps from the start, at most %d entries chosen, in"
            + " %.1f s%n",
        all.states(),
        walks > 0 ? "walks" : "states",
        all.transitions(),
        all.deepest(),
        all.agreed(),
        seconds);
    Finding finding = all.finding();
    if (finding != null) {
      stdout.println(finding.rule() + ": " + finding.text());
      for (int step = 0; step < all.story().size(); step++) {
        stdout.println("  " + (step + 1) + ". " + all.story().get(step));
      }
    } else if (all.complete()) {
      stdout.println(
          walks > 0 ? "everything held in every walk" : "everything held in every state");
    } else {
      stdout.println("not done: everything held in the states that were reached");
    }
    stdout.flush();
  }

  private Map<String, Object> json(LogScope scope, LogExploration all) {
    Map<String, Object> json = new LinkedHashMap<>();
    json.put("scope", scope.name());
    json.put("walks", walks > 0);
    json.put("states", all.states());
    json.put("transitions", all.transitions());
    json.put("deepest", all.deepest());
    json.put("complete", all.complete());
    json.put("held", all.held());
    Finding finding = all.finding();
    json.put("found", finding == null ? List.of() : List.of(finding.rule(), finding.text()));
    json.put("story", all.story());
    return json;
  }
}
