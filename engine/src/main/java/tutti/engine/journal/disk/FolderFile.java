package tutti.engine.journal.disk;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import tutti.engine.journal.Disk;

/** A file of a {@link FolderDisk}. */
final class FolderFile implements Disk.DiskFile {
  private static final int ZEROS = 1 << 20;

  private final FileChannel channel;

  FolderFile(FileChannel channel) {
    this.channel = channel;
  }

  @Override
  public long size() throws IOException {
    return channel.size();
  }

  @Override
  public int read(ByteBuffer into, long position) throws IOException {
    int total = 0;
    while (into.hasRemaining()) {
      int count = channel.read(into, position + total);
      if (count < 0) {
        break;
      }
      total += count;
    }
    return total;
  }

  @Override
  public void write(ByteBuffer from, long position) throws IOException {
    long at = position;
    while (from.hasRemaining()) {
      at += channel.write(from, at);
    }
  }

  @Override
  public void force() throws IOException {
    channel.force(false);
  }

  @Override
  public void preallocate(long size) throws IOException {
    ByteBuffer zeros = ByteBuffer.allocateDirect((int) Math.min(ZEROS, size));
    for (long at = channel.size(); at < size; at += zeros.capacity()) {
      write(zeros.clear().limit((int) Math.min(zeros.capacity(), size - at)), at);
    }
    channel.force(true);
  }

  @Override
  public void truncate(long size) throws IOException {
    channel.truncate(size);
  }

  @Override
  public void close() throws IOException {
    channel.close();
  }
}
