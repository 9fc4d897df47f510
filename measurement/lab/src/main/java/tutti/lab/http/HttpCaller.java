package tutti.lab.http;

import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * One connection to a server on this machine, made anew when it has broken. Each request is sent
 * once: a request without an answer is not repeated. For one thread.
 */
public final class HttpCaller implements AutoCloseable {
  private static final int FIRST_BUFFER = 16 << 10;
  private static final int CONNECT_MILLIS = 1_000;

  private final int port;
  private @Nullable Socket socket;

  public HttpCaller(int port) {
    this.port = port;
  }

  /** An answer: its status and its body. */
  public record Answer(int status, String body) {}

  /** Returns a {@code GET}, or a {@code POST} if there is a body. */
  public static byte[] request(String path, @Nullable String body, @Nullable String key) {
    byte[] content = body == null ? new byte[0] : body.getBytes(StandardCharsets.UTF_8);
    StringBuilder head = new StringBuilder();
    head.append(body == null ? "GET " : "POST ").append(path);
    head.append(" HTTP/1.1\r\nHost: localhost\r\n");
    if (key != null) {
      head.append("Idempotency-Key: ").append(key).append("\r\n");
    }
    if (body != null) {
      head.append("Content-Type: application/json\r\nContent-Length: ").append(content.length);
      head.append("\r\n");
    }
    byte[] begin = head.append("\r\n").toString().getBytes(StandardCharsets.US_ASCII);
    byte[] whole = Arrays.copyOf(begin, begin.length + content.length);
    System.arraycopy(content, 0, whole, begin.length, content.length);
    return whole;
  }

  /**
   * Sends a request, and waits for the answer.
   *
   * @param timeoutMillis the timeout for each piece of the answer
   * @throws NotSent if no server can have received the request
   * @throws IOException if there was no answer, so that the outcome is not known
   */
  public Answer ask(byte[] request, int timeoutMillis) throws IOException {
    Socket open = socket != null ? socket : connect();
    try {
      open.setSoTimeout(timeoutMillis);
      open.getOutputStream().write(request);
      return answer(open.getInputStream());
    } catch (IOException | RuntimeException broken) {
      close();
      throw broken;
    }
  }

  /** The failure to make a connection: the request was not sent. */
  public static final class NotSent extends IOException {
    private static final long serialVersionUID = 1;

    private NotSent(IOException cause) {
      super(cause);
    }
  }

  private Socket connect() throws NotSent {
    Socket made = new Socket();
    try {
      made.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), CONNECT_MILLIS);
      made.setTcpNoDelay(true);
    } catch (IOException refused) {
      throw new NotSent(refused);
    }
    socket = made;
    return made;
  }

  private static Answer answer(InputStream in) throws IOException {
    ByteBuffer bytes = ByteBuffer.allocate(FIRST_BUFFER);
    while (!HttpAnswers.whole(bytes)) {
      if (!bytes.hasRemaining()) {
        bytes = ByteBuffer.allocate(2 * bytes.capacity()).put(bytes.flip());
      }
      int length = in.read(bytes.array(), bytes.position(), bytes.remaining());
      if (length < 0) {
        throw new IOException("the connection ended before the answer");
      }
      bytes.position(bytes.position() + length);
    }
    return new Answer(
        HttpAnswers.status(bytes.array()), HttpAnswers.body(bytes.array(), bytes.position()));
  }

  /** Ends the connection; the next request makes another. */
  @Override
  public void close() throws IOException {
    Socket open = socket;
    socket = null;
    if (open != null) {
      open.close();
    }
  }
}
