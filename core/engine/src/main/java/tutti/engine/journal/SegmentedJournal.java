package tutti.engine.journal;

import java.io.IOException;
import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import tutti.engine.journal.JournalReader.Found;
import tutti.engine.runtime.FaultPoint;
import tutti.engine.runtime.Scheduler;
import tutti.engine.runtime.StepQueue;

/**
 * The journal over preallocated files of a {@link Disk}, with group commit. Thread-safe.
 *
 * <p>Records are copied into the current batch under a short lock. One flusher, a step queue of the
 * Scheduler, takes the batch, writes it as one frame and forces it, while the next batch is
 * gathered. See the package's card for the format and the invariants.
 */
public final class SegmentedJournal implements Journal {
  /**
   * The sizes of a journal.
   *
   * @param segmentBytes the size of one preallocated log file
   * @param keptBytes how many bytes of files without needed records are kept for the next ones
   * @param flushPadding the time that is added to every flush, for experiments
   */
  public record Settings(long segmentBytes, long keptBytes, Duration flushPadding) {}

  private static final Logger LOG = LoggerFactory.getLogger(SegmentedJournal.class);

  /** The time for which a record without a waiter stays unflushed, in nanoseconds. */
  private static final long LAZY_NANOS = 5_000_000;

  /** The delay of a provoked late step, in nanoseconds. */
  private static final long PROVOKED_NANOS = 2_000_000;

  private static final long NOT_HELD = Long.MAX_VALUE;

  /** The number of unflushed bytes above which the journal is congested. */
  private static final long CONGESTED_BYTES = 8L << 20;

  /**
   * The most unflushed bytes. A log that is further ahead of its disk fails, so that a disk that
   * hangs does not fill the memory.
   */
  private static final long MOST_WAITING_BYTES =
      Math.min(128L << 20, Runtime.getRuntime().maxMemory() / 4);

  /** The time, in nanoseconds, that a close waits for a flush that runs. */
  private static final long CLOSE_NANOS = 5_000_000_000L;

  private final Disk disk;
  private final Segments segments;
  private final Scheduler scheduler;
  private final StepQueue flusher;
  private final StepQueue preparer;
  private final long paddingNanos;

  /** Whether one flush serves all records that have come since the last. */
  private volatile boolean grouping = true;

  private volatile boolean lazy = true;

  private final int maxRecordBytes;
  private final Batches batches;
  private final DurabilityWaiters waiters = new DurabilityWaiters();

  /** Whether a flush of records without a waiter is on its way. */
  private final AtomicBoolean lazyFlush = new AtomicBoolean();

  /** Whether a flush is queued or running. */
  private final AtomicBoolean flushScheduled = new AtomicBoolean();

  /**
   * The lock that is held while a batch is written and waiters are told, so that {@link #close()}
   * can do the flusher's work.
   */
  private final ReentrantLock writing = new ReentrantLock();

  /** The batch that is written, forced if {@link #failure} is null, and not yet told of. */
  private @Nullable Batch flushing;

  /** Whether the log ends with an end mark, as it was found or as it is left. */
  private boolean endMarked;

  private volatile long flushes;

  private final long found;

  /** The position up to which the log is written and forced. */
  private volatile long flushed;

  /** The part of {@link #flushed} that waiters have been told of. */
  private volatile long durable;

  /** The position after which no record is told to be durable. Written under {@link #writing}. */
  private long held = NOT_HELD;

  private volatile @Nullable JournalFailed failure;

  private final Object givingUp = new Object();

  /**
   * The listener that is told when the journal fails; it does nothing until {@link #onFailure} was
   * called.
   */
  private volatile Consumer<String> failureListener = why -> {};

  /** Whether the journal is closed and no record will be written any more. */
  private volatile boolean drained;

