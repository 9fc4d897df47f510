package tutti.protocol.integrated;

/**
 * The looks of a machine at which it says something long once more, which most often has arrived:
 * the pauses between them double, up to about half a second. A link that carries all it is given at
 * once would not carry it at every look, and what is said later would wait behind it.
 *
 * <p>For example, a replica hands 60 kB over and looks every 20 ms: it repeats them after 20 ms, 40
 * ms and 80 ms, and every 320 ms in the end.
 */
public final class DoublingLooks {
  private static final long MOST_LOOKS = 16;
  private static final long MOST_NANOS = 500_000_000;

  private final long most;
  private long pause;
  private long left;

  /**
   * @param lookNanos the time between two looks
   */
  public DoublingLooks(long lookNanos) {
    this.most = Math.clamp(MOST_NANOS / Math.max(1, lookNanos), 1, MOST_LOOKS);
    restart();
  }

  /** Begins anew, when it was said for the first time: the next look says it again. */
  public void restart() {
    pause = 1;
    left = 1;
  }

  /** Returns whether this look says it again. */
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
