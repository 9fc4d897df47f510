package tutti.cli.log;

import java.io.OutputStream;
import java.io.PrintStream;
import java.util.Arrays;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import java.util.function.IntFunction;
import org.jspecify.annotations.Nullable;

/**
 * Writes to a standard stream of the process on a thread of its own: who writes never waits for
 * whoever reads, who may stand still for as long as he likes, as a terminal does after Ctrl-S, or a
 * pipe to a pager. What then comes beyond a bound is lost, and counted. Thread-safe.
 *
 * <p>A reader that reads is waited for where a text is flushed, so that what two streams get comes
 * in its order, and the process ends when all is written.
 *
 * <p>For example, {@code tutti run bank 2>&1 | less}: the node serves on, and stops when it is told
 * to, though nobody pages on.
 */
final class UnblockedStream {
  /** The most that waits to be written, in bytes. */
  static final int MOST_BYTES = 1 << 20;

  /** The time after which a reader that takes nothing is not waited for any more. */
  private static final long PATIENCE_NANOS = 500_000_000;

  /** The longest time that a flush waits for a slow reader. */
  private static final long MOST_NANOS = 5_000_000_000L;

  private static final long PAUSE_NANOS = 200_000;

  private final PrintStream to;
  private final IntFunction<byte @Nullable []> lostText;
  private final Queue<byte[]> texts = new ConcurrentLinkedQueue<>();
  private final AtomicLong waiting = new AtomicLong();
  private final AtomicInteger lost = new AtomicInteger();
  private final AtomicLong taken = new AtomicLong();
  private final AtomicLong written = new AtomicLong();

  /** When the text that is being written was begun; 0 while none is. */
  private volatile long begunNanos;

  private final Thread thread;

  /**
   * @param name of the stream's thread
   * @param to nobody else may write there
   * @param lostText gives what is written once so many texts were lost; null for nothing
   */
  UnblockedStream(String name, PrintStream to, IntFunction<byte @Nullable []> lostText) {
    this.to = to;
    this.lostText = lostText;
    this.thread = Thread.ofPlatform().daemon().name(name).unstarted(this::run);
    thread.start();
  }

  /** Writes a text soon; never waits. The bytes are the stream's from now on. */
  void write(byte[] text) {
    if (waiting.addAndGet(text.length) > MOST_BYTES) {
      waiting.addAndGet(-text.length);
      lost.incrementAndGet();
    } else {
      taken.incrementAndGet();
      texts.add(text);
      LockSupport.unpark(thread);
    }
  }

  private void run() {
    while (true) {
      byte[] text = texts.poll();
      if (text != null) {
        print(text);
        waiting.addAndGet(-text.length);
        written.incrementAndGet();
      } else if (lost.get() > 0) {
        byte[] told = lostText.apply(lost.getAndSet(0));
        if (told != null) {
          print(told);
        }
      } else {
        LockSupport.park(this);
      }
    }
  }

  private void print(byte[] text) {
    begunNanos = System.nanoTime() | 1;
    to.write(text, 0, text.length);
    to.flush();
    begunNanos = 0;
  }

  /** Waits until what was written before is with the reader, unless that stands still. */
  void drain() {
    long until = taken.get();
    long end = System.nanoTime() + MOST_NANOS;
    while (written.get() < until
        && Thread.currentThread() != thread
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

  /** Returns a stream whose texts are written here, and whose flush waits as {@link #drain}. */
  PrintStream stream() {
    return new PrintStream(new Texts(), true, to.charset());
  }

  private final class Texts extends OutputStream {
    @Override
    public void write(int one) {
      UnblockedStream.this.write(new byte[] {(byte) one});
    }

    @Override
    public void write(byte[] bytes, int offset, int length) {
      UnblockedStream.this.write(Arrays.copyOfRange(bytes, offset, offset + length));
    }

    @Override
    public void flush() {
      drain();
    }
  }
}
