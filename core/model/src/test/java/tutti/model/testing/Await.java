package tutti.model.testing;

import java.time.Duration;
import java.util.function.LongSupplier;
import java.util.function.Supplier;

/**
 * Waits for what is to come true, as long as a machine that is busy with other things may need. The
 * limit only ends a test that hangs.
 */
public final class Await {
  public static final Duration LIMIT = Duration.ofMinutes(3);

  private Await() {}

  /** A condition that is to come true. */
  @FunctionalInterface
  public interface Condition {
    boolean holds() throws Exception;
  }

  public static void that(String what, Condition condition) throws Exception {
    that(() -> what, condition);
  }

  /**
   * Waits for it.
   *
   * @param what is asked only if it does not come true
   */
  public static void that(Supplier<String> what, Condition condition) throws Exception {
    that(what, () -> 0, condition);
  }

  /**
   * Waits for the end of long work: the limit begins anew whenever some of it has been done.
   *
   * @param done how much has been done
   */
  public static void that(Supplier<String> what, LongSupplier done, Condition condition)
      throws Exception {
    long before = done.getAsLong();
    long end = System.nanoTime() + LIMIT.toNanos();
    for (long pause = 1; !condition.holds(); pause = Math.min(20, pause + 1)) {
      long now = done.getAsLong();
      if (now != before) {
        before = now;
        end = System.nanoTime() + LIMIT.toNanos();
      } else if (System.nanoTime() > end) {
        throw new AssertionError("not within " + LIMIT.toMinutes() + " minutes: " + what.get());
      }
      Thread.sleep(pause);
    }
  }
}
