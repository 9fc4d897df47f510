package tutti.simulator.cluster;

import java.util.Set;
import java.util.function.Function;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;
import tutti.simulator.check.EpochOracle;
import tutti.simulator.disk.SimulatedDisk;
import tutti.simulator.report.CoveragePoint;
import tutti.simulator.shards.IntegratedWatch;
import tutti.simulator.shards.LostDisks;
import tutti.simulator.shards.ShardWatch;
import tutti.simulator.shards.Upholder;

/**
 * The judges of a run whose nodes are hosts with replicas of shards.
 *
 * @param integrated listens to hosts of an integrated protocol; null of others
 * @param upholder the operator where replicas came to different ends
 * @param copies gives a copy of the disk of some host that runs, or null if none does
 */
public record ShardJudges(
    ShardWatch watch,
    @Nullable IntegratedWatch integrated,
    LostDisks disks,
    Upholder upholder,
    Function<RandomGenerator, @Nullable SimulatedDisk> copies) {

  /** Returns the knowledge of a client that a read must have. */
  public EpochOracle.Look needed(EpochOracle.Look look) {
    return integrated == null ? look : integrated.needed(look);
  }

  /** Counts no changes of leaders and views any more: the faults are over. */
  public void stop() {
    watch.stop();
    if (integrated != null) {
      integrated.stop();
    }
  }

  /** Adds the situations that the run has reached. */
  public void reach(Set<CoveragePoint> reached) {
    if (watch.changes() > 0) {
      reached.add(CoveragePoint.LEADER_CHANGED);
    }
    if (watch.changesUnderLoad() > 0) {
      reached.add(CoveragePoint.LEADER_CHANGED_UNDER_LOAD);
    }
    if (disks.rejoined()) {
      reached.add(CoveragePoint.DISK_LOST_AND_REJOINED);
    }
    if (disks.cameBack()) {
      reached.add(CoveragePoint.LOST_DISK_CAME_BACK);
    }
  }
}
