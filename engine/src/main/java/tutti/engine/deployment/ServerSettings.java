package tutti.engine.deployment;

import java.util.Map;

/**
 * Where and how the HTTP service listens: {@code server.*} in the deployment file, and {@code http}
 * of its nodes.
 *
 * @param host the address to listen on; loopback unless told otherwise
 * @param port 0 takes any free port
 * @param maxBodyBytes the largest request body that is read, in bytes
 * @param nodePorts the ports of nodes that have one of their own, by the node's name
 */
public record ServerSettings(
    String host, int port, long maxBodyBytes, Map<String, Integer> nodePorts) {
  public static final ServerSettings DEFAULT = new ServerSettings("localhost", 8080, 1L << 20);

  public ServerSettings {
    nodePorts = Map.copyOf(nodePorts);
  }

  /** No node has a port of its own. */
  public ServerSettings(String host, int port, long maxBodyBytes) {
    this(host, port, maxBodyBytes, Map.of());
  }
}
