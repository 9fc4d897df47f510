package tutti.server.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.InputStream;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Iterator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The room for bodies, of which an answer that goes on for long keeps nothing. */
@Timeout(300)
class BodyRoomTest {
  private static final int ROOM = 1000;

  private static final Handler HANDLER =
      new Handler() {
        @Override
        public void handle(WholeRequest request, WaitingClient client) {
          if (request.target().equals("/read")) {
            client.bodyRead();
          }
          client.reply(
              request.target().equals("/short")
                  ? new Response(200, "text/plain", new byte[0])
                  : Response.streamed(200, "text/plain", endless()));
        }

        @Override
        public Response refuse(Fault fault) {
          return new Response(fault.status(), "text/plain", new byte[0]);
        }
      };

  private static Iterator<byte[]> endless() {
    return new Iterator<>() {
      @Override
      public boolean hasNext() {
        return true;
      }

      @Override
      public byte[] next() {
        return new byte[1 << 16];
      }
    };
  }

  private static String line(Socket socket, String path) throws Exception {
    String head =
        "POST %s HTTP/1.1\r\nHost: localhost\r\nContent-Length: %s\r\n\r\n".formatted(path, ROOM);
    socket.getOutputStream().write((head + "x".repeat(ROOM)).getBytes(StandardCharsets.US_ASCII));
    InputStream in = socket.getInputStream();
    return new String(in.readNBytes("HTTP/1.1 200".length()), StandardCharsets.US_ASCII);
  }

  private static String besideOneThatReadsNothing(String path) throws Exception {
    Limits limits =
        new Limits(1000, 1000, ROOM, ROOM, 100, Duration.ofMinutes(5), Duration.ofMinutes(5));
    try (HttpServer server =
            new HttpServer("localhost", 0, 1, limits, Duration.ofSeconds(1), HANDLER);
        Socket silent = new Socket("localhost", server.port());
        Socket other = new Socket("localhost", server.port())) {
      assertThat(line(silent, path)).isEqualTo("HTTP/1.1 200");
      return line(other, "/short");
    }
  }

  @Test
  void aBodyThatIsReadLeavesItsRoomToOthers() throws Exception {
    assertThat(besideOneThatReadsNothing("/read")).isEqualTo("HTTP/1.1 200");
  }

  @Test
  void aBodyKeepsItsRoomUntilItIsAnswered() throws Exception {
    assertThat(besideOneThatReadsNothing("/kept")).isEqualTo("HTTP/1.1 503");
  }
}
