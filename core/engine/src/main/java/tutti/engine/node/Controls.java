package tutti.engine.node;

import org.jspecify.annotations.Nullable;
import tutti.engine.concurrency.ActorRequest;
import tutti.engine.concurrency.ByKind;
import tutti.engine.concurrency.ConcurrencyControl;
import tutti.engine.concurrency.Effects;
import tutti.engine.concurrency.ForwardingControl;
import tutti.engine.concurrency.Timestamps;
import tutti.engine.concurrency.Verdict;
import tutti.engine.concurrency.Work;
import tutti.engine.concurrency.locking.WaitRule;
import tutti.engine.concurrency.locking.actor.TwoPhaseLocking;
import tutti.engine.concurrency.locking.row.RowLocking;
import tutti.engine.concurrency.optimistic.actor.Optimistic;
import tutti.engine.concurrency.optimistic.row.RowOptimistic;
import tutti.engine.concurrency.optimistic.tl2.TransactionalLocking;
import tutti.engine.concurrency.pathsensitive.PathSensitive;
import tutti.engine.concurrency.versioning.Discipline;
import tutti.engine.concurrency.versioning.Versioning;
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
    OwnControl.Context context = new OwnControl.Context(deployment, effects, snapshots, timestamps);
    ControlKind kind = deployment.concurrencyControl();
    ByKind control =
        switch (kind) {
          case ConcurrencyControlKind ours -> ofEngine(ours, context);
          case OwnControl own -> new ByKind(own.declarative(context), own.relational(context));
          default ->
              throw new IllegalArgumentException(kind.longName() + " is no " + OwnControl.class);
        };
    Timestamps clock = control.timestamps();
    return clock == null ? control : new TimestampGate(control, clock);
  }

  private static ByKind ofEngine(ConcurrencyControlKind kind, OwnControl.Context context) {
    Deployment deployment = context.deployment();
    Effects effects = context.effects();
    Snapshots snapshots = context.snapshots();
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
      case TL2 -> tl2(effects, context.timestamps());
      case VERSIONING -> versions(Discipline.VERSIONING, deployment, effects);
      case VERSIONING_RW -> versions(Discipline.VERSIONING_RW, deployment, effects);
      case EXCLUSIVE_LOCKS -> versions(Discipline.EXCLUSIVE_LOCKS, deployment, effects);
      case READ_WRITE_LOCKS -> versions(Discipline.READ_WRITE_LOCKS, deployment, effects);
    };
  }

  /** One control for both kinds of actors: a procedure reads an actor's rows at its version. */
  private static ByKind tl2(Effects effects, Timestamps clock) {
    TransactionalLocking control = new TransactionalLocking(effects, clock);
    return new ByKind(control, control);
  }

  private static PathSensitive.Settings pathSensitive(Deployment deployment) {
    Deployment.PathSensitive settings = deployment.pathSensitive();
    return new PathSensitive.Settings(
        deployment.isolation() == Deployment.Isolation.SERIALIZABLE,
        settings.maxInProgress(),
        settings.intervals(),
        settings.maxOutcomes());
  }

  private static ByKind versions(Discipline discipline, Deployment deployment, Effects effects) {
    int most = deployment.versioning().maxSpeculative();
    Discipline used =
        deployment.ablation().has(Optimisation.EARLY_RELEASE) ? discipline : discipline.held();
    return new ByKind(new Versioning(effects, used, most), new Versioning(effects, used, most));
  }

  private static ByKind locks(
      WaitRule rule, Deployment deployment, Effects effects, Snapshots snapshots) {
    boolean updateLocks = deployment.ablation().has(Optimisation.UPDATE_LOCKS);
    return new ByKind(
        new TwoPhaseLocking(effects, rule), new RowLocking(effects, snapshots, rule, updateLocks));
  }

  /**
   * A control by timestamps, behind the bounds of the timestamps that this start of its node may
   * grant: so the control need not keep its memory over a restart. Reads pass: they hold nothing
   * that a restart could forget.
   */
  private record TimestampGate(ConcurrencyControl control, Timestamps clock)
      implements ForwardingControl {

    @Override
    public Verdict request(ActorRequest request) {
      long timestamp = request.owner().age();
      clock.learn(timestamp);
      Verdict.Conflict early = request.work() instanceof Work.Read ? null : bounds(timestamp);
      return early == null ? control.request(request) : early;
    }

    private Verdict.@Nullable Conflict bounds(long timestamp) {
      if (timestamp <= clock.floor()) {
        return new Verdict.Conflict(null, "may have been here before the restart", clock.floor());
      }
      return clock.covers(timestamp)
          ? null
          : new Verdict.Conflict(null, "has a timestamp that is not kept yet");
    }
  }
}
