package tutti.engine.deployment;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** Ports of this machine at which no process listens now, for nodes of tests and benches. */
public final class FreePorts {
  /**
   * The first port, below those that systems give to callers: a port at which no process listens
   * now is not taken by a connection before its node starts, or starts again.
   */
  private static final int FIRST = 11_000;

  private static final int BLOCK = 1000;

  private static final int BLOCKS = 21;

  /**
   * The ports of this process: the first of its block is held for as long as it lives, so that no
   * other process takes a port that is free here because its node is away, or not there yet.
   */
  private static final ServerSocket OWN = block();

  private static final AtomicInteger NEXT = new AtomicInteger();

  private FreePorts() {}

  /** Returns addresses for that many nodes, which are named {@code n0}, {@code n1}, … */
  public static List<NodeAddress> addresses(int count) throws IOException {
    List<NodeAddress> addresses = new ArrayList<>();
    for (int port : numbers(count)) {
      addresses.add(new NodeAddress("n" + addresses.size(), "127.0.0.1", port));
    }
    return addresses;
  }

  private static ServerSocket block() {
    int begin = (int) (ProcessHandle.current().pid() % BLOCKS);
    for (int i = 0; i < BLOCKS; i++) {
      ServerSocket own = listening(FIRST + (begin + i) % BLOCKS * BLOCK);
      if (own != null) {
        return own;
      }
    }
    throw new IllegalStateException("other processes have all ports from " + FIRST + " on");
  }

  private static ServerSocket free() throws IOException {
    int own = OWN.getLocalPort();
    for (int tries = 1; tries < BLOCK; tries++) {
      ServerSocket free = listening(own + 1 + Math.floorMod(NEXT.getAndIncrement(), BLOCK - 1));
      if (free != null) {
        return free;
      }
    }
    throw new IOException("no port is free between " + own + " and " + (own + BLOCK));
  }

  private static @Nullable ServerSocket listening(int port) {
    try {
      return new ServerSocket(port, 1, InetAddress.getLoopbackAddress());
    } catch (IOException taken) {
      return null;
    }
  }

  /** Returns different free ports, none of which this process was given lately. */
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
