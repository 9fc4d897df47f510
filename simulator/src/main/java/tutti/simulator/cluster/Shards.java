package tutti.simulator.cluster;

import java.util.Set;
import tutti.simulator.report.CoveragePoint;
import tutti.simulator.shards.LostDisks;
import tutti.simulator.shards.ShardWatch;

/** The judges of a run whose nodes are hosts with replicas of shards. */
public record Shards(ShardWatch watch, LostDisks disks) {

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
  }
}
