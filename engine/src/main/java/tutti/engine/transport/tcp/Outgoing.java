package tutti.engine.transport.tcp;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.UnpooledByteBufAllocator;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelFutureListener;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.RejectedExecutionException;
import org.jspecify.annotations.Nullable;
import tutti.engine.runtime.Latch;
import tutti.engine.transport.Counters;

/**
 * The bytes that a session still has to write. Senders append to the newest chunk; the IO thread
 * takes all chunks together and writes them with one call. So under load one write carries all that
 * came since the last. Chunks are used again, and no state is kept per sending thread: senders may
 * be short-lived virtual threads. The lock is held for copying only.
 */
final class Outgoing implements Runnable {
  private static final int CHUNK = 64 << 10;
  private static final int SPARES = 16;
  private static final UnpooledByteBufAllocator MEMORY = new UnpooledByteBufAllocator(true, true);

  private final Channel channel;
  private final TcpTransport home;
  private final Counters counters;
  private final Latch lock = new Latch();
  private final ArrayDeque<Chunk> full = new ArrayDeque<>();
  private final ArrayDeque<Chunk> spares = new ArrayDeque<>();

  /** The chunks that the IO thread is writing now; only the IO thread uses this. */
  private final ArrayDeque<Chunk> taken = new ArrayDeque<>();

  private @Nullable Chunk filling;
  private boolean scheduled;
  private boolean closed;
  private volatile long waiting;

  /** The bytes that the socket has taken, or that were lost with it. */
  private long written;

  /** The callers that wait until the socket has all that came before them, in this order. */
  private final ArrayDeque<AfterSent> sent = new ArrayDeque<>();

  private record AfterSent(long bytes, Runnable then) {}

  /** The number of taken messages that the counters have not been told of. */
  private long messages;

  private long messageBytes;

  Outgoing(Channel channel, TcpTransport home) {
    this.channel = channel;
    this.home = home;
    this.counters = home.counters();
  }

  /** Bytes that were taken and are not in the socket's hands. */
  long waiting() {
    return waiting;
  }

  /** Takes a copy of a message; false if the session has ended. */
  boolean add(byte[] bytes, int offset, int length) {
    boolean first;
    lock.lock();
    try {
      if (closed) {
        return false;
      }
      header(length);
      copy(bytes, offset, length);
      waiting += Frames.HEADER + length;
      messages++;
      messageBytes += length;
      first = !scheduled;
      scheduled = true;
    } finally {
      lock.unlock();
    }
    return !first || schedule();
  }

  /**
   * Calls back once the socket has taken all bytes that were added so far, unless the session ends
   * first. Returns false, and never calls, if there are none, or the session has ended.
   */
  boolean awaits(Runnable then) {
    lock.lock();
    try {
      boolean waits = !closed && waiting > 0;
      if (waits) {
        sent.add(new AfterSent(written + waiting, then));
      }
      return waits;
    } finally {
      lock.unlock();
    }
  }

  private boolean schedule() {
    try {
      channel.eventLoop().execute(this);
      return true;
    } catch (RejectedExecutionException closing) {
      return false;
    }
  }

  private void header(int length) {
    room(Frames.HEADER).writeInt(1 + length).writeByte(Frames.MESSAGE);
  }

  private void copy(byte[] bytes, int offset, int length) {
    int at = offset;
    int left = length;
    while (left > 0) {
      ByteBuf to = room(1);
      int now = Math.min(left, to.writableBytes());
      to.writeBytes(bytes, at, now);
      at += now;
      left -= now;
    }
  }

  /** A chunk with at least so much room. */
  private ByteBuf room(int atLeast) {
    Chunk now = filling;
    if (now != null && now.bytes.writableBytes() >= atLeast) {
      return now.bytes;
    }
    if (now != null) {
      full.add(now);
    }
    Chunk next = spares.poll();
    if (next == null) {
      next = new Chunk();
    }
    filling = next;
    return next.bytes;
  }

  /** Writes the gathered chunks. Called on the IO thread. */
  @Override
  public void run() {
    takeAll();
    Chunk next = taken.poll();
    if (next == null) {
      return;
    }
    for (; next != null; next = taken.poll()) {
      channel.write(next.taken()).addListener(next);
    }
    counters.batchesSent.increment();
    channel.flush();
  }

  private void takeAll() {
    lock.lock();
    try {
      scheduled = false;
      counters.messagesSent.add(messages);
      counters.bytesSent.add(messageBytes);
      messages = 0;
      messageBytes = 0;
      taken.addAll(full);
      full.clear();
      if (filling != null) {
        taken.add(filling);
        filling = null;
      }
    } finally {
      lock.unlock();
    }
  }

  /**
   * Drops the gathered chunks and takes no more. On the IO thread.
   *
   * @return what still waits until all is sent, which the session does not call any more
   */
  List<Runnable> close() {
    lock.lock();
    try {
      closed = true;
      if (filling != null) {
        full.add(filling);
        filling = null;
      }
      full.forEach(Chunk::release);
      full.clear();
      spares.forEach(Chunk::release);
      spares.clear();
      List<Runnable> left = sent.stream().map(AfterSent::then).toList();
      sent.clear();
      return left;
    } finally {
      lock.unlock();
    }
  }

  private void written(Chunk chunk) {
    List<Runnable> now = List.of();
    lock.lock();
    try {
      waiting -= chunk.size;
      written += chunk.size;
      if (!sent.isEmpty() && !home.isClosed()) {
        now = over();
      }
      if (closed || spares.size() >= SPARES) {
        chunk.release();
      } else {
        chunk.bytes.clear();
        spares.add(chunk);
      }
    } finally {
      lock.unlock();
    }
    now.forEach(Runnable::run);
  }

  /** The callers that have waited long enough; under the lock. */
  private List<Runnable> over() {
    List<Runnable> all = new ArrayList<>();
    while (!sent.isEmpty() && sent.getFirst().bytes() <= written) {
      all.add(sent.removeFirst().then());
    }
    return all;
  }

  /** A piece of memory that messages are copied into, whole or in part. */
  private final class Chunk implements ChannelFutureListener {
    private final ByteBuf bytes = MEMORY.directBuffer(CHUNK, CHUNK);
    private int size;

    /** Returns the bytes for Netty, which releases them when they are written or lost. */
    ByteBuf taken() {
      size = bytes.readableBytes();
      return bytes.retain();
    }

    @Override
    public void operationComplete(ChannelFuture done) {
      written(this);
    }

    void release() {
      bytes.release();
    }
  }
}
