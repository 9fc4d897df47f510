package tutti.engine.journal;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import tutti.engine.journal.Disk.DiskFile;
import tutti.engine.journal.JournalReader.Found;
import tutti.engine.journal.JournalReader.Segment;

/**
 * The log's files: the segment that is written, older ones, and spares that are full of zeros or of
 * an older part of the log, so that a new segment costs no allocation when it is needed.
 *
 * <p>{@link #write}, {@link #force}, {@link #rotate}, {@link #needsSpare} and {@link #close} belong
 * to the flusher; the others may be called from any thread.
 */
final class Segments {
  private static final Logger LOG = LoggerFactory.getLogger(Segments.class);
  private static final String SPARE = "spare-";
  private static final String UNFINISHED = ".tmp";

  private final Disk disk;
  private final long segmentBytes;
  private final int keptSpares;

  /** The lock that is held while spares are made or the lists change; never by an appender. */
  private final ReentrantLock lock = new ReentrantLock();

  private final ArrayDeque<Spare> spares = new ArrayDeque<>();
  private final ArrayDeque<Segment> segments = new ArrayDeque<>();
  private long nextSpare;
  private boolean closed;

  private @Nullable DiskFile current;
  private long currentStart;
  private long askedForSpareAt = -1;

  /** A file that waits to become a segment. */
  private record Spare(String name, boolean recycled) {}

  Segments(Disk disk, SegmentedJournal.Settings settings) {
    this.disk = disk;
    this.segmentBytes = Math.max(settings.segmentBytes(), 2L * Format.HEADER_BYTES) & -Format.BLOCK;
    this.keptSpares = (int) Math.min(64, settings.keptBytes() / segmentBytes + 1);
  }

  /** Returns a new segment's bytes of log; one more block is kept for the log's end mark. */
  long capacity() {
    return segmentBytes - Format.HEADER_BYTES - Format.BLOCK;
  }

  /**
   * Makes the files ready for writing after the last frame that was found: cuts a torn tail so that
   * it can never be read again, and makes all that was read durable. Gives the position up to which
   * the segment takes records.
   */
  long open(Found found) throws IOException {
    for (String name : found.older()) {
      disk.delete(name);
    }
    adoptSpares();
    segments.addAll(found.segments());
    if (segments.isEmpty()) {
      rotate(0);
      return capacity();
    }
    Segment last = segments.getLast();
    DiskFile file = disk.open(last.name(), false);
    current = file;
    currentStart = last.start();
    long capacity = Math.max(0, file.size() - Format.HEADER_BYTES) & -Format.BLOCK;
    if (found.dirty()) {
      long clean = Math.min(last.start() + capacity, found.append() + Format.MAX_FRAME_BYTES);
      writeZeros(file, last.offset(found.append()), last.offset(clean));
    }
    writeAgain(file, last.offset(found.lastFrame()), last.offset(found.append()));
    file.force();
    disk.force();
    return last.start() + capacity - Format.BLOCK;
  }

  private void adoptSpares() throws IOException {
    for (String name : disk.list()) {
      if (!name.startsWith(SPARE)) {
        continue;
      }
      long size = 0;
      if (!name.endsWith(UNFINISHED)) {
        try (DiskFile file = disk.open(name, false)) {
          size = file.size();
        }
      }
      if (size == segmentBytes && spares.size() < keptSpares) {
        spares.add(new Spare(name, true));
      } else {
        disk.delete(name);
      }
    }
  }

  /**
   * Writes the last frame again. The frame may be in the operating system's memory only, if the
   * process died before the force or the force failed. After a failed force the system may believe
   * that it has no bytes left to write, so that another force would have no effect.
   */
  private static void writeAgain(DiskFile file, long from, long to) throws IOException {
    ByteBuffer frame = ByteBuffer.allocate((int) (to - from));
    file.read(frame, from);
    file.write(frame.flip(), from);
  }

  private static void writeZeros(DiskFile file, long from, long to) throws IOException {
    ByteBuffer zeros = ByteBuffer.allocate(1 << 16);
    for (long at = from; at < to; at += zeros.capacity()) {
      file.write(zeros.clear().limit((int) Math.min(zeros.capacity(), to - at)), at);
    }
  }

  /** Writes a frame into the current segment. */
  void write(ByteBuffer frame, long position) throws IOException {
    opened().write(frame, Format.HEADER_BYTES + position - currentStart);
  }

  void force() throws IOException {
    opened().force();
  }

