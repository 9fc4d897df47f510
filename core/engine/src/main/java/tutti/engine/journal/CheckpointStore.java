package tutti.engine.journal;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import java.util.TreeMap;
import tutti.engine.journal.Disk.DiskFile;

/**
 * The node's checkpoints. Each is a sequence of entries, complete and forced before it gets its
 * name, so that a crash leaves the checkpoint before it in place. The newest checkpoint is kept,
 * and those that {@link #keep()} asks for. Not thread-safe, except for {@link #keep}, {@link
 * #giveUp} and {@link #kept}.
 */
public final class CheckpointStore {
  static final long MAGIC = 0x5455545449_43504BL; // TUTTICPK
  static final int HEADER_BYTES = 32;
  static final int CHUNK_HEADER_BYTES = 8;
  static final int LAST_CHUNK = -1;
  static final int FOOTER_BYTES = 16;
  static final int CHUNK_BYTES = 256 << 10;

  /** The longest entry, in bytes. */
  public static final int MAX_ENTRY_BYTES = 64 << 20;

  private static final String PREFIX = "checkpoint-";
  private static final String UNFINISHED = ".tmp";
  private static final String APART = "-apart" + UNFINISHED;

  private final Disk disk;

  /** The number of users that keep each checkpoint, by its position. */
  private final TreeMap<Long, Integer> kept = new TreeMap<>();

  private long newest;

  /** Opens the checkpoints of a folder, and removes files that crashes left unfinished. */
  public CheckpointStore(Disk disk) throws IOException {
    this.disk = disk;
    for (String name : disk.list()) {
      if (name.startsWith(PREFIX) && name.endsWith(UNFINISHED)) {
        disk.delete(name);
      }
    }
  }

  /** A visitor of a checkpoint's entries, one after another, as they were written. */
  @FunctionalInterface
  public interface EntryVisitor {
    /** One entry: {@code length} bytes from {@code offset}. The array is reused after the call. */
    void entry(byte[] bytes, int offset, int length) throws IOException;
  }

  /**
   * Begins a checkpoint that contains all effects of the records up to {@code position}, which must
   * be durable before {@link CheckpointWriter#commit()} is called; otherwise a crash could leave a
   * checkpoint that knows of a future that never was.
   */
  public CheckpointWriter begin(long position) throws IOException {
    return new CheckpointWriter(this, disk, name(position) + UNFINISHED, position);
  }

  /**
   * Begins a checkpoint as {@link #begin} does, in a file of its own: another user of the folder,
   * whose work is void, may still write one of the same position.
   */
  public CheckpointWriter beginApart(long position) throws IOException {
    return new CheckpointWriter(this, disk, name(position) + APART, position);
  }

  /**
   * Takes a checkpoint over that came from elsewhere, once it is read to its end.
   *
   * @param name of the file that it has come into; no other user of the folder knows it
   * @throws CorruptJournal if it is damaged; it is none of this store's then
   */
  public void install(String name, long position) throws IOException {
    try (DiskFile file = disk.open(name, false)) {
      new CheckpointReader(disk, name, file).read(position, (bytes, offset, length) -> {});
      file.force();
    }
    complete(name, position);
  }

  /** Gives the unfinished file its name and removes the older checkpoints. */
  void complete(String unfinished, long position) throws IOException {
    disk.rename(unfinished, name(position));
    disk.force();
    List<String> older = checkpoints();
    synchronized (this) {
      newest = position;
      older.removeIf(name -> position(name) >= position || kept.containsKey(position(name)));
    }
    for (String name : older) {
      disk.delete(name);
    }
  }

  /**
   * Keeps the newest checkpoint, also when a newer one is made, until {@link #giveUp}.
   *
   * @return the position that it reaches
   */
  public synchronized long keep() {
    kept.merge(newest, 1, Integer::sum);
    return newest;
  }

  /** Undoes one {@link #keep}; the file goes when the next checkpoint is made. */
  public synchronized void giveUp(long position) {
    kept.computeIfPresent(position, (at, times) -> times == 1 ? null : times - 1);
  }

  /** The log from here on is still needed: by the newest checkpoint, or by one that is kept. */
  public synchronized long kept() {
    return kept.isEmpty() ? newest : Math.min(newest, kept.firstKey());
  }

  /**
   * Reads the newest checkpoint.
   *
   * @return the position that it reaches; empty if there is none
   * @throws CorruptJournal if it is damaged. An older one is not tried: the log before the newest
   *     may be gone already
   */
  public OptionalLong openLatest(EntryVisitor visitor) throws IOException {
    List<String> names = checkpoints();
    if (names.isEmpty()) {
      return OptionalLong.empty();
    }
    String name = names.getLast();
    try (DiskFile file = disk.open(name, false)) {
      newest = position(name);
      return OptionalLong.of(new CheckpointReader(disk, name, file).read(newest, visitor));
    }
  }

  static ByteBuffer header(int version, long position) {
    ByteBuffer header = ByteBuffer.allocate(HEADER_BYTES);
    header.putLong(MAGIC).putInt(version).putInt(0).putLong(position).putInt(0);
    header.putInt(Format.crc(header.array(), 0, HEADER_BYTES - 4));
    return header.flip();
  }

  /** Whether a file of that name is a complete checkpoint. */
  public static boolean isCheckpoint(String name) {
    return position(name) >= 0;
  }

  /** The names of complete checkpoints, oldest first. */
  private List<String> checkpoints() throws IOException {
    List<String> names = new ArrayList<>(disk.list());
    names.removeIf(name -> !isCheckpoint(name));
    return names;
  }

  /** The file of the checkpoint that reaches a position. */
  public static String name(long position) {
    return PREFIX + Format.hex(position);
  }

  /** The position in a checkpoint's name, or -1 if it is not the name of a checkpoint. */
  private static long position(String name) {
    if (!name.startsWith(PREFIX) || name.length() != PREFIX.length() + 16) {
      return -1;
    }
    try {
      long position = Long.parseUnsignedLong(name, PREFIX.length(), name.length(), 16);
      return name(position).equals(name) ? position : -1;
    } catch (NumberFormatException e) {
      return -1;
    }
  }
}
