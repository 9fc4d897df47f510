package tutti.cli.simulate;

import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.LongConsumer;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import tutti.cli.command.ExitStatus;
import tutti.cli.command.Failure;
import tutti.cli.command.LastWords;
import tutti.cli.command.OutputFile;
import tutti.protocol.commit.Assumption;
import tutti.simulator.commit.CommitExploration;
import tutti.simulator.commit.CommitExploration.Violation;
import tutti.simulator.commit.CommitExplorer;
import tutti.simulator.commit.Explored;
import tutti.simulator.commit.state.CommitScope;

/** The command {@code tutti simulate --exhaustive --commit P --participants N}. */
final class CommitExplorations {
  private static final String ASYNCHRONOUS = "asynchronous";

  private final Explored explored;
  private final CommitScope scope;

  /** Whether the protocol is judged by more than it claims. */
  private final boolean more;

  private final boolean acts;

  private CommitExplorations(Explored explored, CommitScope scope, boolean more, boolean acts) {
    this.explored = explored;
    this.scope = scope;
    this.more = more;
    this.acts = acts;
  }

  /**
   * Returns the explorations that the flags ask for.
   *
   * @param delays negative if no flag sets it
   * @param bounds the flags' bounds instead of the usual ones
   * @param acts whether transactions have irrevocable operations
   * @param claim the claim by which the protocol is judged, or null for its own
   */
  static CommitExplorations of(
      CommandSpec spec,
      int participants,
      int crashes,
      int losses,
      int duplicates,
      int delays,
      UnaryOperator<Explored.Bounds> bounds,
      boolean acts,
      int states,
      @Nullable String claim) {
    try {
      Explored explored = Explored.named(protocol(spec));
      boolean more = claim != null;
      if (claim != null && !claim.equals(ASYNCHRONOUS)) {
        throw new IllegalArgumentException("--claim must be asynchronous, and not " + claim);
      }
      int late = delays >= 0 ? delays : more && losses == 0 ? 2 : 0;
      Explored.Bounds within = bounds.apply(explored.bounds());
      Assumption world =
          more ? Assumption.ASYNCHRONOUS : CommitExplorer.weakestWorld(explored.protocol());
      CommitExplorations made =
          new CommitExplorations(
              explored,
              new CommitScope(
                  participants,
                  crashes,
                  losses,
                  duplicates,
                  late,
                  within.refusals(),
                  within.silences(),
                  within.repeats(),
                  world,
                  states),
              more,
              acts);
      // A protocol that cannot act is told before anything is explored.
      CommitExplorer _ = made.explorer();
      return made;
    } catch (IllegalArgumentException wrong) {
      throw new Failure(ExitStatus.USAGE, "--exhaustive: " + wrong.getMessage());
    }
  }

  /**
   * The protocol of {@code --commit}, which is a key of the deployment and a flag like all such
   * keys.
   */
  private static String protocol(CommandSpec spec) {
    OptionSpec commit = spec.findOption("--commit");
    Object named = commit == null ? null : commit.getValue();
    return named == null ? "two-phase" : named.toString();
  }

  private CommitExplorer explorer() {
    Assumption judged = more ? Assumption.ASYNCHRONOUS : Assumption.SYNCHRONOUS_CRASH;
    CommitExplorer explorer = new CommitExplorer(explored, scope, judged);
    return acts ? explorer.withOperation() : explorer;
  }

  private CommitExploration explore(LongConsumer progress) {
    return explorer().explore(progress);
  }

  /** The claims that do not hold, each as rule and text. */
  List<String> findings() {
    CommitExploration all = explore(states -> {});
    if (!all.complete() && all.violations().isEmpty()) {
      throw new IllegalStateException("there are more states than " + scope.limit());
    }
    return all.violations().stream()
        .filter(Violation::claimed)
        .map(violation -> violation.rule() + ": " + violation.text())
        .toList();
  }

