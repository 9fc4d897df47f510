package tutti.lab.tpcc;

import java.io.IOException;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.LongFunction;
import java.util.function.UnaryOperator;
import tutti.engine.concurrency.ConcurrencyControl;
import tutti.engine.deployment.Deployment;
import tutti.engine.node.Node;
import tutti.engine.transaction.submission.Outcome;
import tutti.engine.transaction.submission.TransactionRequest;
import tutti.lab.load.ClosedLoop;
import tutti.lab.load.LoadPlan;
import tutti.lab.load.LoadResult;
import tutti.lab.node.NodeTarget;
import tutti.lab.node.RunNodes;
import tutti.model.ActorId;
import tutti.model.Application;

/**
 * Nodes that break off a load.
 *
 * @param commits after so many, of queries too
 */
record BreakingNodes(RunNodes.Source usual, int commits) implements RunNodes.Source {

  /** The end of a load that was broken off. */
  static final class BrokenOff extends RuntimeException {
    private static final long serialVersionUID = 1L;
  }

  @Override
  public RunNodes open(Application application, Deployment deployment, LoadPlan plan)
      throws IOException {
    return new Breaking(usual.open(application, deployment, plan), commits);
  }

  @Override
  public RunNodes.Source watchedBy(UnaryOperator<ConcurrencyControl> watched) {
    return new BreakingNodes(usual.watchedBy(watched), commits);
  }

  private static final class Breaking implements RunNodes {
    private final RunNodes usual;
    private long left;

    Breaking(RunNodes usual, long commits) {
      this.usual = usual;
      this.left = commits;
    }

    @Override
    public List<Node> nodes() {
      return usual.nodes();
    }

    @Override
    public void commit(
        long count, LongFunction<TransactionRequest> request, Consumer<Outcome.Committed> sink)
        throws InterruptedException {
      usual.commit(Math.min(count, left), request, sink);
      left -= count;
      if (left < 0) {
        throw new BrokenOff();
      }
    }

    @Override
    public void read(long count, LongFunction<ActorId> actor, Consumer<Node.ReadResult> sink)
        throws InterruptedException {
      usual.read(count, actor, sink);
    }

    /** Begins only if the load has not been broken off. */
    @Override
    public LoadResult load(
        NodeTarget.Requests requests,
        NodeTarget.Entry entry,
        LoadPlan plan,
        ClosedLoop.Measuring measuring)
        throws InterruptedException {
      left = Long.MAX_VALUE;
      return usual.load(requests, entry, plan, measuring);
    }

    @Override
    public void close() {
      usual.close();
    }
  }
}
