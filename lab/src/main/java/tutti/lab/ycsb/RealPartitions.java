package tutti.lab.ycsb;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.LongFunction;
import java.util.function.UnaryOperator;
import tutti.engine.deployment.Deployment;
import tutti.engine.history.History;
import tutti.engine.node.Node;
import tutti.engine.transaction.submission.Outcome;
import tutti.engine.transaction.submission.TransactionRequest;
import tutti.engine.transport.Tap;
import tutti.lab.load.ClosedLoop;
import tutti.lab.load.LoadPlan;
import tutti.lab.load.LoadResult;
import tutti.lab.node.Bulk;
import tutti.lab.node.Folders;
import tutti.lab.node.LocalNodes;
import tutti.lab.node.NodeOpener.OpenNode;
import tutti.lab.node.NodeTarget;
import tutti.lab.node.RunHistory;

/** Nodes of this process. */
record RealPartitions(OpenNode open, Folders data) implements Partitions {

  /** Returns a source of nodes that have their folders in one. */
  static Source in(Path folder) {
    return (deployment, plan, tap) -> open(deployment, plan, tap, Folders.in(folder));
  }

  private static Partitions open(Deployment deployment, LoadPlan plan, Tap tap, Folders data)
      throws IOException {
    try {
      return new RealPartitions(
          new LocalNodes(UnaryOperator.identity(), tap)
              .open(
                  PartitionRequests.APPLICATION,
                  deployment,
                  data.path(),
                  plan.seed(),
                  History.NONE),
          data);
    } catch (IOException | RuntimeException e) {
      data.close();
      throw e;
    }
  }

  @Override
  public List<Node> nodes() {
    return open.nodes();
  }

  private Node home(TransactionRequest request) {
    return open.home(request.calls().getFirst().target());
  }

  @Override
  public void commit(long count, LongFunction<TransactionRequest> request)
      throws InterruptedException {
    Bulk.commit(open::home, count, request);
  }

  @Override
  public Outcome ask(TransactionRequest request) {
    CompletableFuture<Outcome> answer = new CompletableFuture<>();
    home(request).submit(request, answer::complete);
    return answer.join();
  }

  @Override
  public LoadResult load(NodeTarget.Requests requests, LoadPlan plan) throws InterruptedException {
    return ClosedLoop.run(
        new NodeTarget((client, request) -> home(request), requests, RunHistory.NONE), plan);
  }

  @Override
  public void close() {
    try (data) {
      open.close();
    }
  }
}
