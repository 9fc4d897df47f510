package tutti.lab.http;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.SocketChannel;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Requests that are sent when their times have come, whether earlier requests are answered or not,
 * all on the calling thread. A request takes a connection on which no answer is awaited, or opens
 * one. If no answer has come for as long as its client waits, the client closes the connection.
 *
 * <p>For example, a server stands still for three seconds, and a request is sent every millisecond
 * by clients that wait for 700 ms. The loop opens 3,000 connections, and has closed 2,300 of them
 * when the server continues.
 *
 * @param <R> the requests
 */
public final class OpenLoop<R extends OpenLoop.Request> implements AutoCloseable {
  private static final int FIRST_BUFFER = 4 << 10;
  private static final int MOST_BUFFER = 4 << 20;
  private static final long TICK_NANOS = 100_000_000;

  private final List<InetSocketAddress> servers;
  private final long patienceNanos;
  private final Selector selector;
  private final List<ArrayDeque<Connection>> idle = new ArrayList<>();

  /**
   * The connections on which an answer is awaited, and some that had it, in the order of sending.
   */
  private final ArrayDeque<Waiting<R>> waiting = new ArrayDeque<>();

  private int busy;

  /** One request as it is sent once. */
  public interface Request {
    /** Returns the number of the server that is asked. */
    int server();

    /** Returns its bytes; each call returns buffers of their own. */
    ByteBuffer[] bytes();
  }

  /** The source of requests, which is told how they end. */
  public interface Source<R> {
    /** Returns when the next request is due, as of {@link System#nanoTime}. */
    long due();

    /** Takes the next request, which is due. */
    R next();

    /** Takes an answer; it may be looked at until this method returns. */
    void answered(R request, HttpLoop.Answer answer);

    /**
     * Takes note that a request has no answer.
     *
     * @param waited whether its client has waited for its whole time; if not, no connection could
     *     be made or it broke
     */
    void unanswered(R request, boolean waited);
  }

  /** A request on its way. */
  private record Waiting<R>(R request, Connection connection, long sent) {}

  private static final class Connection extends BufferedAnswer {
    final int server;
    final SocketChannel channel;
    final SelectionKey key;
    ByteBuffer @Nullable [] out;
    @Nullable Object request;
    long sent;

    Connection(int server, SocketChannel channel, Selector selector) throws IOException {
      super(FIRST_BUFFER);
      this.server = server;
      this.channel = channel;
      this.key = channel.register(selector, 0, this);
    }

    /** Writes what the socket takes, and awaits the rest and the answer. */
    void write() throws IOException {
      ByteBuffer[] bytes = out;
      if (bytes != null) {
        channel.write(bytes);
        out = bytes[bytes.length - 1].hasRemaining() ? bytes : null;
      }
      key.interestOps(out == null ? SelectionKey.OP_READ : SelectionKey.OP_WRITE);
    }

    void end() {
      try {
        channel.close();
      } catch (IOException gone) {
        // The connection was to be closed anyway.
      }
    }
  }

  /**
   * @param servers that requests name by their numbers, from 0
   * @param patienceNanos the time for which a client waits for an answer
   */
  public OpenLoop(List<InetSocketAddress> servers, long patienceNanos) throws IOException {
    this.servers = List.copyOf(servers);
    this.patienceNanos = patienceNanos;
    this.selector = Selector.open();
    servers.forEach(server -> idle.add(new ArrayDeque<>()));
  }

  /** Returns the number of requests whose end is not known yet. */
  public int busy() {
    return busy;
  }

  /**
   * Sends and receives until the time is over.
   *
   * @param until as of {@link System#nanoTime}
   */
  public void drive(Source<R> source, long until) throws IOException {
    long now = System.nanoTime();
    while (now - until < 0) {
      while (source.due() - now <= 0) {
        send(source.next(), source, now);
      }
      giveUp(source, now);
      long next = Math.min(until - now, Math.min(source.due() - now, TICK_NANOS));
      Waiting<R> oldest = waiting.peek();
      if (oldest != null) {
        next = Math.min(next, oldest.sent + patienceNanos - now);
      }
      // A request may be sent a millisecond late: no core is used for waiting.
      selector.select(Math.max(1, next / 1_000_000));
      for (SelectionKey key : selector.selectedKeys()) {
        if (key.attachment() instanceof Connection connection) {
          ready(connection, source);
        }
      }
      selector.selectedKeys().clear();
      now = System.nanoTime();
    }
  }

