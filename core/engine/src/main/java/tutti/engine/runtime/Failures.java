package tutti.engine.runtime;

import java.util.concurrent.atomic.AtomicLong;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Runs other code, so that no exception in it ends a thread of ours. There are two guards: behind a
 * usual step that threw everything goes on, and behind that of a machine nothing does. {@link
 * FatalErrors} are reported, and fail the nodes of the process.
 */
final class Failures {
  private static final Logger LOG = LoggerFactory.getLogger(Failures.class);
  private final AtomicLong count = new AtomicLong();

  /** Runs {@code body}; an exception from it is reported once, here, and goes no further. */
  void guard(String where, Runnable body) {
    try {
      body.run();
    } catch (ProcessEnded ended) {
      // A member of a commitment has failed: the one that runs the node knows, and goes on.
      count.incrementAndGet();
    } catch (Throwable e) {
      // First of all: there may be no room for a line in the log.
      FatalErrors.report(e);
      count.incrementAndGet();
      LOG.error("{} on {} failed", body, where, e);
    }
  }

  /**
   * Runs a step of a machine; anything that leaves it ends the process.
   *
   * @param end ends it
   */
  void guardMachine(String where, Runnable step, Scheduler end) {
    try {
      step.run();
    } catch (ProcessEnded ended) {
      // The process goes on without the node, by the wish of the one that runs it.
      count.incrementAndGet();
    } catch (Throwable e) {
      count.incrementAndGet();
      try {
        throw end.failStop(new MachineFailure("a machine of " + where, "a step", e));
      } catch (ProcessEnded ended) {
        LOG.debug("{} runs nothing any more", where);
      }
    }
  }

  long count() {
    return count.get();
  }
}
