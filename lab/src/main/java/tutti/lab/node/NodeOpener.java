package tutti.lab.node;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import tutti.engine.deployment.Deployment;
import tutti.engine.history.History;
import tutti.engine.node.Node;
import tutti.model.ActorId;
import tutti.model.Application;

/** Opens nodes to measure, on real threads and a real disk. */
@FunctionalInterface
public interface NodeOpener {

  /**
   * Opens the nodes of a deployment.
   *
   * @param data the data folder of one node, or where several have theirs; not touched with {@code
   *     durability = off}
   * @param seed of their entropy
   * @throws IOException if the folder cannot be used
   */
  OpenNode open(
      Application application, Deployment deployment, Path data, long seed, History history)
      throws IOException;

  /** Nodes that are joined, mostly one, and how to end them and the threads made for them. */
  interface OpenNode extends AutoCloseable {
    /** The first of them. */
    Node node();

    /** Returns all nodes, by number. */
    default List<Node> nodes() {
      return List.of(node());
    }

    /** The number of the node that an actor lives on. */
    default int nodeOf(ActorId actor) {
      return 0;
    }

    /** The node that an actor lives on. */
    default Node home(ActorId actor) {
      return nodes().get(nodeOf(actor));
    }

    @Override
    void close();
  }
}
