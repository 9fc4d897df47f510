package tutti.model.testing;

import java.io.IOException;
import java.net.BindException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;

/** Ports of this machine at which no process listens now. */
public final class FreePorts {
  /**
   * The first port, below those that systems give to callers: a port at which no process listens
   * now is not taken by a connection before its node starts, or starts again.
   */
  private static final int FIRST = 11_000;

  private static final int COUNT = 9_000;

  /** The next port: processes of one machine begin at different ones. */
  private static final AtomicInteger NEXT =
      new AtomicInteger((int) (ProcessHandle.current().pid() * 61 % COUNT));

  private FreePorts() {}

  /** Returns different free ports. */
  public static List<Integer> numbers(int count) throws IOException {
    List<ServerSocket> sockets = new ArrayList<>();
    try {
      // All are held until all are known: no port is given twice.
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

  private static ServerSocket free() throws IOException {
    for (int tries = 0; tries < COUNT; tries++) {
      int port = FIRST + NEXT.getAndIncrement() % COUNT;
      try {
        return new ServerSocket(port, 1, InetAddress.getLoopbackAddress());
      } catch (BindException taken) {
        // The next one may be free.
      }
    }
    throw new IOException("no port from " + FIRST + " to " + (FIRST + COUNT - 1) + " is free");
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
