package tutti.lab.command;

import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import tutti.command.DeploymentFlags;
import tutti.lab.node.Side;
import tutti.lab.overload.OverloadCase;
import tutti.lab.overload.OverloadPlan;
import tutti.lab.overload.OverloadWorkload;

/** {@code tutti bench overload}. */
@Command(
    name = "overload",
    modelTransformer = DeploymentFlags.Adding.class,
    description = {
      "More requests than a service does, and the time after that.",
      "The capacity of processes of this machine is measured first, by clients that wait for their"
          + " answers. Then clients come by a schedule: three times the capacity for 20 s, and then"
          + " a quarter of it. Each has half a second, goes away 0.2 s later, and comes again.",
      "Every second of the overload but the first two is to answer 70%% of the capacity in time; all"
          + " clients that come two seconds after it are to be answered in time by one of their"
          + " tries."
    })
public final class OverloadBench implements Callable<Integer> {
  private static final BenchOptions.Usual USUAL = new BenchOptions.Usual(64, 10, 10, 20, 20);

  @Mixin private BenchOptions options;
  @Mixin private DeploymentOptions deployment;

  @Option(
      names = "--processes",
      paramLabel = "N",
      defaultValue = "1",
      description = "Nodes, each a process on this machine (usual: ${DEFAULT-VALUE}).")
  private int processes;

  @Option(
      names = "--case",
      paramLabel = "CASE",
      split = ",",
      defaultValue = "warm,stopped,cold",
      description =
          "The state in which the overload comes: warm, stopped for three seconds before, or cold:"
              + " just started (usual: ${DEFAULT-VALUE}).")
  private List<String> cases;

  @Option(
      names = "--events",
      paramLabel = "N",
      defaultValue = "100",
      description = "Deposits of each request (usual: ${DEFAULT-VALUE}).")
  private int events;

  @Option(
      names = "--accounts",
      paramLabel = "N",
      defaultValue = "3000",
      description = "Accounts opened before (usual: ${DEFAULT-VALUE}).")
  private int accounts;

  @Option(
      names = "--times",
      paramLabel = "X",
      defaultValue = "3",
      description = "The overload, as a multiple of the capacity (usual: ${DEFAULT-VALUE}).")
  private double times;

  @Option(
      names = "--overload",
      paramLabel = "S",
      defaultValue = "20",
      description = "The seconds of the overload (usual: ${DEFAULT-VALUE}).")
  private int overload;

  @Option(
      names = "--after",
      paramLabel = "S",
      defaultValue = "10",
      description = "The seconds of a quarter of the capacity after it (usual: ${DEFAULT-VALUE}).")
  private int after;

  @Override
  public Integer call() throws Exception {
    return options.measure(
        USUAL,
        (compare, folder, history) -> {
          if (history.enabled()) {
            throw new IllegalArgumentException(
                "--history: clients that have gone know no answers; use 'bench bank'");
          }
          List<Side> sides = deployment.sides(compare, processes);
          return new OverloadWorkload(
              OverloadPlan.USUAL.with(times, overload, after),
              cases.stream().map(OverloadCase::of).toList(),
              accounts,
              events,
              folder,
              sides);
        });
  }
}
