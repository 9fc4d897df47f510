package tutti.server.http;

/**
 * The bytes that are held for clients, of all clients together: of long answers that wait for
 * threads or to be read, or of requests that are under way. What is more than the bound is answered
 * shortly instead: clients that do not read would else fill the memory. Thread-safe.
 *
 * <p>One answer, or one request, may always be held, however long it is.
 */
public final class HeldBytes {
  /** The time for which a refusal counts as new. */
  private static final long NEW_NANOS = 1_000_000_000L;

  private final long most;
  private long held;
  private boolean refusedYet;
  private long refusedAt;

  /**
   * @param most the bytes that may be held, but for a single one
   */
  public HeldBytes(long most) {
    this.most = most;
  }

  /** Holds so many bytes if there is room for them; returns whether there is. */
  public synchronized boolean take(long bytes) {
    if (held > 0 && held + bytes > most) {
      refused();
      return false;
    }
    held += bytes;
    return true;
  }

  /** Holds so many bytes of what was taken before, in another form. */
  public synchronized void hold(long bytes) {
    held += bytes;
  }

  /** Returns whether there is no room for another answer. */
  public synchronized boolean isFull() {
    boolean full = held >= most;
    if (full) {
      refused();
    }
    return full;
  }

  private void refused() {
    refusedYet = true;
    refusedAt = System.nanoTime();
  }

  /** Returns whether answers were refused a moment ago, and more than half of the room is taken. */
  synchronized boolean needsRoom() {
    return refusedYet && System.nanoTime() - refusedAt < NEW_NANOS && held > most / 2;
  }

  /** Lets go of so many bytes. */
  public synchronized void give(long bytes) {
    held -= bytes;
  }

  /** The bytes that are held now. */
  public synchronized long bytes() {
    return held;
  }
}
