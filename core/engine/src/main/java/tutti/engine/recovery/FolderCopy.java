package tutti.engine.recovery;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tutti.engine.journal.CheckpointStore;
import tutti.engine.journal.Disk;
import tutti.engine.journal.Disk.DiskFile;
import tutti.engine.journal.LogCopy;
import tutti.engine.journal.SegmentedJournal;

/**
 * A copy of a data folder that is in use, as it was at one position of its log: the newest
 * checkpoint of that moment, the log from there to the position, and the folder's small files. The
 * files that the copy needs stay until it is closed, however many checkpoints are made meanwhile.
 *
 * <p>A new copy holds back acknowledgements until {@link #letGo}. Once the log is durable up to
 * {@link #cut}, the caller uses {@link #gather}, {@link #open} and {@link #read}, and {@link
 * #close} at the end. Not thread-safe.
 */
public final class FolderCopy implements AutoCloseable {
  private static final String META = "meta-";

  private final Disk disk;
  private final CheckpointStore checkpoints;
  private final CopiedLog copied;
  private final long from;
  private final long cut;
  private final Map<String, byte[]> blobs = new LinkedHashMap<>();
  private @Nullable LogCopy log;
  private boolean closed;

  /** The log of a folder, for one copy. Its calls come in the order in which they stand here. */
  public interface CopiedLog {
    /** Keeps every record that the newest checkpoint lacks, until {@link #end}. */
    void keep();

    /**
     * Ends the log's part that is copied, and calls no later record durable until {@link #letGo}.
     *
     * @return the position that is the end
     * @throws IllegalStateException if another copy holds the log
     */
    long hold();

    /** Calls later records durable again; returns whether none was called so until now. */
    boolean letGo();

    /** Gets what of the log is not on the disk, and then calls back on some thread. */
    void gather(long from, long end, Runnable then);

    /** Returns the files that the log between two positions is to be. */
    LogCopy open(long from, long end) throws IOException;

    /** Permits the truncation of the log again. */
    void end();
  }

  /** A log that is in the folder, whose files stay for as long as the checkpoint is kept. */
  record OwnLog(Disk disk, SegmentedJournal log) implements CopiedLog {
    @Override
    public void keep() {}

    @Override
    public long hold() {
      return log.hold();
    }

    @Override
    public boolean letGo() {
      return log.letGo();
    }

    @Override
    public void gather(long from, long end, Runnable then) {
      then.run();
    }

    @Override
    public LogCopy open(long from, long end) throws IOException {
      return LogCopy.of(disk, from, end);
    }

    @Override
    public void end() {}
  }

  private FolderCopy(
      Disk disk, CheckpointStore checkpoints, CopiedLog copied, long from, long cut) {
    this.disk = disk;
    this.checkpoints = checkpoints;
    this.copied = copied;
    this.from = from;
    this.cut = cut;
  }

  /**
   * Begins a copy of the newest checkpoint and the log up to here. Waits for a flush that runs.
   *
   * @throws IllegalStateException if another copy is held
   */
  static FolderCopy begin(Disk disk, CheckpointStore checkpoints, CopiedLog log) {
    // In this order: all records that the checkpoint has seen are durable, and so before the cut.
    log.keep();
    long from = checkpoints.keep();
    try {
      return new FolderCopy(disk, checkpoints, log, from, log.hold());
    } catch (RuntimeException e) {
      checkpoints.giveUp(from);
      log.end();
      throw e;
    }
  }

  /** Returns the position of the log at which the copy ends. */
  public long cut() {
    return cut;
  }

  /**
   * Permits the acknowledgement of records after the cut again.
   *
   * @return whether none of them was acknowledged until now
   */
  public boolean letGo() {
    return copied.letGo();
  }

  /** Gets ready what {@link #open} needs, and then calls back on some thread. */
  public void gather(Runnable then) {
    copied.gather(from, cut, then);
  }

  /**
   * Lists the files. The log must be durable up to the cut.
   *
   * @return their sizes by name
   */
  public Map<String, Long> open() throws IOException {
    LogCopy opened = copied.open(from, cut);
    log = opened;
    Map<String, Long> sizes = new LinkedHashMap<>();
    for (String name : disk.list()) {
      if (name.startsWith(META) && !name.endsWith(".tmp")) {
        blobs.put(name, content(name));
      }
    }
    blobs.forEach((name, bytes) -> sizes.put(name, (long) bytes.length));
    String checkpoint = CheckpointStore.name(from);
    try (DiskFile file = disk.open(checkpoint, false)) {
      sizes.put(checkpoint, file.size());
    }
    opened.files().forEach(name -> sizes.put(name, opened.size(name)));
    return sizes;
  }

  private byte[] content(String name) throws IOException {
    try (DiskFile file = disk.open(name, false)) {
      ByteBuffer bytes = ByteBuffer.allocate((int) file.size());
      file.read(bytes, 0);
      return bytes.array();
    }
  }

  /** Reads a file that {@link #open} has listed, until the buffer is full or the file ends. */
  public void read(String name, long at, ByteBuffer into) throws IOException {
    byte[] blob = blobs.get(name);
    LogCopy opened = log;
    if (blob != null) {
      int count = (int) Math.max(0, Math.min(into.remaining(), blob.length - at));
      into.put(blob, (int) Math.min(at, blob.length), count);
    } else if (name.equals(CheckpointStore.name(from))) {
      try (DiskFile file = disk.open(name, false)) {
        file.read(into, at);
      }
    } else if (opened != null) {
      opened.read(name, at, into);
    }
  }

  /** Releases the checkpoint and the log: the next checkpoint may delete their files. */
  @Override
  public void close() {
    if (!closed) {
      closed = true;
      checkpoints.giveUp(from);
      copied.end();
    }
  }
}
