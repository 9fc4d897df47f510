package tutti.protocol.machine;

/** The name of a timer: an enum of the protocol's. A machine has at most one timer of each name. */
public interface TimerName {}
