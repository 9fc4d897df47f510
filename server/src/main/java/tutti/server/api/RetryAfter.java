package tutti.server.api;

import java.util.concurrent.ThreadLocalRandom;
import tutti.server.http.Response;

/**
 * The times after which refused clients are to come again, in whole seconds. Each is drawn, so that
 * clients that were refused together do not come back together.
 */
final class RetryAfter {
  private static final String NAME = "Retry-After";
  private static final int SOON = 2;
  private static final int LATER = 8;
  private static final int LONGEST = 30;

  /** The seconds that are added for each second by which requests are late. */
  private static final int FOR_A_SECOND = 8;

  private RetryAfter() {}

  /** Adds a time to an answer: what was in the way passes by itself, mostly at once. */
  static Response soon(Response answer) {
    return answer.with(NAME, drawn(SOON));
  }

  /** Adds a time to an answer: something has to be started or repaired. */
  static Response later(Response answer) {
    return answer.with(NAME, drawn(LATER));
  }

  /**
   * Adds a time that grows with the delay of requests.
   *
   * @param delayNanos how late requests are begun now
   */
  static Response afterDelay(Response answer, long delayNanos) {
    long most = SOON + delayNanos * FOR_A_SECOND / 1_000_000_000L;
    return answer.with(NAME, drawn((int) Math.min(LONGEST, most)));
  }

  private static String drawn(int most) {
    return Integer.toString(ThreadLocalRandom.current().nextInt(1, most + 1));
  }
}
