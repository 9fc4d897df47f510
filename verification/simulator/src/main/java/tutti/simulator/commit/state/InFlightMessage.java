package tutti.simulator.commit.state;

import tutti.protocol.commit.CommitMessage;

/**
 * A message under way.
 *
 * @param unsent whether only the process of its sender has it yet, so that it is lost if that
 *     process crashes
 * @param age the ticks since it was sent; {@link #LATE} if it comes at any time
 */
public record InFlightMessage(int from, int to, CommitMessage message, boolean unsent, int age) {
  public static final int LATE = -1;

  /**
   * The ticks within which a message between two nodes that are up has arrived and been handled.
   */
  public static final int BOUND = 1;

  public boolean isLate() {
    return age == LATE;
  }

  /** Whether the message must arrive before time goes on. */
  public boolean isUrgent() {
    return age >= BOUND;
  }

  public InFlightMessage later(int ticks) {
    return isLate() ? this : aged(age + ticks);
  }

  public InFlightMessage aged(int to) {
    return new InFlightMessage(from, this.to, message, unsent, to);
  }

  /** The message once the network has it. */
  public InFlightMessage sent() {
    return unsent ? new InFlightMessage(from, to, message, false, age) : this;
  }
}
