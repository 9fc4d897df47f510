package tutti.lab.command;

import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import tutti.engine.deployment.Deployment;
import tutti.engine.deployment.NodeAddress;
import tutti.lab.bank.BankNodes;
import tutti.lab.bank.BankWorkload;
import tutti.lab.bank.Scenario;
import tutti.lab.node.Side;
import tutti.lab.remote.RemoteBankWorkload;

/** {@code tutti bench bank}. */
@Command(
    name = "bank",
    modelTransformer = DeploymentFlags.Adding.class,
    description = {
      "The paper's bank (PSAC §5.4), and whether its money adds up afterwards:",
      "  nosync    opens accounts",
      "  sync      books transfers between 100,000 accounts",
      "  sync1000  the same between 1,000",
      "  hot       one account is in every transfer, in either direction"
    })
public final class BankBench implements Callable<Integer> {
  private static final int MOST_NODES = 16;

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

  @Override
  public Integer call() throws Exception {
    return options.measure(
        BenchOptions.Usual.LOAD,
        (compare, folder, history) -> {
          Scenario chosen = Scenario.of(scenario);
          int opened = accounts == null ? chosen.usualAccounts() : accounts;
          if (url != null) {
            if (compare != null || history.enabled()) {
              throw new IllegalArgumentException(
                  "--url measures the server as it runs: without --compare and --history");
            }
            return new RemoteBankWorkload(chosen, opened, url);
          }
          return new BankWorkload(
              chosen, opened, BankNodes.bundled(folder, history), sides(compare));
        });
  }

  private List<Side> sides(@Nullable String compare) {
    if (nodes < 1 || nodes > MOST_NODES) {
      throw new IllegalArgumentException(
          "--nodes must be between 1 and " + MOST_NODES + ", is " + nodes);
    }
    if (nodes == 1) {
      return deployment.sides(compare);
    }
    int share = Runtime.getRuntime().availableProcessors() / 2 / nodes;
    return deployment
        .usually("executors", Integer.toString(Math.max(1, share)))
        .sides(compare)
        .stream()
        .map(side -> new Side(side.label(), joined(side.deployment())))
        .toList();
  }

  private Deployment joined(Deployment one) {
    if (!one.nodes().isEmpty()) {
      throw new IllegalArgumentException(
          "--nodes: the deployment file has nodes of its own; leave one of them out");
    }
    return one.withNodes(NodeAddress.inOneProcess(nodes));
  }
}
