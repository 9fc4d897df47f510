package tutti.server.http;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.util.concurrent.DefaultEventExecutor;
import java.time.Duration;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** The tasks of one event loop, some of which fail. */
class EventLoopTest {
  private final DefaultEventExecutor executor = new DefaultEventExecutor();
  private final Limits limits =
      new Limits(1000, 1000, 1000, 4000, 10, Duration.ofMinutes(1), Duration.ofMinutes(1));
  private final EventLoop loop = new EventLoop(executor, new Nothing(), limits, () -> false);
  private final Queue<String> done = new ConcurrentLinkedQueue<>();

  private static final class Nothing implements Handler {
    @Override
    public void handle(WholeRequest request, WaitingClient client) {}

    @Override
    public Response refuse(Fault fault) {
      return new Response(500, Response.JSON, new byte[0]);
    }
  }

  @AfterEach
  void stop() {
    executor.shutdownGracefully(0, 1, java.util.concurrent.TimeUnit.SECONDS);
  }

  private void later(String name, boolean fails) {
    loop.later(
        () -> {
          if (fails) {
            throw new AssertionError("an injected error in " + name);
          }
          done.add(name);
        });
  }

  @Test
  void anErrorInOneTaskLeavesNoOtherBehind() throws Exception {
    executor
        .submit(
            () -> {
              later("first", false);
              later("second", true);
              later("third", false);
            })
        .sync();
    executor.submit(() -> {}).sync();
    executor.submit(() -> later("fourth", false)).sync();
    executor.submit(() -> {}).sync();
    assertThat(done).containsExactly("first", "third", "fourth");
  }
}
