package tutti.simulator.commit;

import tutti.protocol.commit.CommitMessage;

/**
 * A message under way.
 *
 * @param age the ticks since it was sent; {@link #LATE} if it comes at any time
 */
record Wire(int from, int to, CommitMessage message, int age) {
  static final int LATE = -1;

  /**
   * The ticks within which a message between two nodes that are up has arrived and been handled.
   */
  static final int BOUND = 1;

  boolean isLate() {
    return age == LATE;
  }

  /** Whether the message must arrive before time goes on. */
  boolean isUrgent() {
    return age >= BOUND;
  }

  Wire later(int ticks) {
    return isLate() ? this : aged(age + ticks);
  }

  Wire aged(int to) {
    return new Wire(from, this.to, message, to);
  }
}
