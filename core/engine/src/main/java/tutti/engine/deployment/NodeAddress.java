package tutti.engine.deployment;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/**
 * A node, and where the other nodes reach it.
 *
 * @param name the node's name for people: a letter, then letters, digits, {@code -} and {@code _}
 * @param host a name or an address; an IPv6 one without brackets
 * @param port 1 to 65535
 */
public record NodeAddress(String name, String host, int port) {

  /** Returns {@code host:port}, as in the deployment file. */
  String address() {
    return (host.indexOf(':') >= 0 ? "[" + host + "]" : host) + ":" + port;
  }

  /** Returns the host, or this machine by one name of several. */
  public String machine() {
    return switch (host) {
      case "127.0.0.1", "::1", "0:0:0:0:0:0:0:1" -> "localhost";
      default -> host;
    };
  }

  /** Returns nodes as the value of {@code nodes} in a deployment file. */
  public static String text(List<NodeAddress> nodes) {
    return nodes.stream()
        .map(node -> node.name() + " = \"" + node.address() + "\"")
        .collect(Collectors.joining(", ", "{ ", " }"));
  }

  /** Names for nodes that are joined within one process, where no node listens at the addresses. */
  public static List<NodeAddress> inOneProcess(int count) {
    List<NodeAddress> nodes = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      nodes.add(new NodeAddress("n" + i, "127.0.0.1", 7401 + i));
    }
    return List.copyOf(nodes);
  }

  /**
   * Returns addresses for nodes on this machine, at ports at which no process listens now.
   *
   * @throws UncheckedIOException if the machine has no such ports
   */
  public static List<NodeAddress> onThisMachine(int count) {
    List<ServerSocket> sockets = new ArrayList<>();
    List<NodeAddress> nodes = new ArrayList<>();
    try {
      try {
        // All are held until all are known: no port is given twice.
        for (int i = 0; i < count; i++) {
          ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
          sockets.add(socket);
          nodes.add(new NodeAddress("n" + i, "127.0.0.1", socket.getLocalPort()));
        }
      } finally {
        for (ServerSocket socket : sockets) {
          socket.close();
        }
      }
    } catch (IOException e) {
      throw new UncheckedIOException("no port of this machine is free", e);
    }
    return List.copyOf(nodes);
  }
}
