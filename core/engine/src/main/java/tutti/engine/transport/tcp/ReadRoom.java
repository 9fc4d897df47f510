package tutti.engine.transport.tcp;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import io.netty.buffer.UnpooledByteBufAllocator;
import io.netty.channel.DefaultMaxMessagesRecvByteBufAllocator;

/**
 * The one buffer into which an IO thread reads, for all connections in turn: each read is decoded
 * before the next. A buffer for each read would cost several times as much as the read itself.
 */
final class ReadRoom extends DefaultMaxMessagesRecvByteBufAllocator {
  private static final int BYTES = 128 << 10;

  private final ByteBuf bytes = new UnpooledByteBufAllocator(true, true).directBuffer(BYTES, BYTES);

  @Override
  @SuppressWarnings("deprecation") // Netty still asks for a handle of this type.
  public Handle newHandle() {
    return new MaxMessageHandle() {
      @Override
      public int guess() {
        return BYTES;
      }

      @Override
      public ByteBuf allocate(ByteBufAllocator unused) {
        return bytes.clear().retain();
      }
    };
  }

  /** Releases the buffer, once all connections are closed. */
  void release() {
    bytes.release();
  }
}
