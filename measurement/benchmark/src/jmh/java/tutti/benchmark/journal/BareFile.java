package tutti.benchmark.journal;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;
import tutti.engine.runtime.Latch;
import tutti.engine.runtime.RealScheduler;
import tutti.engine.runtime.StepQueue;

/**
 * The smallest group commit: one preallocated file, two buffers, a latch and a thread that writes
 * and forces. The file has no checksums, no segments and no recovery; at its end it starts again at
 * its beginning. Its flusher is a thread of the engine's scheduler, as the journal's is: it spins
 * for a moment before it parks, and its committers hold a latch of the engine's for as long as they
 * copy.
 */
final class BareFile implements CommitLog {
  private final FileChannel channel;
  private final long size;
  private final Latch latch = new Latch();
  private final RealScheduler scheduler = new RealScheduler();
  private final StepQueue flusher = scheduler.newStepQueue("bare-file");
  private final AtomicBoolean scheduled = new AtomicBoolean();

  // The buffer that is filled; guarded by the latch.
  private ByteBuffer filling = ByteBuffer.allocateDirect(4 << 20);
  private List<Waiter> waiters = new ArrayList<>();

  // The buffer that the flusher writes.
  private ByteBuffer writing = ByteBuffer.allocateDirect(4 << 20);
  private List<Waiter> served = new ArrayList<>();
  private long at;

  private volatile @Nullable IOException failure;
  private volatile long forces;

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
  }

  @Override
  public void commit(byte[] bytes) throws IOException {
    Waiter waiter = new Waiter();
    latch.lock();
    try {
      filling.putInt(bytes.length).put(bytes);
      waiters.add(waiter);
    } finally {
      latch.unlock();
    }
    scheduleFlush();
    if (!waiter.await()) {
      throw new IOException("the bare file failed", failure);
    }
  }

  private void scheduleFlush() {
    if (!scheduled.get() && scheduled.compareAndSet(false, true)) {
      flusher.step(this::flush);
    }
  }

  /**
   * Runs one step of the flusher: writes and forces the gathered bytes, and tells their committers.
   */
  private void flush() {
    if (!take()) {
      scheduled.set(false);
      if (gathered()) {
        scheduleFlush();
      }
      return;
    }
    boolean good = force();
    for (Waiter waiter : served) {
      waiter.done(good);
    }
    served.clear();
    flusher.step(this::flush);
  }

  private boolean gathered() {
    latch.lock();
    try {
      return !waiters.isEmpty();
    } finally {
      latch.unlock();
    }
  }

  private boolean take() {
    latch.lock();
    try {
      if (waiters.isEmpty()) {
        return false;
      }
      ByteBuffer full = filling;
      filling = writing.clear();
      writing = full.flip();
      List<Waiter> waiting = waiters;
      waiters = served;
      served = waiting;
      return true;
    } finally {
      latch.unlock();
    }
  }

  private boolean force() {
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
    scheduler.close();
    channel.close();
  }
}
