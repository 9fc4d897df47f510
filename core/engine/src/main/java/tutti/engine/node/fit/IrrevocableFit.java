package tutti.engine.node.fit;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tutti.engine.deployment.Deployment;
import tutti.engine.deployment.Deployment.Durability;
import tutti.engine.deployment.Deployment.Replication;
import tutti.engine.relational.RelationalApplication;
import tutti.engine.runtime.Scheduler;
import tutti.engine.transaction.seam.OutsideWork;
import tutti.model.Application;
import tutti.model.actor.ProcedureType;
import tutti.model.actor.RelationalType;

/**
 * The fit of an application's irrevocable operations and a deployment (docs/rulings.md#ruling-10).
 */
public final class IrrevocableFit {
  private IrrevocableFit() {}

  /**
   * Makes the part of a node that runs irrevocable operations.
   *
   * @throws IllegalArgumentException if the application cannot run under the deployment
   */
  public static OutsideWork work(
      Application application, Deployment deployment, Scheduler scheduler) {
    List<String> obstacles = obstacles(application, deployment);
    if (!obstacles.isEmpty()) {
      throw new IllegalArgumentException(String.join("\n", obstacles));
    }
    return new OutsideWork(
        scheduler,
        application instanceof RelationalApplication relational
            ? relational.java().outside()
            : List.of(),
        unfit(deployment));
  }

  /**
   * Returns why an application cannot run under a deployment, since its procedures do irrevocable
   * operations: each text names the procedures, the reason and a remedy. Empty if it can.
   */
  public static List<String> obstacles(Application application, Deployment deployment) {
    String unfit = unfit(deployment);
    if (unfit == null
        || !(application instanceof RelationalApplication relational)
        || relational.java().outside().isEmpty()) {
      return List.of();
    }
    List<String> acting = new ArrayList<>();
    for (RelationalType type : relational.java().types()) {
      for (ProcedureType procedure : type.procedures()) {
        // An actor refuses a query that would do one; and a tool's query has long code to analyse.
        if (!procedure.query() && relational.java().findings(procedure).acts()) {
          acting.add(type.name() + "." + procedure.name());
        }
      }
    }
    return acting.isEmpty() ? List.of() : List.of(String.join(", ", acting) + ": " + unfit);
  }

  /** Returns why a deployment cannot run irrevocable operations, and what would do; or null. */
  private static @Nullable String unfit(Deployment deployment) {
    if (deployment.integrated()) {
      Replication.Protocol protocol = deployment.replication().protocol();
      return "irrevocable operations need a coordinator that alone decides, once all else is"
          + " prepared, and under "
          + protocol.setting()
          + (protocol == Replication.Protocol.JANUS
              ? " each replica executes a transaction by itself"
              : " a transaction executes before any node hears of it, and may have to execute again")
          + ": take integrated = none, and replication = none";
    }
    if (!deployment.coordinatorDecides()) {
      return "irrevocable operations need a commit protocol whose coordinator alone decides, and"
          + " under commit = "
          + deployment.commit().longName()
          + " the other nodes may decide without it while an operation runs: take commit ="
          + " two-phase, or a single node";
    }
    if (deployment.replication().active()) {
      return "irrevocable operations need a coordinator that stays where it is, and with replicas"
          + " another one may take its place while an operation runs: take replication = none";
    }
    if (deployment.durability() == Durability.OFF && !deployment.commitment().acceptLoss()) {
      return "irrevocable operations need a log, which tells after a crash that one has begun, and"
          + " durability = off keeps none: take durability = sync, or say accept-loss = true if a"
          + " request that is sent again after a crash may do its operation again";
    }
    return null;
  }
}
