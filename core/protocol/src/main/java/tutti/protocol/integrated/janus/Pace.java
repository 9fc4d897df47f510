package tutti.protocol.integrated.janus;

/**
 * The checks at which a replica asks for what has not come: the first one, and then less and less
 * often. Thousands of transactions may wait for one another while their decisions are on their way,
 * and questions that are repeated at a steady pace, with their answers, would delay the decisions.
 */
final class Pace {
  /** The most checks from one question to the next. */
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
