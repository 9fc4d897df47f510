package tutti.simulator.fault.injector;

import java.util.function.BooleanSupplier;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;
import tutti.engine.runtime.Promise;
import tutti.engine.runtime.Scheduler;
import tutti.simulator.client.SimulatedClient;
import tutti.simulator.cluster.NodeUnderTest;
import tutti.simulator.cluster.RunContext;
import tutti.simulator.disk.DiskFaults;
import tutti.simulator.fault.FaultKind;
import tutti.simulator.report.CoveragePoint;

/**
 * The keeper of one node: it crashes the node at moments that the seed chooses, and starts it
 * again.
 */
public final class CrashInjector {
  /** The time between two looks at a node that stays down. */
  private static final long DOWN_NANOS = 5_000_000;

  /** The longest time from the copy of a disk to the crash of its node, in nanoseconds. */
  private static final long LONGEST_AFTER_COPY = 4_000_000_000L;

  private final RunContext run;
  private final NodeUnderTest node;
  private final SimulatedClient hand;
  private final RandomGenerator random;
  private final boolean several;
  private final int mostCrashes;
  private final long calmNanos;
  private final long downNanos;
  private final @Nullable Runnable refill;
  private int appendsUntilCrash;
  private int messagesUntilCrash;
  private Scheduler.Timer crashTimer = () -> {};
  private Scheduler.Timer copyTimer = () -> {};
  private Promise<String> turn = new Promise<>();

  /**
   * @param hand the client that does it
   * @param several whether there are other nodes
   * @param mostCrashes the largest number of crashes
   * @param calmNanos the longest time without a crash after a start; at least 1
   * @param downNanos the longest time that the node stays down; at least 1
   * @param refill restores the lost data of a node without a disk, once clients are let in; null if
   *     the node has a disk
   */
  public CrashInjector(
      RunContext run,
      NodeUnderTest node,
      SimulatedClient hand,
      RandomGenerator random,
      boolean several,
      int mostCrashes,
      long calmNanos,
      long downNanos,
      @Nullable Runnable refill) {
    this.run = run;
    this.node = node;
    this.hand = hand;
    this.random = random;
    this.several = several;
    this.mostCrashes = mostCrashes;
    this.calmNanos = calmNanos;
    this.downNanos = downNanos;
    this.refill = refill;
    node.onCrash(() -> turn.complete("crash"));
  }

  /** Wakes the keeper: something happened that {@link #keep} should look at. */
  public void wake() {
    turn.complete("wake");
  }

  /**
   * Keeps the node until {@code over}, and leaves it up. In a task only.
   *
   * @param restarted looks at a node that was started again, before clients do
   * @return false if the node cannot be started or looked at
   */
  public boolean keep(BooleanSupplier over, BooleanSupplier restarted) {
    // Later lives begin with it; before this one nobody would start the node again.
    node.kept();
    while (!over.getAsBoolean()) {
      CrashPlan plan = null;
      if (node.crashes() < mostCrashes) {
        // The pause is often short: a short run is over soon.
        hand.pause(random.nextInt(1 + random.nextInt(4)) == 0 ? 0 : random.nextLong(calmNanos));
        plan = copiesLater() ? null : arm();
      }
      if (!over.getAsBoolean()) {
        turn.await();
      }
      disarm();
      if (!node.up()) {
        reachedBy(plan);
        hand.pause(random.nextLong(downNanos));
      }
      if (!restartIfNeeded(restarted)) {
        return false;
      }
    }
    node.left();
    return true;
  }

  /** Restarts a node that is down, or whose disk fails; false if the run is over. */
  private boolean restartIfNeeded(BooleanSupplier restarted) {
    DiskFaults disk = node.disk().faults();
    if (disk.failing() || disk.limited() || node.disk().successor() != null) {
      node.crash();
    }
    turn = new Promise<>();
    while (!node.up()) {
      while (node.holds().isDown()) {
        hand.pause(DOWN_NANOS);
      }
      node.recoverDisk();
      node.tryLostDisk();
      node.tryWrongDisk();
      node.tryOlderCopy();
      node.tryFormerVersion();
      if (!node.start()) {
        return false;
      }
      boolean good = restarted.getAsBoolean();
      if (node.up()) {
        node.admit();
        if (!good) {
          return false;
        }
        if (refill != null) {
          refill.run();
        }
      } else {
        hand.pause(DOWN_NANOS);
      }
    }
    return true;
  }

  /**
   * Plans, by chance and in runs that do so, that a copy of the disk is made at some time, and that
   * the node crashes later: it has promised more by then.
   */
  private boolean copiesLater() {
    boolean copies = node.isCopied() && run.faults().strikes(FaultKind.OLDER_COPY, 2);
    if (copies) {
      RandomGenerator drawn = run.faults().random(FaultKind.OLDER_COPY);
      long life = drawn.nextLong(LONGEST_AFTER_COPY);
      copyTimer =
          hand.later(
              drawn.nextLong(calmNanos),
              () -> {
                node.copyDisk();
                copyTimer = hand.later(life, this::crash);
              });
    }
    return copies;
  }

