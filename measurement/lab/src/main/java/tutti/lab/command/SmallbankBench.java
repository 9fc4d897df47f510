package tutti.lab.command;

import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.function.Consumer;
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
import tutti.lab.smallbank.Formulation;
import tutti.lab.smallbank.SmallbankShape;
import tutti.lab.smallbank.SmallbankShape.MultiTransferShape;
import tutti.lab.smallbank.SmallbankWorkload;

/** {@code tutti bench smallbank}. */
@Command(
    name = "smallbank",
    modelTransformer = DeploymentFlags.Adding.class,
    description = {
      "Customers with a savings and a checking account each (Smallbank; Reactors, 4.1).",
      "Six kinds of transactions, most of them of a few customers; or, with --multi-transfer,",
      "payments of one customer to several others:",
      "  fully-sync       one transfer after the other, each of a credit and then a debit",
      "  partially-async  one transfer after the other, each with its debit beside the credit",
      "  fully-async      all credits at the same time, with the debits beside them",
      "  opt              the same with one debit of the whole amount"
    })
public final class SmallbankBench implements Callable<Integer> {
  private static final int USUAL_CLIENTS = 20;

  @Spec private CommandSpec spec;
  @Mixin private BenchOptions options;
  @Mixin private DeploymentOptions deployment;

  @Option(
      names = "--customers",
      paramLabel = "N",
      defaultValue = "" + SmallbankShape.USUAL_CUSTOMERS,
      description = "Customers, each an actor (usual: ${DEFAULT-VALUE}).")
  private int customers;

  @Option(
      names = "--hot-customers",
      paramLabel = "N",
      description = "Customers of the hot spot (usual: 100, or half of fewer than 200).")
  private @Nullable Integer hotCustomers;

  @Option(
      names = "--hot",
      paramLabel = "PERCENT",
      defaultValue = "" + SmallbankShape.USUAL_HOT,
      description = "Transactions of customers of the hot spot alone (usual: ${DEFAULT-VALUE}).")
  private int hot;

  @Option(
      names = "--multi-transfer",
      paramLabel = "FORM",
      description = "fully-sync, partially-async, fully-async or opt, in place of the six kinds.")
  private @Nullable String multiTransfer;

  @Option(
      names = "--destinations",
      paramLabel = "N",
      description = "Customers whom a multi-transfer pays, 1 to 7 (usual: 7).")
  private @Nullable Integer destinations;

  @Option(
      names = "--remote",
      paramLabel = "N",
      description =
          "How many of these are in other containers than the payer, who is in the first one (usual:"
              + " all, where there are other containers).")
  private @Nullable Integer remote;

  @Option(
      names = "--language",
      paramLabel = "WHICH",
      defaultValue = "java",
      description =
          "Customers are actors in java, or instances of a specification in rebel, which"
              + " path-sensitive control knows (usual: ${DEFAULT-VALUE}).")
  private String language;

  @Option(
      names = "--nodes",
      paramLabel = "N",
      defaultValue = "1",
      description = "Nodes in this process, joined by encoded messages (usual: ${DEFAULT-VALUE}).")
  private int nodes;

  @Option(
      names = "--keep",
      description =
          "Keep the customers in --data, and go on with those that are there: the rules are checked"
              + " before the run, too. In Java alone.")
  private boolean keep;

  @Mixin private ModelOptions model;
  @Mixin private TraceOption trace;

  @Override
  public Integer call() throws Exception {
    deployment.usually("concurrency-control", "optimistic");
    if (nodes > 1) {
      deployment.joining(nodes);
    }
    return options.measure(
        new BenchOptions.Usual(USUAL_CLIENTS, 5, 1),
        (compare, folder, history) -> {
          model.refuseConstants();
          options.refuseUnfit(keep, history, model.simulated());
          return workload(compare, folder, history);
        });
  }

  private Workload workload(@Nullable String compare, Path folder, RunHistory history) {
    List<Side> sides = deployment.sides(compare, nodes);
    MessageTrace messages = trace.messages(nodes > 1);
    RealNodes real = RealNodes.in(folder, history, messages);
    RunNodes.Source source = model.simulated() ? model.model(messages) : keep ? real.kept() : real;
    SmallbankShape shape =
        new SmallbankShape(
            customers,
            hotCustomers == null ? SmallbankShape.usualHotCustomers(customers) : hotCustomers,
            hot,
            multi());
    PrintWriter err = spec.commandLine().getErr();
    Consumer<String> notes = line -> BenchOptions.progress(err, line);
    return switch (language) {
      case "java" -> new SmallbankWorkload(shape, sides, source, notes);
      case "rebel" -> {
        if (keep) {
          throw new IllegalArgumentException("--keep is for --language java, which notes its load");
        }
        yield SmallbankWorkload.rebel(shape, sides, source, notes);
      }
      default ->
          throw new IllegalArgumentException("--language is java or rebel, not '" + language + "'");
    };
  }

  private @Nullable MultiTransferShape multi() {
    if (multiTransfer != null) {
      return new MultiTransferShape(
          Formulation.of(multiTransfer),
          destinations == null ? MultiTransferShape.MOST_DESTINATIONS : destinations,
          remote);
    }
    if (destinations != null || remote != null) {
      throw new IllegalArgumentException("--destinations and --remote are for --multi-transfer");
    }
    return null;
  }
}
