package tutti.engine.memory;

import java.util.concurrent.atomic.AtomicLong;

/**
 * The memory of the values of transactions under way, in addition to what the node keeps, and its
 * bound: an eighth of the heap, or what the newest collections have left below {@value #FULL} of
 * the heap, if that is less. Thread-safe.
 *
 * <p>A bound of the number of transactions would not bound the memory, since each may have sixteen
 * megabytes. For example, with a heap of 96 MB of which 40 MB live, transactions that take at most
 * 12 MB together are under way; the next one is refused, and takes nothing. A transaction that is
 * alone may have a quarter of the heap; one that needs more cannot be done with this heap.
 */
public final class BytesUnderWay {
  /** The divisor of the heap that bounds all transactions under way. */
  private static final int OF_THE_HEAP = 8;

  /** The part that they may have at least, however much lives. */
  private static final int AT_LEAST = 64;

  /** The part that a transaction may have while it is the only one. */
  private static final int ALONE = 4;

  /** The share of the heap above which nothing is counted as free. */
  private static final double FULL = 0.92;

  private final Heap heap;
  private final AtomicLong taken = new AtomicLong();

  /** Begins with nothing under way. */
  public BytesUnderWay(Heap heap) {
    this.heap = heap;
  }

  /** Returns the bytes that are taken now. */
  public long taken() {
    return taken.get();
  }

  /** Returns the bytes that may be taken now. */
  public long most() {
    if (heap.most() == Long.MAX_VALUE) {
      return heap.most();
    }
    long free = (long) (heap.most() * FULL) - heap.afterCollection();
    long all = heap.underWay();
    return Math.max(all / AT_LEAST, Math.min(all / OF_THE_HEAP, free));
  }

  /** Returns the bytes that a transaction may have while it is the only one. */
  public long mostAlone() {
    return heap.underWay() / ALONE;
  }

  /** Begins to count the bytes of a transaction. */
  public Lease lease() {
    return new Lease();
  }

  /** The bytes of one transaction. Thread-safe. */
  public final class Lease {
    private long own;
    private boolean ended;

    /**
     * Takes {@code bytes} more bytes.
     *
     * @return false, without taking any, if that is too much now, or the lease has ended
     */
    public synchronized boolean add(long bytes) {
      if (ended) {
        return false;
      }
      long all = taken.addAndGet(bytes);
      if (all > most() && (all > own + bytes || all > mostAlone())) {
        taken.addAndGet(-bytes);
        return false;
      }
      own += bytes;
      return true;
    }

    /**
     * Changes the number of bytes that are taken to {@code bytes}, by taking more or giving some
     * back.
     *
     * @return false, without taking any, if that is too much now
     */
    public synchronized boolean becomes(long bytes) {
      keep(bytes);
      return bytes <= own || add(bytes - own);
    }

    /** Returns whether the transaction may have {@code bytes} bytes, at least while it is alone. */
    public boolean mayBecome(long bytes) {
      return bytes <= mostAlone();
    }

    /** Gives back all except {@code bytes} bytes; does nothing if it has fewer. */
    public synchronized void keep(long bytes) {
      if (bytes < own) {
        taken.addAndGet(bytes - own);
        own = bytes;
      }
    }

    /** Gives all bytes back; nothing can be taken any more. */
    public synchronized void end() {
      keep(0);
      ended = true;
    }
  }
}
