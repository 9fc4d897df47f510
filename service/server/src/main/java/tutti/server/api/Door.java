package tutti.server.api;

import java.util.List;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import tutti.engine.admission.Admission;
import tutti.server.http.Load;
import tutti.server.http.Response;
import tutti.server.http.WholeRequest;

/**
 * The admission control of the service. It turns requests away before they are parsed: a request
 * whose time is over since it waited unread; and, while more requests come than are done, a request
 * that would be begun, or would end, too late ({@link Admission}). Thread-safe.
 */
final class Door {
  /**
   * The paths that are answered whatever the load: those who look after the service need it then.
   */
  private static final List<String> ALWAYS =
      List.of("/health", "/ready", "/metrics", "/shards", "/backups");

  private static final String TRANSACTIONS = "/transactions/";

  private final Load load;
  private final Admission admission;
  private final long usualTimeout;

  /**
   * @param usualTimeout the timeout of requests that name none, in nanoseconds
   */
  Door(Load load, long usualTimeout) {
    this.load = load;
    this.admission = load.admission();
    this.usualTimeout = usualTimeout;
  }

  /**
   * Returns the answer to a request that is turned away; null for one that is taken. A request that
   * is taken and that posts is counted until {@link #ended}.
   */
  @Nullable Response turnAway(WholeRequest request) {
    long now = System.nanoTime();
    long age = now - request.arrived();
    boolean works = isWork(request);
    if (!admission.isCalm(age) && !isAlwaysTaken(request)) {
      long timeout = Headers.timeoutOrUsual(request, usualTimeout);
      switch (admission.judge(now, age, timeout, works, Headers.keyHash(request))) {
        case BEGIN -> {}
        case LATE -> {
          load.late();
          return refuse(
              "deadline",
              "the request waited for %s ms before it was read, and may take %s ms"
                  .formatted(millis(age), millis(timeout)));
        }
        case OVERLOADED -> {
          load.shed();
          return refuse("overloaded", why(age));
        }
      }
    }
    if (works) {
      admission.work().begins();
    }
    return null;
  }

  private String why(long age) {
    long late = millis(Math.max(age, admission.delay().now()));
    int limit = admission.work().limit();
    // A repeat has a part of the bound, and may be refused before the bound is reached.
    return late == 0 || admission.work().isReached()
        ? "no more than %s requests are begun at a time, since more come than are done"
            .formatted(limit)
        : "requests are begun %s ms late, since more come than are done".formatted(late);
  }

  /** Returns whether a request counts among those under way: others cost little, or last. */
  private static boolean isWork(WholeRequest request) {
    return request.method().equals("POST") && !isAlwaysTaken(request);
  }

  /**
   * Takes note that a request that was taken has been answered.
   *
   * @param heldUp whether the request waited for what no work of this node ends
   */
  void ended(WholeRequest request, int status, boolean heldUp) {
    if (!isWork(request)) {
      return;
    }
    long timeout = Headers.timeoutOrUsual(request, usualTimeout);
    long took = System.nanoTime() - request.arrived();
    // What was refused at once says nothing of the time that work takes.
    if (heldUp) {
      admission.work().leaves();
    } else if (status == 200
        || status == 202
        || status == 409
        || status >= 500 && 2 * took > timeout) {
      admission.work().ends(took, timeout, status == 200 || status == 409);
    } else {
      admission.work().leaves();
    }
  }

  private static long millis(long nanos) {
    return TimeUnit.NANOSECONDS.toMillis(nanos);
  }

  private static boolean isAlwaysTaken(WholeRequest request) {
    String target = request.target();
    for (String path : ALWAYS) {
      if (target.startsWith(path)
          && (target.length() == path.length()
              || "/?#".indexOf(target.charAt(path.length())) >= 0)) {
        return true;
      }
    }
    return target.startsWith(TRANSACTIONS)
        && Route.isOfCommitments(List.of(target.substring(1).split("[?#]", 2)[0].split("/", -1)));
  }

  private Response refuse(String code, String why) {
    return RetryAfter.afterDelay(
        new ProblemDocument(503, code, Titles.ABORTED, why + "; this try was not begun: repeat it")
            .response(),
        admission);
  }
}
