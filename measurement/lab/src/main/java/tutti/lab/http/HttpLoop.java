package tutti.lab.http;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.SocketChannel;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Connections that are kept alive, each with at most one request on its way, all on the calling
 * thread. The loop does as little as it can, so that a small machine is left to the servers.
 */
public final class HttpLoop implements AutoCloseable {
  private static final int BUFFER = 64 * 1024;
  private static final long TICK_MILLIS = 100;

  private final Selector selector = Selector.open();
  private final Connection[] connections;
  private int busy;

  /** The source of the connections' requests, which is told the answers. */
  public interface Source {
    /** Returns the next request of a connection, or null if it has none any more. */
    byte @Nullable [] next(int connection);

    /** Takes an answer; it may be looked at until this method returns. */
    void answered(int connection, Answer answer);
  }

  /** One answer. */
  public interface Answer {
    int status();

    /** Returns the time since the request was sent. */
    long nanos();

    /** Returns the body as text. */
    String body();

    /**
     * Returns the value of a header field, in lower case; null if there is none.
     *
     * @param name in lower case
     */
    @Nullable String header(String name);
  }

  private static final class Connection extends BufferedAnswer {
    final int number;
    final SocketChannel channel;
    boolean busy;
    long sent;

    Connection(int number, SocketChannel channel, int buffer) {
      super(buffer);
      this.number = number;
      this.channel = channel;
    }
  }

  /**
   * Connects to the servers.
   *
   * @param servers connections are dealt out to them in turn
   * @param count of connections
   * @throws IOException if a server cannot be reached
   */
  public HttpLoop(List<InetSocketAddress> servers, int count) throws IOException {
    this(servers, count, BUFFER);
  }

  /**
   * Connects to the servers.
   *
   * @param servers connections are dealt out to them in turn
   * @param count of connections
   * @param buffer the most bytes of an answer
   * @throws IOException if a server cannot be reached
   */
  public HttpLoop(List<InetSocketAddress> servers, int count, int buffer) throws IOException {
    connections = new Connection[count];
    try {
      for (int i = 0; i < count; i++) {
        SocketChannel channel = SocketChannel.open(servers.get(i % servers.size()));
        channel.setOption(StandardSocketOptions.TCP_NODELAY, true);
        channel.configureBlocking(false);
        connections[i] = new Connection(i, channel, buffer);
        channel.register(selector, SelectionKey.OP_READ, connections[i]);
      }
    } catch (IOException | RuntimeException e) {
      close();
      throw e;
    }
  }

  /**
   * Sends and receives until the time is over, or no connection has a request to send any more.
   *
   * @param until as of {@link System#nanoTime}
   * @throws IOException if a connection breaks or an answer is none
   */
  public void drive(Source source, long until) throws IOException {
    for (Connection connection : connections) {
      if (!connection.busy) {
        send(connection, source);
      }
    }
    receive(source, until);
  }

  /**
   * Waits for the answers that are still on their way, and sends no more.
   *
   * @return whether all came in time
   */
  public boolean drain(Source source, long until) throws IOException {
    receive(
        new Source() {
          @Override
          public byte @Nullable [] next(int connection) {
            return null;
          }

          @Override
          public void answered(int connection, Answer answer) {
            source.answered(connection, answer);
          }
        },
        until);
    return busy == 0;
  }

  private void receive(Source source, long until) throws IOException {
    while (busy > 0 && System.nanoTime() - until < 0) {
      selector.select(TICK_MILLIS);
      for (SelectionKey key : selector.selectedKeys()) {
        if (key.attachment() instanceof Connection connection) {
          receive(connection, source);
        }
      }
      selector.selectedKeys().clear();
    }
  }

  private void send(Connection connection, Source source) throws IOException {
    byte[] bytes = source.next(connection.number);
    if (bytes == null) {
      return;
    }
    connection.busy = true;
    busy++;
    connection.sent = System.nanoTime();
    ByteBuffer request = ByteBuffer.wrap(bytes);
    while (request.hasRemaining()) {
      connection.channel.write(request);
    }
  }

  private void receive(Connection connection, Source source) throws IOException {
    if (connection.channel.read(connection.in) < 0) {
      throw new IOException("the server ended the connection");
    }
    if (!HttpAnswers.whole(connection.in)) {
      if (!connection.in.hasRemaining()) {
        throw new IOException("an answer of more than " + connection.in.capacity() + " bytes");
      }
      return;
    }
    connection.nanos = System.nanoTime() - connection.sent;
    connection.busy = false;
    busy--;
    source.answered(connection.number, connection);
    connection.in.clear();
    send(connection, source);
  }

  @Override
  public void close() throws IOException {
    for (SelectionKey key : selector.keys()) {
      key.channel().close();
    }
    selector.close();
  }
}
