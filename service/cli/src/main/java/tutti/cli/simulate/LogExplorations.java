package tutti.cli.simulate;

import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.LongConsumer;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import tutti.cli.command.ExitStatus;
import tutti.cli.command.Failure;
import tutti.cli.command.LastWords;
import tutti.cli.command.OutputFile;
import tutti.simulator.explorer.search.MachineExploration;
import tutti.simulator.explorer.search.MachineExplorer;
import tutti.simulator.explorer.search.Network;
import tutti.simulator.explorer.search.Scopes;
import tutti.simulator.explorer.world.Finding;
import tutti.simulator.integrated.TapirExplorer;
import tutti.simulator.integrated.TapirScope;
import tutti.simulator.integrated.janus.JanusExplorer;
import tutti.simulator.integrated.janus.JanusScope;
import tutti.simulator.replication.LogExplorer;
import tutti.simulator.replication.LogScope;

/**
 * The commands {@code tutti simulate --exhaustive --replication multipaxos} and {@code --integrated
 * tapir} or {@code janus}: explorations of the machines of one protocol alone.
 */
final class LogExplorations {
  private static final String ALL = "all";

  /** The word for no replicated log. */
  static final String NONE = "none";

  /** A search through a scope, which reports now and then the number of states so far. */
  private interface Search {
    MachineExploration run(LongConsumer progress);
  }

  /**
   * A scope to explore.
   *
   * @param name the name of the scope
   * @param text the scope in words
   * @param search the search through the scope
   */
  private record Scoped(String name, String text, Search search) {}

  /** Makes the explorer of a scope, which visits at most {@code limit} states. */
  private interface Maker<S> {
    MachineExplorer make(S scope, int limit, Network network);
  }

  /**
   * A protocol whose machines are explored.
   *
   * @param kind the flag that names the protocol, without its dashes
   * @param name the name of the protocol
   * @param agreed the things that its replicas agree on
   * @param scopes its scopes
   * @param explorer makes its explorers
   * @param <S> the type of its scopes
   */
  private record Protocol<S>(
      String kind, String name, String agreed, Scopes<S> scopes, Maker<S> explorer) {

    /** The explorations that the flags ask for. */
    LogExplorations explorations(String scope, int limit, int walks, long seed) {
      List<Scoped> scoped = new ArrayList<>();
      for (String each : scope.equals(ALL) ? scopes.exhaustive() : List.of(scope)) {
        S bounds = scopes.named(each);
        Network network = walks > 0 ? Network.ONCE : Network.STANDING;
        MachineExplorer explores = explorer.make(bounds, limit, network);
        Search search = walks > 0 ? _ -> explores.walk(seed, walks) : explores::explore;
        scoped.add(new Scoped(each, bounds.toString(), search));
      }
      return new LogExplorations(this, scoped, walks > 0);
    }
  }

  private static final Protocol<LogScope> MULTIPAXOS =
      new Protocol<>("replication", "multipaxos", "entries chosen", LogScope.ALL, LogExplorer::new);
  private static final Protocol<TapirScope> TAPIR =
      new Protocol<>(
          "integrated",
          "tapir",
          "transactions committed",
          TapirScope.ALL,
          (scope, limit, network) -> new TapirExplorer(scope, limit, network == Network.STANDING));
  private static final Protocol<JanusScope> JANUS =
      new Protocol<>(
          "integrated", "janus", "transactions decided", JanusScope.ALL, JanusExplorer::new);

  private final Protocol<?> protocol;
  private final List<Scoped> scopes;
  private final boolean walks;

  private LogExplorations(Protocol<?> protocol, List<Scoped> scopes, boolean walks) {
    this.protocol = protocol;
    this.scopes = scopes;
    this.walks = walks;
  }

