package tutti.lab.node;

import java.io.IOException;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.LongFunction;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import tutti.engine.concurrency.ConcurrencyControl;
import tutti.engine.deployment.Deployment;
import tutti.engine.node.Node;
import tutti.lab.load.ClosedLoop;
import tutti.lab.load.LoadPlan;
import tutti.lab.load.LoadResult;
import tutti.lab.measure.Machine;
import tutti.model.ActorId;
import tutti.model.Application;

/** The nodes of one run, real ones of this process or those of a model; closing it ends them. */
public interface RunNodes extends Commits, AutoCloseable {

  /** A source of nodes, new ones for every run. */
  interface Source {
    /**
     * Opens the nodes of a run.
     *
     * @throws IOException if their folder cannot be used
     */
    RunNodes open(Application application, Deployment deployment, LoadPlan plan) throws IOException;

    /**
     * Returns a source of such nodes with a watched concurrency control.
     *
     * @param watched as {@link tutti.engine.node.Ports.Watched#control}
     */
    Source watchedBy(UnaryOperator<ConcurrencyControl> watched);

    /** Returns the machine that a model stands for; null for real nodes. */
    default @Nullable Machine simulatedMachine() {
      return null;
    }
  }

  /** Returns all nodes, by number. */
  List<Node> nodes();

  /** Returns the time of the nodes, in nanoseconds from any origin. */
  default long nanos() {
    return System.nanoTime();
  }

  /** Returns the nodes that clients ask: those near them where places matter, else the given. */
  default NodeTarget.Entry near(NodeTarget.Entry usual) {
    return usual;
  }

  /** Returns whether a node is near a client: at its place, where places matter. */
  default boolean isNear(int node, int client) {
    return true;
  }

  /** Reads actors, each on its own node; {@code sink} is given each answer, on any thread. */
  void read(long count, LongFunction<ActorId> actor, Consumer<Node.ReadResult> sink)
      throws InterruptedException;

  /** Loads the nodes as planned, with another measurement beside this one. */
  LoadResult load(
      NodeTarget.Requests requests,
      NodeTarget.Entry entry,
      LoadPlan plan,
      ClosedLoop.Measuring measuring)
      throws InterruptedException;

  @Override
  void close();
}
