package tutti.engine.node;

import java.util.Arrays;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import tutti.engine.distribution.message.PeerMessage.Question;
import tutti.engine.transport.ForwardingTransport;
import tutti.engine.transport.Transport;

/** A transport on which one node hears late that it is to hold its log for a backup. */
record LateHold(Transport transport, int late) implements ForwardingTransport {
  /**
   * Much longer than the bounds that it is to exceed, since a busy machine is late elsewhere, too.
   */
  private static final long MILLIS = 300;

  @Override
  public boolean send(int node, byte[] bytes, int offset, int length) {
    if (node != late || !QuestionBytes.ask(bytes, offset, Question.BackupHold.class)) {
      return transport.send(node, bytes, offset, length);
    }
    byte[] copy = Arrays.copyOfRange(bytes, offset, offset + length);
    CompletableFuture.delayedExecutor(MILLIS, TimeUnit.MILLISECONDS)
        .execute(() -> transport.send(node, copy, 0, length));
    return true;
  }
}
