package tutti.lab.bench;

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
 * Nodes on which something is written when the load has ended, before anything is judged.
 *
 * @param planted a request that writes it
 */
public record PlantingNodes(RunNodes.Source usual, TransactionRequest planted)
    implements RunNodes.Source {

  @Override
  public RunNodes open(Application application, Deployment deployment, LoadPlan plan)
      throws IOException {
    return new Planting(usual.open(application, deployment, plan), planted);
  }

  @Override
  public RunNodes.Source watchedBy(UnaryOperator<ConcurrencyControl> watched) {
    return new PlantingNodes(usual.watchedBy(watched), planted);
  }

  private record Planting(RunNodes usual, TransactionRequest planted) implements RunNodes {
    @Override
    public List<Node> nodes() {
      return usual.nodes();
    }

    @Override
    public void commit(
        long count, LongFunction<TransactionRequest> request, Consumer<Outcome.Committed> sink)
        throws InterruptedException {
      usual.commit(count, request, sink);
    }

    @Override
    public void read(long count, LongFunction<ActorId> actor, Consumer<Node.ReadResult> sink)
        throws InterruptedException {
      usual.read(count, actor, sink);
    }

    @Override
    public LoadResult load(
        NodeTarget.Requests requests,
        NodeTarget.Entry entry,
        LoadPlan plan,
        ClosedLoop.Measuring measuring)
        throws InterruptedException {
      LoadResult load = usual.load(requests, entry, plan, measuring);
      usual.commit(1, i -> planted, committed -> {});
      return load;
    }

    @Override
    public void close() {
      usual.close();
    }
  }
}
