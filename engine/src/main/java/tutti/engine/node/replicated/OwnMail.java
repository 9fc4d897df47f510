package tutti.engine.node.replicated;

import java.util.concurrent.atomic.AtomicInteger;
import tutti.engine.runtime.StepQueue;

/**
 * The messages between parties of one host, which no transport carries. So many wait at most: what
 * comes beyond is lost, as on a network. All that matters is sent again and again; without a bound,
 * a host that is slow for a while would have the same messages many times over, and would be slow
 * because of them. Thread-safe.
 */
final class OwnMail {
  /** The messages that wait at most, some 10 ms of work for a host that is not slow. */
  static final int MOST = 4096;

  private final StepQueue queue;
  private final AtomicInteger waiting = new AtomicInteger();

  /** Makes mail that is delivered by steps of a queue, in order. */
  OwnMail(StepQueue queue) {
    this.queue = queue;
  }

  /** Delivers a message soon, or loses it. */
  void send(Runnable delivery) {
    if (waiting.incrementAndGet() > MOST) {
      waiting.decrementAndGet();
      return;
    }
    queue.step(
        () -> {
          waiting.decrementAndGet();
          delivery.run();
        });
  }

  /** Returns whether so many messages wait that the host had better take no new requests. */
  boolean congested() {
    return waiting.get() > MOST / 2;
  }
}
