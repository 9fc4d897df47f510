package tutti.protocol.integrated;

/**
 * The checks at which a machine repeats a long message that has most often arrived already: the
 * pauses between repetitions double, up to about half a second. A link that carries everything it
 * gets at once could not carry the message at every check, and later messages would wait behind the
 * repetitions.
 *
 * <p>For example, a replica sends a message of 60 kB and checks every 20 ms: it repeats the message
 * after 20 ms, 40 ms and 80 ms, and every 320 ms in the end.
 */
public final class DoublingLooks {
  private static final long MOST_LOOKS = 16;
  private static final long MOST_NANOS = 500_000_000;

  private final long most;
  private long pause;
  private long left;

  /**
   * @param lookNanos the time between two checks
   */
  public DoublingLooks(long lookNanos) {
    this.most = Math.clamp(MOST_NANOS / Math.max(1, lookNanos), 1, MOST_LOOKS);
    restart();
  }

  /**
   * Restarts the pauses when the message is sent for the first time: the next check repeats the
   * message.
   */
  public void restart() {
    pause = 1;
    left = 1;
  }

  /** Returns whether this check repeats the message. */
  public boolean isDue() {
    left--;
    if (left > 0) {
      return false;
    }
    pause = Math.min(2 * pause, most);
    left = pause;
    return true;
  }
}
