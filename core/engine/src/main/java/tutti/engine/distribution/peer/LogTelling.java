package tutti.engine.distribution.peer;

import java.util.function.LongSupplier;
import tutti.engine.runtime.Scheduler;
import tutti.engine.runtime.StepQueue;

/**
 * The reports of a host how far its log is durable, to the hosts that get no other message which
 * contains that position; and the storage of the positions that other hosts have reported.
 * Thread-safe.
 */
public final class LogTelling {
  /** The time between two looks whether the log has grown, in nanoseconds. */
  private static final long TELL_NANOS = 200_000_000L;

  /**
   * The number of checks after which the positions that others have reported are stored: a few
   * seconds.
   */
  private static final int KEEP_EVERY = 25;

  /** The time after which what another node has told is kept at the latest, in nanoseconds. */
  public static final long KEEP_NANOS = KEEP_EVERY * TELL_NANOS;

  private final Scheduler scheduler;
  private final StepQueue queue;
  private final LongSupplier durable;
  private final Runnable tell;
  private final Runnable keep;
  private long told;
  private int looks;
  private volatile boolean ended;

  /**
   * @param queue runs the checks
   * @param durable returns the position up to which the log is durable
   * @param tell sends the position to all hosts; must be short
   * @param keep begins to store the positions that others have reported; must be short
   */
  public LogTelling(
      Scheduler scheduler, StepQueue queue, LongSupplier durable, Runnable tell, Runnable keep) {
    this.scheduler = scheduler;
    this.queue = queue;
    this.durable = durable;
    this.tell = tell;
    this.keep = keep;
  }

  /** Begins, once the host talks to others. */
  public void begin() {
    scheduler.after(TELL_NANOS, queue, this::look);
  }

  /** Ends. */
  public void end() {
    ended = true;
  }

  private void look() {
    if (ended) {
      return;
    }
    long now = durable.getAsLong();
    if (now != told) {
      told = now;
      tell.run();
    }
    looks++;
    if (looks % KEEP_EVERY == 0) {
      keep.run();
    }
    begin();
  }
}
