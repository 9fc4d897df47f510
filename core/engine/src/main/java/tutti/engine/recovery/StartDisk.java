package tutti.engine.recovery;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.concurrent.atomic.AtomicLong;
import tutti.engine.journal.Disk;
import tutti.engine.journal.ForwardingDisk;
import tutti.engine.memory.Heap;

/**
 * A disk whose data may not fit into the heap: while a node starts, a read that finds the heap full
 * ends the start, and its message says how much the whole folder needs, about. Thread-safe.
 *
 * <p>For example, at {@code -Xmx64m} 58 MB live when 50 of 80 MB are read: about 101 MB are needed,
 * and a quarter more for work.
 */
public final class StartDisk implements ForwardingDisk {
  /** The share of the heap from which on a start looks at what of it lives. */
  static final double LOOKED_AT = 0.85;

  /** The heap that is given to work, times what is needed. */
  static final double SPARE_ROOM = 1.1;

  /** The share of the heap that may live during a start. */
  private static final double MOST = 0.92;

  /** The bytes that stay free in a small heap all the same: for what is made of one read. */
  private static final long FREE = 6 << 20;

  /** The heap is collected again when this share of it has come into use since. */
  private static final double AGAIN = 0.02;

  /** The name of a file of the log that holds nothing. */
  private static final String SPARE = "spare-";

  private static final int PROBES = 64;
  private static final int PROBE_BYTES = 512;

  private final Disk disk;
  private final Heap heap;
  private final AtomicLong read = new AtomicLong();
  private volatile boolean starting = true;
  private volatile long lookAt;

  /** Returns a disk that watches the heap until {@link #started}. */
  public StartDisk(Disk disk, Heap heap) {
    this.disk = disk;
    this.heap = heap;
    this.lookAt = heap.most() == Long.MAX_VALUE ? Long.MAX_VALUE : share(LOOKED_AT);
  }

  /** Returns the bytes of a share of the heap, or fewer of a small heap. */
  private long share(double share) {
    return Math.min((long) (share * heap.most()), Math.max(0, heap.most() - FREE));
  }

  /** Ends the watch: the folder's data is in memory. */
  public void started() {
    starting = false;
  }

  @Override
  public Disk disk() {
    return disk;
  }

  @Override
  public DiskFile open(String name, boolean create) throws IOException {
    DiskFile file = disk.open(name, create);
    return starting ? new StartFile(file) : file;
  }

  private final class StartFile implements ForwardingFile {
    private final DiskFile file;

    StartFile(DiskFile file) {
      this.file = file;
    }

    @Override
    public DiskFile file() {
      return file;
    }

    @Override
    public int read(ByteBuffer into, long position) throws IOException {
      if (starting) {
        look();
      }
      int count = file.read(into, position);
      read.addAndGet(Math.max(0, count));
      return count;
    }
  }

  private void look() throws IOException {
    if (heap.inUse() < lookAt) {
      return;
    }
    long alive;
    synchronized (this) {
      if (heap.inUse() < lookAt) {
        return;
      }
      alive = heap.collect();
      lookAt = Math.max(share(LOOKED_AT), alive + (long) (AGAIN * heap.most()));
    }
    if (alive > share(MOST)) {
      throw tooSmall(alive);
    }
  }

  /** Returns the bytes of a file without zeros at its end, which is preallocated; about. */
  private static long content(DiskFile file) throws IOException {
    long size = file.size();
    ByteBuffer probe = ByteBuffer.allocate(PROBE_BYTES);
    for (int part = PROBES; part > 0 && size > PROBES * PROBE_BYTES; part--) {
      long at = size / PROBES * part - PROBE_BYTES;
      file.read(probe.clear(), at);
      for (byte each : probe.array()) {
        if (each != 0) {
          return at + PROBE_BYTES;
        }
      }
    }
    return size > PROBES * PROBE_BYTES ? 0 : size;
  }

  private HeapTooSmall tooSmall(long alive) throws IOException {
    long all = 0;
    for (String name : disk.list()) {
      try (DiskFile file = disk.open(name, false)) {
        all += name.contains(SPARE) ? 0 : content(file);
      }
    }
    double part = Math.clamp((double) read.get() / Math.max(1, all), 0.01, 1);
    // What a start leaves must be below the share from which on writes are refused.
    long needed = (long) (alive / part / LOOKED_AT * SPARE_ROOM);
    return new HeapTooSmall(
        disk.describe(),
        heap.most(),
        share(MOST),
        alive,
        needed,
        "by the " + Math.round(100 * part) + "% of it that were read");
  }
}
