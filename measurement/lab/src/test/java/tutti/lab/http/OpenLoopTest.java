package tutti.lab.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Requests that are sent when they are due. */
@Timeout(60)
class OpenLoopTest {
  private static final long SECOND = 1_000_000_000L;
  private static final byte[] ANSWER =
      "HTTP/1.1 503 No\r\nRetry-After: 2\r\nContent-Length: 2\r\n\r\n{}"
          .getBytes(StandardCharsets.US_ASCII);

  private record One(int server, String body) implements OpenLoop.Request {
    @Override
    public ByteBuffer[] bytes() {
      String head = "POST / HTTP/1.1\r\nContent-Length: " + body.length() + "\r\n\r\n";
      return new ByteBuffer[] {
        ByteBuffer.wrap(head.getBytes(StandardCharsets.US_ASCII)),
        ByteBuffer.wrap(body.getBytes(StandardCharsets.US_ASCII))
      };
    }
  }

  /** Some requests that are due at once. */
  private static final class Requests implements OpenLoop.Source<One> {
    private final List<One> due = new ArrayList<>();
    private final List<String> ends = new ArrayList<>();

    @Override
    public long due() {
      return due.isEmpty() ? Long.MAX_VALUE : System.nanoTime() - SECOND;
    }

    @Override
    public One next() {
      return due.removeFirst();
    }

    @Override
    public void answered(One request, HttpLoop.Answer answer) {
      ends.add(request.server() + " " + answer.status() + " " + answer.header("retry-after"));
    }

    @Override
    public void unanswered(One request, boolean waited) {
      ends.add(request.server() + (waited ? " given up" : " broken"));
    }
  }

  /** A server that answers each request on all its connections, or none. */
  private static ServerSocket server(boolean answers) throws IOException {
    ServerSocket server = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
    Thread.ofVirtual()
        .start(
            () -> {
              while (!server.isClosed()) {
                try {
                  Socket socket = server.accept();
                  Thread.ofVirtual().start(() -> serve(socket, answers));
                } catch (IOException closed) {
                  return;
                }
              }
            });
    return server;
  }

  private static void serve(Socket socket, boolean answers) {
    try (socket;
        InputStream in = new BufferedInputStream(socket.getInputStream())) {
      int last = 0;
      for (int read = in.read(); read >= 0; read = in.read()) {
        if (answers && last == '!' && read == '!') {
          socket.getOutputStream().write(ANSWER);
        }
        last = read;
      }
    } catch (IOException gone) {
      // The client has gone.
    }
  }

  private static void run(OpenLoop<One> loop, Requests requests, One... due) throws IOException {
    requests.ends.clear();
    requests.due.addAll(List.of(due));
    for (int i = 0; requests.ends.size() < due.length && i < 1_000; i++) {
      loop.drive(requests, System.nanoTime() + SECOND / 20);
    }
    assertThat(loop.busy()).isZero();
  }

  @Test
  void areAnsweredGivenUpOrBroken() throws Exception {
    Requests requests = new Requests();
    try (ServerSocket answering = server(true);
        ServerSocket silent = server(false);
        ServerSocket gone = server(false)) {
      List<InetSocketAddress> addresses =
          List.of(
              new InetSocketAddress(answering.getInetAddress(), answering.getLocalPort()),
              new InetSocketAddress(silent.getInetAddress(), silent.getLocalPort()),
              new InetSocketAddress(gone.getInetAddress(), gone.getLocalPort()));
      gone.close();
      try (OpenLoop<One> loop = new OpenLoop<>(addresses, 60 * SECOND)) {
        // A long one, which no socket takes at once.
        One large = new One(0, "-".repeat(4 << 20) + "!!");
        run(loop, requests, new One(2, "!!"), large, new One(0, "!!"));
        assertThat(requests.ends).containsExactlyInAnyOrder("2 broken", "0 503 2", "0 503 2");
        // A connection that was answered on is used again.
        run(loop, requests, new One(0, "!!"));
        assertThat(requests.ends).containsExactly("0 503 2");
      }
      try (OpenLoop<One> impatient = new OpenLoop<>(addresses, SECOND / 100)) {
        run(impatient, requests, new One(1, "!!"));
        assertThat(requests.ends).containsExactly("1 given up");
      }
    }
  }
}
