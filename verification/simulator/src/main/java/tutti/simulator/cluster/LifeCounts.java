package tutti.simulator.cluster;

import java.util.Map;
import org.jspecify.annotations.Nullable;
import tutti.engine.node.NodeStatistics;
import tutti.engine.node.integrated.IntegratedShards;
import tutti.engine.node.replicated.ReplicatedShards;
import tutti.engine.transaction.outcome.RetryCause;
import tutti.simulator.fault.FaultKind;
import tutti.simulator.report.CoveragePoint;
import tutti.simulator.shards.IntegratedWatch;

/**
 * The situations that the lives of a node have reached, according to the node's own counters.
 *
 * @param number the number of the node
 * @param shards the judges of the hosts' shards; null if nodes have no replicas
 */
record LifeCounts(int number, RunContext run, @Nullable ShardJudges shards) {

  /** Notes the situations that a life has reached so far. */
  void count(Served served) {
    ReplicatedShards host = served.replicated();
    run.reach(
        CoveragePoint.CHECKPOINT_OF_ANOTHER_HOST, host != null && host.installedCheckpoints() > 0);
    String failure = host == null ? null : served.node().failure();
    if (failure != null) {
      run.found("no-failure", "host " + number + " has given up: " + failure);
    }
    served.terms().forEach(term -> count(term.statistics()));
    IntegratedShards integrated = served.integrated();
    IntegratedWatch watch = shards == null ? null : shards.integrated();
    if (integrated != null && watch != null) {
      watch.took(number, integrated);
      count(integrated.statistics());
      long diverged = integrated.machines().counted().getOrDefault("diverged", 0L);
      if (diverged > 0 && !run.faults().counts().containsKey(FaultKind.EXECUTION_DIFFERS)) {
        run.found("no-failure", "host " + number + " has come to another end than others");
      }
      run.reach(CoveragePoint.DIVERGED_AND_COPIED, diverged > 0 && integrated.installed() > 0);
      run.reach(CoveragePoint.CHECKPOINT_OF_ANOTHER_HOST, integrated.installed() > 0);
    }
  }

  private void count(NodeStatistics statistics) {
    run.reach(CoveragePoint.DELAYED, statistics.waits().delayed() > 0);
    run.reach(CoveragePoint.DEADLOCK, statistics.waits().deadlocks() > 0);
    run.reach(CoveragePoint.DEADLOCK_ACROSS_NODES, statistics.waits().deadlocksAcrossNodes() > 0);
    run.reach(CoveragePoint.CHECKPOINT, statistics.log().checkpoints() > 0);
    Map<RetryCause, Long> retries = statistics.transactions().retriesByCause();
    run.reach(CoveragePoint.CASCADE, retries.getOrDefault(RetryCause.CASCADE, 0L) > 0);
  }
}