  private void send(R request, Source<R> source, long now) {
    busy++;
    Connection connection = null;
    try {
      connection = idle.get(request.server()).pollLast();
      if (connection == null) {
        connection = connect(request.server());
      }
      connection.in.clear();
      connection.request = request;
      connection.sent = now;
      connection.out = request.bytes();
      waiting.add(new Waiting<>(request, connection, now));
      if (connection.channel.isConnected()) {
        connection.write();
      } else {
        connection.key.interestOps(SelectionKey.OP_CONNECT);
      }
    } catch (IOException broken) {
      if (connection != null) {
        connection.request = null;
        connection.end();
      }
      busy--;
      source.unanswered(request, false);
    }
  }

  private Connection connect(int server) throws IOException {
    SocketChannel channel = SocketChannel.open();
    try {
      channel.setOption(StandardSocketOptions.TCP_NODELAY, true);
      channel.configureBlocking(false);
      Connection made = new Connection(server, channel, selector);
      channel.connect(servers.get(server));
      return made;
    } catch (IOException | RuntimeException failed) {
      channel.close();
      throw failed;
    }
  }

  /** Closes the connections whose clients have waited for long enough. */
  private void giveUp(Source<R> source, long now) {
    Waiting<R> oldest = waiting.peek();
    while (oldest != null
        && (oldest.connection.request != oldest.request
            || now - oldest.sent - patienceNanos >= 0)) {
      waiting.remove();
      if (oldest.connection.request == oldest.request) {
        oldest.connection.request = null;
        oldest.connection.end();
        busy--;
        source.unanswered(oldest.request, true);
      }
      oldest = waiting.peek();
    }
  }

  private void ready(Connection connection, Source<R> source) {
    try {
      if (!connection.key.isValid()) {
        return;
      }
      if (connection.key.isConnectable()) {
        connection.channel.finishConnect();
        connection.write();
      } else if (connection.key.isWritable()) {
        connection.write();
      } else if (connection.key.isReadable()) {
        read(connection, source);
      }
    } catch (IOException broken) {
      broken(connection, source);
    }
  }

  private void read(Connection connection, Source<R> source) throws IOException {
    if (!connection.in.hasRemaining()) {
      if (connection.in.capacity() >= MOST_BUFFER) {
        throw new IOException("an answer of more than " + MOST_BUFFER + " bytes");
      }
      connection.in =
          ByteBuffer.wrap(Arrays.copyOf(connection.in.array(), 2 * connection.in.capacity()))
              .position(connection.in.capacity());
    }
    if (connection.channel.read(connection.in) < 0) {
      throw new IOException("the server ended the connection");
    }
    if (connection.request == null || !HttpAnswers.whole(connection.in)) {
      return;
    }
    connection.nanos = System.nanoTime() - connection.sent;
    R request = taken(connection);
    boolean ends = "close".equals(connection.header("connection"));
    source.answered(request, connection);
    if (ends) {
      connection.end();
    } else {
      idle.get(connection.server).add(connection);
    }
  }

  private void broken(Connection connection, Source<R> source) {
    connection.end();
    if (connection.request == null) {
      idle.get(connection.server).remove(connection);
    } else {
      source.unanswered(taken(connection), false);
    }
  }

  @SuppressWarnings("unchecked") // Only requests of this loop are put there.
  private R taken(Connection connection) {
    R request = (R) Objects.requireNonNull(connection.request);
    connection.request = null;
    busy--;
    return request;
  }

  @Override
  public void close() throws IOException {
    for (SelectionKey key : selector.keys()) {
      key.channel().close();
    }
    selector.close();
  }
}