  /**
   * Returns the explorations of a replicated log that the flags ask for.
   *
   * @param scope the name of a scope, or {@code all}
   * @param walks the number of random walks to make instead of an exploration; 0 to explore
   */
  static LogExplorations of(CommandSpec spec, String scope, int limit, int walks, long seed) {
    return Failure.reading(
        "--exhaustive",
        () -> named(protocol(spec), List.of(MULTIPAXOS)).explorations(scope, limit, walks, seed));
  }

  /**
   * Returns the explorations of an integrated protocol that the flags ask for.
   *
   * @param scope the name of a scope, or {@code all}
   * @param walks the number of random walks to make instead of an exploration; 0 to explore
   */
  static LogExplorations ofIntegrated(
      String integrated, String scope, int limit, int walks, long seed) {
    return Failure.reading(
        "--exhaustive",
        () -> named(integrated, List.of(TAPIR, JANUS)).explorations(scope, limit, walks, seed));
  }

  /** The protocol of that name, among those of one kind. */
  private static Protocol<?> named(String given, List<Protocol<?>> all) {
    return all.stream()
        .filter(each -> each.name().equals(given))
        .findFirst()
        .orElseThrow(
            () ->
                new IllegalArgumentException(
                    "--%s must be %s, and not %s"
                        .formatted(
                            all.getFirst().kind(),
                            all.stream().map(Protocol::name).collect(Collectors.joining(" or ")),
                            given)));
  }

  /**
   * The protocol of {@code --replication}, which is a key of the deployment and a flag like all
   * such keys.
   */
  static String protocol(CommandSpec spec) {
    return named(spec, "--replication");
  }

  /** The protocol of {@code --integrated}, which is a key of the deployment, too. */
  static String integrated(CommandSpec spec) {
    return named(spec, "--integrated");
  }

  private static String named(CommandSpec spec, String flag) {
    OptionSpec option = spec.findOption(flag);
    Object named = option == null ? null : option.getValue();
    return named == null ? NONE : named.toString();
  }

  /** Whether the flags ask for hosts with replicas of shards, of any protocol. */
  static boolean ofHosts(CommandSpec spec) {
    return !protocol(spec).equals(NONE) || !integrated(spec).equals(NONE);
  }

  /** The rules that do not hold, each with its text. */
  List<String> findings() {
    List<String> findings = new ArrayList<>();
    for (Scoped scope : scopes) {
      Finding finding = explore(scope, null).finding();
      if (finding != null) {
        findings.add(finding.rule() + ": " + finding.text());
      }
    }
    return findings;
  }

  private static MachineExploration explore(Scoped scope, @Nullable ProgressLine progress) {
    return scope
        .search()
        .run(
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
      for (Scoped scope : scopes) {
        stdout.println(protocol.name() + ", " + scope.text());
        stdout.flush();
        long began = System.nanoTime();
        MachineExploration all = explore(scope, progress);
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
      OutputFile.writeJson(
          out, Map.of(protocol.kind(), protocol.name(), "held", held, "scopes", results));
    }
    return held ? ExitStatus.GOOD : ExitStatus.FAILED;
  }

  private void tell(MachineExploration all, double seconds, PrintWriter stdout) {
    stdout.printf(
        Locale.ROOT,
        "%d %s, %d transitions, the deepest %d steps from the start, at most %d %s, in %.1f s%n",
        all.states(),
        walks ? "walks" : "states",
        all.transitions(),
        all.deepest(),
        all.agreed(),
        protocol.agreed(),
        seconds);
    Finding finding = all.finding();
    if (finding != null) {
      stdout.println(finding.rule() + ": " + finding.text());
      for (int step = 0; step < all.story().size(); step++) {
        stdout.println("  " + (step + 1) + ". " + all.story().get(step));
      }
    } else if (all.complete()) {
      stdout.println(walks ? "everything held in every walk" : "everything held in every state");
    } else {
      stdout.println("not done: everything held in the states that were reached");
    }
    stdout.flush();
  }

  private Map<String, Object> json(Scoped scope, MachineExploration all) {
    Map<String, Object> json = new LinkedHashMap<>();
    json.put("scope", scope.name());
    json.put("walks", walks);
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
