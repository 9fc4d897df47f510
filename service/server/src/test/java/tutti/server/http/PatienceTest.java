package tutti.server.http;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.buffer.Unpooled;
import io.netty.channel.embedded.EmbeddedChannel;
import io.netty.handler.codec.http.DefaultHttpContent;
import io.netty.handler.codec.http.DefaultHttpRequest;
import io.netty.handler.codec.http.HttpMethod;
import io.netty.handler.codec.http.HttpRequestDecoder;
import io.netty.handler.codec.http.HttpVersion;
import io.netty.handler.codec.http.LastHttpContent;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A client is not ended for time in which the server itself was at work. */
class PatienceTest {
  private static final long HOUR = Duration.ofHours(1).toNanos();
  private static final long HALF = Duration.ofMinutes(30).toNanos();

  private final Deque<WaitingClient> asked = new ArrayDeque<>();
  private final EmbeddedChannel channel = new EmbeddedChannel();
  private final Limits limits =
      new Limits(1000, 1000, 1000, 1_000_000, 10, Duration.ofHours(1), Duration.ofMinutes(30));
  private final ServerConnection connection =
      new ServerConnection(new EventLoop(channel.eventLoop(), new Holding(), limits, () -> false));

  private final class Holding implements Handler {
    @Override
    public void handle(WholeRequest request, WaitingClient client) {
      asked.add(client);
    }

    @Override
    public Response refuse(Fault fault) {
      return new Response(fault.status(), Response.JSON, new byte[0]);
    }
  }

  @BeforeEach
  void connect() {
    channel.pipeline().addLast(connection);
    channel.pipeline().fireChannelActive();
  }

  private void head() {
    channel.writeInbound(new DefaultHttpRequest(HttpVersion.HTTP_1_1, HttpMethod.POST, "/x"));
  }

  private void request() {
    head();
    channel.writeInbound(LastHttpContent.EMPTY_LAST_CONTENT);
  }

  private void answer() {
    asked.remove().reply(new Response(200, Response.JSON, new byte[0]));
    channel.runPendingTasks();
  }

  private void bytes(String text) {
    channel.writeInbound(Unpooled.copiedBuffer(text, StandardCharsets.US_ASCII));
  }

  /** Returns the time now; the next time is later. */
  private static long now() {
    long now = System.nanoTime();
    while (System.nanoTime() == now) {
      Thread.onSpinWait();
    }
    return now;
  }

  @Test
  void theTimeOfAConnectionWithoutRequestsBeginsWithTheAnswer() {
    request();
    long asked = now();
    connection.sweep(asked + 10 * HOUR);
    assertThat(channel.isActive()).isTrue();
    answer();
    connection.sweep(asked + HOUR + 1);
    assertThat(channel.isActive()).isTrue();
    connection.sweep(now() + HOUR + 1);
    assertThat(channel.isActive()).isFalse();
  }

  /** Each line that drips in is no new request. */
  @Test
  void aHeadThatDoesNotComeIsLate() {
    channel
        .pipeline()
        .addBefore(name(), "decoder", new HttpRequestDecoder())
        .addBefore("decoder", "arrivals", connection.arrivals());
    bytes("GET /x HTTP/1.1\r\n\r\n\r\n");
    answer();
    bytes("\r\n");
    connection.sweep(now() + HALF + 1);
    assertThat(channel.isActive()).as("it is idle").isTrue();
    long before = now();
    bytes("GE");
    bytes("T /x HTTP/1.1\r\n");
    long begun = now();
    bytes("Host: x\r\n");
    connection.sweep(before + HALF);
    assertThat(channel.isActive()).isTrue();
    bytes("Other: y\r\n");
    connection.sweep(begun + HALF + 1);
    assertThat(channel.isActive()).isFalse();
  }

  private String name() {
    return channel.pipeline().context(connection).name();
  }

  @Test
  void aRequestThatIsNotReadSinceOthersAreAtWorkIsNotLate() {
    request();
    request();
    head();
    connection.sweep(now() + 10 * HOUR);
    assertThat(channel.isActive()).isTrue();
    answer();
    long read = now();
    answer();
    connection.sweep(read + HALF);
    assertThat(channel.isActive()).isTrue();
    channel.writeInbound(new DefaultHttpContent(Unpooled.EMPTY_BUFFER));
    connection.sweep(now() + HALF + 1);
    assertThat(channel.isActive()).isFalse();
  }
}