  private SegmentedJournal(
      Disk disk, Settings settings, Scheduler scheduler, Segments segments, Found found)
      throws IOException {
    this.disk = disk;
    this.segments = segments;
    this.scheduler = scheduler;
    this.paddingNanos = settings.flushPadding().toNanos();
    long limit = segments.open(found);
    long capacity = segments.capacity();
    this.batches = new Batches(found.append(), found.end(), limit, capacity);
    this.maxRecordBytes =
        (int)
            Math.min(Format.MAX_RECORD_BYTES, capacity - Format.FRAME_BYTES - Format.RECORD_BYTES);
    this.endMarked = found.endMarked();
    this.found = found.end();
    this.flushed = found.end();
    this.durable = found.end();
    this.flusher = scheduler.newMachineQueue("journal");
    this.preparer = scheduler.newStepQueue("journal-prepare");
  }

  /**
   * Opens the log of a folder, or begins one, and visits all records after {@code from}. A torn
   * tail is cut with a warning.
   *
   * @param from the position that the checkpoint in use reaches; 0 without one
   * @throws CorruptJournal if durable data is damaged or missing; no file was changed
   * @throws DataFolderRefused if a newer version wrote the log, or the disk is full
   * @throws IOException if the disk fails, or the visitor throws it
   */
  public static SegmentedJournal open(
      Disk disk, Settings settings, Scheduler scheduler, long from, RecordVisitor visitor)
      throws IOException {
    Found found = JournalReader.read(disk, from, visitor);
    if (found.torn() > 0) {
      LOG.warn(
          "the log in {} ends with a write that was torn by a crash and never acknowledged: cut at"
              + " position {} in {} ({} bytes)",
          disk.describe(),
          found.append(),
          found.segments().getLast().name(),
          found.torn());
    }
    SegmentedJournal journal =
        new SegmentedJournal(disk, settings, scheduler, new Segments(disk, settings), found);
    journal.lookLater();
    return journal;
  }

  /**
   * Looks now and then whether the folder is still this opener's: a node to which nobody writes
   * should not go on answering reads of a folder that another one changes.
   */
  private void lookLater() {
    long nanos = disk.lookNanos();
    if (nanos > 0) {
      scheduler.after(nanos, preparer, this::look);
    }
  }

  private void look() {
    writing.lock();
    try {
      if (failure == null && !drained) {
        disk.requireOwnedByName();
        lookLater();
      }
    } catch (IOException e) {
      fail(e);
    } finally {
      writing.unlock();
    }
  }

  /** Whether one flush may serve many records; otherwise each has a flush of its own. */
  public void grouping(boolean on) {
    grouping = on;
  }

  /**
   * Sets whether records without a waiter are flushed with the next record; otherwise immediately.
   */
  public void lazily(boolean on) {
    lazy = on;
  }

  @Override
  public long append(byte[] from, int offset, int length) {
    long position = add(from, offset, length, true);
    scheduleFlush();
    return position;
  }

  /** Ends a batch or a segment before it is full, where the scheduler provokes that. */
  private void provoke() {
    if (!grouping || scheduler.injects(FaultPoint.BATCH_OF_ONE)) {
      batches.seal();
    }
    if (scheduler.injects(FaultPoint.SEGMENT_EARLY)) {
      batches.endSegment();
    }
  }

  @Override
  public long appendLazily(byte[] from, int offset, int length) {
    long position = add(from, offset, length, false);
    if (!lazy || scheduler.injects(FaultPoint.LAZY_AT_ONCE)) {
      batches.want();
      scheduleFlush();
    } else if (lazyFlush.compareAndSet(false, true)) {
      scheduler.after(
          LAZY_NANOS,
          flusher,
          () -> {
            lazyFlush.set(false);
            batches.want();
            scheduleFlush();
          });
    }
    return position;
  }

  private long add(byte[] from, int offset, int length, boolean soon) {
    if (length > maxRecordBytes) {
      throw new IllegalArgumentException(
          "a record has at most " + maxRecordBytes + " bytes, not " + length);
    }
    JournalFailed failed = failure;
    if (failed != null) {
      throw new JournalFailed(String.valueOf(failed.getMessage()), failed);
    }
    if (batches.end() - flushed > MOST_WAITING_BYTES) {
      giveUp("more than " + MOST_WAITING_BYTES + " bytes wait for a disk that does not take them");
      throw new JournalFailed("the journal in " + disk.describe() + " has failed", failure());
    }
    long position = batches.add(from, offset, length, soon);
    if (position < 0) {
      IllegalStateException cause = new IllegalStateException("closed");
      throw new JournalFailed("the journal in " + disk.describe() + " is closed", cause);
    }
    provoke();
    return position;
  }

