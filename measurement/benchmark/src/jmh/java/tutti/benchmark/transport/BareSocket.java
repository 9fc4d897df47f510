package tutti.benchmark.transport;

import java.io.EOFException;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import tutti.lab.load.LoadPlan;
import tutti.lab.measure.RunResult;

/**
 * The smallest transport over TCP: a blocking socket and a thread at each end, four bytes of length
 * before each message; the messages of one read are answered with one write. The connection has no
 * handshake, no heartbeat and one peer.
 */
final class BareSocket implements AutoCloseable {
  private static final int ROOM = 256 << 10;

  private final SocketChannel channel;
  private final ByteBuffer in = ByteBuffer.allocateDirect(ROOM);
  private final ByteBuffer out = ByteBuffer.allocateDirect(ROOM);
  private final byte[] message;

  /** The receiver of the messages of a read. */
  private interface Sink {
    void message(byte[] bytes, int length) throws IOException;
  }

  private BareSocket(SocketChannel channel, int payload) throws IOException {
    this.channel = channel;
    this.message = new byte[payload];
    channel.setOption(StandardSocketOptions.TCP_NODELAY, true);
  }

  static RunResult run(String side, LoadPlan plan, int payload) throws Exception {
    if ((payload + 4L) * plan.clients() > ROOM) {
      // Two blocking ends that both write, and neither reads, would wait for each other.
      throw new IllegalArgumentException(
          "more than " + ROOM + " bytes on their way are too many for a bare blocking socket");
    }
    try (ServerSocketChannel server = ServerSocketChannel.open()) {
      server.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
      try (BareSocket here = new BareSocket(SocketChannel.open(server.getLocalAddress()), payload);
          BareSocket there = new BareSocket(server.accept(), payload)) {
        Thread echo = Thread.ofPlatform().name("bare-echo").start(there::echo);
        RunResult run = here.ask(side, plan, payload);
        here.close();
        echo.join();
        return run;
      }
    }
  }

  private RunResult ask(String side, LoadPlan plan, int payload)
      throws IOException, InterruptedException {
    Asker asker = new Asker(plan, payload, bytes -> put(bytes, bytes.length));
    asker.begin();
    flush();
    while (!asker.over()) {
      read((bytes, length) -> asker.answered(bytes, 0, length));
      flush();
    }
    return asker.result(side);
  }

  private void echo() {
    try {
      while (true) {
        read(this::put);
        flush();
      }
    } catch (EOFException | ClosedChannelException end) {
      // The run is over.
    } catch (IOException broken) {
      throw new IllegalStateException(broken);
    }
  }

  private void put(byte[] bytes, int length) {
    out.putInt(length).put(bytes, 0, length);
  }

  private void flush() throws IOException {
    out.flip();
    while (out.hasRemaining()) {
      channel.write(out);
    }
    out.clear();
  }

  private void read(Sink sink) throws IOException {
    if (channel.read(in) < 0) {
      throw new EOFException();
    }
    in.flip();
    while (in.remaining() >= 4 && in.remaining() - 4 >= in.getInt(in.position())) {
      int length = in.getInt();
      in.get(message, 0, length);
      sink.message(message, length);
    }
    in.compact();
  }

  @Override
  public void close() throws IOException {
    channel.close();
  }
}
