package tutti.lab.command;

import java.time.Duration;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import tutti.command.DeploymentFlags;
import tutti.engine.deployment.text.Units;
import tutti.lab.node.MessageTrace;
import tutti.lab.node.RealNodes;
import tutti.lab.node.RunHistory;
import tutti.lab.objects.ObjectKind;
import tutti.lab.objects.ObjectShape;
import tutti.lab.objects.ObjectWorkload;
import tutti.lab.objects.ServiceTime;

/** The commands of Atomic RMI's benchmarks, which have the same flags. */
public abstract class ObjectBench implements Callable<Integer> {
  private static final int MOST_REAL_NODES = 16;

  @Mixin private BenchOptions options;
  @Mixin private DeploymentOptions deployment;

  @Option(
      names = "--nodes",
      paramLabel = "N",
      defaultValue = "4",
      description = "Nodes in this process, joined by encoded messages (usual: ${DEFAULT-VALUE}).")
  private int nodes;

  @Option(
      names = "--objects",
      paramLabel = "N",
      description =
          "Objects of each node (usual: dht 1000, audited-bank 8, loan 16, vacation 100).")
  private @Nullable Integer objects;

  @Option(
      names = "--read-transactions",
      paramLabel = "PERCENT",
      defaultValue = "20",
      description = "How many transactions read (usual: ${DEFAULT-VALUE}).")
  private int reads;

  @Option(
      names = "--service-time",
      paramLabel = "T",
      defaultValue = "1ms",
      description = "The time of each operation on an object, 0 for none (usual: 1ms).")
  private String serviceTime;

  @Option(
      names = "--service",
      paramLabel = "HOW",
      defaultValue = "parked",
      description =
          "An operation is parked for that time, or keeps the processor, busy (usual:"
              + " ${DEFAULT-VALUE}).")
  private String service;

  @Mixin private ModelOptions model;
  @Mixin private TraceOption trace;

  private final ObjectKind kind;

  private ObjectBench(ObjectKind kind) {
    this.kind = kind;
  }

  @Override
  public final Integer call() throws Exception {
    deployment
        .usually("durability", "off")
        .usually("containers", "1")
        .usually("executors", "1")
        .usually("accept-loss", "on");
    deployment.joining(nodes);
    return options.measure(
        new BenchOptions.Usual(ObjectWorkload.CLIENTS_PER_NODE * Math.max(1, nodes), 5, 1),
        (compare, folder, history) -> {
          model.refuseConstants();
          if (history.enabled()) {
            throw new IllegalArgumentException(BenchOptions.NO_HISTORY);
          }
          if (!model.simulated() && nodes > MOST_REAL_NODES) {
            throw new IllegalArgumentException(
                "there can be " + MOST_REAL_NODES + " --nodes in this process, not " + nodes);
          }
          ObjectShape shape =
              new ObjectShape(
                  nodes, objects == null ? kind.usualObjects() : objects, reads, service());
          MessageTrace messages = trace.messages(true);
          return new ObjectWorkload(
              kind,
              shape,
              deployment.sides(compare),
              model.simulated()
                  ? model.model(messages)
                  : RealNodes.in(folder, RunHistory.NONE, messages));
        });
  }

  private ServiceTime service() {
    Duration time = Units.duration(serviceTime);
    if (time == null || time.isNegative()) {
      throw new IllegalArgumentException(
          "--service-time is a time such as 1ms, 250us or 0, not '" + serviceTime + "'");
    }
    return switch (service) {
      case "parked" -> new ServiceTime(time.toNanos(), false);
      case "busy" -> new ServiceTime(time.toNanos(), true);
      default ->
          throw new IllegalArgumentException("--service is parked or busy, not '" + service + "'");
    };
  }

  /** {@code tutti bench dht}. */
  @Command(
      name = "dht",
      modelTransformer = DeploymentFlags.Adding.class,
      description = {
        "A hash table over several nodes (Atomic RMI, 5).",
        "A transaction writes two values or reads four, each on a node of its own."
      })
  public static final class Dht extends ObjectBench {
    public Dht() {
      super(ObjectKind.DHT);
    }
  }

  /** {@code tutti bench audited-bank}. */
  @Command(
      name = "audited-bank",
      modelTransformer = DeploymentFlags.Adding.class,
      description = {
        "A bank over several nodes with audits of all accounts (Atomic RMI, 5).",
        "Transfers are between two accounts; the audits have to see all the money."
      })
  public static final class AuditedBank extends ObjectBench {
    public AuditedBank() {
      super(ObjectKind.AUDITED_BANK);
    }
  }

  /** {@code tutti bench loan}. */
  @Command(
      name = "loan",
      modelTransformer = DeploymentFlags.Adding.class,
      description = {
        "Long transactions over several nodes, on thirty objects (Atomic RMI, 5).",
        "Thirty reads or thirty writes; each calls two more, down to the fifth level."
      })
  public static final class Loan extends ObjectBench {
    public Loan() {
      super(ObjectKind.LOAN);
    }
  }

  /** {@code tutti bench vacation}. */
  @Command(
      name = "vacation",
      modelTransformer = DeploymentFlags.Adding.class,
      description = {
        "A travel agency over several nodes (Atomic RMI, 5).",
        "Reservations of a car, a room and a flight after a search are the read transactions; the",
        "others are half new prices, and half deletions of customers, rolled back where their",
        "reservations have changed meanwhile."
      })
  public static final class Vacation extends ObjectBench {
    public Vacation() {
      super(ObjectKind.VACATION);
    }
  }
}
