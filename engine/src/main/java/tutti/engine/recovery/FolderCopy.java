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
 * A data folder that is in use, as it was at one position of its log: the newest checkpoint of
 * then, the log from there to the position, and the folder's small files. The files that it needs
 * stay until it is closed, however many checkpoints are made meanwhile. Its life: made, which holds
 * the log; {@link #letGo}; then, once the log is durable up to {@link #cut}, {@link #open} and
 * {@link #read}; {@link #close}. Not thread-safe.
 */
public final class FolderCopy implements AutoCloseable {
  private static final String META = "meta-";

  private final Disk disk;
  private final CheckpointStore checkpoints;
  private final SegmentedJournal journal;
  private final long from;
  private final long cut;
  private final Map<String, byte[]> blobs = new LinkedHashMap<>();
  private @Nullable LogCopy log;
  private boolean closed;

  FolderCopy(
      Disk disk, CheckpointStore checkpoints, SegmentedJournal journal, long from, long cut) {
    this.disk = disk;
    this.checkpoints = checkpoints;
    this.journal = journal;
    this.from = from;
    this.cut = cut;
  }

  /** Returns the position of the log at which the copy ends. */
  public long cut() {
    return cut;
  }

  /**
   * Lets records after the cut be acknowledged again.
   *
   * @return whether none of them was, until now
   */
  public boolean letGo() {
    return journal.letGo();
  }

  /**
   * Lists the files. The log must be durable up to the cut.
   *
   * @return their sizes by name
   */
  public Map<String, Long> open() throws IOException {
    LogCopy copied = LogCopy.of(disk, from, cut);
    log = copied;
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
    copied.files().forEach(name -> sizes.put(name, copied.size(name)));
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
    LogCopy copied = log;
    if (blob != null) {
      int count = (int) Math.max(0, Math.min(into.remaining(), blob.length - at));
      into.put(blob, (int) Math.min(at, blob.length), count);
    } else if (name.equals(CheckpointStore.name(from))) {
      try (DiskFile file = disk.open(name, false)) {
        file.read(into, at);
      }
    } else if (copied != null) {
      copied.read(name, at, into);
    }
  }

  /** Lets the checkpoint and the log go, with the next checkpoint. */
  @Override
  public void close() {
    if (!closed) {
      closed = true;
      checkpoints.giveUp(from);
    }
  }
}
