package tutti.engine.transport;

import java.util.concurrent.atomic.LongAdder;

/** A transport's counts. Thread-safe. */
public final class Counters {
  public final LongAdder messagesSent = new LongAdder();
  public final LongAdder messagesReceived = new LongAdder();
  public final LongAdder bytesSent = new LongAdder();
  public final LongAdder bytesReceived = new LongAdder();
  public final LongAdder batchesSent = new LongAdder();
  public final LongAdder batchesReceived = new LongAdder();
  public final LongAdder reconnects = new LongAdder();
  public final LongAdder refusedHandshakes = new LongAdder();

  public TransportStatistics sum() {
    return new TransportStatistics(
        messagesSent.sum(),
        messagesReceived.sum(),
        bytesSent.sum(),
        bytesReceived.sum(),
        batchesSent.sum(),
        batchesReceived.sum(),
        reconnects.sum(),
        refusedHandshakes.sum());
  }
}
