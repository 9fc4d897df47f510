package tutti.engine.deployment;

/**
 * The whole content of a deployment file.
 *
 * @param deployment how the application runs
 * @param server how it is reached
 */
public record Settings(Deployment deployment, ServerSettings server) {
  /** The settings of an empty file. */
  public static final Settings DEFAULT = new Settings(Deployment.DEFAULT, ServerSettings.DEFAULT);

  /**
   * The port that a node's HTTP service listens on: its own {@code http}; else {@code server.port}
   * for the first node of a machine, and for each further one the next port that is free there.
   *
   * @param node the number of one of the deployment's nodes, or 0 if there are none
   * @return 0 for any free one
   */
  public int httpPort(int node) {
    return deployment.nodes().isEmpty() ? server.port() : HttpPorts.of(this).get(node);
  }

  /** Returns these settings with HTTP on this port and no node with a port of its own. */
  public Settings withHttpPort(int port) {
    return new Settings(deployment, server.withPort(port));
  }
}
