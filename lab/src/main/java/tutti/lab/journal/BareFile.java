package tutti.lab.journal;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * The least that group commit can be: one preallocated file, two buffers, a lock and a thread that
 * writes and forces. No checksums, no segments, nothing that could be recovered; at its end it
 * starts again at its beginning.
 */
final class BareFile implements CommitLog {
  private static final int LENGTH_BYTES = 4;

  private final FileChannel channel;
  private final long size;
  private final ReentrantLock lock = new ReentrantLock();
  private final Thread flusher;
  private ByteBuffer filling = ByteBuffer.allocateDirect(4 << 20);
  private ByteBuffer writing = ByteBuffer.allocateDirect(4 << 20);
  private List<Waiter> waiters = new ArrayList<>();
  private List<Waiter> served = new ArrayList<>();
  private volatile boolean pending;
  private volatile boolean idle;
  private volatile boolean closed;
  private volatile @Nullable IOException failure;
  private volatile long forces;
  private long at;

  BareFile(Path file, long size) throws IOException {
    this.size = size;
    channel =
        FileChannel.open(
            file, StandardOpenOption.CREATE, StandardOpenOption.READ, StandardOpenOption.WRITE);
    ByteBuffer zeros = ByteBuffer.allocateDirect(1 << 20);
    for (long position = 0; position < size; position += zeros.capacity()) {
      channel.write(zeros.clear(), position);
    }
    channel.force(true);
    flusher = Thread.ofPlatform().name("bare-file").start(this::loop);
  }

  @Override
  public void commit(byte[] bytes) throws IOException {
    Waiter waiter = new Waiter();
    lock.lock();
    try {
      filling.putInt(bytes.length).put(bytes);
      waiters.add(waiter);
      pending = true;
    } finally {
      lock.unlock();
    }
    if (idle) {
      idle = false;
      LockSupport.unpark(flusher);
    }
    if (!waiter.await()) {
      throw new IOException("the bare file failed", failure);
    }
  }

  private void loop() {
    while (!closed || pending) {
      if (!pending) {
        idle = true;
        if (!pending && !closed) {
          LockSupport.park(this);
        }
        idle = false;
        continue;
      }
      boolean good = flush();
      for (Waiter waiter : served) {
        waiter.done(good);
      }
      served.clear();
    }
  }

  private boolean flush() {
    lock.lock();
    try {
      ByteBuffer full = filling;
      filling = writing.clear();
      writing = full.flip();
      List<Waiter> waiting = waiters;
      waiters = served;
      served = waiting;
      pending = false;
    } finally {
      lock.unlock();
    }
    try {
      if (at + writing.remaining() > size) {
        at = 0;
      }
      while (writing.hasRemaining()) {
        at += channel.write(writing, at);
      }
      channel.force(false);
      forces++;
      return failure == null;
    } catch (IOException e) {
      failure = e;
      return false;
    }
  }

  @Override
  public long forces() {
    return forces;
  }

  @Override
  public void close() throws IOException {
    closed = true;
    LockSupport.unpark(flusher);
    try {
      flusher.join();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    channel.close();
  }
}
