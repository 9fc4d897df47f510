package tutti.engine.transport.tcp;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.buffer.ByteBuf;
import java.io.DataInputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;

/** A socket that says to a node what a test wants it to say. */
final class Stranger implements AutoCloseable {
  private final Socket socket;
  private final DataInputStream in;

  Stranger(InetSocketAddress node) throws IOException {
    this(new Socket(node.getAddress(), node.getPort()));
  }

  Stranger(Socket socket) throws IOException {
    this.socket = socket;
    socket.setSoTimeout(30_000);
    in = new DataInputStream(socket.getInputStream());
  }

  /** A whole frame. */
  record Frame(byte kind, byte[] content) {
    String text() {
      return new String(content, StandardCharsets.UTF_8);
    }
  }

  static byte[] preamble(int version) {
    return ByteBuffer.allocate(12)
        .put("TUTTINET".getBytes(StandardCharsets.US_ASCII))
        .putInt(version)
        .array();
  }

  static byte[] frame(int kind, byte... content) {
    return ByteBuffer.allocate(5 + content.length)
        .putInt(1 + content.length)
        .put((byte) kind)
        .put(content)
        .array();
  }

  static byte[] hello(int from, int to, String greeting) {
    byte[] text = greeting.getBytes(StandardCharsets.UTF_8);
    return frame(
        Frames.HELLO,
        ByteBuffer.allocate(8 + text.length).putInt(from).putInt(to).put(text).array());
  }

  Stranger say(byte[] bytes) throws IOException {
    socket.getOutputStream().write(bytes);
    return this;
  }

  /** Says what may not be heard any more. */
  void sayInVain(byte[] bytes) throws IOException {
    try {
      say(bytes);
    } catch (SocketException closed) {
      // As expected.
    }
  }

  void hearPreamble() throws IOException {
    assertThat(in.readNBytes(12)).isEqualTo(preamble(1));
  }

  Frame hear() throws IOException {
    byte[] rest = new byte[in.readInt()];
    in.readFully(rest);
    byte[] content = new byte[rest.length - 1];
    System.arraycopy(rest, 1, content, 0, content.length);
    return new Frame(rest[0], content);
  }

  /** A heartbeat of a node that has had none itself. */
  static byte[] heartbeat() {
    return heartbeat(0, 0, 0, -1);
  }

  /** A heartbeat with these times. */
  static byte[] heartbeat(long nanos, long wall, long echo, long held) {
    ByteBuf bytes = Frames.heartbeat(nanos, wall, echo, held);
    byte[] all = new byte[bytes.readableBytes()];
    bytes.readBytes(all);
    return all;
  }

  /** The next frame that is no heartbeat. */
  Frame hearNext() throws IOException {
    Frame frame = hear();
    while (frame.kind() == Frames.HEARTBEAT) {
      frame = hear();
    }
    return frame;
  }

  /** Hears that it is refused, and that nothing follows. */
  String hearRefusal() throws IOException {
    Frame frame = hear();
    assertThat(frame.kind()).isEqualTo(Frames.REFUSED);
    hearEnd();
    return frame.text();
  }

  /** Reads until the other side has closed. */
  void hearEnd() throws IOException {
    byte[] unheeded = new byte[4_096];
    try {
      while (in.read(unheeded) >= 0) {
        // Goes on with the next bytes.
      }
    } catch (SocketException reset) {
      // As good an end as any.
    }
  }

  /** Begins a session as the caller. */
  Stranger join(int from, int to) throws IOException {
    assertThat(joins(from, to)).isTrue();
    return this;
  }

  /** Begins a session as the caller, unless it is refused. */
  boolean joins(int from, int to) throws IOException {
    say(preamble(1)).say(hello(from, to, "a stranger"));
    hearPreamble();
    if (hear().kind() != Frames.HELLO) {
      return false;
    }
    say(frame(Frames.WELCOME));
    return true;
  }

  /** Says that it will say no more. */
  void finish() throws IOException {
    socket.shutdownOutput();
  }

  /**
   * Says a last thing and dies, with bytes that it has not read: its system resets the connection.
   */
  void dieSaying(byte[] bytes) {
    try {
      socket.setTcpNoDelay(true);
      say(bytes);
      socket.setSoLinger(true, 0);
      socket.close();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public void close() throws IOException {
    socket.close();
  }
}
