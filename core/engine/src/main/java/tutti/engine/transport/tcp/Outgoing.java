package tutti.engine.transport.tcp;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.UnpooledByteBufAllocator;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelFutureListener;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.RejectedExecutionException;
import org.jspecify.annotations.Nullable;
import tutti.engine.runtime.Latch;
import tutti.engine.transport.Counters;
import tutti.engine.transport.Lane;
import tutti.model.MalformedData;

/**
 * The bytes that a session still has to write. Senders append to the newest chunk; the IO thread
 * takes all chunks together and writes them with one call. So under load one write carries all that
 * came since the last. Chunks are used again, and no state is kept per sending thread: senders may
 * be short-lived virtual threads. The lock is held for copying only.
 */
final class Outgoing implements Runnable {
  private static final int CHUNK = 64 << 10;
  private static final int SPARES = 16;

  /** The pieces that are in the socket's hands at a time, at most. */
  private static final int PIECES = 2;

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

  /** The long messages that are not begun. */
  private final ArrayDeque<byte[]> longs = new ArrayDeque<>();

  /** The bytes of long messages that wait. */
  private volatile long longWaiting;

  // The rest of the way of long messages; only the IO thread uses these.
  private byte @Nullable [] cut;
  private int cutAt;
  private int credit = Lane.CREDIT;
  private int pieces;

  /** The bytes that the socket has taken, or that were lost with it: of short and long messages. */
  private long written;

  private long longWritten;

  /** The callers that wait until the socket has all that came before them, in this order. */
  private final ArrayDeque<AfterSent> sent = new ArrayDeque<>();

  private record AfterSent(long bytes, long longBytes, Runnable then) {}

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
    return waiting + longWaiting;
  }

  /** Takes a copy of a message; false if the session has ended. */
  boolean add(byte[] bytes, int offset, int length) {
    byte[] apart =
        Lane.of(length) == Lane.BULK ? Arrays.copyOfRange(bytes, offset, offset + length) : null;
    boolean first;
    lock.lock();
    try {
      if (closed) {
        return false;
      }
      if (apart != null) {
        longs.add(apart);
        longWaiting += length;
      } else {
        header(length);
        copy(bytes, offset, length);
        waiting += Frames.HEADER + length;
      }
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
      boolean waits = !closed && waiting + longWaiting > 0;
      if (waits) {
        sent.add(new AfterSent(written + waiting, longWritten + longWaiting, then));
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
    Chunk next = spareOrNew();
    filling = next;
    return next.bytes;
  }

  private Chunk spareOrNew() {
    Chunk spare = spares.poll();
    return spare == null ? new Chunk() : spare;
  }

  /** Writes the gathered chunks. Called on the IO thread. */
  @Override
  public void run() {
    takeAll();
    boolean wrote = false;
    for (Chunk next = taken.poll(); next != null; next = taken.poll()) {
      channel.write(next.taken()).addListener(next);
      wrote = true;
    }
    for (Chunk piece = nextPiece(); piece != null; piece = nextPiece()) {
      channel.write(piece.taken()).addListener(piece);
      wrote = true;
    }
    if (wrote) {
      counters.batchesSent.increment();
      channel.flush();
    }
  }

  /** The peer takes so many more bytes of pieces. On the IO thread. */
  void credit(int bytes) {
    if (bytes < 1 || bytes > Lane.CREDIT - credit) {
      throw new MalformedData("a credit of " + bytes + " bytes");
    }
    credit += bytes;
    run();
  }

  /** Cuts the next piece, if it may go now; else null. On the IO thread. */
  private @Nullable Chunk nextPiece() {
    if (pieces >= PIECES || credit == 0) {
      return null;
    }
    lock.lock();
    try {
      byte[] from = cut;
      boolean begins = from == null;
      if (from == null) {
        from = longs.poll();
      }
      if (from == null || closed) {
        return null;
      }
      Chunk piece = spareOrNew();
      if (begins) {
        piece.bytes.writeInt(5).writeByte(Frames.LONG).writeInt(from.length);
        cutAt = 0;
      }
      int length = Math.min(credit, Math.min(Lane.LONGEST_PIECE, from.length - cutAt));
      piece.bytes.writeInt(1 + length).writeByte(Frames.PIECE).writeBytes(from, cutAt, length);
      piece.ofLong = length;
      cutAt += length;
      cut = cutAt < from.length ? from : null;
      credit -= length;
      pieces++;
      return piece;
    } finally {
      lock.unlock();
    }
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
      longs.clear();
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
    boolean goesOn = chunk.ofLong > 0;
    lock.lock();
    try {
      if (goesOn) {
        longWaiting -= chunk.ofLong;
        longWritten += chunk.ofLong;
        pieces--;
        chunk.ofLong = 0;
        goesOn = !closed && !scheduled && (cut != null || !longs.isEmpty());
        scheduled |= goesOn;
      } else {
        waiting -= chunk.size;
        written += chunk.size;
      }
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
    if (goesOn) {
      schedule();
    }
    now.forEach(Runnable::run);
  }

  /** The callers that have waited long enough; under the lock. */
  private List<Runnable> over() {
    List<Runnable> all = new ArrayList<>();
    while (!sent.isEmpty()
        && sent.getFirst().bytes() <= written
        && sent.getFirst().longBytes() <= longWritten) {
      all.add(sent.removeFirst().then());
    }
    return all;
  }

  /** A piece of memory that messages are copied into, whole or in part. */
  private final class Chunk implements ChannelFutureListener {
    private final ByteBuf bytes = MEMORY.directBuffer(CHUNK, CHUNK);
    private int size;

    /** The bytes of a long message that are in it; 0 if it has short ones. */
    private int ofLong;

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
