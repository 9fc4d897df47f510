package tutti.engine.transport.tcp;

import java.util.concurrent.atomic.LongAdder;
import tutti.engine.transport.TransportStatistics;

/** A transport's counts. Thread-safe. */
final class Counters {
  final LongAdder messagesSent = new LongAdder();
  final LongAdder messagesReceived = new LongAdder();
  final LongAdder bytesSent = new LongAdder();
  final LongAdder bytesReceived = new LongAdder();
  final LongAdder batchesSent = new LongAdder();
  final LongAdder batchesReceived = new LongAdder();
  final LongAdder reconnects = new LongAdder();
  final LongAdder refusedHandshakes = new LongAdder();

  TransportStatistics sum() {
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
