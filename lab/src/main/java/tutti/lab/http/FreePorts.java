package tutti.lab.http;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.ArrayList;
import java.util.List;
import tutti.engine.deployment.NodeAddress;

/** Ports of this machine at which nobody listens now. */
public final class FreePorts {
  private FreePorts() {}

  /** Addresses for that many nodes, which are named {@code n0}, {@code n1}, … */
  static List<NodeAddress> addresses(int count) throws IOException {
    List<NodeAddress> addresses = new ArrayList<>();
    for (int port : numbers(count)) {
      addresses.add(new NodeAddress("n" + addresses.size(), "127.0.0.1", port));
    }
    return addresses;
  }

  /** That many different ones. */
  public static List<Integer> numbers(int count) throws IOException {
    List<ServerSocket> sockets = new ArrayList<>();
    try {
      for (int i = 0; i < count; i++) {
        // All are held until all are known: no port is given twice.
        sockets.add(new ServerSocket(0, 1, InetAddress.getLoopbackAddress()));
      }
      return sockets.stream().map(ServerSocket::getLocalPort).toList();
    } finally {
      for (ServerSocket socket : sockets) {
        socket.close();
      }
    }
  }
}
