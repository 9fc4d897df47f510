package tutti.engine.integrated;

/**
 * The pauses after which a host puts a question again that is not answered yet: each is twice as
 * long as the one before, up to half a second, unless the first one is longer. Each repetition
 * costs the other host a step and an answer, and a host that is slow to answer would become slower
 * with repetitions at a steady pace.
 *
 * <p>For example, a question with three seconds for its answer and a first pause of 1 ms is sent
 * fourteen times to a host that does not answer, and not three thousand times.
 */
public final class QuestionPauses {
  private static final long MOST_NANOS = 500_000_000;

  private QuestionPauses() {}

  /**
   * Returns the pause that follows another one, in nanoseconds.
   *
   * @param firstNanos the first pause of the question
   */
  public static long longer(long pauseNanos, long firstNanos) {
    return Math.min(2 * pauseNanos, Math.max(firstNanos, MOST_NANOS));
  }
}
