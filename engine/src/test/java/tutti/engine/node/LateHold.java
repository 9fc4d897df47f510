package tutti.engine.node;

import java.util.Arrays;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import tutti.engine.transport.ForwardingTransport;
import tutti.engine.transport.Transport;

/** A transport on which one node hears late that it is to hold its log for a backup. */
record LateHold(Transport transport, int late) implements ForwardingTransport {
  private static final long MILLIS = 60;

  /** How the message begins: a request, its number of eight bytes, the question. */
  private static final int REQUEST = 5;

  private static final int HOLD = 4;

  @Override
  public boolean send(int node, byte[] bytes, int offset, int length) {
    if (node != late || bytes[offset] != REQUEST || bytes[offset + 9] != HOLD) {
      return transport.send(node, bytes, offset, length);
    }
    byte[] copy = Arrays.copyOfRange(bytes, offset, offset + length);
    CompletableFuture.delayedExecutor(MILLIS, TimeUnit.MILLISECONDS)
        .execute(() -> transport.send(node, copy, 0, length));
    return true;
  }
}
