package tutti.engine.transport;

/**
 * The two ways of a session, so that long messages never delay short ones: heartbeats, votes and
 * decisions are short; pages, results and pieces of backups are long.
 *
 * <p>What waits in {@link #CONTROL} goes first. A message of {@link #BULK} goes in pieces, of which
 * few are on their way at a time, and short messages go between them. So a short message may arrive
 * before a long one that was sent earlier; those of one lane arrive in the order in which they were
 * sent. For example, a heartbeat that is sent behind a page of a megabyte arrives after at most a
 * few pieces of that page.
 */
public enum Lane {
  /** Short messages. */
  CONTROL,
  /** Long messages. */
  BULK;

  /** The longest message of {@link #CONTROL}, in bytes. */
  public static final int LONGEST_CONTROL = 32 << 10;

  /** The longest piece of a message of {@link #BULK}, in bytes. */
  public static final int LONGEST_PIECE = (64 << 10) - 64;

  /**
   * The bytes of pieces that the receiver has not taken, at most. More are sent as it takes them.
   */
  public static final int CREDIT = 1 << 20;

  /** Returns the lane of a message of that length. */
  public static Lane of(int length) {
    return length <= LONGEST_CONTROL ? CONTROL : BULK;
  }
}
