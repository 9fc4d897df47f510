package tutti.engine.runtime;

import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Names each task that holds an executor too long: no other task runs there meanwhile. The watchdog
 * looks at every executor once per bound, so a holder is found between one and two bounds after it
 * began.
 */
final class Watchdog {
  private static final Logger LOG = LoggerFactory.getLogger(Watchdog.class);
  private final List<QueuedExecutor<?>> executors;
  private final long boundNanos;
  private final Map<QueuedExecutor<?>, Long> seen = new IdentityHashMap<>();
  private final AtomicLong stalls = new AtomicLong();

  Watchdog(List<QueuedExecutor<?>> executors, long boundNanos) {
    this.executors = executors;
    this.boundNanos = boundNanos;
  }

  long stalls() {
    return stalls.get();
  }

  /** Called once per bound, on one thread. */
  void look() {
    for (QueuedExecutor<?> executor : executors) {
      long slice = executor.slice();
      Long before = seen.put(executor, slice);
      boolean held = (slice & 1) == 1 && before != null && before == slice;
      if (held) {
        // A negative value means "told already": a slice is not told twice.
        seen.put(executor, -slice);
        tell(executor);
      } else if ((slice & 1) == 1 && before != null && before == -slice) {
        seen.put(executor, before);
      }
    }
  }

  private void tell(QueuedExecutor<?> executor) {
    stalls.incrementAndGet();
    Thread thread = executor.running();
    StringBuilder stack = new StringBuilder();
    if (thread != null) {
      for (StackTraceElement frame : thread.getStackTrace()) {
        stack.append("\n    at ").append(frame);
      }
    }
    LOG.warn(
        "executor {} has been held for over {} ms by one task or step, and {} others wait:{}",
        executor.name(),
        boundNanos / 1_000_000,
        executor.backlog(),
        stack);
  }
}
