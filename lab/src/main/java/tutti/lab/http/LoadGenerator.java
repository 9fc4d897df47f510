package tutti.lab.http;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.net.URI;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.SocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.HdrHistogram.Histogram;
import tools.jackson.databind.json.JsonMapper;

/**
 * A closed loop over HTTP on one thread: each connection sends its next request when its last is
 * answered. Does as little as it can, so that a machine of two cores has one left for the server.
 */
public final class LoadGenerator {
  private static final int BUFFER = 64 * 1024;

  private final HttpLoad load;
  private final Histogram latency = new Histogram(3);
  private final TreeMap<Integer, Long> statuses = new TreeMap<>();
  private long answered;

  private LoadGenerator(HttpLoad load) {
    this.load = load;
  }

  /** One connection and the request that is on its way. */
  private static final class Connection {
    final SocketChannel channel;
    final ByteBuffer in = ByteBuffer.allocate(BUFFER);
    int next;
    long sent;

    Connection(SocketChannel channel, int next) {
      this.channel = channel;
      this.next = next;
    }
  }

  /**
   * Runs a load; blocks until it is done.
   *
   * @throws IOException if a connection breaks or an answer is none
   */
  public static HttpResult run(HttpLoad load) throws IOException {
    return new LoadGenerator(load).run();
  }

  private HttpResult run() throws IOException {
    try (Selector selector = Selector.open()) {
      try {
        for (int i = 0; i < load.connections(); i++) {
          connect(selector, i);
        }
        drive(selector, System.nanoTime() + (long) (load.warmupSeconds() * 1e9));
        answered = 0;
        statuses.clear();
        latency.reset();
        double cpuBefore = cpuMicros();
        long begin = System.nanoTime();
        drive(selector, begin + (long) (load.seconds() * 1e9));
        double seconds = (System.nanoTime() - begin) / 1e9;
        double cpu = load.serverPid() < 0 ? -1 : cpuMicros() - cpuBefore;
        return new HttpResult(answered, seconds, Map.copyOf(statuses), cpu, latency.copy());
      } finally {
        for (SelectionKey key : selector.keys()) {
          key.channel().close();
        }
      }
    }
  }

  private void connect(Selector selector, int number) throws IOException {
    SocketChannel channel = SocketChannel.open(new InetSocketAddress(load.host(), load.port()));
    channel.setOption(StandardSocketOptions.TCP_NODELAY, true);
    channel.configureBlocking(false);
    int first = (int) ((long) number * load.requests().size() / load.connections());
    Connection connection = new Connection(channel, first);
    channel.register(selector, SelectionKey.OP_READ, connection);
    send(connection);
  }

  private void send(Connection connection) throws IOException {
    ByteBuffer request = ByteBuffer.wrap(load.requests().get(connection.next));
    connection.next = (connection.next + 1) % load.requests().size();
    connection.sent = System.nanoTime();
    while (request.hasRemaining()) {
      connection.channel.write(request);
    }
  }

  private void drive(Selector selector, long until) throws IOException {
    while (System.nanoTime() < until) {
      selector.select(100);
      for (SelectionKey key : selector.selectedKeys()) {
        if (key.attachment() instanceof Connection connection) {
          receive(connection);
        }
      }
      selector.selectedKeys().clear();
    }
  }

  private void receive(Connection connection) throws IOException {
    if (connection.channel.read(connection.in) < 0) {
      throw new IOException("the server ended the connection");
    }
    if (!whole(connection.in)) {
      if (!connection.in.hasRemaining()) {
        throw new IOException("an answer of more than " + BUFFER + " bytes");
      }
      return;
    }
    latency.recordValue(System.nanoTime() - connection.sent);
    answered++;
    statuses.merge(status(connection.in.array()), 1L, Long::sum);
    connection.in.clear();
    send(connection);
  }

  private static int status(byte[] answer) {
    return (answer[9] - '0') * 100 + (answer[10] - '0') * 10 + answer[11] - '0';
  }

  /** Whether the buffer has a head and as many bytes behind it as its Content-Length says. */
  private static boolean whole(ByteBuffer in) throws IOException {
    byte[] bytes = in.array();
    int end = in.position();
    int length = -1;
    for (int i = 0; i + 3 < end; i++) {
      if (bytes[i] != '\r' || bytes[i + 1] != '\n') {
        continue;
      }
      if (bytes[i + 2] == '\r' && bytes[i + 3] == '\n') {
        if (length < 0) {
          throw new IOException("an answer without Content-Length");
        }
        return end - (i + 4) >= length;
      }
      if (isContentLength(bytes, i + 2, end)) {
        length = number(bytes, i + 2 + NAME.length);
      }
    }
    return false;
  }

  private static final byte[] NAME = {
    'c', 'o', 'n', 't', 'e', 'n', 't', '-', 'l', 'e', 'n', 'g', 't', 'h', ':'
  };

  private static boolean isContentLength(byte[] bytes, int at, int end) {
    if (at + NAME.length >= end) {
      return false;
    }
    for (int i = 0; i < NAME.length; i++) {
      byte c = bytes[at + i];
      if ((c >= 'A' && c <= 'Z' ? c + 32 : c) != NAME[i]) {
        return false;
      }
    }
    return true;
  }

  private static int number(byte[] bytes, int from) {
    int at = from;
    while (bytes[at] == ' ') {
      at++;
    }
    int number = 0;
    while (bytes[at] >= '0' && bytes[at] <= '9') {
      number = number * 10 + bytes[at++] - '0';
    }
    return number;
  }

  /** CPU time of the server so far. */
  private double cpuMicros() {
    return ProcessHandle.of(load.serverPid())
        .flatMap(process -> process.info().totalCpuDuration())
        .map(Duration::toNanos)
        .map(nanos -> nanos / 1e3)
        .orElse(-1.0);
  }

  /**
   * Runs a load and prints its result as JSON: {@code URL REQUESTS_FILE CONNECTIONS WARMUP SECONDS
   * [SERVER_PID]}. The file has a line for each request: a path, a space, a JSON body.
   */
  public static void main(String[] arguments) throws IOException {
    if (arguments.length < 5) {
      System.err.println(
          "usage: LoadGenerator URL REQUESTS_FILE CONNECTIONS WARMUP SECONDS [SERVER_PID]");
      System.exit(2);
    }
    URI server = URI.create(arguments[0]);
    List<byte[]> requests = HttpLoad.parse(server, Files.readAllLines(Path.of(arguments[1])));
    HttpResult result =
        run(
            new HttpLoad(
                server.getHost(),
                server.getPort(),
                requests,
                Integer.parseInt(arguments[2]),
                Double.parseDouble(arguments[3]),
                Double.parseDouble(arguments[4]),
                arguments.length > 5 ? Long.parseLong(arguments[5]) : -1));
    System.out.println(new JsonMapper().writeValueAsString(result.tree()));
  }
}
