package tutti.server.api;

import java.util.concurrent.ThreadLocalRandom;
import tutti.engine.admission.Admission;
import tutti.server.http.Response;

/**
 * The times after which refused clients are to come again, in whole seconds. Each is drawn, so that
 * clients that were refused together do not come back together.
 */
final class RetryAfter {
  private static final String NAME = "Retry-After";
  private static final int SOON = 2;
  private static final int LATER = 8;

  private RetryAfter() {}

  /** Adds a time to an answer: what was in the way passes by itself, mostly at once. */
  static Response soon(Response answer) {
    return answer.with(NAME, drawn(SOON));
  }

  /** Adds a time to an answer: something has to be started or repaired. */
  static Response later(Response answer) {
    return answer.with(NAME, drawn(LATER));
  }

  /** Adds a time that grows with the delay of requests. */
  static Response afterDelay(Response answer, Admission admission) {
    return answer.with(
        NAME, Integer.toString(admission.retryAfterSeconds(ThreadLocalRandom.current())));
  }

  private static String drawn(int most) {
    return Integer.toString(ThreadLocalRandom.current().nextInt(1, most + 1));
  }
}
