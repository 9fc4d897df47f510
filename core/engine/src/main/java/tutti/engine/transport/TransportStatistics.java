package tutti.engine.transport;

/**
 * The counts of a transport since it was started. Each count only grows; it may lag behind the
 * present moment a little.
 *
 * @param messagesSent messages that were taken to be sent
 * @param messagesReceived messages that were passed to the receiver
 * @param bytesSent bytes of the sent messages, without their frames
 * @param bytesReceived bytes of the received messages, without their frames
 * @param batchesSent how often the gathered bytes for a peer were handed to the network together
 * @param batchesReceived how often bytes from a peer were read together
 * @param reconnects sessions with a peer with which there had been a session before
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
