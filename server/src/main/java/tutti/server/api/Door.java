package tutti.server.api;

import java.util.List;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import tutti.server.http.Load;
import tutti.server.http.Request;
import tutti.server.http.Response;

/**
 * Turns requests away before they are parsed: those whose time is over since they waited unread,
 * and, while more comes than is done, those that would be begun too late. Thread-safe.
 *
 * <p>A request can bear a delay of an eighth of its time. For example, a request with {@code
 * Tutti-Timeout: 800ms} is refused once every request of the last 100 ms was begun more than 100 ms
 * late, and the newest one still is. So the work that is begun ends in time, whatever waits. A
 * request is refused at once that would be begun when half of its time is over.
 */
final class Door {
  /** A younger request is not looked at while there is no overload. */
  private static final long YOUNG_NANOS = TimeUnit.MILLISECONDS.toNanos(10);

  private static final int SHARE_OF_TIME = 8;
  private static final long LEAST_BOUND_NANOS = TimeUnit.MILLISECONDS.toNanos(20);
  private static final long MOST_BOUND_NANOS = TimeUnit.MILLISECONDS.toNanos(500);

  /**
   * The paths that are answered whatever the load: those who look after the service need it then.
   */
  private static final List<String> ALWAYS =
      List.of("/health", "/ready", "/metrics", "/shards", "/backups");

  private final Load load;
  private final long usualTimeout;

  /**
   * @param usualTimeout the timeout of requests that name none, in nanoseconds
   */
  Door(Load load, long usualTimeout) {
    this.load = load;
    this.usualTimeout = usualTimeout;
  }

  /** Returns the answer to a request that is turned away; null for one that is taken. */
  @Nullable Response turnAway(Request request) {
    long age = System.nanoTime() - request.arrived();
    if (age < YOUNG_NANOS && !load.isLate(LEAST_BOUND_NANOS) || isAlwaysTaken(request)) {
      return null;
    }
    long timeout = Headers.timeoutOrUsual(request, usualTimeout);
    if (age >= timeout) {
      load.late();
      return refuse(
          "deadline",
          "the request waited for %s ms before it was read, and may take %s ms"
              .formatted(millis(age), millis(timeout)));
    }
    long bound = Math.clamp(timeout / SHARE_OF_TIME, LEAST_BOUND_NANOS, MOST_BOUND_NANOS);
    boolean hopeless = load.now() > timeout / 2;
    if (hopeless || load.exceeds(bound) || load.lasts(bound) && age > bound) {
      load.shed();
      return refuse(
          "overloaded",
          "requests are begun %s ms late, since more come than are done"
              .formatted(millis(Math.max(age, load.now()))));
    }
    return null;
  }

  private static long millis(long nanos) {
    return TimeUnit.NANOSECONDS.toMillis(nanos);
  }

  private static boolean isAlwaysTaken(Request request) {
    String target = request.target();
    for (String path : ALWAYS) {
      if (target.startsWith(path)
          && (target.length() == path.length()
              || "/?#".indexOf(target.charAt(path.length())) >= 0)) {
        return true;
      }
    }
    return false;
  }

  private Response refuse(String code, String why) {
    return RetryAfter.afterDelay(
        new Problem(503, code, Titles.ABORTED, why + "; this try was not begun: repeat it")
            .response(),
        load.now());
  }
}
