package tutti.engine.journal.disk;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import tutti.engine.journal.Disk;

/**
 * A file of a {@link FolderDisk}. An interrupt of a thread that reads or writes closes the channel
 * that it uses; the file is opened again then and the operation repeated, for a thread of an
 * application that embeds a node may be interrupted, and its journal has not failed by that. The
 * thread is interrupted still when the operation has ended. Files are closed before they are
 * renamed.
 */
final class FolderFile implements Disk.DiskFile {
  private static final int ZEROS = 1 << 20;

  private final Path path;
  private volatile FileChannel channel;
  private volatile boolean closed;

  /** An operation on the channel; it may be done again. */
  @FunctionalInterface
  private interface Operation {
    long on(FileChannel channel) throws IOException;
  }

  FolderFile(Path path, FileChannel channel) {
    this.path = path;
    this.channel = channel;
  }

  @Override
  public long size() throws IOException {
    return uninterrupted(FileChannel::size);
  }

  @Override
  public int read(ByteBuffer into, long position) throws IOException {
    int begin = into.position();
    return (int)
        uninterrupted(
            file -> {
              int count = 0;
              while (into.hasRemaining() && count >= 0) {
                count = file.read(into, position + into.position() - begin);
              }
              return into.position() - begin;
            });
  }

  @Override
  public void write(ByteBuffer from, long position) throws IOException {
    int begin = from.position();
    uninterrupted(
        file -> {
          while (from.hasRemaining()) {
            file.write(from, position + from.position() - begin);
          }
          return 0;
        });
  }

  @Override
  public void force() throws IOException {
    uninterrupted(
        file -> {
          file.force(false);
          return 0;
        });
  }

  @Override
  public void preallocate(long size) throws IOException {
    ByteBuffer zeros = ByteBuffer.allocateDirect((int) Math.min(ZEROS, size));
    for (long at = size(); at < size; at += zeros.capacity()) {
      write(zeros.clear().limit((int) Math.min(zeros.capacity(), size - at)), at);
    }
    uninterrupted(
        file -> {
          file.force(true);
          return 0;
        });
  }

  @Override
  public void truncate(long size) throws IOException {
    uninterrupted(
        file -> {
          file.truncate(size);
          return 0;
        });
  }

  @Override
  public synchronized void close() throws IOException {
    closed = true;
    channel.close();
  }

  private long uninterrupted(Operation operation) throws IOException {
    boolean interrupted = false;
    try {
      while (true) {
        FileChannel file = channel;
        try {
          return operation.on(file);
        } catch (ClosedChannelException e) {
          interrupted |= Thread.interrupted();
          reopen(file, e);
        }
      }
    } finally {
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }

  /** Opens the file again, unless another thread has, or it is closed for good. */
  private synchronized void reopen(FileChannel gone, ClosedChannelException cause)
      throws IOException {
    if (closed) {
      throw cause;
    }
    if (channel == gone) {
      channel = FileChannel.open(path, StandardOpenOption.READ, StandardOpenOption.WRITE);
    }
  }
}
