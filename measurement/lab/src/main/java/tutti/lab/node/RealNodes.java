package tutti.lab.node;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.Consumer;
import java.util.function.LongFunction;
import java.util.function.UnaryOperator;
import tutti.engine.concurrency.ConcurrencyControl;
import tutti.engine.deployment.Deployment;
import tutti.engine.node.Node;
import tutti.engine.node.NodeFolder;
import tutti.engine.transaction.submission.Outcome;
import tutti.engine.transaction.submission.TransactionRequest;
import tutti.lab.load.ClosedLoop;
import tutti.lab.load.LoadPlan;
import tutti.lab.load.LoadResult;
import tutti.lab.node.LocalNodes.OpenNodes;
import tutti.model.ActorId;
import tutti.model.Application;

/**
 * Nodes of this process, opened for runs, each run's in a folder of its own or all in one.
 *
 * @param data the folder of the runs' data folders
 * @param keeping whether runs have that folder itself, and leave their data there
 * @param history takes the clients' answers, and reads the rest when nodes are closed
 * @param trace writes messages
 */
public record RealNodes(
    LocalNodes opener, Path data, boolean keeping, RunHistory history, MessageTrace trace)
    implements RunNodes.Source {

  /** Returns nodes whose concurrency control is not watched. */
  public static RealNodes in(Path data, RunHistory history, MessageTrace trace) {
    return new RealNodes(
        new LocalNodes(UnaryOperator.identity(), trace.tap()), data, false, history, trace);
  }

  /** Returns nodes that leave their data in the folder, where those of the next run find it. */
  public RealNodes kept() {
    return new RealNodes(opener, data, true, history, trace);
  }

  @Override
  public RealNodes watchedBy(UnaryOperator<ConcurrencyControl> watched) {
    return new RealNodes(new LocalNodes(watched, trace.tap()), data, keeping, history, trace);
  }

  @Override
  public RunNodes open(Application application, Deployment deployment, LoadPlan plan)
      throws IOException {
    return open(application, deployment, plan.seed());
  }

  /**
   * Opens the nodes of a deployment; closing them removes their folder too, unless it is kept.
   *
   * @param seed of the nodes' entropy, unless the folder is kept: a later start on it must draw
   *     none of the names that an earlier one has drawn
   * @throws IOException if the folder cannot be used
   * @throws IllegalArgumentException if the kept folder has the data of another number of nodes
   */
  public Opened open(Application application, Deployment deployment, long seed) throws IOException {
    if (keeping) {
      refuseOtherLayout(deployment.nodeCount());
    }
    history.begins(deployment);
    Folders folder = keeping ? Folders.kept(data) : Folders.in(data);
    try {
      long drawn = keeping ? new SplittableRandom().nextLong() : seed;
      OpenNodes open = opener.open(application, deployment, folder.path(), drawn);
      return new Opened(this, application, deployment, open, folder);
    } catch (IOException | RuntimeException e) {
      folder.close();
      throw e;
    }
  }

  /**
   * Refuses a folder in which one node has left its data where several would not look, or the other
   * way round: the run would begin anew beside it.
   */
  private void refuseOtherLayout(int nodes) {
    List<Path> other = nodes == 1 ? LocalNodes.folders(data, 2) : List.of(data);
    if (Files.exists(other.getFirst().resolve(NodeFolder.MARK))) {
      throw new IllegalArgumentException(
          "the folder %s has the data of %s: run as many nodes, or give another --data folder"
              .formatted(data, nodes == 1 ? "several nodes" : "one node"));
    }
  }

  /** The nodes of one run. */
  public record Opened(
      RealNodes of, Application application, Deployment deployment, OpenNodes open, Folders folder)
      implements RunNodes {
    /** Returns the first of the nodes. */
    public Node node() {
      return open.node();
    }

    @Override
    public List<Node> nodes() {
      return open.nodes();
    }

    @Override
    public void commit(
        long count, LongFunction<TransactionRequest> request, Consumer<Outcome.Committed> sink)
        throws InterruptedException {
      Bulk.commit(Bulk::each, open::home, count, request, sink);
    }

    @Override
    public void read(long count, LongFunction<ActorId> actor, Consumer<Node.ReadResult> sink)
        throws InterruptedException {
      Bulk.read(Bulk::each, open::home, count, actor, sink);
    }

    @Override
    public LoadResult load(
        NodeTarget.Requests requests,
        NodeTarget.Entry entry,
        LoadPlan plan,
        ClosedLoop.Measuring measuring)
        throws InterruptedException {
      return ClosedLoop.run(new NodeTarget(nodes(), entry, requests, of.history), plan, measuring);
    }

    @Override
    public void close() {
      try (folder) {
        open.close();
        of.trace.ends(application, deployment);
        of.history.ends(
            application, deployment, LocalNodes.folders(folder.path(), deployment.nodeCount()));
      } catch (IOException failed) {
        throw new UncheckedIOException(failed.getMessage(), failed);
      }
    }
  }
}
