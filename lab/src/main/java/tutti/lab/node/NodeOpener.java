package tutti.lab.node;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import tutti.engine.deployment.Deployment;
import tutti.engine.history.History;
import tutti.engine.node.Node;
import tutti.model.ActorId;
import tutti.model.Application;

/** An opener of nodes to measure, on real threads and a real disk. */
@FunctionalInterface
public interface NodeOpener {

  /**
   * Opens the nodes of a deployment.
   *
   * @param data the data folder of one node, or that of the folders of several; not touched with
   *     {@code durability = off}
   * @param seed of the nodes' entropy
   * @throws IOException if the folder cannot be used
   */
  OpenNode open(
      Application application, Deployment deployment, Path data, long seed, History history)
      throws IOException;

  /** Nodes that are joined, mostly one; closing it ends them and the threads made for them. */
  interface OpenNode extends AutoCloseable {
    /** Returns the first of the nodes. */
    Node node();

    /** Returns all nodes, by number. */
    default List<Node> nodes() {
      return List.of(node());
    }

    /** Returns the number of the node on which an actor lives. */
    default int nodeOf(ActorId actor) {
      return 0;
    }

    /** Returns the node on which an actor lives. */
    default Node home(ActorId actor) {
      return nodes().get(nodeOf(actor));
    }

    @Override
    void close();
  }
}
