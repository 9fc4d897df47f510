package tutti.engine.transport;

/**
 * What a transport has done since it was started. Each count only grows; it may lag behind by what
 * is being done at the moment.
 *
 * @param messagesSent messages that were taken to be sent
 * @param messagesReceived messages that the receiver was given
 * @param bytesSent bytes of those messages, without their frames
 * @param bytesReceived the same of those received
 * @param batchesSent times that what had gathered for a peer was handed on at once
 * @param batchesReceived times that something from a peer was read at once
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
    long refusedHandshakes) {}
