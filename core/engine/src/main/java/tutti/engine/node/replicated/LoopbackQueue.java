package tutti.engine.node.replicated;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import tutti.engine.runtime.StepQueue;

/**
 * The messages between parties of one host, which no transport carries. So many wait at most: what
 * comes beyond is lost, as on a network. All that matters is sent again and again; without a bound,
 * a host that is slow for a while would have the same messages many times over, and would be slow
 * because of them. For that reason a message that waits behind many others waits once: sent again
 * meanwhile, it is lost. Thread-safe.
 *
 * @param <M> the messages; equal ones say the same
 */
final class LoopbackQueue<M> {
  /** The messages that wait at most, some 10 ms of work for a host that is not slow. */
  static final int MOST = 4096;

  /** A message with so many before it waits once. */
  static final int MANY = 64;

  private final StepQueue queue;
  private final Consumer<M> delivery;
  private final AtomicInteger waiting = new AtomicInteger();

  /** The messages that came when many were waiting, and wait. */
  private final Set<M> late = ConcurrentHashMap.newKeySet();

  /** Makes mail that is delivered by steps of a queue, in order. */
  LoopbackQueue(StepQueue queue, Consumer<M> delivery) {
    this.queue = queue;
    this.delivery = delivery;
  }

  /** Delivers a message soon, or loses it. */
  void send(M message) {
    int before = waiting.getAndIncrement();
    boolean isLate = before >= MANY;
    if (before >= MOST || isLate && !late.add(message)) {
      waiting.decrementAndGet();
      return;
    }
    queue.step(
        () -> {
          waiting.decrementAndGet();
          if (isLate) {
            late.remove(message);
          }
          delivery.accept(message);
        });
  }

  /** Returns whether so many messages wait that the host had better take no new requests. */
  boolean congested() {
    return waiting.get() > MOST / 2;
  }
}