  private void scheduleFlush() {
    if (!flushScheduled.get() && flushScheduled.compareAndSet(false, true)) {
      flusher.step(this::flush);
    }
  }

  /** One step of the flusher: writes and forces the oldest batch. */
  private void flush() {
    if (scheduler.injects(FaultPoint.FLUSH_LATE)) {
      scheduler.after(PROVOKED_NANOS, flusher, this::flush);
      return;
    }
    writing.lock();
    try {
      if (!writeOldest()) {
        flushScheduled.set(false);
        if (failure == null && !drained && batches.isWanted()) {
          scheduleFlush();
        }
      } else if (paddingNanos > 0) {
        scheduler.after(paddingNanos, flusher, this::finishFlush);
      } else if (scheduler.injects(FaultPoint.DURABLE_TOLD_LATE)) {
        scheduler.after(PROVOKED_NANOS, flusher, this::finishFlush);
      } else {
        finishFlush();
      }
    } finally {
      writing.unlock();
    }
  }

  /** Gives false if there is no batch to write, or writing failed. */
  private boolean writeOldest() {
    if (failure != null || drained || flushing != null) {
      return false;
    }
    Batch batch = batches.take();
    if (batch == null) {
      return false;
    }
    try {
      endMarked = false;
      if (batch.opensSegment()) {
        segments.rotate(batch.position());
      }
      disk.requireOwned();
      segments.write(batch.seal(), batch.position());
      segments.force();
      // Another opener that has read the log before this flush has written its name by now.
      disk.requireOwned();
      if (failure != null) {
        // It was given up meanwhile.
        tellWaiters();
        return false;
      }
      flushing = batch;
      return true;
    } catch (IOException | RuntimeException | Error e) {
      ends(e);
      return false;
    }
  }

  /** Tells that the batch is durable, and goes on with the next one. */
  private void finishFlush() {
    writing.lock();
    try {
      Batch batch = flushing;
      if (batch == null) {
        return;
      }
      flushing = null;
      flushes++;
      flushed = batch.end();
      durable = Math.min(flushed, held);
      batches.giveBack(batch);
      tellWaiters();
      flusher.step(this::flush);
      if (segments.needsSpare(flushed) && !scheduler.injects(FaultPoint.SPARE_NOT_READY)) {
        preparer.step(segments::prepare);
      }
    } finally {
      writing.unlock();
    }
  }

  /** Tells the waiters of durable records, or of the failure. */
  private void tellWaiters() {
    writing.lock();
    try {
      waiters.tell(durable);
      if (failure != null || drained) {
        waiters.tellFailure();
      }
    } finally {
      writing.unlock();
    }
  }

  @Override
  public void fail(Throwable cause) {
    writing.lock();
    try {
      if (failure == null && !drained) {
        ends(cause);
      }
    } finally {
      writing.unlock();
    }
  }

  /**
   * Ends the journal though a flush has not ended, and may never end: the callbacks that wait for
   * it are not called, and a later success of the disk is not trusted.
   *
   * @param why the reason, for a person
   */
  public void giveUp(String why) {
    synchronized (givingUp) {
      if (failure == null) {
        failed(new IOException(why));
      }
    }
  }

  private Throwable failure() {
    return Objects.requireNonNull(failure);
  }

  /** Ends the journal: whatever the disk says later is not trusted. */
  private void ends(Throwable cause) {
    failed(cause);
    tellWaiters();
  }

  private void failed(Throwable cause) {
    JournalFailed failed =
        new JournalFailed(
            "the journal in "
                + disk.describe()
                + " failed and takes no more records until restart: "
                + cause.getMessage(),
            cause);
    failure = failed;
    LOG.error(failed.getMessage(), cause);
    failureListener.accept(String.valueOf(failed.getMessage()));
  }

