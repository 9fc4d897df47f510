package tutti.engine.runtime;

import java.util.concurrent.atomic.AtomicLong;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Runs other code, so that no exception in it ends a thread of ours. {@link FatalErrors} are
 * reported, and fail the nodes of the process.
 */
final class Failures {
  private static final Logger LOG = LoggerFactory.getLogger(Failures.class);
  private final AtomicLong count = new AtomicLong();

  /** Runs {@code body}; an exception from it is reported once, here, and goes no further. */
  void guard(String where, Runnable body) {
    try {
      body.run();
    } catch (Throwable e) {
      // First of all: there may be no room for a line in the log.
      FatalErrors.report(e);
      count.incrementAndGet();
      LOG.error("{} on {} failed", body, where, e);
    }
  }

  long count() {
    return count.get();
  }
}
