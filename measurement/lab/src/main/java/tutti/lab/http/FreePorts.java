package tutti.lab.http;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import tutti.engine.deployment.NodeAddress;

/** Ports of this machine at which no process listens now. */
public final class FreePorts {
  /**
   * The first port, below those that systems give to callers: a port at which no process listens
   * now is not taken by a connection before its node starts.
   */
  private static final int FIRST = 20_000;

  private static final int COUNT = 12_000;

  /** The next port: processes of one machine begin at different ones. */
  private static final AtomicInteger NEXT =
      new AtomicInteger((int) (ProcessHandle.current().pid() * 61 % COUNT));

  private FreePorts() {}

  /** Returns addresses for that many nodes, which are named {@code n0}, {@code n1}, … */
  public static List<NodeAddress> addresses(int count) throws IOException {
    List<NodeAddress> addresses = new ArrayList<>();
    for (int port : numbers(count)) {
      addresses.add(new NodeAddress("n" + addresses.size(), "127.0.0.1", port));
    }
    return addresses;
  }

  private static ServerSocket free() throws IOException {
    IOException last = null;
    for (int i = 0; i < COUNT; i++) {
      int port = FIRST + Math.floorMod(NEXT.getAndIncrement(), COUNT);
      try {
        return new ServerSocket(port, 1, InetAddress.getLoopbackAddress());
      } catch (IOException taken) {
        last = taken;
      }
    }
    throw new IOException("no port is free between " + FIRST + " and " + (FIRST + COUNT), last);
  }

  /** Returns different free ports, none of which this process was given before. */
  public static List<Integer> numbers(int count) throws IOException {
    List<ServerSocket> sockets = new ArrayList<>();
    try {
      for (int i = 0; i < count; i++) {
        sockets.add(free());
      }
      return sockets.stream().map(ServerSocket::getLocalPort).toList();
    } finally {
      for (ServerSocket socket : sockets) {
        socket.close();
      }
    }
  }
}
