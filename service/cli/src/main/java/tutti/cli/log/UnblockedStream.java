package tutti.cli.log;

import java.io.OutputStream;
import java.io.PrintStream;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import java.util.function.IntFunction;

/**
 * Writes the log on a thread of its own: who logs never waits for whoever reads the log, which may
 * stand still for as long as it likes, as a terminal does after Ctrl-S, or a pipe to a pager. What
 * then comes beyond a bound is lost, and counted. Thread-safe.
 *
 * <p>What the process says otherwise to its standard error comes behind what was logged before, and
 * a process that ends waits a little for the rest of its log: see {@link #standardError}.
 */
final class LogWriter {
  /** The most that waits to be written, in UTF-16 units. */
  static final int MOST_CHARS = 1 << 20;

  /** The time after which a reader that takes nothing is not waited for any more. */
  private static final long PATIENCE_NANOS = 500_000_000;

  /** The longest time that an end of the process waits for the rest of its log. */
  private static final long MOST_NANOS = 5_000_000_000L;

  private static final long PAUSE_NANOS = 200_000;

  private final PrintStream to;
  private final IntFunction<String> lostLine;
  private final Queue<String> entries = new ConcurrentLinkedQueue<>();
  private final AtomicLong waiting = new AtomicLong();
  private final AtomicInteger lost = new AtomicInteger();
  private final AtomicLong taken = new AtomicLong();
  private final AtomicLong written = new AtomicLong();

  /** When the entry that is being written was begun; 0 while none is. */
  private volatile long begunNanos;

  private final Thread thread;

  /**
   * @param lostLine gives the entry that says how many were lost
   */
  LogWriter(PrintStream to, IntFunction<String> lostLine) {
    this.to = to;
    this.lostLine = lostLine;
    this.thread = Thread.ofPlatform().daemon().name("log").unstarted(this::run);
    thread.start();
  }

  /** Writes an entry, without a line's end, soon; never waits. */
  void write(String entry) {
    if (waiting.addAndGet(entry.length()) > MOST_CHARS) {
      waiting.addAndGet(-entry.length());
      lost.incrementAndGet();
    } else {
      taken.incrementAndGet();
      entries.add(entry);
      LockSupport.unpark(thread);
    }
  }

  private void run() {
    while (true) {
      String entry = entries.poll();
      if (entry != null) {
        print(entry);
        waiting.addAndGet(-entry.length());
        written.incrementAndGet();
      } else {
        int missing = lost.getAndSet(0);
        if (missing > 0) {
          print(lostLine.apply(missing));
        } else {
          LockSupport.park(this);
        }
      }
    }
  }

  private void print(String entry) {
    begunNanos = System.nanoTime() | 1;
    to.println(entry);
    begunNanos = 0;
  }

  /** Waits until what was logged before is written, unless its reader stands still. */
  void drain() {
    if (Thread.currentThread() == thread) {
      return;
    }
    long until = taken.get();
    long end = System.nanoTime() + MOST_NANOS;
    while (written.get() < until
        && !isHeld()
        && System.nanoTime() - end < 0
        && !Thread.currentThread().isInterrupted()) {
      LockSupport.parkNanos(PAUSE_NANOS);
    }
  }

  private boolean isHeld() {
    long since = begunNanos;
    return since != 0 && System.nanoTime() - since > PATIENCE_NANOS;
  }

  /** Returns a stream to the same place whose texts come behind what was logged before. */
  PrintStream standardError() {
    return new PrintStream(new Behind(), true, to.charset());
  }

  private final class Behind extends OutputStream {
    @Override
    public void write(int one) {
      drain();
      to.write(one);
    }

    @Override
    public void write(byte[] bytes, int offset, int length) {
      drain();
      to.write(bytes, offset, length);
    }

    @Override
    public void flush() {
      drain();
      to.flush();
    }
  }
}
