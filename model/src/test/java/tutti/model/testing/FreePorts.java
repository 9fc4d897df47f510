package tutti.model.testing;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/** Ports of this machine at which no process listens now. */
public final class FreePorts {
  private FreePorts() {}

  /** Returns different free ports. */
  public static List<Integer> numbers(int count) throws IOException {
    List<ServerSocket> sockets = new ArrayList<>();
    try {
      // All are held until all are known: no port is given twice.
      for (int i = 0; i < count; i++) {
        sockets.add(new ServerSocket(0, 1, InetAddress.getLoopbackAddress()));
      }
      return sockets.stream().map(ServerSocket::getLocalPort).toList();
    } finally {
      for (ServerSocket socket : sockets) {
        socket.close();
      }
    }
  }

  /** Returns the block of a deployment file that has nodes of these names at free ports. */
  public static String nodes(List<String> names) throws IOException {
    List<Integer> ports = numbers(names.size());
    StringBuilder nodes = new StringBuilder("nodes {\n");
    for (int i = 0; i < names.size(); i++) {
      nodes.append(names.get(i) + " = \"127.0.0.1:" + ports.get(i) + "\"\n");
    }
    return nodes.append("}").toString();
  }

  /** Returns that block with so many nodes: {@code n0}, {@code n1} and so on. */
  public static String nodes(int count) throws IOException {
    return nodes(IntStream.range(0, count).mapToObj(i -> "n" + i).toList());
  }
}
