package tutti.simulator.cluster;

import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;
import tutti.engine.journal.DataFolderRefused;
import tutti.simulator.disk.DiskFaults;
import tutti.simulator.disk.SimulatedDisk;
import tutti.simulator.fault.FaultKind;
import tutti.simulator.report.CoveragePoint;
import tutti.simulator.shards.LostDisks;

/** The disk of a node, through crashes that lose writes, damages and recoveries. */
final class NodeDisk {
  private final int number;
  private final RunContext run;
  private final RandomGenerator random;
  private SimulatedDisk disk = new SimulatedDisk();

  /** The disk that a host with replicas has lost; null if there is none. */
  private @Nullable SimulatedDisk lost;

  /** Whether the disk is one that was lost before: others may have changed their data since. */
  private boolean old;

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

  /** Makes the disk lose power after {@code operations} operations. */
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
   * Takes the disk of a host away, or puts the lost one back, by chance, while the host is down and
   * all other replicas vote.
   */
  void tryLost(LostDisks of) {
    if (!of.othersVote(number)) {
      return;
    }
    SimulatedDisk before = lost;
    if (before != null && of.mayReturn() && happens(FaultKind.WRONG_DISK)) {
      run.world().trace("host " + number + " has got back the disk that it had lost");
      lost = null;
      old = true;
      disk = before;
      of.returned(number);
    } else if (happens(FaultKind.LOSE_DISK)) {
      run.world().trace("host " + number + " has lost its disk");
      lose(of);
    }
  }

  /**
   * Returns whether a host rightly refuses to be changed. It gets an empty disk, as the refusal
   * tells an operator to do, as soon as all other hosts have begun.
   *
   * @param late whether the host was down when all were changed
   */
  boolean isTooLate(boolean late, DataFolderRefused refused, LostDisks of) {
    boolean is = (late || old) && refused.kind() == DataFolderRefused.Kind.OTHER_APPLICATION;
    if (is && of.othersVote(number)) {
      run.world().trace("host " + number + " gets an empty disk: " + refused.getMessage());
      run.reached().add(CoveragePoint.TOO_LATE_FOR_A_CHANGE);
      lose(of);
    }
    return is;
  }

  /** Puts an empty disk in place of the present one, of a host that is down. */
  void lose(LostDisks of) {
    lost = disk;
    old = false;
    disk = new SimulatedDisk();
    of.lost(number);
  }

  private boolean happens(FaultKind kind) {
    boolean strikes = run.faults().strikes(kind, 2) && run.faults().granted();
    if (strikes) {
      run.faults().happened(kind);
    }
    return strikes;
  }

  /**
   * Damages the disk now and then; returns the disk before the damage, or null if it was not
   * damaged.
   *
   * @param shards the judges of the hosts' shards; null if nodes have no replicas. A replica with a
   *     damaged checkpoint is lost until the others have sent it everything, so all others must
   *     vote meanwhile
   */
  @Nullable SimulatedDisk damaged(@Nullable ShardJudges shards) {
    if (shards != null && !shards.disks().othersVote(number)) {
      return null;
    }
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
    if (shards != null) {
      shards.disks().damaged(number);
    }
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
    SimulatedDisk taken = disk.successor();
    disk = taken != null ? taken : found();
  }

  /** Returns the disk that a crash leaves. */
  SimulatedDisk found() {
    return disk.afterCrash(
        random.nextLong(),
        run.faults().uses(FaultKind.LOST_WRITES),
        run.faults().uses(FaultKind.TORN_WRITES));
  }
}
