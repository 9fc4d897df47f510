package tutti.engine.deployment;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The port that each node's HTTP service listens on: its own {@code http}; else {@code server.port}
 * for the first node of a machine, and for each further one the next port that no other node there
 * has.
 */
final class HttpPorts {
  private HttpPorts() {}

  /** The ports of the nodes, in order. 0 is any free one. */
  static List<Integer> of(Settings settings) {
    List<NodeAddress> nodes = settings.deployment().nodes();
    ServerSettings server = settings.server();
    Map<String, Set<Integer>> taken = new HashMap<>();
    for (NodeAddress node : nodes) {
      Set<Integer> ports = taken.computeIfAbsent(node.machine(), m -> new HashSet<>());
      ports.add(node.port());
      ports.add(server.nodePorts().getOrDefault(node.name(), 0));
    }
    List<Integer> all = new ArrayList<>();
    for (NodeAddress node : nodes) {
      Set<Integer> others = taken.getOrDefault(node.machine(), new HashSet<>());
      Integer own = server.nodePorts().get(node.name());
      all.add(own != null ? own : next(server.port(), others));
    }
    return List.copyOf(all);
  }

  private static int next(int first, Set<Integer> taken) {
    int port = first;
    while (port != 0 && !taken.add(port)) {
      port = port == 65_535 ? 0 : port + 1;
    }
    return port;
  }

  /** Adds a problem for each port that two would listen on. */
  static void clashes(Settings settings, Problems problems) {
    Map<String, String> taken = new HashMap<>();
    List<NodeAddress> nodes = settings.deployment().nodes();
    nodes.forEach(node -> taken.put(at(node, node.port()), "the address of node '" + node.name()));
    for (NodeAddress node : nodes) {
      Integer port = settings.server().nodePorts().get(node.name());
      if (port == null || port == 0) {
        continue;
      }
      String other = taken.putIfAbsent(at(node, port), "the HTTP port of node '" + node.name());
      if (other != null) {
        problems.add(
            "nodes.%s.http = %d is %s' on the same machine; give it another port",
            node.name(), port, other);
      }
    }
  }

  private static String at(NodeAddress node, int port) {
    return node.machine() + ":" + port;
  }
}