  /** Plans a crash of the node at some time. */
  private @Nullable CrashPlan arm() {
    CrashPlan plan =
        refill != null
            ? CrashPlan.withoutDisk(several, run.faults().random(FaultKind.NO_DISK))
            : CrashPlan.draw(run.faults(), several, random);
    CrashPlan taken = refill != null ? null : CrashPlan.TakenOver.draw(run.faults());
    plan = taken != null ? taken : plan;
    switch (plan) {
      case null -> {}
      case CrashPlan.At(var delay) -> crashTimer = hand.later(delay, this::crash);
      case CrashPlan.AtAppend(var count) -> appendsUntilCrash = count;
      case CrashPlan.AfterMessage(var count) -> messagesUntilCrash = count;
      case CrashPlan.AtDiskOperation(var count) ->
          node.disk().faults().interrupt(count, this::crash);
      case CrashPlan.DiskFills(var count, var room, var delay) ->
          node.disk()
              .faults()
              .interrupt(
                  count,
                  () -> {
                    if (!run.faults().granted()) {
                      return;
                    }
                    run.reached().add(CoveragePoint.DISK_FULL);
                    run.world().trace("disk of node " + node.number() + " has room for " + room);
                    node.disk().fill(room);
                    crashTimer = hand.later(delay, node::crash);
                  });
      case CrashPlan.TakenOver(var count, var delay) ->
          node.disk().faults().interrupt(count, () -> takeOver(delay));
      case CrashPlan.DiskFails(var count, var writes, var delay) -> {
        DiskFaults disk = node.disk().faults();
        disk.interrupt(
            count,
            () -> {
              if (!run.faults().granted()) {
                return;
              }
              run.reached().add(CoveragePoint.DISK_FAILURE);
              run.faults().happened(writes ? FaultKind.WRITE_FAILURE : FaultKind.FORCE_FAILURE);
              run.world().trace("disk fails");
              if (writes) {
                disk.failWrites(true);
              } else {
                disk.failForces(true);
              }
              crashTimer = hand.later(delay, node::crash);
            });
      }
    }
    return plan;
  }

  private void takeOver(long delay) {
    if (run.faults().granted()) {
      run.faults().happened(FaultKind.TAKEN_OVER);
      run.world().trace("another process takes the disk of node " + node.number() + " over");
      node.disk().takeOver();
      crashTimer = hand.later(delay, node::crash);
    }
  }

  private void crash() {
    if (run.faults().granted()) {
      node.crash();
    }
  }

  private void disarm() {
    crashTimer.cancel();
    copyTimer.cancel();
    appendsUntilCrash = 0;
    messagesUntilCrash = 0;
    node.disk().faults().calm();
  }

  /** Notes that a decision or a vote stands in the node's log. */
  public void appended() {
    if (appendsUntilCrash > 0 && --appendsUntilCrash == 0) {
      crash();
    }
  }

  /**
   * Crashes the node in that time, with what it has not sent yet, unless its crashes are used up.
   */
  public void crashWithin(long nanos) {
    if (node.crashes() < mostCrashes) {
      hand.later(
          nanos,
          () -> {
            if (node.up() && node.mayFail() && run.faults().granted()) {
              run.faults().happened(FaultKind.CRASH_LOSES_UNSENT);
              node.crash();
            }
          });
    }
  }

  /** Notes that the node has sent a message to another one. */
  public void sent() {
    if (messagesUntilCrash > 0 && --messagesUntilCrash == 0) {
      crash();
    }
  }

  private void reachedBy(@Nullable CrashPlan drawn) {
    CrashPlan plan = node.failed() ? null : drawn;
    if (plan != null && !(plan instanceof CrashPlan.TakenOver)) {
      run.faults().happened(refill != null ? FaultKind.NO_DISK : plan.kind());
    }
    switch (plan) {
      case CrashPlan.At at -> run.reached().add(CoveragePoint.CRASH_BETWEEN_TWO_MOMENTS);
      case CrashPlan.AtAppend at -> run.reached().add(CoveragePoint.CRASH_BETWEEN_APPEND_AND_FLUSH);
      case CrashPlan.AfterMessage after -> run.reached().add(CoveragePoint.CRASH_AFTER_A_MESSAGE);
      case CrashPlan.AtDiskOperation at ->
          run.reached().add(CoveragePoint.CRASH_IN_A_DISK_OPERATION);
      case CrashPlan.DiskFails _, CrashPlan.DiskFills _, CrashPlan.TakenOver _ -> {}
      case null -> {}
    }
  }
}
