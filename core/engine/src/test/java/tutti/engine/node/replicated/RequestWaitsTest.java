package tutti.engine.node.replicated;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import tutti.engine.runtime.RealScheduler;

/** Requests that wait for a leader as something happens in the same moment. */
class RequestWaitsTest {
  private static final int SHARD = 3;
  private static final long LONG_NANOS = 1_000_000_000_000L;

  private final RealScheduler scheduler = new RealScheduler();
  private final AtomicBoolean closed = new AtomicBoolean();
  private final List<String> ends = new ArrayList<>();

  @AfterEach
  void end() {
    scheduler.close();
  }

  /** The host says that it stops, and ends what waits, before the request is among that. */
  @Test
  void aRequestDoesNotWaitWhereTheHostStopsAsItBeginsTo() {
    RequestWaits[] waits = new RequestWaits[1];
    waits[0] =
        new RequestWaits(
            shard -> {
              if (!closed.getAndSet(true)) {
                waits[0].led(shard);
              }
              return false;
            },
            _ -> closed.get(),
            scheduler,
            Runnable::run,
            7);
    waits[0].whenLed(
        SHARD,
        scheduler.nanos() + LONG_NANOS,
        left -> ends.add("led"),
        () -> ends.add("turned away"));
    assertThat(ends).containsExactly("turned away");
    assertThat(waits[0].count()).isZero();
  }
}
