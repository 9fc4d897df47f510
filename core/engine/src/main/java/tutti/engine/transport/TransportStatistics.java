package tutti.engine.transport;

/**
 * The counts of a transport since it was started. Each count only grows; it may lag behind by the
 * work of the moment.
 *
 * @param messagesSent messages that were taken to be sent
 * @param messagesReceived messages that the receiver was given
 * @param bytesSent bytes of those messages, without their frames
 * @param bytesReceived bytes of the received messages, without their frames
 * @param batchesSent times that the gathered bytes for a peer were handed on together
 * @param batchesReceived times that bytes from a peer were read together
 * @param reconnects sessions with a peer that there had been a session with before
 * @param refusedHandshakes handshakes that this node or its peer refused
 */
public record TransportStatistics(
    long messagesSent,
    long messagesReceived,
    long bytesSent,
    long bytesReceived,
    long batchesSent,
    long batchesReceived,
    long reconnects,
    long refusedHandshakes) {
  /** The counts of a node that has no others. */
  public static final TransportStatistics NONE = new TransportStatistics(0, 0, 0, 0, 0, 0, 0, 0);
}
