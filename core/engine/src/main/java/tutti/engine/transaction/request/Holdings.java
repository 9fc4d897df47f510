package tutti.engine.transaction.request;

import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import tutti.engine.concurrency.Claim;
import tutti.engine.container.Container;
import tutti.engine.runtime.FaultPoint;
import tutti.engine.runtime.Scheduler;
import tutti.engine.runtime.StepQueue;
import tutti.engine.transaction.record.CheckpointGate;

/**
 * The way in which all that a transaction holds on a node ends: its effects are applied, or its
 * claims released, each at its actor's container. Thread-safe.
 */
public record Holdings(Directory directory, CheckpointGate gate, Scheduler scheduler) {
  /** The delay, in nanoseconds, of an effect that the scheduler provokes to come late. */
  private static final long PROVOKED_NANOS = 3_000_000;

  /**
   * Applies all effects, whose commit is in the log, and then leaves the gate. Effects in other
   * containers are applied by steps of their executors.
   *
   * @param lsn the position that a reader of the effects relies on
   * @param phase the phase of the gate in which the commit was appended
   * @param home the home container of the calling task; null in a step
   */
  public void apply(List<Claim> claims, long lsn, int phase, @Nullable Container home) {
    AtomicInteger open = new AtomicInteger(claims.size());
    if (claims.isEmpty()) {
      gate.exit(phase);
    }
    for (Claim claim : claims) {
      Container container = directory.containerOf(claim.cell().id());
      Runnable step =
          () -> {
            ClaimEnds.commit(container, claim, lsn);
            if (open.decrementAndGet() == 0) {
              gate.exit(phase);
            }
          };
      if (scheduler.injects(FaultPoint.APPLY_LATE)) {
        scheduler.after(PROVOKED_NANOS, route(container, claim), step);
      } else if (container == home && !scheduler.injects(FaultPoint.APPLY_BY_STEP)) {
        scheduler.point();
        step.run();
      } else {
        route(container, claim).step(step);
      }
    }
  }

  /**
   * Releases all claims: the transaction has aborted, or has changed nothing.
   *
   * @param home the home container of the calling task; null in a step
   */
  public void release(List<Claim> claims, @Nullable Container home) {
    for (Claim claim : claims) {
      Container container = directory.containerOf(claim.cell().id());
      if (container == home) {
        scheduler.point();
        ClaimEnds.abort(container, claim);
      } else {
        route(container, claim).step(() -> ClaimEnds.abort(container, claim));
      }
    }
  }

  private static StepQueue route(Container container, Claim claim) {
    return container.route(claim.cell().id());
  }
}
