package tutti.simulator.run;

import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;
import tutti.engine.deployment.Deployment;
import tutti.model.Application;
import tutti.simulator.application.SimulatedApplication;
import tutti.simulator.client.SimulatedClient;
import tutti.simulator.fault.FaultKind;
import tutti.simulator.fault.injector.BackupTaker;
import tutti.simulator.invariant.Inspector;
import tutti.simulator.report.CoveragePoint;

/**
 * The changes of all nodes at once, which crash together: another deployment, and further versions
 * of the application.
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

  /** Plans the changes that the run makes, each at some time. */
  void plan() {
    Deployment changed = stage.plan().changed();
    if (changed != null) {
      RandomGenerator chance = stage.run().world().entropy("redeploy");
      hand.later(chance.nextLong(1_000_000L << chance.nextInt(10)), () -> deploy(changed));
    }
    if (next != null) {
      planVersion(stage.run().world().entropy("new-version"));
    }
  }

  private void planVersion(RandomGenerator chance) {
    hand.later(chance.nextLong(200_000L << chance.nextInt(11)), () -> changeVersion(chance));
  }

  private void deploy(Deployment changed) {
    if (begins(CoveragePoint.DEPLOYMENT_CHANGED, FaultKind.REDEPLOY)) {
      deployed = changed;
      stage.cluster().change(changed);
    }
  }

  /** Crashes all nodes together, and starts them with the next version; perhaps later once more. */
  private void changeVersion(RandomGenerator chance) {
    SimulatedApplication to = next;
    if (to != null && begins(CoveragePoint.VERSION_CHANGED, FaultKind.NEW_VERSION)) {
      stage.cluster().change(to.application());
      stage.run().oracle().begins(to.application(), to::row);
      Inspector inspector = stage.run().inspector();
      if (inspector != null) {
        inspector.begins(to.application());
      }
      application = to.application();
      stage.scenarios().set(to.scenario(stage.plan().stream("scenario")));
      next = to.next();
      if (next != null) {
        planVersion(chance);
      }
    }
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