  /**
   * Calls back, with the reason for a person, when the journal fails: on the flusher's thread,
   * once, and before any client hears of it. One listener; it must be short.
   */
  public void onFailure(Consumer<String> listener) {
    writing.lock();
    try {
      failureListener = listener;
      JournalFailed failed = failure;
      if (failed != null) {
        listener.accept(String.valueOf(failed.getMessage()));
      }
    } finally {
      writing.unlock();
    }
  }

  @Override
  public void whenDurable(long position, DurableCallback callback) {
    if (position > durable && batches.isLazy()) {
      batches.want();
      scheduleFlush();
    }
    whenDurableLazily(position, callback);
  }

  @Override
  public void whenDurableLazily(long position, DurableCallback callback) {
    if (isSettled(position)) {
      callback.done(position <= durable);
      return;
    }
    waiters.add(position, callback);
    if (isSettled(position)) {
      // The flusher may have told its waiters between the look above and the addition.
      if (drained) {
        tellWaiters();
      } else {
        flusher.step(this::tellWaiters);
      }
    }
  }

  /** Whether the position is known to be durable, or known not to be before a restart. */
  private boolean isSettled(long position) {
    return position <= durable || failure != null || drained;
  }

  @Override
  public long end() {
    return batches.end();
  }

  /** Returns the end of the log when it was opened. */
  public long found() {
    return found;
  }

  @Override
  public long durable() {
    return durable;
  }

  @Override
  public boolean failed() {
    return failure != null;
  }

  @Override
  public boolean congested() {
    return batches.end() - flushed > CONGESTED_BYTES
        || scheduler.injects(FaultPoint.DISK_CONGESTED);
  }

  @Override
  public int maxRecordBytes() {
    return maxRecordBytes;
  }

  @Override
  public void truncateBefore(long position) {
    segments.truncateBefore(Math.min(position, durable));
  }

  @Override
  public JournalStatistics statistics() {
    return batches.statistics(flushes, flushed);
  }

  /**
   * Ends a frame with the newest record, and calls no later record durable until {@link #letGo}.
   * Records that are appended meanwhile are written as always: for their waiters the disk seems
   * slow. Waits for a flush that runs.
   *
   * @return the position after that record: no record behind it has been told
   * @throws IllegalStateException if it is held already
   */
  public long hold() {
    writing.lock();
    try {
      if (held != NOT_HELD) {
        throw new IllegalStateException("the log is held already");
      }
      held = batches.cut();
      scheduleFlush();
      return held;
    } finally {
      writing.unlock();
    }
  }

  /**
   * Tells all that was held back.
   *
   * @return whether it was held until now; a log that is closed or has failed is not held
   */
  public boolean letGo() {
    writing.lock();
    try {
      boolean was = held != NOT_HELD && failure == null;
      held = NOT_HELD;
      if (failure == null) {
        durable = flushed;
      }
      tellWaiters();
      return was;
    } finally {
      writing.unlock();
    }
  }

  /**
   * Flushes all that was appended, marks the log's end, and closes. Callbacks that wait are called
   * on this thread. The disk stays open.
   */
  @Override
  public void close() {
    if (!batches.close()) {
      return;
    }
    if (!awaitFlush()) {
      LOG.warn("the log in {} is left in the middle of a flush that does not end", disk.describe());
      return;
    }
    try {
      letGo();
      do {
        finishFlush();
      } while (writeOldest());
      drained = true;
      tellWaiters();
      if (failure == null) {
        markEnd();
      }
      segments.close();
    } catch (IOException e) {
      LOG.warn("closing the log in {} failed: {}", disk.describe(), e.getMessage());
    } finally {
      writing.unlock();
    }
  }

  /** Takes the lock that a flush has while it runs; false if that does not end. */
  private boolean awaitFlush() {
    try {
      return writing.tryLock(CLOSE_NANOS, TimeUnit.NANOSECONDS);
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
      return writing.tryLock();
    }
  }

  /**
   * Writes an empty frame. The frame records that all before it was durable, so that damage to the
   * last records of a node that was stopped in order is never mistaken for a torn tail.
   */
  private void markEnd() throws IOException {
    Batch mark = batches.last();
    if (mark.position() > 0 && !endMarked) {
      disk.requireOwned();
      segments.write(mark.seal(), mark.position());
      segments.force();
      endMarked = true;
    }
  }
}
