package tutti.protocol.integrated.janus;

/**
 * The looks at which a replica asks for what has not come: the first one, and then less and less
 * often. Thousands of transactions may be behind one another, and their decisions are on their way:
 * questions that are repeated at a steady pace, and their answers, would hold these up.
 */
final class Pace {
  /** The most looks from one question to the next. */
  private static final int MOST = 32;

  private Pace() {}

  /**
   * Returns whether a question is sent at this check.
   *
   * @param looks the checks so far, including this one
   */
  static boolean isDue(int looks) {
    return looks < MOST ? Integer.bitCount(looks) == 1 : looks % MOST == 0;
  }

  /** Returns how often the question was sent before, if it is sent at this check. */
  static int times(int looks) {
    return looks < MOST
        ? Integer.numberOfTrailingZeros(looks)
        : Integer.numberOfTrailingZeros(MOST) + looks / MOST - 1;
  }
}
