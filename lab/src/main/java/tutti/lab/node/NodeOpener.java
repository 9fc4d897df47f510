package tutti.lab.node;

import java.io.IOException;
import java.nio.file.Path;
import tutti.engine.deployment.Deployment;
import tutti.engine.history.History;
import tutti.engine.node.Node;
import tutti.model.Application;

/** Opens nodes to measure, on real threads and a real disk. */
@FunctionalInterface
public interface NodeOpener {

  /**
   * Opens a node.
   *
   * @param data its data folder; not touched with {@code durability = off}
   * @param seed of its entropy
   * @throws IOException if the folder cannot be used
   */
  OpenNode open(
      Application application, Deployment deployment, Path data, long seed, History history)
      throws IOException;

  /** A node, and how to end it and the threads that were made for it. */
  interface OpenNode extends AutoCloseable {
    Node node();

    @Override
    void close();
  }
}
