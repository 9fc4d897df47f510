package tutti.engine.node;

import tutti.engine.concurrency.ByKind;
import tutti.engine.concurrency.ConcurrencyControl;
import tutti.engine.concurrency.Effects;
import tutti.engine.concurrency.Timestamps;
import tutti.engine.concurrency.locking.WaitRule;
import tutti.engine.concurrency.locking.actor.TwoPhaseLocking;
import tutti.engine.concurrency.locking.row.RowLocking;
import tutti.engine.concurrency.optimistic.actor.Optimistic;
import tutti.engine.concurrency.optimistic.row.RowOptimistic;
import tutti.engine.concurrency.pathsensitive.PathSensitive;
import tutti.engine.deployment.ControlKind;
import tutti.engine.deployment.Deployment;
import tutti.engine.deployment.Deployment.ConcurrencyControlKind;
import tutti.engine.deployment.Optimisation;
import tutti.engine.snapshot.Snapshots;

/** The factory of each concurrency control: for declarative actors, and for relational ones. */
final class Controls {
  private Controls() {}

  /**
   * The control of one container.
   *
   * @param timestamps the node's clock of timestamps
   */
  static ConcurrencyControl of(
      Deployment deployment, Effects effects, Snapshots snapshots, Timestamps timestamps) {
    ControlKind kind = deployment.concurrencyControl();
    return switch (kind) {
      case ConcurrencyControlKind ours -> ofEngine(ours, deployment, effects, snapshots);
      case OwnControl own ->
          own(own, new OwnControl.Context(deployment, effects, snapshots, timestamps));
      default -> throw new IllegalArgumentException(kind.longName() + " is no " + OwnControl.class);
    };
  }

  private static ConcurrencyControl own(OwnControl kind, OwnControl.Context context) {
    ByKind control = new ByKind(kind.declarative(context), kind.relational(context));
    Timestamps clock = control.timestamps();
    return clock == null ? control : new TimestampGate(control, clock);
  }

  private static ByKind ofEngine(
      ConcurrencyControlKind kind, Deployment deployment, Effects effects, Snapshots snapshots) {
    return switch (kind) {
      case TWO_PHASE_LOCKING ->
          new ByKind(new TwoPhaseLocking(effects), new TwoPhaseLocking(effects));
      case PATH_SENSITIVE ->
          new ByKind(
              new PathSensitive(effects, pathSensitive(deployment)), new TwoPhaseLocking(effects));
      case OPTIMISTIC -> new ByKind(new Optimistic(effects), new RowOptimistic(effects, snapshots));
      case NO_WAIT -> locks(WaitRule.NO_WAIT, deployment, effects, snapshots);
      case WAIT_DIE -> locks(WaitRule.WAIT_DIE, deployment, effects, snapshots);
      case WOUND_WAIT -> locks(WaitRule.WOUND_WAIT, deployment, effects, snapshots);
    };
  }

  private static PathSensitive.Settings pathSensitive(Deployment deployment) {
    Deployment.PathSensitive settings = deployment.pathSensitive();
    return new PathSensitive.Settings(
        deployment.isolation() == Deployment.Isolation.SERIALIZABLE,
        settings.maxInProgress(),
        settings.intervals(),
        settings.maxOutcomes());
  }

  private static ByKind locks(
      WaitRule rule, Deployment deployment, Effects effects, Snapshots snapshots) {
    boolean updateLocks = deployment.ablation().has(Optimisation.UPDATE_LOCKS);
    return new ByKind(
        new TwoPhaseLocking(effects, rule), new RowLocking(effects, snapshots, rule, updateLocks));
  }
}
