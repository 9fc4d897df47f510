package tutti.engine.transaction;

import java.util.Map;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import tutti.engine.runtime.DeadlineTask;
import tutti.engine.runtime.HeldQueue;
import tutti.engine.runtime.Scheduler;
import tutti.engine.runtime.StepQueue;
import tutti.engine.runtime.TaskExecutor;
import tutti.engine.transaction.submission.Reason;

/**
 * The reads of clients that are not answered yet. Each is answered by its deadline, also if the
 * executor on which it runs, or is to run, is held by another task. Thread-safe.
 */
public final class OpenReads {
  private static final Logger LOG = LoggerFactory.getLogger(OpenReads.class);

  private final Scheduler scheduler;
  private final StepQueue service;
  private final Map<Long, Open<?>> open = new ConcurrentSkipListMap<>();
  private final AtomicLong numbers = new AtomicLong();
  private final AtomicBoolean looks = new AtomicBoolean();

  /**
   * @param service answers what no task can
   */
  public OpenReads(Scheduler scheduler, StepQueue service) {
    this.scheduler = scheduler;
    this.service = service;
    scheduler.whileHeld(this::whileHeld);
  }

  /**
   * Starts a task that reads.
   *
   * @param what is read, for a person
   * @param failed makes the answer of a read that is late
   * @param body reads, and tells the listener that it is given
   */
  public <T extends @Nullable Object> void start(
      TaskExecutor executor,
      String what,
      long timeoutNanos,
      Consumer<T> listener,
      Function<Reason, T> failed,
      Consumer<Consumer<T>> body) {
    Open<T> read =
        new Open<>(numbers.getAndIncrement(), what, timeoutNanos, listener, failed, executor);
    open.put(read.number, read);
    executor.start(
        DeadlineTask.of(
            read.deadlineNanos, () -> guarded(read, body), () -> service.step(read::fail)));
  }

  /** Reads; what the application's code throws, a record's constructor, ends this read alone. */
  private static <T extends @Nullable Object> void guarded(
      Open<T> read, Consumer<Consumer<T>> body) {
    try {
      body.accept(read);
    } catch (RuntimeException | StackOverflowError bug) {
      LOG.error("{} cannot be read", read.what, bug);
      read.accept(
          read.failed.apply(
              new Reason.Unavailable(
                  Reason.INTERNAL_ERROR, read.what + " cannot be read: " + bug.getMessage())));
    }
  }

  private void whileHeld() {
    if (!open.isEmpty() && looks.compareAndSet(false, true)) {
      service.step(
          () -> {
            looks.set(false);
            long now = scheduler.nanos();
            for (Open<?> read : open.values()) {
              if (now - read.deadlineNanos >= 0) {
                read.fail();
              }
            }
          });
    }
  }

  /** A read, which is answered once. */
  private final class Open<T extends @Nullable Object> implements Consumer<T> {
    private final long number;
    private final String what;
    private final long timeoutNanos;
    private final long deadlineNanos;
    private final Consumer<T> listener;
    private final Function<Reason, T> failed;
    private final TaskExecutor executor;
    private final AtomicBoolean answered = new AtomicBoolean();

    Open(
        long number,
        String what,
        long timeoutNanos,
        Consumer<T> listener,
        Function<Reason, T> failed,
        TaskExecutor executor) {
      this.number = number;
      this.what = what;
      this.timeoutNanos = timeoutNanos;
      this.deadlineNanos = scheduler.nanos() + timeoutNanos;
      this.listener = listener;
      this.failed = failed;
      this.executor = executor;
    }

    @Override
    public void accept(T answer) {
      if (!answered.getAndSet(true)) {
        open.remove(number);
        listener.accept(answer);
      }
    }

    void fail() {
      String where = " on executor " + executor.name();
      accept(
          failed.apply(
              new Reason.Unavailable(
                  "deadline",
                  "not done within "
                      + timeoutNanos / 1_000_000
                      + " ms: "
                      + what
                      + " could not be read"
                      + where
                      + (scheduler.held().isEmpty()
                          ? ", before which others wait"
                          : ": " + HeldQueue.words(scheduler.held())))));
    }
  }
}