  private DiskFile opened() throws IOException {
    DiskFile file = current;
    if (file == null) {
      throw new IOException("no log segment is open in " + disk.describe());
    }
    return file;
  }

  /**
   * Begins a new segment at {@code start}. All records before are durable already: for recovery the
   * existence of a segment is the proof of that. The segment before is marked then, so that the log
   * cannot lose its newest file in silence; a crash may undo the mark.
   */
  void rotate(long start) throws IOException {
    Spare spare = takeSpare();
    try (DiskFile file = disk.open(spare.name(), false)) {
      file.write(Format.header(start, segmentBytes, spare.recycled()), 0);
      file.force();
    }
    Segment segment = new Segment(Format.segmentName(start), start);
    disk.rename(spare.name(), segment.name());
    disk.force();
    DiskFile before = current;
    current = disk.open(segment.name(), false);
    currentStart = start;
    lock.lock();
    try {
      segments.add(segment);
    } finally {
      lock.unlock();
    }
    if (before != null) {
      before.write(Format.followed(), Format.FOLLOWED_AT);
      before.close();
    }
  }

  private Spare takeSpare() throws IOException {
    lock.lock();
    try {
      Spare spare = spares.poll();
      return spare != null ? spare : makeSpare();
    } finally {
      lock.unlock();
    }
  }

  /**
   * Whether {@link #prepare()} should run soon: the segment is used up to here. Said once for a
   * segment, so that a full disk is not asked again at every flush.
   */
  boolean needsSpare(long position) {
    if (askedForSpareAt == currentStart || position - currentStart < segmentBytes / 4) {
      return false;
    }
    askedForSpareAt = currentStart;
    return true;
  }

  /**
   * Makes a spare if there is none. A failure is only logged: it is tried again when the segment is
   * needed, and a checkpoint may have freed one until then.
   */
  void prepare() {
    lock.lock();
    try {
      if (spares.isEmpty() && !closed) {
        spares.add(makeSpare());
      }
    } catch (IOException | RuntimeException e) {
      LOG.warn("the next log segment could not be prepared ahead: {}", e.getMessage());
    } finally {
      lock.unlock();
    }
  }

  private Spare makeSpare() throws IOException {
    String name = freshName();
    refuseIfFull();
    try (DiskFile file = disk.open(name + UNFINISHED, true)) {
      file.preallocate(segmentBytes);
      file.force();
    } catch (IOException | RuntimeException e) {
      disk.delete(name + UNFINISHED);
      throw e;
    }
    disk.rename(name + UNFINISHED, name);
    return new Spare(name, false);
  }

  private String freshName() throws IOException {
    String name;
    do {
      name = SPARE + nextSpare++;
    } while (disk.exists(name));
    return name;
  }

  private void refuseIfFull() throws IOException {
    long free = disk.free();
    if (free < segmentBytes) {
      throw new DataFolderRefused(
          DataFolderRefused.Kind.DISK_FULL,
          "the disk of the data folder "
              + disk.describe()
              + " is full: a log segment takes "
              + segmentBytes
              + " bytes and "
              + free
              + " are free. Nothing acknowledged is lost. Make room, then restart");
    }
  }

  /**
   * Gives up segments that end at or before {@code position}; keeps some of them as spares. The
   * folder is not forced: should a crash bring an old name back, recovery passes it over as older
   * than its checkpoint, whatever the file holds by then.
   */
  void truncateBefore(long position) {
    lock.lock();
    try {
      while (!closed && segments.size() > 1) {
        Segment oldest = segments.removeFirst();
        if (segments.getFirst().start() > position) {
          segments.addFirst(oldest);
          break;
        }
        retire(oldest);
      }
    } catch (IOException e) {
      LOG.warn("old log segments could not be given up: {}", e.getMessage());
    } finally {
      lock.unlock();
    }
  }

  private void retire(Segment segment) throws IOException {
    if (spares.size() >= keptSpares || sizeOf(segment) != segmentBytes) {
      disk.delete(segment.name());
      return;
    }
    String name = freshName();
    disk.rename(segment.name(), name);
    spares.add(new Spare(name, true));
  }

  private long sizeOf(Segment segment) throws IOException {
    try (DiskFile file = disk.open(segment.name(), false)) {
      return file.size();
    }
  }

  /** Closes the files; waits for a preparation that runs. */
  void close() throws IOException {
    lock.lock();
    try {
      closed = true;
      if (current != null) {
        current.close();
        current = null;
      }
    } finally {
      lock.unlock();
    }
  }
}
