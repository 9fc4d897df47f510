package tutti.lab.ycsb;

import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.function.LongFunction;
import org.jspecify.annotations.Nullable;
import tutti.engine.deployment.Deployment;
import tutti.engine.node.Node;
import tutti.engine.transaction.submission.Outcome;
import tutti.engine.transaction.submission.TransactionRequest;
import tutti.engine.transport.Tap;
import tutti.lab.load.LoadPlan;
import tutti.lab.load.LoadResult;
import tutti.lab.measure.Machine;
import tutti.lab.node.NodeTarget;

/** Nodes with partitions, real or of a model, opened for one run. */
interface Partitions extends AutoCloseable {

  /** The source of the partitions of runs. */
  interface Source {
    /**
     * @param tap hears their messages to each other
     */
    Partitions open(Deployment deployment, LoadPlan plan, Tap tap) throws IOException;

    /** Returns the machine that a model stands for; null for real nodes. */
    default @Nullable Machine machine() {
      return null;
    }
  }

  List<Node> nodes();

  /**
   * Runs requests of partitions, all of which must commit.
   *
   * @throws IllegalStateException if one does not
   */
  void commit(long count, LongFunction<TransactionRequest> request) throws InterruptedException;

  /** Returns the outcome of a request of a partition. */
  Outcome ask(TransactionRequest request) throws InterruptedException;

  /** Loads the partitions; each request goes to the node of its first partition. */
  LoadResult load(NodeTarget.Requests requests, LoadPlan plan) throws InterruptedException;

  /** Returns the shares of the measured time of the cores, as far as they are known. */
  default Map<String, Double> shares() {
    return Map.of();
  }

  @Override
  void close();
}
