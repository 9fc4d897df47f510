package tutti.server.api;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import tutti.engine.node.Readiness;
import tutti.engine.runtime.FatalErrors;
import tutti.engine.runtime.Scheduler;
import tutti.server.json.BadJson;

/**
 * The threads that read requests whose arguments are made by code of the application: constructors
 * of records. A thread that reads connections runs no such code, since all its other clients would
 * wait for it. Thread-safe.
 *
 * <p>A request whose reading has not ended at its deadline is answered then, and what is read of it
 * later is dropped. For example, a constructor that loops without end holds one of these threads;
 * once such constructors hold all of them, each further request of this kind is answered at its
 * deadline, the node is not ready, and everything else goes on.
 */
final class ArgumentThreads implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(ArgumentThreads.class);

  /** The threads: as many as there are processors, and some for constructors that are slow. */
  private static final int THREADS = Math.max(4, Runtime.getRuntime().availableProcessors());

  private static final long IDLE_SECONDS = 60;
  private static final long LOG_PAUSE_NANOS = TimeUnit.SECONDS.toNanos(10);

  private final ThreadPoolExecutor readers;
  private final ScheduledThreadPoolExecutor deadlines;
  private final Set<Reading> running = ConcurrentHashMap.newKeySet();
  private final AtomicLong logged = new AtomicLong(System.nanoTime() - LOG_PAUSE_NANOS);

  ArgumentThreads() {
    readers =
        new ThreadPoolExecutor(
            THREADS,
            THREADS,
            IDLE_SECONDS,
            TimeUnit.SECONDS,
            new LinkedBlockingQueue<>(),
            threads("tutti-arguments-", Scheduler.STACK_BYTES));
    readers.allowCoreThreadTimeOut(true);
    deadlines = new ScheduledThreadPoolExecutor(1, threads("tutti-deadlines-", 0));
    deadlines.setRemoveOnCancelPolicy(true);
    deadlines.setExecuteExistingDelayedTasksAfterShutdownPolicy(false);
  }

  private static ThreadFactory threads(String name, long stackBytes) {
    return Thread.ofPlatform().daemon().name(name, 1).stackSize(stackBytes).factory();
  }

  /** The reading of a request. */
  @FunctionalInterface
  interface Read {
    /**
     * Returns what submits the request, once it has been read.
     *
     * @throws BadRequest if the request cannot be understood
     * @throws BadJson if its body cannot be
     */
    Runnable read() throws BadRequest, BadJson;
  }

  /**
   * Reads a request on one of the threads, and submits it; or answers it.
   *
   * @param timeout of the request, in nanoseconds after it has arrived
   */
  void read(Exchange exchange, long timeout, Read read) {
    Reading reading = new Reading(exchange, timeout, read);
    long left = timeout - (System.nanoTime() - exchange.request.arrived());
    try {
      reading.deadline = deadlines.schedule(reading::expire, left, TimeUnit.NANOSECONDS);
      readers.execute(reading);
    } catch (RejectedExecutionException ended) {
      reading.expire();
    }
  }

  /**
   * Returns the reason why no request of this kind is read now, in words for a person: all threads
   * have been held for {@link Readiness#HELD_NANOS}. Null if they go on.
   */
  @Nullable String held() {
    long now = System.nanoTime();
    long least = Long.MAX_VALUE;
    int count = 0;
    for (Reading reading : running) {
      least = Math.min(least, now - reading.begun);
      count++;
    }
    return count < THREADS || least < Readiness.HELD_NANOS
        ? null
        : "all "
            + count
            + " threads that read arguments have been held by constructors of the application's"
            + " records for "
            + TimeUnit.NANOSECONDS.toSeconds(least)
            + " s, and "
            + readers.getQueue().size()
            + " requests wait";
  }

  /** Ends the threads. What is still read is not submitted. */
  @Override
  public void close() {
    deadlines.shutdownNow();
    readers.shutdownNow();
  }

  /** A request that is being read, until it is submitted or answered. */
  private final class Reading implements Runnable {
    private final Exchange exchange;
    private final long timeout;
    private final Read read;
    private final AtomicBoolean ended = new AtomicBoolean();
    private volatile @Nullable ScheduledFuture<?> deadline;
    private volatile @Nullable Thread thread;
    private volatile long begun;

    Reading(Exchange exchange, long timeout, Read read) {
      this.exchange = exchange;
      this.timeout = timeout;
      this.read = read;
    }

    @Override
    public void run() {
      if (ended.get()) {
        return;
      }
      begun = System.nanoTime();
      thread = Thread.currentThread();
      running.add(this);
      boolean submitted = false;
      try {
        Runnable submission = read.read();
        if (end()) {
          submitted = true;
          submission.run();
        }
      } catch (BadRequest bad) {
        reply(bad.problem());
      } catch (BadJson bad) {
        reply(ProblemDocument.of(bad));
      } catch (RuntimeException | Error bug) {
        FatalErrors.report(bug);
        LOG.error("a bug while reading a request", bug);
        if (submitted || end()) {
          exchange.reply(Exchange.bug("this is a bug; the server's log has it"));
        }
      } finally {
        thread = null;
        running.remove(this);
      }
    }

    private void reply(ProblemDocument problem) {
      if (end()) {
        exchange.reply(problem);
      }
    }

    /** Returns whether this is the end of it; false if it has ended before. */
    private boolean end() {
      if (!ended.compareAndSet(false, true)) {
        return false;
      }
      ScheduledFuture<?> timer = deadline;
      if (timer != null) {
        timer.cancel(false);
      }
      return true;
    }

    /** Answers the request at its deadline. Nothing of it has been submitted, nor will be. */
    private void expire() {
      if (!ended.compareAndSet(false, true)) {
        return;
      }
      readers.remove(this);
      // A constructor that does not end is no load: requests of other kinds are done as before.
      exchange.leave(0);
      Thread reader = thread;
      if (reader != null) {
        log(reader);
      }
      String why =
          reader == null
              ? "its arguments have waited for a thread that reads them"
              : "a constructor of the application's records has not ended";
      ProblemDocument late =
          new ProblemDocument(
              503,
              "deadline",
              Titles.ABORTED,
              "the request could not be read within %s ms: %s; this try was not begun: repeat it"
                  .formatted(TimeUnit.NANOSECONDS.toMillis(timeout), why));
      exchange.reply(
          RetryAfter.soon((Headers.hasKey(exchange.request) ? late.ofOneTry() : late).response()));
    }

    private void log(Thread reader) {
      long now = System.nanoTime();
      long last = logged.get();
      if (now - last >= LOG_PAUSE_NANOS && logged.compareAndSet(last, now)) {
        Throwable place = new Throwable("where thread " + reader.getName() + " is");
        place.setStackTrace(reader.getStackTrace());
        LOG.warn(
            "the arguments of {} {} were not made within {} ms; it was answered, and its reading"
                + " goes on",
            exchange.request.method(),
            exchange.route(),
            TimeUnit.NANOSECONDS.toMillis(timeout),
            place);
      }
    }
  }
}
