package tutti.engine.journal;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Arrays;
import tutti.engine.journal.Disk.DiskFile;

/**
 * Writes one checkpoint. The checkpoint counts only once {@link #commit()} has returned; a writer
 * that is closed without that leaves no file. Not thread-safe.
 */
public final class CheckpointWriter implements AutoCloseable {
  /** The first size of the buffer: most checkpoints are small, and all grow. */
  private static final int FIRST_BYTES = 8 << 10;

  private final CheckpointStore store;
  private final Disk disk;
  private final String name;
  private final long position;
  private final DiskFile file;
  private byte[] chunk = new byte[FIRST_BYTES];
  private int used = CheckpointStore.CHUNK_HEADER_BYTES;
  private long written;
  private long entries;
  private boolean committed;

  CheckpointWriter(CheckpointStore store, Disk disk, String name, long position)
      throws IOException {
    this.store = store;
    this.disk = disk;
    this.name = name;
    this.position = position;
    disk.delete(name);
    file = disk.open(name, true);
    try {
      append(CheckpointStore.header(Format.VERSION, position));
    } catch (IOException | Error e) {
      close();
      throw e;
    }
  }

  /**
   * Adds an entry; the bytes are copied.
   *
   * @throws IllegalArgumentException if it is longer than {@link CheckpointStore#MAX_ENTRY_BYTES}
   */
  public void add(byte[] bytes, int offset, int length) throws IOException {
    if (length > CheckpointStore.MAX_ENTRY_BYTES) {
      throw new IllegalArgumentException(
          "an entry has at most " + CheckpointStore.MAX_ENTRY_BYTES + " bytes, not " + length);
    }
    int needed = Format.RECORD_BYTES + length;
    if (used + needed > CheckpointStore.CHUNK_BYTES && used > CheckpointStore.CHUNK_HEADER_BYTES) {
      writeChunk();
    }
    if (used + needed > chunk.length) {
      int more = Math.min(2 * chunk.length, CheckpointStore.CHUNK_BYTES);
      chunk = Arrays.copyOf(chunk, Math.max(used + needed, more));
    }
    ByteBuffer.wrap(chunk).putInt(used, length);
    System.arraycopy(bytes, offset, chunk, used + Format.RECORD_BYTES, length);
    used += needed;
    entries++;
  }

  /** Returns the number of bytes written so far, approximately. */
  long bytes() {
    return written + used;
  }

  /** Makes the checkpoint durable and the newest, and removes the older ones. */
  public void commit() throws IOException {
    if (used > CheckpointStore.CHUNK_HEADER_BYTES) {
      writeChunk();
    }
    ByteBuffer footer = ByteBuffer.allocate(CheckpointStore.FOOTER_BYTES);
    footer.putInt(CheckpointStore.LAST_CHUNK).putInt(0).putLong(entries);
    footer.putInt(4, Format.crc(footer.array(), 8, 8));
    append(footer.flip());
    file.force();
    file.close();
    store.complete(name, position);
    committed = true;
  }

  /** Gives the checkpoint up, unless it was committed. */
  @Override
  public void close() throws IOException {
    if (!committed) {
      file.close();
      disk.delete(name);
    }
  }

  private void writeChunk() throws IOException {
    int length = used - CheckpointStore.CHUNK_HEADER_BYTES;
    ByteBuffer bytes = ByteBuffer.wrap(chunk, 0, used);
    bytes.putInt(0, length);
    bytes.putInt(4, Format.crc(chunk, CheckpointStore.CHUNK_HEADER_BYTES, length));
    append(bytes);
    used = CheckpointStore.CHUNK_HEADER_BYTES;
  }

  private void append(ByteBuffer bytes) throws IOException {
    int length = bytes.remaining();
    file.write(bytes, written);
    written += length;
  }
}
