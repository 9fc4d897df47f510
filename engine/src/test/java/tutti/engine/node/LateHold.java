package tutti.engine.node;

import java.util.Arrays;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import tutti.engine.transport.Receiver;
import tutti.engine.transport.Transport;
import tutti.engine.transport.TransportStatistics;

/** A transport on which one node hears late that it is to hold its log for a backup. */
record LateHold(Transport transport, int late) implements Transport {
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

  @Override
  public void start(byte[] greeting, Receiver receiver) {
    transport.start(greeting, receiver);
  }

  @Override
  public boolean connected(int node) {
    return transport.connected(node);
  }

  @Override
  public boolean congested() {
    return transport.congested();
  }

  @Override
  public TransportStatistics statistics() {
    return transport.statistics();
  }

  @Override
  public void close() {
    transport.close();
  }
}
