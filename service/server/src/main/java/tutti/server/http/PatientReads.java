package tutti.server.http;

import io.netty.channel.AdaptiveRecvByteBufAllocator;
import io.netty.channel.RecvByteBufAllocator;
import io.netty.util.UncheckedBooleanSupplier;
import java.util.function.BooleanSupplier;

/**
 * Reads from a socket as Netty does by default, but for a connection whose request was read late:
 * then it reads on until there is nothing more, so that the end of the client's side is seen before
 * the request is begun.
 */
@SuppressWarnings("deprecation") // Netty's channels still read by handles of this kind.
final class PatientReads implements RecvByteBufAllocator {
  /** The number of reads of one connection before others have their turn; Netty's default. */
  private static final int READS_OF_A_TURN = 16;

  private static final AdaptiveRecvByteBufAllocator USUAL = new AdaptiveRecvByteBufAllocator();

  static {
    USUAL.maxMessagesPerRead(READS_OF_A_TURN);
  }

  private final BooleanSupplier late;

  /**
   * @param late whether the connection has a request that was read late, and is not begun
   */
  PatientReads(BooleanSupplier late) {
    this.late = late;
  }

  @Override
  public RecvByteBufAllocator.Handle newHandle() {
    return new Reads((RecvByteBufAllocator.ExtendedHandle) USUAL.newHandle());
  }

  private final class Reads extends RecvByteBufAllocator.DelegatingHandle
      implements RecvByteBufAllocator.ExtendedHandle {
    private final RecvByteBufAllocator.ExtendedHandle usual;

    Reads(RecvByteBufAllocator.ExtendedHandle usual) {
      super(usual);
      this.usual = usual;
    }

    @Override
    public boolean continueReading() {
      return late.getAsBoolean()
          ? usual.continueReading(UncheckedBooleanSupplier.TRUE_SUPPLIER)
          : usual.continueReading();
    }

    @Override
    public boolean continueReading(UncheckedBooleanSupplier maybeMore) {
      return usual.continueReading(maybeMore);
    }
  }
}
