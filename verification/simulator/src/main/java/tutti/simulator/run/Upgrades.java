package tutti.simulator.run;

import java.util.function.BooleanSupplier;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;
import tutti.engine.deployment.Deployment;
import tutti.engine.relational.RelationalApplication;
import tutti.engine.runtime.Promise;
import tutti.model.Application;
import tutti.simulator.application.SimulatedApplication;
import tutti.simulator.client.SimulatedClient;
import tutti.simulator.cluster.ShardJudges;
import tutti.simulator.fault.FaultKind;
import tutti.simulator.fault.injector.BackupTaker;
import tutti.simulator.invariant.Inspector;
import tutti.simulator.report.CoveragePoint;

/**
 * The changes of all nodes at once: another deployment, and further versions of the application.
 * Nodes without replicas crash together. So do hosts with replicas, which take another application,
 * concurrency control or isolation only when they have ended in order ({@link ChangeInOrder}).
 */
final class Upgrades {
  private final Stage stage;
  private final SimulatedClient hand;

  /** The version of the application that runs. */
  private Application application;

  /** The version that runs after the next change, or null for none. */
  private @Nullable SimulatedApplication next;

  /** The deployment under which all nodes run, or are to be started. */
  private Deployment deployed;

  /** Is told when all nodes get another version of the application. */
  private Runnable onVersion = () -> {};

  /** The end of the newest change in order; null before the first. */
  private @Nullable Promise<Boolean> changing;

  Upgrades(Stage stage, SimulatedClient hand, SimulatedApplication first) {
    this.stage = stage;
    this.hand = hand;
    this.application = first.application();
    this.next =
        stage.plan().durable() && stage.run().faults().uses(FaultKind.NEW_VERSION)
            ? first.next()
            : null;
    this.deployed = stage.plan().deployment();
  }

  Application application() {
    return application;
  }

  Deployment deployed() {
    return deployed;
  }

  /** Returns the things that all nodes run just now. */
  BackupTaker.Running running() {
    return new BackupTaker.Running(application, deployed, stage.scenario());
  }

  /** Sets what is told when all nodes get another version of the application, and begin with it. */
  void onVersion(Runnable listener) {
    onVersion = listener;
  }

  /** Plans the changes that the run makes, each at some time. */
  void plan() {
    Deployment changed = stage.plan().changed();
    if (changed != null) {
      RandomGenerator chance = stage.run().world().entropy("redeploy");
      hand.later(
          chance.nextLong(1_000_000L << chance.nextInt(10)),
          () -> {
            if (hasSameControl(changed)) {
              deploy(changed);
            } else {
              change(chance, () -> deploy(changed));
            }
          });
    }
    if (next != null) {
      planVersion(stage.run().world().entropy("new-version"));
    }
  }

  private void planVersion(RandomGenerator chance) {
    hand.later(
        chance.nextLong(200_000L << chance.nextInt(11)),
        () -> change(chance, () -> changeVersion(chance)));
  }

  private boolean hasSameControl(Deployment changed) {
    return changed.concurrencyControl() == deployed.concurrencyControl()
        && changed.isolation() == deployed.isolation();
  }

  /** Makes a change that hosts with replicas take only in order; one after another. */
  private void change(RandomGenerator chance, BooleanSupplier change) {
    ShardJudges shards = stage.cluster().shards();
    if (shards == null) {
      boolean _ = change.getAsBoolean();
    } else {
      // The classes of actors in Java are gone with their version, and what is in doubt with them.
      boolean anyTime =
          shards.integrated() != null
              && !(application instanceof RelationalApplication)
              && chance.nextInt(4) > 0;
      hand.task(() -> inOrder(new ChangeInOrder(stage, shards, hand, chance), anyTime, change));
    }
  }

  private void inOrder(ChangeInOrder changes, boolean anyTime, BooleanSupplier change) {
    Promise<Boolean> before = changing;
    Promise<Boolean> end = new Promise<>();
    changing = end;
    if (before != null) {
      before.await();
    }
    if (anyTime) {
      changes.makeAtAnyTime(change);
    } else {
      changes.make(change);
    }
    end.complete(true);
  }

  private boolean deploy(Deployment changed) {
    if (!begins(CoveragePoint.DEPLOYMENT_CHANGED, FaultKind.REDEPLOY)) {
      return false;
    }
    deployed = changed;
    stage.cluster().change(changed);
    return true;
  }

  /** Ends all nodes together, and starts them with the next version; perhaps later once more. */
  private boolean changeVersion(RandomGenerator chance) {
    SimulatedApplication to = next;
    if (to != null && begins(CoveragePoint.VERSION_CHANGED, FaultKind.NEW_VERSION)) {
      stage.cluster().change(to.application());
      stage.run().oracle().begins(to.application(), to::row);
      ShardJudges shards = stage.cluster().shards();
      if (shards != null && shards.integrated() != null) {
        shards.integrated().begins(to.application());
      }
      Inspector inspector = stage.run().inspector();
      if (inspector != null) {
        inspector.begins(to.application());
      }
      application = to.application();
      stage.scenarios().set(to.scenario(stage.plan().stream("scenario"), stage.plan().names()));
      next = to.next();
      if (next != null) {
        planVersion(chance);
      }
      onVersion.run();
      return true;
    }
    return false;
  }

  private boolean begins(CoveragePoint point, FaultKind kind) {
    if (stage.over() || !stage.run().faults().granted()) {
      return false;
    }
    stage.run().reached().add(point);
    stage
        .run()
        .world()
        .trace(
            kind == FaultKind.REDEPLOY
                ? "all nodes are deployed anew"
                : "all nodes get another version of the application");
    stage.run().faults().happened(kind);
    return true;
  }
}
