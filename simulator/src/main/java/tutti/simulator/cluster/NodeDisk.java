package tutti.simulator.cluster;

import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;
import tutti.engine.journal.DataFolderRefused;
import tutti.simulator.disk.DiskFaults;
import tutti.simulator.disk.SimulatedDisk;
import tutti.simulator.fault.FaultKind;
import tutti.simulator.report.CoveragePoint;

/** The disk of a node, through crashes that lose writes, damages and recoveries. */
final class NodeDisk {
  private final int number;
  private final RunContext run;
  private final RandomGenerator random;
  private SimulatedDisk disk = new SimulatedDisk();

  NodeDisk(int number, RunContext run, RandomGenerator random) {
    this.number = number;
    this.run = run;
    this.random = random;
  }

  SimulatedDisk now() {
    return disk;
  }

  DiskFaults faults() {
    return disk.faults();
  }

  /** Loses the power after so many operations of the disk. */
  void interrupt(int operations) {
    disk.faults()
        .interrupt(
            operations,
            () -> {
              if (run.faults().granted()) {
                disk.cut();
              }
            });
  }

  /** Puts another disk in place of the present one. */
  void insert(SimulatedDisk other) {
    disk = other;
  }

  /**
   * Damages the disk now and then; returns the disk before the damage, or null if it was not
   * damaged.
   */
  @Nullable SimulatedDisk damaged() {
    boolean flips = run.faults().strikes(FaultKind.BIT_FLIP, 3);
    FaultKind kind = flips ? FaultKind.BIT_FLIP : FaultKind.MISDIRECTED_WRITE;
    if (!flips && !run.faults().strikes(FaultKind.MISDIRECTED_WRITE, 3)
        || !run.faults().granted()) {
      return null;
    }
    SimulatedDisk whole = disk;
    SimulatedDisk copy = disk.copy();
    String where = copy.damage(run.faults().random(kind), !flips);
    if (where == null) {
      return null;
    }
    run.faults().happened(kind);
    run.world().trace("the disk of node " + number + " is damaged: " + where);
    disk = copy;
    return whole;
  }

  /**
   * Returns whether a refusal to open is right: the disk was damaged or full, and the refusal says
   * so.
   */
  boolean refusesRightly(DataFolderRefused refused, @Nullable SimulatedDisk whole) {
    if (whole != null && refused.kind() != DataFolderRefused.Kind.DISK_FULL) {
      run.reached().add(CoveragePoint.DAMAGE_REFUSED);
      run.world().trace("node " + number + " refuses the damaged disk: " + refused.getMessage());
      return true;
    }
    return outOfRoom(refused);
  }

  /** Returns whether the node had no room to start in; then it has room from now on. */
  boolean outOfRoom(Exception e) {
    if (!disk.faults().wasFull(e)) {
      return false;
    }
    run.reached().add(CoveragePoint.REFUSED_SINCE_THE_DISK_WAS_FULL);
    return true;
  }

  /** Recovers the disk after a crash; the next start is on it. */
  void recover() {
    disk.faults().calm();
    disk.faults().failForces(false);
    disk.faults().failWrites(false);
    if (random.nextBoolean()) {
      disk.faults().space(Long.MAX_VALUE);
    }
    disk = found();
  }

  /** Returns the disk that a crash leaves. */
  SimulatedDisk found() {
    return disk.afterCrash(
        random.nextLong(),
        run.faults().uses(FaultKind.LOST_WRITES),
        run.faults().uses(FaultKind.TORN_WRITES));
  }
}
