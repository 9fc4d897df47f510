package tutti.lab.command;

import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;
import tutti.command.DeploymentFlags;
import tutti.lab.bench.Workload;
import tutti.lab.node.MessageTrace;
import tutti.lab.node.RealNodes;
import tutti.lab.node.RunHistory;
import tutti.lab.node.RunNodes;
import tutti.lab.node.Side;
import tutti.lab.tpcc.Actors;
import tutti.lab.tpcc.Mix;
import tutti.lab.tpcc.TpccShape;
import tutti.lab.tpcc.TpccWorkload;

/** {@code tutti bench tpcc}. */
@Command(
    name = "tpcc",
    modelTransformer = DeploymentFlags.Adding.class,
    description = {
      "Orders, payments and deliveries of warehouses (TPC-C), and their consistency.",
      "Whether the twelve conditions hold is checked afterwards. Figures are TPC-C transactions/s;"
          + " no result is audited."
    })
public final class TpccBench implements Callable<Integer> {
  private static final int USUAL_CLIENTS = 20;

  @Spec private CommandSpec spec;
  @Mixin private BenchOptions options;
  @Mixin private DeploymentOptions deployment;

  @Option(
      names = "--warehouses",
      paramLabel = "N",
      defaultValue = "2",
      description = "Warehouses; a client belongs to one (usual: ${DEFAULT-VALUE}).")
  private int warehouses;

  @Option(
      names = "--nodes",
      paramLabel = "N",
      defaultValue = "1",
      description = "Nodes in this process, joined by encoded messages (usual: ${DEFAULT-VALUE}).")
  private int nodes;

  @Option(
      names = "--actors",
      paramLabel = "WHICH",
      description =
          "A warehouse with all that belongs to it is an actor, warehouses; or its row, each district,"
              + " customer with orders, and stock of an item, rows (usual: warehouses; rows under"
              + " tapir and janus).")
  private @Nullable String actors;

  @Option(
      names = "--mix",
      paramLabel = "MIX",
      defaultValue = "standard",
      description =
          "standard; janus, of its Table 3; payment or new-order alone (usual: ${DEFAULT-VALUE}).")
  private String mix;

  @Option(
      names = "--calls",
      paramLabel = "HOW",
      defaultValue = "async",
      description =
          "Other warehouses are called together before the own work, async, or one after the other,"
              + " sync (usual: ${DEFAULT-VALUE}).")
  private String calls;

  @Option(
      names = "--remote-payments",
      paramLabel = "PERCENT",
      defaultValue = "" + TpccShape.USUAL_REMOTE_PAYMENTS,
      description =
          "Payments by customers of another warehouse, 0 to 100 (usual: ${DEFAULT-VALUE}).")
  private int remotePayments;

  @Option(
      names = "--remote-items",
      paramLabel = "PERCENT",
      defaultValue = "" + TpccShape.USUAL_REMOTE_ITEMS,
      description =
          "Items of an order that another warehouse supplies, 0 to 100 (usual: ${DEFAULT-VALUE}).")
  private int remoteItems;

  @Option(
      names = "--waits",
      paramLabel = "TIMES",
      defaultValue = "0",
      description =
          "Keying and think times: 1 for the specification's, 0.1 for a tenth of them, 0 for none"
              + " (usual: ${DEFAULT-VALUE}).")
  private double waits;

  @Option(
      names = "--customers",
      paramLabel = "N",
      defaultValue = "" + TpccShape.USUAL_CUSTOMERS,
      description =
          "Customers of a district; fewer than the specification has, for a quick look (usual:"
              + " ${DEFAULT-VALUE}).")
  private int customers;

  @Option(
      names = "--items",
      paramLabel = "N",
      defaultValue = "" + TpccShape.USUAL_ITEMS,
      description = "Items, likewise (usual: ${DEFAULT-VALUE}).")
  private int items;

  @Option(
      names = "--keep",
      description =
          "Keep the warehouses in --data, and go on with those that are there: the conditions are"
              + " checked before the run, too.")
  private boolean keep;

  @Option(
      names = "--export",
      paramLabel = "DIR",
      description = "Write the nine tables there after the run, as comma-separated values.")
  private @Nullable Path export;

  @Mixin private ModelOptions model;
  @Mixin private TraceOption trace;

  @Override
  public Integer call() throws Exception {
    options.mustBeFolder("--export", export);
    deployment.usually("concurrency-control", "optimistic");
    if (nodes > 1) {
      deployment.joining(nodes);
    }
    return options.measure(
        new BenchOptions.Usual(USUAL_CLIENTS, 5, 1),
        (compare, folder, history) -> {
          model.refuseConstants();
          options.refuseUnfit(keep, history, model.simulated());
          if (export != null && compare != null) {
            throw new IllegalArgumentException("--export is for one side");
          }
          return workload(compare, folder, history);
        });
  }

  private Workload workload(@Nullable String compare, Path folder, RunHistory history) {
    List<Side> sides = deployment.sides(compare, nodes);
    boolean integrated = sides.stream().anyMatch(side -> side.deployment().integrated());
    TpccShape shape =
        new TpccShape(
            warehouses,
            customers,
            items,
            actors != null ? Actors.of(actors) : integrated ? Actors.ROWS : Actors.WAREHOUSES,
            Mix.of(mix),
            remotePayments,
            remoteItems,
            overlapping(),
            waits);
    MessageTrace messages = trace.messages(nodes > 1);
    RealNodes real = RealNodes.in(folder, history, messages);
    RunNodes.Source source = model.simulated() ? model.model(messages) : keep ? real.kept() : real;
    PrintWriter err = spec.commandLine().getErr();
    return new TpccWorkload(shape, sides, source, export, line -> BenchOptions.progress(err, line));
  }

  private boolean overlapping() {
    return switch (calls) {
      case "async" -> true;
      case "sync" -> false;
      default ->
          throw new IllegalArgumentException("--calls is async or sync, not '" + calls + "'");
    };
  }
}