  /**
   * Explores, and prints the result.
   *
   * @param out where to write the result as JSON, or null
   * @return the exit status: good if all claims held
   */
  int tell(PrintWriter stdout, ProgressLine progress, @Nullable Path out) {
    stdout.println(
        explored.name() + ", " + scope + (acts ? "; each with an irrevocable operation" : ""));
    stdout.flush();
    long began = System.nanoTime();
    try (LastWords _ = new LastWords()) {
      CommitExploration all = explore(states -> progress.say(seconds -> text(states, seconds)));
      progress.end();
      tell(all, Thread.interrupted(), began, stdout);
      if (out != null) {
        OutputFile.writeJson(out, json(all));
      }
      return all.held() ? ExitStatus.GOOD : ExitStatus.FAILED;
    } catch (OutOfMemoryError full) {
      progress.end();
      throw new Failure(
          ExitStatus.FAILED,
          "not done: there are more states than memory; take a smaller scope, or more memory, as"
              + " TUTTI_JAVA_OPTIONS=-Xmx8g gives it");
    }
  }

  private void tell(CommitExploration all, boolean stopped, long began, PrintWriter stdout) {
    stdout.printf(
        Locale.ROOT,
        "%d states, %d transitions, the deepest %d steps from the start, in %.1f s%n",
        all.states(),
        all.transitions(),
        all.deepest(),
        (System.nanoTime() - began) / 1e9);
    for (Violation violation : all.violations()) {
      stdout.println();
      stdout.println(
          violation.rule()
              + ": "
              + violation.text()
              + (violation.claimed() ? "" : " (more than it claims to bear)"));
      stdout.println("  " + violation.transaction());
      for (int step = 0; step < violation.story().size(); step++) {
        stdout.println("  " + (step + 1) + ". " + violation.story().get(step));
      }
    }
    stdout.println(verdict(all, stopped));
    stdout.flush();
  }

  private static String text(long states, double seconds) {
    return String.format(Locale.ROOT, "%,d states (%,.0f a second)", states, states / seconds);
  }

  private String verdict(CommitExploration all, boolean stopped) {
    if (all.held()) {
      return all.violations().isEmpty()
          ? "everything held in every state"
          : "everything that is claimed held in every state";
    }
    if (all.violations().stream().anyMatch(Violation::claimed)) {
      return "went wrong as told above";
    }
    return stopped
        ? "not done: interrupted; everything that is claimed held in every state until then"
        : "not done: there are more states than --states " + scope.limit();
  }

  private Map<String, Object> json(CommitExploration all) {
    Map<String, Object> json = new LinkedHashMap<>();
    json.put("commit", explored.name());
    json.put("participants", scope.participants());
    json.put("crashes", scope.crashes());
    json.put("losses", scope.losses());
    json.put("duplicates", scope.duplicates());
    json.put("delays", scope.delays());
    json.put("refusals", scope.refusals());
    json.put("silences", scope.silences());
    json.put("repeats", scope.repeats());
    json.put("operation", acts);
    json.put("world", scope.world().name().toLowerCase(Locale.ROOT).replace('_', '-'));
    json.put("claim", more ? ASYNCHRONOUS : "its own");
    json.put("states", all.states());
    json.put("transitions", all.transitions());
    json.put("deepest", all.deepest());
    json.put("complete", all.complete());
    json.put("ends", all.ends());
    json.put("violations", all.violations().stream().filter(Violation::claimed).count());
    json.put("held", all.held());
    json.put("found", all.violations().stream().map(CommitExplorations::json).toList());
    return json;
  }

  private static Map<String, Object> json(Violation violation) {
    Map<String, Object> json = new LinkedHashMap<>();
    json.put("rule", violation.rule());
    json.put("text", violation.text());
    json.put("claimed", violation.claimed());
    json.put("transaction", violation.transaction());
    json.put("story", List.copyOf(violation.story()));
    return json;
  }
}
