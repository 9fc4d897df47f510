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

  /** The bytes of the node: of all its parts. */
  private final AtomicLong taken;

  /** The bytes of this part. */
  private long ofPart;

  private boolean over;

  /** Begins with nothing under way. */
  public BytesUnderWay(Heap heap) {
    this(heap, new AtomicLong());
  }

  private BytesUnderWay(Heap heap, AtomicLong taken) {
    this.heap = heap;
    this.taken = taken;
  }

  /**
   * Returns a part of the node with the same bound for all parts together, such as the time for
   * which it leads a shard. What the part leaves unfinished is given back by its {@link #end}.
   */
  public BytesUnderWay part() {
    return new BytesUnderWay(heap, taken);
  }

  /** Ends this part: nothing of it is under way any more, and nothing it does counts. */
  public synchronized void end() {
    change(-ofPart);
    over = true;
  }

  /** Changes what is taken, and returns it. */
  private synchronized long change(long bytes) {
    if (over) {
      return 0;
    }
    ofPart += bytes;
    return taken.addAndGet(bytes);
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
      long all = change(bytes);
      if (all > most() && (all > own + bytes || all > mostAlone())) {
        change(-bytes);
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

    /**
     * Takes {@code bytes} more bytes, whether there is room or not: of what has happened and waits
     * to be told. What comes later waits for that room.
     */
    public synchronized void hold(long bytes) {
      if (!ended) {
        change(bytes);
        own += bytes;
      }
    }

    /** Returns whether the transaction may have so many bytes more, at least while it is alone. */
    public synchronized boolean mayAdd(long bytes) {
      return own + bytes <= mostAlone();
    }

    /** Returns whether the transaction may have {@code bytes} bytes, at least while it is alone. */
    public boolean mayBecome(long bytes) {
      return bytes <= mostAlone();
    }

    /** Gives back all except {@code bytes} bytes; does nothing if it has fewer. */
    public synchronized void keep(long bytes) {
      if (bytes < own) {
        change(bytes - own);
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
