package tutti.client;

import java.net.http.HttpRequest;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;

/** The tries of one call, until its deadline. Used by one thread. */
final class Tries {
  private static final long MILLISECOND = TimeUnit.MILLISECONDS.toNanos(1);
  private static final long SHORTEST_PAUSE = 10 * MILLISECOND;
  private static final int DOUBLINGS = 6;
  private static final long LONGEST_TIMEOUT_MILLIS = TimeUnit.HOURS.toMillis(1);

  /**
   * How long after its deadline the answer to a request may come: a node says by itself that it
   * does not know the outcome, half a second after the deadline.
   */
  private static final long GRACE = TimeUnit.SECONDS.toNanos(2);

  private final ServiceAddresses service;
  private final long end;
  private int address;
  private int made;

  Tries(ServiceAddresses service, long timeoutNanos) {
    this.service = service;
    // An hour more than the longest timeout is as good as for ever, and does not overflow.
    this.end = System.nanoTime() + Math.min(timeoutNanos, Long.MAX_VALUE >> 1);
    this.address = service.first();
  }

  private long left() {
    return end - System.nanoTime();
  }

  /**
   * Makes a try at the present address.
   *
   * @param path of the request
   * @param more completes the request
   */
  TryEnd send(String path, Function<HttpRequest.Builder, HttpRequest.Builder> more) {
    return send(path, Long.MAX_VALUE, more);
  }

  /**
   * Makes a try at the present address.
   *
   * @param mostNanos the time that the service may take for each transaction of it, at most
   */
  TryEnd send(
      String path, long mostNanos, Function<HttpRequest.Builder, HttpRequest.Builder> more) {
    long left = Math.max(left(), 1);
    long whole = Math.ceilDiv(Math.min(left, mostNanos), MILLISECOND);
    long millis = Math.min(whole, LONGEST_TIMEOUT_MILLIS);
    HttpRequest request =
        more.apply(
                service
                    .request(address, path)
                    .header("Accept", "application/json, application/problem+json")
                    .header("Tutti-Timeout", millis + "ms"))
            .build();
    // A node that stands still costs half of the time that is left, if there is another one.
    long patience = service.size() == 1 ? left + GRACE : Math.min(left, Math.max(left / 2, GRACE));
    return service.send(address, request, Math.max(patience, GRACE));
  }

  /**
   * Waits for the moment of the next try, which goes to the next address. After each round over all
   * addresses there is a pause, twice as long as the one before.
   *
   * @return whether there is time for another try
   */
  boolean again() {
    made++;
    address = (address + 1) % service.size();
    if (made % service.size() == 0) {
      long most = SHORTEST_PAUSE << Math.min(made / service.size() - 1, DOUBLINGS);
      long pause = ThreadLocalRandom.current().nextLong(most / 2, most);
      if (pause >= left()) {
        return false;
      }
      try {
        TimeUnit.NANOSECONDS.sleep(pause);
      } catch (InterruptedException interrupted) {
        return false;
      }
    }
    return left() > 0;
  }
}
