package tutti.engine.journal;

import java.io.IOException;
import java.nio.ByteBuffer;
import tutti.engine.journal.Disk.DiskFile;

/** Reads one checkpoint and checks all of it. Not thread-safe. */
final class CheckpointReader {
  private final Disk disk;
  private final String name;
  private final DiskFile file;
  private final long size;
  private long at;
  private long entries;

  CheckpointReader(Disk disk, String name, DiskFile file) throws IOException {
    this.disk = disk;
    this.name = name;
    this.file = file;
    this.size = file.size();
  }

  /** Visits all entries; gives the position that the checkpoint reaches. */
  long read(long expected, CheckpointStore.EntryVisitor visitor) throws IOException {
    readHeader(expected);
    while (true) {
      ByteBuffer head = take(CheckpointStore.CHUNK_HEADER_BYTES);
      int length = head.getInt(0);
      if (length == CheckpointStore.LAST_CHUNK) {
        readFooter(head.getInt(4));
        return expected;
      }
      if (length < 0 || length > size - at) {
        throw corrupt(at - CheckpointStore.CHUNK_HEADER_BYTES, "a chunk is longer than the file");
      }
      long begins = at;
      ByteBuffer chunk = take(length);
      if (Format.crc(chunk.array(), 0, length) != head.getInt(4)) {
        throw corrupt(begins, "a chunk does not fit its checksum");
      }
      visit(chunk, begins, visitor);
    }
  }

  private void readHeader(long expected) throws IOException {
    ByteBuffer header = take(CheckpointStore.HEADER_BYTES);
    boolean ours = header.getLong(0) == CheckpointStore.MAGIC;
    if (ours && header.getInt(8) > Format.VERSION) {
      throw new DataFolderRefused(
          DataFolderRefused.Kind.NEWER_FORMAT, MetaStore.newer(disk, name, header.getInt(8)));
    }
    if (!ours || !header.equals(CheckpointStore.header(header.getInt(8), expected))) {
      throw corrupt(0, "this is not the header of this checkpoint");
    }
  }

  private void readFooter(int crc) throws IOException {
    ByteBuffer footer = take(CheckpointStore.FOOTER_BYTES - CheckpointStore.CHUNK_HEADER_BYTES);
    if (Format.crc(footer.array(), 0, footer.capacity()) != crc || footer.getLong(0) != entries) {
      throw corrupt(at - footer.capacity(), "the footer does not fit the entries");
    }
    if (at != size) {
      throw corrupt(at, "there is more after the footer");
    }
  }

  private void visit(ByteBuffer chunk, long begins, CheckpointStore.EntryVisitor visitor)
      throws IOException {
    int next = 0;
    while (next < chunk.capacity()) {
      int left = chunk.capacity() - next - Format.RECORD_BYTES;
      int length = left >= 0 ? chunk.getInt(next) : -1;
      if (length < 0 || length > left) {
        throw corrupt(begins + next, "an entry is longer than its chunk");
      }
      visitor.entry(chunk.array(), next + Format.RECORD_BYTES, length);
      entries++;
      next += Format.RECORD_BYTES + length;
    }
  }

  private ByteBuffer take(int length) throws IOException {
    if (length > size - at) {
      throw corrupt(at, "the file ends too early");
    }
    ByteBuffer bytes = ByteBuffer.allocate(length);
    file.read(bytes, at);
    at += length;
    return bytes.clear();
  }

  private CorruptJournal corrupt(long offset, String what) {
    return new CorruptJournal(disk.describe(), name, offset, what);
  }
}
