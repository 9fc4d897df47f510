package tutti.engine.journal;

import java.util.ArrayDeque;
import org.jspecify.annotations.Nullable;
import tutti.engine.runtime.Latch;

/**
 * The records that are appended and not yet taken for writing, in batches of one frame each, and
 * the positions they get. Thread-safe; the lock is held for copying only.
 */
final class Batches {
  private final Latch lock = new Latch();

  /** The full batches, oldest first. */
  private final ArrayDeque<Batch> sealed = new ArrayDeque<>();

  private final long segmentCapacity;
  private Batch active;
  private @Nullable Batch spare;
  private long segmentLimit;
  private long records;
  private long bytes;
  private boolean closed;
  private volatile long end;

  /** Whether a waiter needs a record of the current batch. */
  private boolean wanted;

  /** Whether the current batch may have records that had no waiter when they came. */
  private volatile boolean lazy;

  /**
   * @param begin where the next frame begins
   * @param end the position after the newest record
   * @param segmentLimit up to where the current segment takes records
   * @param segmentCapacity how many bytes of log each further segment takes
   */
  Batches(long begin, long end, long segmentLimit, long segmentCapacity) {
    this.active = new Batch().begin(begin);
    this.end = end;
    this.segmentLimit = segmentLimit;
    this.segmentCapacity = segmentCapacity;
  }

  /**
   * Copies a record into the current batch; gives its position, or -1 if this is closed.
   *
   * @param soon whether a waiter needs it
   */
  long add(byte[] from, int offset, int length, boolean soon) {
    lock.lock();
    try {
      if (closed) {
        return -1;
      }
      Batch batch = withRoomFor(length);
      batch.add(from, offset, length);
      records++;
      bytes += length;
      long position = batch.end();
      end = position;
      wanted |= soon;
      lazy |= !soon;
      return position;
    } finally {
      lock.unlock();
    }
  }

  /** The current batch, or a new one if the record does not fit into its frame or its segment. */
  private Batch withRoomFor(int length) {
    Batch batch = active;
    int needed = batch.length() + Format.RECORD_BYTES + length;
    boolean full = !batch.isEmpty() && needed > Format.FULL_FRAME_BYTES;
    boolean pastSegment = Format.padded(batch.position() + needed) > segmentLimit;
    if (!full && !pastSegment) {
      return batch;
    }
    if (!batch.isEmpty()) {
      sealed.add(batch);
      batch = beginAfter(batch);
      pastSegment = Format.padded(batch.end() + Format.RECORD_BYTES + length) > segmentLimit;
    }
    if (pastSegment) {
      batch.openSegment();
      segmentLimit = batch.position() + segmentCapacity;
    }
    return batch;
  }

  /** Makes an empty batch after {@code before} the current one. */
  private Batch beginAfter(Batch before) {
    Batch next = spare != null ? spare : new Batch();
    spare = null;
    active = next.begin(Format.padded(before.end()));
    return active;
  }

  /** The current batch takes no more records. */
  void seal() {
    lock.lock();
    try {
      Batch batch = active;
      if (!batch.isEmpty() && !closed) {
        sealed.add(batch);
        beginAfter(batch);
      }
    } finally {
      lock.unlock();
    }
  }

  /**
   * Seals as {@link #seal} does, and marks the batch as waited for.
   *
   * @return the position after the newest record; the next one comes in another batch
   */
  long cut() {
    lock.lock();
    try {
      Batch batch = active;
      if (!batch.isEmpty()) {
        sealed.add(batch);
        beginAfter(batch);
      }
      return end;
    } finally {
      lock.unlock();
    }
  }

  /** The next record begins a segment, if the current one has any. */
  void endSegment() {
    lock.lock();
    try {
      if (!active.isEmpty()) {
        segmentLimit = active.position();
      }
    } finally {
      lock.unlock();
    }
  }

  /** Takes the oldest batch out, or gives null if no record is waited for. */
  @Nullable Batch take() {
    lock.lock();
    try {
      Batch batch = sealed.poll();
      if (batch == null && wanted && !active.isEmpty()) {
        batch = active;
        beginAfter(batch);
        wanted = false;
        lazy = false;
      }
      return batch;
    } finally {
      lock.unlock();
    }
  }

  /** Gives a batch back that was written, for its memory to be used again. */
  void giveBack(Batch batch) {
    if (!batch.reusable()) {
      return;
    }
    lock.lock();
    try {
      spare = batch;
    } finally {
      lock.unlock();
    }
  }

  /** Whether some records had no waiter when they came. */
  boolean isLazy() {
    return lazy;
  }

  /** Marks all records that are here as waited for. */
  void want() {
    lock.lock();
    try {
      wanted = true;
    } finally {
      lock.unlock();
    }
  }

  /** Whether {@link #take} would give a batch. */
  boolean isWanted() {
    lock.lock();
    try {
      return !sealed.isEmpty() || (wanted && !active.isEmpty());
    } finally {
      lock.unlock();
    }
  }

  /** Takes no more records. False if it was closed before. */
  boolean close() {
    lock.lock();
    try {
      boolean first = !closed;
      closed = true;
      wanted = true;
      return first;
    } finally {
      lock.unlock();
    }
  }

  /** The empty batch that follows when all others are taken and this is closed. */
  Batch last() {
    lock.lock();
    try {
      return active;
    } finally {
      lock.unlock();
    }
  }

  /** The position after the newest record. */
  long end() {
    return end;
  }

  JournalStatistics statistics(long flushes, long durable) {
    lock.lock();
    try {
      return new JournalStatistics(records, bytes, flushes, end - durable);
    } finally {
      lock.unlock();
    }
  }
}
