package tutti.protocol.machine;

/** The name of a timer: an enum of the protocol's. A machine has at most one timer of each name. */
public interface TimerName {

  /**
   * Whether a node may ask when the timer runs down, and not only learn that it has. For example, a
   * leader's lease ends by the clock, also where the timer fires late.
   */
  default boolean isDeadline() {
    return false;
  }
}
