package tutti.lab.http;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.ArrayList;
import java.util.List;
import tutti.engine.deployment.NodeAddress;

/** Addresses on this machine at which nobody listens now. */
final class FreePorts {
  private FreePorts() {}

  /** For that many nodes, which are named {@code n0}, {@code n1}, … */
  static List<NodeAddress> addresses(int count) throws IOException {
    List<ServerSocket> sockets = new ArrayList<>();
    try {
      List<NodeAddress> addresses = new ArrayList<>();
      for (int i = 0; i < count; i++) {
        // All are held until all are known: no port is given twice.
        sockets.add(new ServerSocket(0, 1, InetAddress.getLoopbackAddress()));
        addresses.add(new NodeAddress("n" + i, "127.0.0.1", sockets.getLast().getLocalPort()));
      }
      return addresses;
    } finally {
      for (ServerSocket socket : sockets) {
        socket.close();
      }
    }
  }
}
