package tutti.protocol.machine;

/**
 * A record of one machine in its node's log. A protocol has a type of its own that extends this
 * one; who makes its bytes is said there. Immutable.
 */
public interface ProtocolRecord {}
