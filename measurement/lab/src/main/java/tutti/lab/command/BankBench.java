package tutti.lab.command;

import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.Callable;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import tutti.command.DeploymentFlags;
import tutti.engine.deployment.Deployment;
import tutti.lab.bank.BankWorkload;
import tutti.lab.bank.Scenario;
import tutti.lab.bench.Workload;
import tutti.lab.node.RealNodes;
import tutti.lab.node.RunHistory;
import tutti.lab.node.Side;
import tutti.lab.remote.Front;
import tutti.lab.remote.ProcessBankWorkload;
import tutti.lab.remote.RemoteBankWorkload;

/** {@code tutti bench bank}. */
@Command(
    name = "bank",
    modelTransformer = DeploymentFlags.Adding.class,
    description = {
      "The paper's bank (PSAC §5.4), and whether its money adds up afterwards.",
      "  nosync    opens accounts",
      "  sync      books transfers between 100,000 accounts",
      "  sync1000  the same between 1,000",
      "  hot       one account is in every transfer, in either direction"
    })
public final class BankBench implements Callable<Integer> {
  private static final int MOST_SIMULATED_NODES = 256;
  private static final Pattern COUNT = Pattern.compile("[1-9]\\d?-process(es)?");

  @Mixin private BenchOptions options;
  @Mixin private DeploymentOptions deployment;

  @Option(
      names = "--scenario",
      paramLabel = "NAME",
      defaultValue = "sync",
      description = "nosync, sync, sync1000 or hot (usual: ${DEFAULT-VALUE}).")
  private String scenario;

  @Option(
      names = "--nodes",
      paramLabel = "N",
      defaultValue = "1",
      description = "Nodes in this process, joined by encoded messages (usual: ${DEFAULT-VALUE}).")
  private int nodes;

  @Option(
      names = "--accounts",
      paramLabel = "N",
      description = "Accounts opened before each run (usual: the scenario's own).")
  private @Nullable Integer accounts;

  @Option(
      names = "--url",
      paramLabel = "URL",
      description = "Over HTTP, on the server that runs there: http://localhost:8080.")
  private @Nullable String url;

  @Option(
      names = "--processes",
      paramLabel = "N",
      description =
          "Each node is a process on this machine, asked over HTTP;"
              + " --compare 3-processes,1-process compares numbers of them.")
  private @Nullable Integer processes;

  @Option(
      names = "--front",
      paramLabel = "WHICH",
      description =
          "With --processes, which node clients ask: RANDOM, any, or HOME, the one that coordinates"
              + " (usual: RANDOM).")
  private @Nullable Front front;

  @Mixin private ModelOptions model;
  @Mixin private TraceOption trace;

  @Override
  public Integer call() throws Exception {
    return options.measure(
        processes == null ? BenchOptions.Usual.LOAD : BenchOptions.Usual.PROCESSES,
        (compare, folder, history) -> {
          if (front != null && processes == null) {
            throw new IllegalArgumentException("--front is for nodes that are --processes");
          }
          Scenario chosen = Scenario.of(scenario);
          int opened = accounts == null ? chosen.usualAccounts() : accounts;
          if (model.simulated()) {
            return simulated(chosen, opened, compare, history);
          }
          model.refuseConstants();
          if (url != null || processes != null) {
            return elsewhere(chosen, opened, compare, folder, history);
          }
          return new BankWorkload(
              chosen,
              opened,
              RealNodes.in(folder, history, trace.messages(nodes > 1)),
              joined(compare, nodes));
        });
  }

  private Workload simulated(
      Scenario chosen, int opened, @Nullable String compare, RunHistory history) {
    if (url != null || processes != null || history.enabled()) {
      throw new IllegalArgumentException(
          "--simulated has no processes and no history: leave out --url, --processes, --history");
    }
    deployment.joining(nodes);
    List<Side> sides =
        deployment.sides(compare).stream()
            .map(
                side ->
                    new Side(
                        side.label(),
                        DeploymentOptions.joined(side.deployment(), nodes, MOST_SIMULATED_NODES)))
            .toList();
    return new BankWorkload(chosen, opened, model.model(trace.messages(nodes > 1)), sides);
  }

  private Workload elsewhere(
      Scenario chosen, int opened, @Nullable String compare, Path folder, RunHistory history) {
    trace.messages(false);
    if (url == null) {
      return new ProcessBankWorkload(
          chosen,
          opened,
          folder,
          processes(compare),
          front == null ? Front.RANDOM : front,
          history);
    }
    if (history.enabled()) {
      throw new IllegalArgumentException(
          "--history: the logs of a server that goes on are not read here; leave out --url");
    }
    if (compare != null || processes != null) {
      throw new IllegalArgumentException(
          "--url measures the server as it runs: without --compare and --processes");
    }
    return new RemoteBankWorkload(chosen, opened, url);
  }

  /** Returns the sides of a comparison on processes: of their number, or of anything else. */
  private List<Side> processes(@Nullable String compare) {
    List<String> names = compare == null ? List.of() : List.of(compare.split(",", -1));
    if (names.size() != 2 || !names.stream().allMatch(name -> COUNT.matcher(name).matches())) {
      return joined(compare, Objects.requireNonNull(processes));
    }
    Deployment one = deployment.sides(null).getFirst().deployment();
    return names.stream()
        .map(
            name ->
                new Side(
                    name,
                    DeploymentOptions.joined(
                        one,
                        Integer.parseInt(name.split("-", 2)[0]),
                        DeploymentOptions.MOST_NODES)))
        .toList();
  }

  private List<Side> joined(@Nullable String compare, int count) {
    if (count > 1) {
      int share = Runtime.getRuntime().availableProcessors() / 2 / count;
      deployment.usually("executors", Integer.toString(Math.max(1, share)));
    }
    return deployment.sides(compare, count);
  }
}
