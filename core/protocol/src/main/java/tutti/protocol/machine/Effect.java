package tutti.protocol.machine;

/**
 * An action that a {@link Machine} asks for. The records of a step are appended first, then its
 * other effects are carried out, both in the order in which they are given; a node may crash
 * between any two.
 *
 * @param <O> what the machine decides
 */
public sealed interface Effect<O> {

  /** The ways in which a record becomes durable. */
  enum Flush {
    /** At once: an answer waits for the record. {@link Event.Persisted} counts it. */
    FORCED,
    /** With the next record that is forced, or a while later. {@link Event.Persisted} counts it. */
    LAZY,
    /** As {@link #LAZY}, and nothing waits for it: it is not counted. */
    UNTOLD
  }

  /** Sends a message, which may be lost, doubled or late. */
  record Send<O>(Address to, ProtocolMessage message) implements Effect<O> {}

  /** Appends a record to the node's log, behind everything that was appended before. */
  record Persist<O>(ProtocolRecord record, Flush flush) implements Effect<O> {
    /** Whether {@link Event.Persisted} counts the record. */
    public boolean isTold() {
      return flush != Flush.UNTOLD;
    }
  }

  /** Sets a timer, in place of the one of this name that may be running; in nanoseconds. */
  record SetTimer<O>(TimerName timer, long nanos) implements Effect<O> {}

  /** Stops a timer that may be running. */
  record CancelTimer<O>(TimerName timer) implements Effect<O> {}

  /** The machine has decided something. */
  record Output<O>(O output) implements Effect<O> {}
}
